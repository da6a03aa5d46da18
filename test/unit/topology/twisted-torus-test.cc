// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Twisted tori are the lattices that they should be: distances by the shortest vectors of these.

#include "error-message.h"
#include "has-text.h"
#include "network-test.h"

#include "ns3/input-error.h"
#include "ns3/routing-engine.h"
#include "ns3/topology-summary.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

using Vector = std::vector<int>;

Ptr<TopologyGenerator>
Generator(const std::string& cubes, const std::string& size, const std::string& twisted = "true")
{
    return Make<TopologyGenerator>(
        "CubeTorusTopology",
        {{"Cubes", cubes}, {"CubeSize", size}, {"Twisted", twisted}, {"Rate", "400Gbps"}});
}

/** Distances from a chip to all others, itself included. */
struct Distances
{
    double sum{0};
    int most{0};
    int chips{0};
};

/**
 * Chips are the points of Z^D modulo a lattice: 2k in a long dimension, and k in a short one
 * together with k in every long one.
 */
Distances
MeasureLattice(const Vector& sizes)
{
    const int k = *std::min_element(sizes.begin(), sizes.end());
    std::vector<Vector> basis;
    for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
    {
        Vector vector(sizes.size());
        vector[dimension] = sizes[dimension];
        for (size_t other = 0; other < sizes.size() && sizes[dimension] == k; ++other)
        {
            vector[other] = sizes[other] > k || other == dimension ? k : 0;
        }
        basis.push_back(vector);
    }
    std::vector<Vector> points{Vector(sizes.size())};
    const auto spread = [&points](size_t count, const auto& shift) {
        std::vector<Vector> all;
        for (const auto& point : points)
        {
            for (size_t i = 0; i < count; ++i)
            {
                all.push_back(shift(point, static_cast<int>(i)));
            }
        }
        points = all;
    };
    for (const auto& vector : basis)
    {
        spread(5, [&vector](Vector point, int i) {
            for (size_t dimension = 0; dimension < point.size(); ++dimension)
            {
                point[dimension] += (i - 2) * vector[dimension];
            }
            return point;
        });
    }
    const auto lattice = points;
    points.assign(1, Vector(sizes.size()));
    for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
    {
        spread(sizes[dimension], [dimension](Vector point, int i) {
            point[dimension] = i;
            return point;
        });
    }
    Distances all;
    for (const auto& point : points)
    {
        int least = INT32_MAX;
        for (const auto& shift : lattice)
        {
            int distance = 0;
            for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
            {
                distance += std::abs(point[dimension] - shift[dimension]);
            }
            least = std::min(least, distance);
        }
        all.sum += least;
        all.most = std::max(all.most, least);
        ++all.chips;
    }
    return all;
}

class TwistedTorusTest : public NetworkTest
{
};

} // namespace

TEST_F(TwistedTorusTest, DistancesAreThoseOfTheLattice)
{
    const std::vector<std::tuple<std::string, std::string, Vector>> tori = {
        {"1x1x2", "4", {4, 4, 8}},
        {"1x2x2", "4", {4, 8, 8}},
        {"2x1x2", "3", {6, 3, 6}},
        {"1x2", "3", {3, 6}},
        {"4x2", "2", {8, 4}},
        {"1x1x2", "5", {5, 5, 10}},
    };
    for (const auto& [cubes, size, sizes] : tori)
    {
        SCOPED_TRACE(cubes + " of " + size);
        const auto lattice = MeasureLattice(sizes);
        const TopologySummary summary(Generator(cubes, size)->Generate());
        ASSERT_EQ(summary.hosts, static_cast<uint64_t>(lattice.chips));
        EXPECT_EQ(summary.switchHops, static_cast<uint32_t>(lattice.most));
        // And a link to a chip at either end
        EXPECT_NEAR(summary.meanHops - 2, lattice.sum / (lattice.chips - 1), 1e-9);
    }
}

