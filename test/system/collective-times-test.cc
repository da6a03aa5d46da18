// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-laws.h"
#include "network-test.h"

#include "ns3/collective-algorithm.h"
#include "ns3/no-congestion-control.h"

#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::collectivelaws;

namespace
{

/** Collectives on an idle star. */
class CollectiveTimesTest : public NetworkTest
{
  protected:
    void BuildStar(const std::string& profile, uint32_t hosts, uint32_t gbps, uint32_t delayNs)
    {
        Build(profile,
              {{"Gpu", "ns3::Gpu[ReduceRate=0bps|CopyRate=0bps]"},
               {"CongestionControl", "ns3::NoCongestionControl"}},
              Topology("StarTopology",
                       {{"Hosts", std::to_string(hosts)},
                        {"Rate", std::to_string(gbps) + "Gbps"},
                        {"Delay", std::to_string(delayNs) + "ns"}}));
    }

    /** @return the law of the network, from messages of whole packets and of one byte */
    Law GetLaw(uint32_t ranks, uint64_t bytes) const
    {
        constexpr uint64_t LONG = 1 << 20;
        const auto ideal = [this](uint64_t length) {
            return static_cast<double>(m_network.IdealMessagePs(0, 1, length));
        };
        Law law{};
        law.n = ranks;
        law.s = static_cast<double>(bytes);
        law.beta = (ideal(2 * LONG) - ideal(LONG)) / LONG;
        law.one = law.back = ideal(1) / 2; // an acknowledgement is about as long
        law.a = ideal(LONG) - LONG * law.beta - law.back;
        return law;
    }

    /** @return how long it takes until everything is acknowledged, in ps */
    double Run(const std::string& algorithm,
               const Attributes& attributes,
               const RankLayout& layout,
               uint64_t bytes)
    {
        const auto executor =
            AddGraph(Make<CollectiveAlgorithm>(algorithm, attributes)->Build(layout, bytes));
        Simulator::Run();
        ExpectLosslessEnd();
        return static_cast<double>(executor->GetFinishPs() - executor->GetStartPs());
    }

    /** Which algorithms, with what messages. */
    enum class Which
    {
        ANY,        //!< those whose formula holds for messages of any size
        LONG,       //!< all, with messages so long that clear-to-sends are worth it
        LONG_HALVES //!< those that halve or double among any number of ranks, with such messages
    };

    /** Expects each algorithm to take its time within 2 %, if messages are long within 4 %. */
    void ExpectLaws(const std::string& profile,
                    uint32_t ranks,
                    uint64_t bytes,
                    uint32_t gbps,
                    uint32_t delayNs,
                    Which what = Which::ANY)
    {
        const bool isLong = what != Which::ANY;
        const double tolerance = isLong ? 0.04 : 0.02;
        const bool isPowerOfTwo = (ranks & (ranks - 1)) == 0;
        for (const Case& which : CASES)
        {
            const bool holds = isPowerOfTwo || isLong || which.anyNumber;
            const bool isHalves = which.time == RecursiveGather || which.time == RecursiveHalving ||
                                  which.time == RecursiveDoubling || which.time == HalvingDoubling;
            if (!holds || ranks % which.ranksPerServer != 0 ||
                (what == Which::LONG_HALVES && !isHalves))
            {
                continue;
            }
            std::vector<uint32_t> serverOfRank;
            for (uint32_t rank = 0; rank < ranks; ++rank)
            {
                serverOfRank.push_back(rank / which.ranksPerServer);
            }
            BuildStar(profile, ranks, gbps, delayNs);
            const Law law = GetLaw(ranks, bytes);
            const double expectedPs = which.time(law) + law.back;
            const double tookPs =
                Run(which.name, which.attributes, RankLayout(serverOfRank), bytes);
            EXPECT_NEAR(tookPs / expectedPs, 1, tolerance)
                << which.name << ", " << ranks << " ranks, " << bytes << " B, " << profile;
            Simulator::Destroy();
        }
    }
};

} // namespace

TEST_F(CollectiveTimesTest, LongMessagesOnRoce)
{
    ExpectLaws("RoceFabric", 8, 8 << 18, 100, 1000);
}

TEST_F(CollectiveTimesTest, ShortMessagesOnRoce)
{
    ExpectLaws("RoceFabric", 16, 16 << 14, 400, 500);
}

TEST_F(CollectiveTimesTest, RanksThatAreNoPowerOfTwo)
{
    ExpectLaws("RoceFabric", 6, 6 << 17, 200, 1000);
}

TEST_F(CollectiveTimesTest, EveryNumberOfRanks)
{
    for (uint32_t ranks = 2; ranks <= 17; ++ranks)
    {
        ExpectLaws("RoceFabric", ranks, 4 << 20, 400, 500, Which::LONG);
        ExpectLaws("InfiniBandFabric", ranks, 4 << 20, 400, 500, Which::LONG);
    }
}

