// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/galois-field.h"
#include "ns3/input-error.h"
#include "ns3/topology-summary.h"

#include <set>

using namespace ns3;

namespace
{

class SlimFlyTopologyTest : public NetworkTest
{
};

} // namespace

TEST(GaloisField, IsAField)
{
    for (const uint32_t q : {2U, 3U, 4U, 5U, 8U, 9U, 16U, 25U, 27U})
    {
        const GaloisField field(q);
        // Powers of the primitive element are all elements but 0.
        EXPECT_EQ(std::set<uint32_t>(field.GetPowers().begin(), field.GetPowers().end()).size(),
                  q - 1)
            << q;
        for (uint32_t a = 0; a < q; ++a)
        {
            EXPECT_EQ(field.Add(a, field.Subtract(0, a)), 0u);
            EXPECT_EQ(field.Multiply(a, 1), a);
            std::set<uint32_t> products;
            for (uint32_t b = 0; b < q; ++b)
            {
                EXPECT_EQ(field.Multiply(a, b), field.Multiply(b, a));
                const uint32_t c = (a + b) % q;
                EXPECT_EQ(field.Multiply(a, field.Add(b, c)),
                          field.Add(field.Multiply(a, b), field.Multiply(a, c)));
                products.insert(field.Multiply(a, b));
            }
            EXPECT_EQ(products.size(), a == 0 ? 1 : q) << "no divisors of zero";
        }
    }
    EXPECT_FALSE(GaloisField::IsOrder(1));
    EXPECT_FALSE(GaloisField::IsOrder(12));
    EXPECT_FALSE(GaloisField::IsOrder(131));
    EXPECT_TRUE(GaloisField::IsOrder(128));
}

TEST_F(SlimFlyTopologyTest, DegreeAndDiameterAreThoseOfTheGraphs)
{
    // q: k' = (3q - d)/2 with q = 4w + d; d is 1 for 5, 9 and 13, 0 for 4, 8 and 16, -1 for the
    // rest.
    const std::vector<std::pair<uint32_t, uint32_t>> graphs =
        {{3, 5}, {4, 6}, {5, 7}, {7, 11}, {8, 12}, {9, 13}, {11, 17}, {13, 19}, {16, 24}, {19, 29}};
    for (const auto& [q, degree] : graphs)
    {
        const TopologySummary summary(
            Topology("SlimFlyTopology", {{"Q", std::to_string(q)}, {"HostsPerRouter", "1"}}));
        EXPECT_EQ(summary.switches, 2 * q * q);
        EXPECT_EQ(summary.nodes[1].minPorts, degree + 1) << q;
        EXPECT_EQ(summary.nodes[1].maxPorts, degree + 1) << q;
        EXPECT_EQ(summary.switchHops, 2u) << q;
        // From any vertex, k' vertices are one link away and all others two.
        const double others = 2.0 * q * q - 1;
        EXPECT_DOUBLE_EQ(summary.meanHops, 2 + 2 - degree / others) << q;
    }
}

TEST_F(SlimFlyTopologyTest, FiveIsTheHoffmanSingletonGraph)
{
    // 50 routers of degree 7, so 175 links; four hosts on each, as in the cluster of 200 servers. A
    // Moore graph: any two that are not joined have exactly one neighbour in common.
    const TopologySummary summary(Topology("SlimFlyTopology", {{"Q", "5"}}));
    EXPECT_EQ(summary.hosts, 200u);
    EXPECT_EQ(summary.switches, 50u);
    EXPECT_EQ(summary.CountLinks(false), 175u);
    EXPECT_DOUBLE_EQ(summary.minPaths, 1);
    EXPECT_DOUBLE_EQ(summary.maxPaths, 1);
}

TEST_F(SlimFlyTopologyTest, OtherNumbersAreRefused)
{
    for (const std::string q : {"6", "10", "12", "15", "28", "100"})
    {
        const auto message = MessageOf<InputError>([&] {
            Topology("SlimFlyTopology", {{"Q", q}});
        });
        EXPECT_EQ(message.substr(0, message.find(';')),
                  "ns3::SlimFlyTopology: Q: " + q + " is not a prime power above 2");
    }
}
