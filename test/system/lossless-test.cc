// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"

#include "ns3/fabric-packet.h"

#include <string>
#include <utility>

using namespace ns3;

namespace
{

/** How an incast on one switch is set up. */
struct Incast
{
    uint32_t sources;
    uint64_t gbps;
    uint32_t mtu;
    uint64_t delayNs;
    uint64_t bytes; //!< of each source
};

class LosslessTest : public NetworkTest
{
  protected:
    /** @param incast its hosts and links @return one switch */
    static FabricTopology Star(const Incast& incast)
    {
        return Topology("StarTopology",
                        {{"Hosts", std::to_string(incast.sources + 1)},
                         {"Rate", std::to_string(incast.gbps) + "Gbps"},
                         {"Delay", std::to_string(incast.delayNs) + "ns"}});
    }

    /** @return NIC of an MTU @param incast says which */
    static std::string Nic(const Incast& incast)
    {
        return "ns3::RdmaNic[MtuBytes=" + std::to_string(incast.mtu) + "]";
    }

    /**
     * The headroom that must do, by hand:
     *     W = 3 F + 84 + rate / 8 * (2 delay + 400 ns + tick),   F = mtu + 102
     *     H = W (F - 20) / F, rounded up
     * where F is a WRITE ONLY with immediate on the wire: 62 + 16 + 4 + 20 B around the payload.
     */
    static uint64_t HeadroomBytes(const Incast& incast)
    {
        const uint64_t tickNs = TickPs() / 1'000;
        const uint64_t flightBits = incast.gbps * (2 * incast.delayNs + 400 + tickNs); // Gb/s * ns
        const uint64_t frame = incast.mtu + 102;
        const uint64_t wireBytes = 3 * frame + 84 + (flightBits + 7) / 8;
        return (wireBytes * (frame - 20) + frame - 1) / frame;
    }

    /**
     * The same in cells: two longest frames, and for the rest of W the worst ones, of 64 B, which
     * take a cell each and 84 B of wire.
     */
    static uint64_t CellHeadroomBytes(const Incast& incast, uint64_t cell)
    {
        const uint64_t tickNs = TickPs() / 1'000;
        const uint64_t flightBits = incast.gbps * (2 * incast.delayNs + 400 + tickNs);
        const uint64_t frame = incast.mtu + 102;
        const uint64_t wireBytes = frame + 84 + (flightBits + 7) / 8;
        const uint64_t longest = (frame - 20 + cell - 1) / cell * cell;
        return 2 * longest + (wireBytes * cell + 83) / 84;
    }

    /**
     * PFC alone, a pool of just 100 kB beside the headroom of all ports.
     *
     * @param incast what comes
     * @param headroomBytes of each port; 0: computed
     * @param cell bytes of one; 0: the memory has none
     */
    void RunPfc(const Incast& incast, uint64_t headroomBytes = 0, uint64_t cell = 0)
    {
        const uint64_t perPort = headroomBytes ? headroomBytes
                                 : cell > 0    ? CellHeadroomBytes(incast, cell)
                                               : HeadroomBytes(incast);
        const uint64_t bufferBytes = (incast.sources + 1) * perPort + 100'000;
        Build("RoceFabric",
              {{"Nic", Nic(incast)},
               {"CongestionControl", "ns3::NoCongestionControl"},
               {"Marker", "ns3::NoMarker"},
               {"FlowControl",
                "ns3::PriorityFlowControl[HeadroomBytes=" + std::to_string(headroomBytes) + "]"},
               {"Buffer",
                "ns3::SharedBuffer[SizeBytes=" + std::to_string(bufferBytes) +
                    "|CellBytes=" + std::to_string(cell) + "]"}},
              Star(incast));
        Add("IncastWorkload", {{"Bytes", std::to_string(incast.bytes)}});
        Simulator::Run();
    }
};

} // namespace

