// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/fabric-net-device.h"
#include "ns3/fabric-packet.h"
#include "ns3/pause-frame.h"

#include <string>

using namespace ns3;

namespace
{

/**
 * Whether ECN or PFC acts first on the switch of "Congestion Control for Large-Scale RDMA
 * Deployments" (SIGCOMM 2015), section 4: 32 ports of 40 Gb/s, 12 MB, 8 priorities with 22.4 KB of
 * headroom each. Without congestion control, so that both act. Frames have 1000 B, 1020 B on the
 * wire.
 */
class EcnBeforePfcTest : public NetworkTest
{
  protected:
    static constexpr int64_t NEVER = INT64_MAX;
    static constexpr double POOL_BYTES = 12e6 - 32 * 8 * 22.4e3;
    static constexpr double FRAME_BYTES_PER_PS = 5e-3 * 1000 / 1020; //!< of a busy port

    /**
     * @param sources how many hosts send to host 0
     * @param buffer attributes beside its size
     * @param markBytes every packet is marked that leaves a longer queue behind
     */
    void RunIncast(uint32_t sources, const std::string& buffer, uint64_t markBytes)
    {
        const auto mark = std::to_string(markBytes);
        Build(
            "RoceFabric",
            {{"CongestionControl", "ns3::NoCongestionControl"},
             {"Nic", "ns3::RdmaNic[MtuBytes=938]"},
             {"Switch", "ns3::FabricSwitch[Latency=0ns]"},
             {"FlowControl", "ns3::PriorityFlowControl[Priorities=255|HeadroomBytes=22400]"},
             {"Buffer", "ns3::SharedBuffer[SizeBytes=12000000|" + buffer + "]"},
             {"Marker",
              "ns3::RedMarker[ReferenceRate=0bps|KminBytes=" + mark + "|KmaxBytes=" + mark + "]"}},
            Topology("StarTopology", {{"Hosts", "32"}, {"Rate", "40Gbps"}, {"Delay", "1us"}}));
        Add("IncastWorkload",
            {{"Target", "0"}, {"Sources", std::to_string(sources)}, {"Bytes", "1000000000"}});
        for (const auto& port : m_network.fabricSwitches[0]->GetPorts())
        {
            port->TraceConnectWithoutContext("Transmit",
                                             MakeCallback(&EcnBeforePfcTest::See, this));
        }
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
    }

    int64_t m_firstMarkPs{NEVER};
    int64_t m_firstPausePs{NEVER};

  private:
    void See(const FabricPacket& packet, int64_t startPs)
    {
        if (packet.kind == PauseFrame::GetKind())
        {
            m_firstPausePs = std::min(m_firstPausePs, startPs);
        }
        else if (packet.ecn == EcnCodepoint::CE)
        {
            m_firstMarkPs = std::min(m_firstMarkPs, startPs);
        }
    }
};

} // namespace

TEST_F(EcnBeforePfcTest, WithThePapersThresholdsTheMarkComesFirst)
{
    // k sources bring k r bytes per time and r of them leave, r = 4.9 B/ns; the first ones are
    // here after 0.2 + 1 us. The queue is at t_ECN = 21.75 KB after t_ECN / ((k - 1) r): 4.4 us for
    // k = 2, less for more. Alpha = beta / 8 = 1 stops an ingress port when it holds what the pool
    // has free, t = pool - k t, and each port holds a k-th of the queue:
    //     pause after k / (k - 1) * pool / (k + 1) / r = 852, 162 and 41.3 us for k = 2, 8 and 31.
    for (const uint32_t sources : {2u, 8u, 31u})
    {
        m_firstMarkPs = NEVER;
        m_firstPausePs = NEVER;
        RunIncast(sources, "Alpha=1", 21'750);
        const double k = sources;
        const double pausePs = 1'200'000 + k / (k - 1) * POOL_BYTES / (k + 1) / FRAME_BYTES_PER_PS;
        EXPECT_LT(m_firstMarkPs, 1'200'000 + 21'750 / FRAME_BYTES_PER_PS + 2 * 204'000) << sources;
        EXPECT_NEAR(static_cast<double>(m_firstPausePs), pausePs, 0.02 * pausePs) << sources;
        EXPECT_LT(m_firstMarkPs, m_firstPausePs) << sources;
        Simulator::Destroy();
    }
}

TEST_F(EcnBeforePfcTest, TheWrongWayRoundPfcKeepsMarksAway)
{
    // A reserve of 24.47 KB and next to no pool are the static threshold. The queue of two sources
    // holds at most twice that and what comes after XOFF, two headrooms: 93.7 KB, less than five
    // times 24.47 KB.
    RunIncast(2, "ReserveBytes=24470|Alpha=0.0009765625", 5 * 24'470);
    EXPECT_LT(m_firstPausePs, NEVER);
    EXPECT_EQ(m_firstMarkPs, NEVER);
    EXPECT_EQ(Statistics().drops, 0u);
}