TEST_F(CollectiveTimesTest, HalvesOfMoreRanks)
{
    for (uint32_t ranks = 18; ranks <= 33; ++ranks)
    {
        ExpectLaws("RoceFabric", ranks, 4 << 20, 400, 500, Which::LONG_HALVES);
        ExpectLaws("InfiniBandFabric", ranks, 4 << 20, 400, 500, Which::LONG_HALVES);
    }
}

TEST_F(CollectiveTimesTest, HalvesWithShortCables)
{
    for (uint32_t ranks = 2; ranks <= 33; ++ranks)
    {
        ExpectLaws("RoceFabric", ranks, 4 << 20, 400, 10, Which::LONG_HALVES);
    }
}

TEST_F(CollectiveTimesTest, TimesOfRecursiveGathersAreThoseFoundByHand)
{
    // f(n) chunks and k small messages of the table in its header.
    const std::vector<double> chunks{0, 0, 1, 3, 3, 7, 6, 9, 7, 14, 12, 17, 12, 19, 16, 23, 15, 27};
    const std::vector<double> small{0, 0, 0, 1, 0, 1, 2, 2, 0, 2, 2, 2, 2, 1, 3, 3, 0, 2};
    for (uint32_t ranks = 2; ranks < chunks.size(); ++ranks)
    {
        EXPECT_NEAR(GatherTimes(ranks, 1, 1e-3).GetEnd(), chunks[ranks] + small[ranks] * 1e-3, 1e-9)
            << ranks;
    }
}

TEST_F(CollectiveTimesTest, OnInfiniBand)
{
    ExpectLaws("InfiniBandFabric", 8, 8 << 17, 200, 300);
}

TEST_F(CollectiveTimesTest, ABarrierTakesAMessageOfOneByteForEachDoubling)
{
    for (const uint32_t ranks : {2, 5, 16})
    {
        BuildStar("RoceFabric", ranks, 100, 1000);
        const Law law = GetLaw(ranks, 1);
        const double expectedPs = law.Log() * law.one + law.back;
        EXPECT_NEAR(Run("DisseminationBarrier", {}, RankLayout(ranks), 1) / expectedPs, 1, 0.02);
        Simulator::Destroy();
    }
}

TEST_F(CollectiveTimesTest, PipelinedTreesAreBoundByTheLinksOfAnInnerRank)
{
    // An inner rank of the one tree receives and sends 3 S; if down does not overlap with up, 2 S
    // after 2 S. With two trees it is 2 S, and 128 slices hide the latency of the levels.
    constexpr uint64_t BYTES = 4 << 20;
    const auto factorOf = [this](const std::string& name) {
        BuildStar("RoceFabric", 8, 100, 500);
        const Law law = GetLaw(8, BYTES);
        const double tookPs = Run(name, {{"SliceBytes", "32768"}}, RankLayout(8), BYTES);
        Simulator::Destroy();
        return tookPs / (law.s * law.beta);
    };
    const double one = factorOf("BinaryTreeAllReduce");
    EXPECT_GT(one, 3);
    EXPECT_LT(one, 4);
    const double two = factorOf("DoubleBinaryTreeAllReduce");
    EXPECT_GT(two, 2);
    EXPECT_LT(two, 2.3);
}

TEST_F(CollectiveTimesTest, ParallelRingsHideLatency)
{
    // Four rings with a quarter each take as many bytes over each link as one, so not less than
    // that; and at most the time of one, of which the latency is 14 a.
    BuildStar("RoceFabric", 8, 100, 1000);
    const Law law = GetLaw(8, 8 << 18);
    const double tookPs = Run("RingAllReduce", {{"Channels", "4"}}, RankLayout(8), 8 << 18);
    EXPECT_GT(tookPs, 14 * law.s / 8 * law.beta);
    EXPECT_LT(tookPs, RingTwice(law) - 10 * law.a);
}

TEST_F(CollectiveTimesTest, AllToAllOverProxiesOnSharedLinks)
{
    // Four servers of two ranks, blocks of 256 KiB. A rank sends a block to its neighbour, 3 more
    // for other servers by way of it, 3 directly and 3 for the neighbour: 10 in all. What comes
    // last from the neighbour may have shared the link with all else and still has a link before
    // it.
    std::vector<uint32_t> serverOfRank{0, 0, 1, 1, 2, 2, 3, 3};
    BuildStar("RoceFabric", 8, 100, 1000);
    const Law law = GetLaw(8, 8 << 18);
    const double tookPs = Run("TwoLevelAllToAll", {}, RankLayout(serverOfRank), 8 << 18);
    const double blockPs = law.s / 8 * law.beta;
    EXPECT_GT(tookPs, 10 * blockPs + law.a);
    EXPECT_LT(tookPs, 12 * blockPs + 2 * law.a + law.back);
}
