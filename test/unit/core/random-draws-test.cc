// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"

#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/random-draws.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using RandomDrawsTest = FabricTest;

constexpr uint32_t PATHS = 8;

/** Numbers below PATHS that the flows of a leaf draw: 32 x 32 hosts, a salt for each leaf. */
std::vector<uint32_t>
DrawPaths(uint32_t seed, const std::string& leaf, const std::string& job)
{
    RngSeedManager::SetSeed(seed);
    const uint64_t pathSeed = RandomDraws::GetSeed(DrawKind::PATHS);
    const auto salt = static_cast<uint32_t>(HashDraw(pathSeed, leaf));
    std::vector<uint32_t> paths;
    for (uint32_t source = 0; source < 32; ++source)
    {
        for (uint32_t dest = 32; dest < 64; ++dest)
        {
            const uint64_t draw = HashDraw(HashDraw(HashDraw(0, job), source), dest);
            const uint16_t port = UdpSourcePort(HashDraw(pathSeed, draw));
            paths.push_back(ChooseByEntropy(FlowEntropy(source, dest, port), salt, PATHS));
        }
    }
    return paths;
}

/** @return chi-square of counts that should be equal */
template <typename Counts>
double
ChiSquare(const Counts& counts, double total)
{
    const double expected = total / counts.size();
    double sum = 0;
    for (const uint32_t count : counts)
    {
        sum += (count - expected) * (count - expected) / expected;
    }
    return sum;
}

/** @return chi-square of all pairs of two draws, with PATHS^2 - 1 degrees of freedom */
double
PairChiSquare(const std::vector<uint32_t>& first, const std::vector<uint32_t>& second)
{
    std::array<uint32_t, PATHS * PATHS> counts{};
    for (size_t i = 0; i < first.size(); ++i)
    {
        ++counts[first[i] * PATHS + second[i]];
    }
    return ChiSquare(counts, first.size());
}

/** Chi-square that one in 10,000 draws exceeds, with 7 and 63 degrees of freedom. */
constexpr double RARE_7 = 29.9;
constexpr double RARE_63 = 113.7;

} // namespace

TEST_F(RandomDrawsTest, HashesAreTheSameEverywhere)
{
    // Published: MurmurHash3's finalizer of 1, and FNV-1a of "foobar".
    EXPECT_EQ(MixDraw(1), 0xb456bcfc34c2cb2cU);
    EXPECT_EQ(HashDraw(5, "foobar"), HashDraw(5, 0x85944171f73967e8U));
    EXPECT_NE(HashDraw(1, 2), HashDraw(2, 1));
    EXPECT_NE(HashDraw(HashDraw(0, "ab"), "c"), HashDraw(HashDraw(0, "a"), "bc"));
}

TEST_F(RandomDrawsTest, PathsSpreadEvenlyForEverySeed)
{
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        const auto paths = DrawPaths(seed, "leaf0", "all-reduce");
        std::array<uint32_t, PATHS> counts{};
        for (const uint32_t path : paths)
        {
            ++counts[path];
        }
        EXPECT_LT(ChiSquare(counts, paths.size()), RARE_7) << seed;
    }
}

TEST_F(RandomDrawsTest, SeedsSwitchesAndJobsDrawIndependently)
{
    const auto paths = DrawPaths(1, "leaf0", "all-reduce");
    for (uint32_t other = 2; other <= 20; ++other)
    {
        const std::string number = std::to_string(other);
        EXPECT_LT(PairChiSquare(paths, DrawPaths(other, "leaf0", "all-reduce")), RARE_63) << other;
        EXPECT_LT(PairChiSquare(paths, DrawPaths(1, "leaf" + number, "all-reduce")), RARE_63)
            << other;
        EXPECT_LT(PairChiSquare(paths, DrawPaths(1, "leaf0", "all-reduce " + number)), RARE_63)
            << other;
    }
    EXPECT_EQ(DrawPaths(1, "leaf0", "all-reduce"), paths);
}