TEST_F(LosslessTest, IncastUnderPfcDropsNothingAndUsesItsHeadroom)
{
    for (const auto& incast : {Incast{8, 100, 4096, 1000, 300'000},
                               Incast{8, 400, 4096, 1000, 600'000},
                               Incast{4, 800, 1024, 500, 500'000},
                               Incast{8, 100, 256, 2000, 200'000},
                               Incast{16, 200, 4096, 100, 200'000},
                               Incast{3, 10, 1024, 5000, 100'000}})
    {
        SCOPED_TRACE(std::to_string(incast.sources) + " to 1 at " + std::to_string(incast.gbps) +
                     " Gb/s, MTU " + std::to_string(incast.mtu) + ", " +
                     std::to_string(incast.delayNs) + " ns");
        RunPfc(incast);
        ExpectLosslessEnd();
        const auto sums = Statistics();
        EXPECT_EQ(sums.deliveredBytes, incast.sources * incast.bytes);
        EXPECT_GT(sums.pauseFrames, 0u);
        EXPECT_GT(sums.pfcPausePs, 0);
        EXPECT_EQ(sums.headroomBytes, HeadroomBytes(incast));
        EXPECT_LE(sums.headroomPeakBytes, sums.headroomBytes);
        EXPECT_GE(sums.headroomPeakBytes, sums.headroomBytes / 2) << "computed far too large";
        Simulator::Destroy();
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), 0u);
    }
}

/**
 * Frames of 210 B, 148 B and 62 B around them, take two cells of 208 B, 416 B for 230 B of wire,
 * and those of 258 B two of 254 B.
 */
TEST_F(LosslessTest, InCellsTheHeadroomIsThatOfCellsAndBytesAreNotEnough)
{
    for (const auto& [incast, cell] : {std::pair(Incast{8, 100, 148, 2000, 200'000}, 208),
                                       std::pair(Incast{8, 400, 196, 1000, 300'000}, 254)})
    {
        SCOPED_TRACE("cells of " + std::to_string(cell));
        RunPfc(incast, 0, cell);
        ExpectLosslessEnd();
        const auto sums = Statistics();
        EXPECT_EQ(sums.deliveredBytes, incast.sources * incast.bytes);
        EXPECT_GT(sums.pauseFrames, 0u);
        EXPECT_EQ(sums.headroomBytes, CellHeadroomBytes(incast, cell));
        EXPECT_LE(sums.headroomPeakBytes, sums.headroomBytes);
        EXPECT_EQ(sums.headroomPeakBytes % cell, 0u);
        EXPECT_EQ(sums.largestBufferBytes % cell, 0u);
        Simulator::Destroy();
        RunPfc(incast, HeadroomBytes(incast), cell);
        EXPECT_GT(Statistics().drops, 0u) << "the headroom of byte-exact accounts";
        Simulator::Destroy();
    }
}

TEST_F(LosslessTest, HeadroomThatIsTooSmallDropsAndTheAuditSaysWhere)
{
    // 4.5 kB behind XOFF hold one packet; 2.4 us at 100 Gb/s are 30 kB.
    RunPfc({4, 100, 4096, 1000, 300'000}, 4500);
    const auto sums = Statistics();
    EXPECT_GT(sums.drops, 0u);
    EXPECT_GT(sums.retransmittedPackets, 0u);
    EXPECT_EQ(sums.deliveredBytes, 4u * 300'000) << "go-back-N repairs it";
    const LosslessAudit audit(m_network.GetParts());
    // Every source's port drops: hosts 0 to 3 are on ports 0 to 3 of node 5; priority 3.
    ASSERT_EQ(audit.GetViolations().size(), 4u);
    uint64_t named = 0;
    for (uint32_t port = 0; port < 4; ++port)
    {
        const auto& account = m_network.fabricSwitches[0]->GetBuffer().GetAccount(port, 3);
        const uint64_t drops = account.drops[static_cast<uint32_t>(DropReason::HEADROOM_OVERRUN)];
        named += drops;
        EXPECT_EQ(audit.GetViolations()[port],
                  "node 5 port " + std::to_string(port) + " priority 3: " + std::to_string(drops) +
                      " packets dropped, headroom overrun (4500 B reserved)");
    }
    EXPECT_EQ(named, sums.drops);
}

/**
 * Ingress lanes are paused at 50 kB, so that the queue of an incast of n has at most n (50 kB + H);
 * it has n 50 kB, less a packet each, before any sender is paused.
 */
TEST_F(LosslessTest, ALimitAtTheEgressCostsNothingOutOfReachAndPacketsWithinIt)
{
    for (const auto& incast :
         {Incast{3, 100, 4096, 10, 700'000}, Incast{17, 25, 1024, 2000, 300'000}})
    {
        const uint64_t reach = incast.sources * (50'000 + HeadroomBytes(incast));
        const uint64_t within = incast.sources * (50'000 - (incast.mtu + 82));
        for (const std::string limit : {"EgressThresholdBytes", "EgressPoolBytes"})
        {
            const auto run = [&](uint64_t bytes) {
                Build("RoceFabric",
                      {{"Nic", Nic(incast)},
                       {"CongestionControl", "ns3::NoCongestionControl"},
                       {"Marker", "ns3::NoMarker"},
                       {"Buffer",
                        "ns3::SonicBuffer[StaticThresholdBytes=50000|" + limit + "=" +
                            std::to_string(bytes) + "]"}},
                      Star(incast));
                Add("IncastWorkload", {{"Bytes", std::to_string(incast.bytes)}});
                Simulator::Run();
            };
            SCOPED_TRACE(limit + ", " + std::to_string(incast.sources) + " to 1");
            run(reach);
            ExpectLosslessEnd();
            EXPECT_GT(Statistics().pauseFrames, 0u);
            Simulator::Destroy();
            run(within);
            const auto sums = Statistics();
            EXPECT_GT(sums.drops, 0u);
            EXPECT_EQ(sums.deliveredBytes, incast.sources * incast.bytes) << "go-back-N repairs it";
            const LosslessAudit audit(m_network.GetParts());
            ASSERT_FALSE(audit.GetViolations().empty());
            const std::string reason =
                limit == "EgressPoolBytes" ? "egress pool limit" : "egress queue limit";
            for (const auto& line : audit.GetViolations())
            {
                EXPECT_TRUE(Has(line, " packets dropped, " + reason));
            }
            Simulator::Destroy();
        }
    }
}

TEST_F(LosslessTest, WithoutFlowControlDropsAreNoViolation)
{
    const Incast incast{4, 100, 4096, 1000, 300'000};
    Build("RoceFabric",
          "Nic=" + Nic(incast) +
              " CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
              "FlowControl=ns3::NoFlowControl Buffer=ns3::SharedBuffer[SizeBytes=100000]",
          Star(incast));
    const auto job = Add("IncastWorkload", {{"Bytes", std::to_string(incast.bytes)}});
    Simulator::Run();
    EXPECT_TRUE(job->IsFinished());
    EXPECT_GT(Statistics().drops, 0u);
    const LosslessAudit audit(m_network.GetParts());
    EXPECT_TRUE(audit.GetViolations().empty());
    EXPECT_FALSE(audit.GetLossyDrops().empty());
}

TEST_F(LosslessTest, IncastUnderCreditsDropsNothing)
{
    for (const auto& incast : {Incast{8, 100, 4096, 1000, 300'000},
                               Incast{8, 400, 4096, 300, 600'000},
                               Incast{4, 800, 2048, 100, 500'000},
                               Incast{3, 10, 1024, 1000, 100'000}})
    {
        SCOPED_TRACE(std::to_string(incast.sources) + " to 1 at " + std::to_string(incast.gbps) +
                     " Gb/s, MTU " + std::to_string(incast.mtu));
        Build("InfiniBandFabric", {{"Nic", Nic(incast)}}, Star(incast));
        const auto job = Add("IncastWorkload", {{"Bytes", std::to_string(incast.bytes)}});
        Simulator::Run();
        ExpectLosslessEnd();
        const auto sums = Statistics();
        EXPECT_EQ(sums.deliveredBytes, incast.sources * incast.bytes);
        EXPECT_GT(sums.creditPackets, 0u);
        EXPECT_GT(sums.creditStallPs, 0);
        EXPECT_EQ(sums.pauseFrames, 0u);
        // The last link is busy all the time: at least the payload's time, at most 10 % more.
        const double leastPs = 8000. * incast.sources * incast.bytes / incast.gbps;
        EXPECT_GT(job->GetFinishPs(), leastPs);
        EXPECT_LT(job->GetFinishPs(), 1.1 * leastPs + 10'000'000);
        Simulator::Destroy();
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), 0u);
    }
}

TEST_F(LosslessTest, PacketsOfARunThatIsCutShortGoBackToThePool)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        Build(profile, {}, Star({8, 100, 4096, 1000, 0}));
        Add("IncastWorkload", {{"Bytes", "1000000"}});
        Simulator::Stop(MicroSeconds(50));
        Simulator::Run();
        EXPECT_GT(FabricPacketPool::GetLiveCount(), 0u);
        EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
        Simulator::Destroy();
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), 0u);
    }
}

TEST_F(LosslessTest, DcqcnWorksOverCreditsAsWell)
{
    const Incast incast{4, 100, 4096, 1000, 2'000'000};
    for (const std::string answer : {"false", "true"}) // a packet of its own, or BECN in the ACK
    {
        Build("InfiniBandFabric",
              {{"Nic", "ns3::RdmaNic[CnpOnAck=" + answer + "]"},
               {"CongestionControl", "ns3::Dcqcn"},
               {"Marker", "ns3::RedMarker[KminBytes=20000|KmaxBytes=80000]"}},
              Star(incast));
        Add("IncastWorkload", {{"Bytes", std::to_string(incast.bytes)}});
        uint64_t sumbps = 0;
        Simulator::Schedule(MicroSeconds(300), [&]() {
            for (uint32_t host = 0; host < incast.sources; ++host)
            {
                const auto& queuePair = m_network.nics[host]->GetQueuePairs().at(0);
                const uint64_t ratebps =
                    queuePair->GetCongestionControl().GetRatebps(Simulator::Now().GetPicoSeconds());
                EXPECT_LT(ratebps, 90'000'000'000u);
                sumbps += ratebps;
            }
        });
        Simulator::Run();
        ExpectLosslessEnd();
        EXPECT_LT(sumbps, 200'000'000'000u) << "4 x 100 Gb/s were offered to a link of 100 Gb/s";
        EXPECT_GE(sumbps, 4 * 10'000'000u) << "DCQCN's least rate is 10 Mb/s";
        const auto sums = Statistics();
        EXPECT_GT(sums.ecnMarks, 0u);
        EXPECT_GT(sums.cnps, 0u);
        Simulator::Destroy();
    }
}
