// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/input-error.h"
#include "ns3/topology-summary.h"

using namespace ns3;

namespace
{

class DirectLinkTopologyTest : public NetworkTest
{
  protected:
    /** @return rate of the link between two nodes in Gb/s; 0: there is none */
    static uint64_t GbpsOf(const FabricTopology& topology, uint32_t a, uint32_t b)
    {
        for (const auto& link : topology.links)
        {
            if ((link.a == a && link.b == b) || (link.a == b && link.b == a))
            {
                return link.ratebps / 1'000'000'000;
            }
        }
        return 0;
    }
};

} // namespace

TEST_F(DirectLinkTopologyTest, AllMeansOneLinkBetweenAnyTwo)
{
    const auto topology =
        Topology("DirectLinkTopology", {{"Hosts", "8"}, {"Rate", "512Gbps"}, {"Delay", "70ns"}});
    const TopologySummary summary(topology);
    EXPECT_EQ(summary.CountLinks(false), 28u);
    EXPECT_EQ(summary.switchHops, 1u);
    EXPECT_EQ(topology.nodes[8 + 3].name, "chip3");
    EXPECT_EQ(topology.links[0].ratebps, 7 * 512'000'000'000u);
    EXPECT_EQ(topology.links[0].delayPs, 10'000);
    EXPECT_EQ(topology.links[8].delayPs, 70'000);
    // Half of the chips have 4 * 4 links to the other half.
    EXPECT_DOUBLE_EQ(summary.bisectionbps, 16 * 512e9);
}

TEST_F(DirectLinkTopologyTest, SeveralLinksAreOneOfTheirSum)
{
    const auto topology = Topology("DirectLinkTopology",
                                   {{"Hosts", "3"}, {"Links", "0-1, 2-1x3"}, {"Rate", "100Gbps"}});
    EXPECT_EQ(GbpsOf(topology, 3, 4), 100u);
    EXPECT_EQ(GbpsOf(topology, 4, 5), 300u);
    EXPECT_EQ(GbpsOf(topology, 3, 5), 0u);
    // Each chip has the rate of its links, unless HostRate says otherwise.
    EXPECT_EQ(GbpsOf(topology, 0, 3), 100u);
    EXPECT_EQ(GbpsOf(topology, 1, 4), 400u);
    EXPECT_EQ(GbpsOf(topology, 2, 5), 300u);
    const auto slow = Topology("DirectLinkTopology", {{"Hosts", "3"}, {"HostRate", "50Gbps"}});
    EXPECT_EQ(GbpsOf(slow, 2, 5), 50u);
}

TEST_F(DirectLinkTopologyTest, WrongLinksAreNamed)
{
    const auto refused = [](const std::string& links) {
        return MessageOf<InputError>([&] {
            Topology("DirectLinkTopology", {{"Hosts", "4"}, {"Links", links}});
        });
    };
    const std::string pair = "' is not a pair of chips; expected two different numbers from 0 to "
                             "3, such as 0-1, or 0-1x2 for two links";
    for (const std::string text : {"0-4", "1-1", "2", "0-1x0", "0-1x", "a-b", "0-1-2"})
    {
        EXPECT_EQ(refused(text), "ns3::DirectLinkTopology: Links: '" + text + pair);
    }
    EXPECT_EQ(refused("0-1,1-0"),
              "ns3::DirectLinkTopology: Links: '1-0' names a pair of chips again; expected each "
              "pair once, with the number of its links behind x");
    EXPECT_EQ(refused("0-1,1-2"),
              "ns3::DirectLinkTopology: Links: has no link of chip 3; expected at least 1");
}