/**
 * All-to-all of N chips is bound by the links of a dimension, of which a chip has two: mean hops in
 * it over 2. In the torus of 4x4x8 these are 2 in the long one; twisted, the sum of 55/16 is spread
 * evenly over three: 1.75 times as fast. For 4x8x8 it is 69/16, 1.39 times. Measured: 1.63 and 1.31
 * (ISCA'23).
 */
TEST_F(TwistedTorusTest, TheToriOfTheTpuGainWhatTheyShould)
{
    const auto meanHops = [](const std::string& cubes, const std::string& twisted) {
        const TopologySummary summary(Generator(cubes, "4", twisted)->Generate());
        const auto chips = static_cast<double>(summary.hosts);
        return (summary.meanHops - 2) * (chips - 1) / chips; // to itself, too
    };
    EXPECT_NEAR(meanHops("1x1x2", "false"), 1 + 1 + 2, 1e-9);
    EXPECT_NEAR(meanHops("1x1x2", "true"), 55.0 / 16, 1e-9);
    EXPECT_NEAR(meanHops("1x2x2", "false"), 1 + 2 + 2, 1e-9);
    EXPECT_NEAR(meanHops("1x2x2", "true"), 69.0 / 16, 1e-9);
}

TEST_F(TwistedTorusTest, HalvesAreJoinedByTwiceAsManyLinks)
{
    // Found by swapping pairs of chips from many halves, outside of this program
    for (const auto& [cubes, size, links] :
         {std::tuple{"1x1x2", "4", 64}, {"1x2", "3", 12}, {"2x1", "4", 16}, {"1x2x2", "4", 128}})
    {
        SCOPED_TRACE(cubes);
        EXPECT_DOUBLE_EQ(TopologySummary(Generator(cubes, size)->Generate()).bisectionbps,
                         links * 400e9);
    }
}

TEST_F(TwistedTorusTest, ItIsMadeOfThePartsOfTheTorus)
{
    for (const std::string cubes : {"1x1x2", "1x2x2", "1x2"})
    {
        SCOPED_TRACE(cubes);
        const auto twisted = Generator(cubes, "3")->Generate();
        const auto torus = Generator(cubes, "3", "false")->Generate();
        ASSERT_EQ(twisted.links.size(), torus.links.size());
        uint32_t moved = 0;
        for (size_t link = 0; link < torus.links.size(); ++link)
        {
            EXPECT_EQ(twisted.links[link].a, torus.links[link].a);
            EXPECT_EQ(twisted.links[link].ratebps, torus.links[link].ratebps);
            EXPECT_EQ(twisted.links[link].delayPs, torus.links[link].delayPs);
            moved += twisted.links[link].b == torus.links[link].b ? 0 : 1;
        }
        // Those over the end of a short dimension: a face of the torus for each of these
        EXPECT_EQ(moved, cubes == "1x1x2" ? 18u + 18 : cubes == "1x2x2" ? 36u : 6u);
        const size_t dimensions = torus.grid.sizes.size();
        const auto links = twisted.GetLinksByNode();
        for (uint32_t node = 0; node < links.size(); ++node)
        {
            EXPECT_EQ(links[node].size(), twisted.IsHost(node) ? 1 : 1 + 2 * dimensions);
        }
        EXPECT_TRUE(twisted.grid.sizes.empty());
        EXPECT_EQ(twisted.cubes, torus.cubes);
    }
}

TEST_F(TwistedTorusTest, BadInputIsNamed)
{
    for (const std::string cubes : {"2x2", "1x3", "1x2x3", "2x3x4", "1x2x4"})
    {
        EXPECT_EQ(MessageOf<InputError>([&] { Generator(cubes, "3")->Generate(); }),
                  "ns3::CubeTorusTopology: Twisted: " + cubes +
                      " cubes do not form a twisted torus; expected some dimensions twice as long "
                      "as the others, such as 1x1x2 or 1x2x2");
    }
    const auto message = MessageOf<InputError>([] {
        const auto engine = Make<RoutingEngine>("DimensionOrderRouting", {});
        engine->Route(Generator("1x2", "3")->Generate());
    });
    EXPECT_TRUE(Has(message, "the switches have no coordinates"));
}
