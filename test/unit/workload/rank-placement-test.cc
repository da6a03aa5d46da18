// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "make-object.h"
#include "separate-hosts.h"
#include "temporary-file.h"

#include "ns3/all-to-all-workload.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

#include <algorithm>
#include <numeric>
#include <string>

using namespace ns3;

namespace
{

using Hosts = std::vector<uint32_t>;

/** Random streams are part of the state that the fixture resets. */
class RankPlacementTest : public FabricTest
{
  protected:
    RankPlacementTest()
        : m_hosts(SeparateHosts(8))
    {
        m_hosts.leaf = {20, 20, 20, 20, 20, 30, 30, 30};
        m_hosts.server = {0, 0, 0, 1, 1, 1, 2, 2};
    }

    /** @return the hosts of a job that is placed after earlier jobs */
    Hosts Place(const Attributes& attributes, int64_t stream = 7)
    {
        const auto workload = CreateObject<AllToAllWorkload>();
        for (const auto& [name, value] : attributes)
        {
            workload->SetAttribute(name, StringValue(value));
        }
        workload->AssignStreams(stream);
        return workload->BuildAndTake(m_hosts).hostOfRank;
    }

    HostMap m_hosts; //!< three servers across two leaves
};

} // namespace

TEST_F(RankPlacementTest, OrderOfAllHosts)
{
    EXPECT_EQ(Place({}), (Hosts{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(Place({{"Placement", "ns3::StripedPlacement"}}), (Hosts{0, 5, 1, 6, 2, 7, 3, 4}));
    EXPECT_EQ(Place({{"Placement", "ns3::StripedPlacement[OverServers=true]"}}),
              (Hosts{0, 3, 6, 1, 4, 7, 2, 5}));
    // The first group is the group of the first host listed.
    EXPECT_EQ(Place({{"Placement", "ns3::StripedPlacement"}, {"Hosts", "7,1-3"}}),
              (Hosts{7, 1, 2, 3}));
}

TEST_F(RankPlacementTest, RandomOnesArePermutationsOfTheStream)
{
    const std::string random = "ns3::RandomPlacement";
    const auto first = Place({{"Placement", random}});
    EXPECT_EQ(Place({{"Placement", random}}), first);
    EXPECT_NE(Place({{"Placement", random}}, 8), first);
    auto sorted = first;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(sorted, (Hosts{0, 1, 2, 3, 4, 5, 6, 7}));
    // Every host is as likely to be rank 0 as any other: 1000 of 8000 draws, deviation 30.
    Hosts counts(8);
    for (int64_t stream = 0; stream < 8000; ++stream)
    {
        ++counts[Place({{"Placement", random}}, stream).front()];
    }
    for (const uint32_t count : counts)
    {
        EXPECT_NEAR(count, 1000, 5 * 30);
    }
}

TEST_F(RankPlacementTest, JobsTakeTheNextFreeHosts)
{
    EXPECT_EQ(Place({{"Gpus", "3"}}), (Hosts{0, 1, 2}));
    EXPECT_EQ(Place({}).size(), 8u);                     // all hosts, and takes none
    EXPECT_EQ(Place({{"Hosts", "6,2"}}), (Hosts{6, 2})); // overlaps since it says so
    EXPECT_EQ(Place({{"Gpus", "2"}, {"Placement", "ns3::StripedPlacement"}}), (Hosts{3, 5}));
    EXPECT_EQ(Place({{"Gpus", "2"}, {"Hosts", "0-2"}}), (Hosts{0, 1}));
    const std::string error = MessageOf<InputError>([this] {
        Place({{"Gpus", "3"}});
    }); // 4 and 7 are left
    EXPECT_EQ(error,
              "ns3::AllToAllWorkload: Gpus: is 3; expected at most 2, the number that earlier jobs "
              "leave");
    EXPECT_EQ(Place({{"Gpus", "2"}}), (Hosts{4, 7}));
    EXPECT_EQ(MessageOf<InputError>([this] {
                  Place({{"Gpus", "3"}, {"Hosts", "0-1"}});
              }),
              "ns3::AllToAllWorkload: Gpus: is 3; expected at most 2, the number that Hosts lists");
}