TEST_F(RandomDrawsTest, SourcePortsAreThoseOfLinux)
{
    // 14 random bits above 49152: of 100,000 draws every one of 16,384 is expected 6.1 times.
    std::set<uint16_t> ports;
    for (uint64_t draw = 0; draw < 100'000; ++draw)
    {
        const uint16_t port = UdpSourcePort(MixDraw(draw));
        EXPECT_GE(port, 49152);
        ports.insert(port);
    }
    EXPECT_GT(ports.size(), 16'300u); // 16,384 (1 - exp(-6.1)) = 16,347 with deviation of 6
}

TEST_F(RandomDrawsTest, NamedStreamsAreTheirOwnAndIndependent)
{
    constexpr uint32_t VALUES = 10'000;
    std::set<int64_t> streams;
    for (uint32_t i = 0; i < 10'000; ++i)
    {
        const int64_t stream = NameStream(1, "link", HashDraw(0, "leaf" + std::to_string(i)));
        EXPECT_GE(stream, int64_t{1} << 62);
        streams.insert(stream);
        streams.insert(NameStream(1, "switch", HashDraw(0, "leaf" + std::to_string(i))));
        streams.insert(NameStream(2, "link", HashDraw(0, "leaf" + std::to_string(i))));
    }
    EXPECT_EQ(streams.size(), 30'000u);

    // The correlation of independent values has a standard deviation of 1/sqrt(n).
    std::vector<std::vector<double>> values(6);
    for (uint32_t i = 0; i < values.size(); ++i)
    {
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(NameStream(1, "switch", HashDraw(0, "leaf" + std::to_string(i))));
        double sum = 0;
        for (uint32_t n = 0; n < VALUES; ++n)
        {
            values[i].push_back((random->GetValue() - 0.5) * std::sqrt(12.0));
            sum += values[i].back();
        }
        EXPECT_LT(std::fabs(sum / VALUES), 4 / std::sqrt(VALUES));
        for (uint32_t j = 0; j < i; ++j)
        {
            double product = 0;
            for (uint32_t n = 0; n < VALUES; ++n)
            {
                product += values[i][n] * values[j][n];
            }
            EXPECT_LT(std::fabs(product / VALUES), 4 / std::sqrt(VALUES)) << i << " " << j;
        }
    }
}

TEST_F(RandomDrawsTest, AFixedKindDoesNotFollowTheRun)
{
    const auto draw = [](DrawKind kind) {
        const RandomDraws::Scope scope(kind);
        const auto random = CreateObject<UniformRandomVariable>();
        random->SetStream(5);
        return random->GetValue();
    };
    const double marks = draw(DrawKind::MARKS);
    const uint64_t paths = RandomDraws::GetSeed(DrawKind::PATHS);
    EXPECT_NE(paths, RandomDraws::GetSeed(DrawKind::MARKS));

    RngSeedManager::SetSeed(2);
    EXPECT_NE(draw(DrawKind::MARKS), marks);
    EXPECT_NE(RandomDraws::GetSeed(DrawKind::PATHS), paths);
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(2);
    EXPECT_NE(draw(DrawKind::MARKS), marks);
    EXPECT_NE(RandomDraws::GetSeed(DrawKind::PATHS), paths);

    // As seed 1 and run 1, and the run's own are what they were.
    RandomDraws::Fix("marks", 1);
    EXPECT_EQ(draw(DrawKind::MARKS), marks);
    EXPECT_NE(draw(DrawKind::LOSSES), marks);
    EXPECT_EQ(RngSeedManager::GetSeed(), 1u);
    EXPECT_EQ(RngSeedManager::GetRun(), 2u);
    RandomDraws::Fix(DrawKind::PATHS, 1);
    EXPECT_EQ(RandomDraws::GetSeed(DrawKind::PATHS), paths);
    RandomDraws::Release();
    EXPECT_NE(RandomDraws::GetSeed(DrawKind::PATHS), paths);
}

TEST_F(RandomDrawsTest, UnknownKindsAndSeedsAreRefused)
{
    EXPECT_EQ(MessageOf<InputError>([] { RandomDraws::Fix("path", 1); }),
              "draws: unknown kind \"path\"; expected one of paths, marks, losses, queuePairs, "
              "jitter, placement, workloads, failures");
    EXPECT_EQ(MessageOf<InputError>([] { RandomDraws::Fix("jitter", 0); }),
              "draws jitter: seed 0; expected 1 to 4294944442");
}
