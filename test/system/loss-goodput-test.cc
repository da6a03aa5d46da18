// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "queue-pair-test.h"

#include <string>

using namespace ns3;

namespace
{

/** One flow over a link that loses one packet in 256, in both directions. */
class LossGoodputTest : public QueuePairTest
{
  protected:
    static constexpr double LOST = 1.0 / 256;
    static constexpr int64_t PACKETS = 100'000;
    static constexpr int64_t PAYLOAD_BYTES = 1024;
    static constexpr int64_t TIMEOUT_PS = 100'000'000;
    static constexpr double PACKET_PS = (PAYLOAD_BYTES + 82) * 80.0; //!< on a link

    /** Delay of a single packet: two links, 400 ns in the switch. */
    static double WayPs(double packetPs, int64_t delayPs)
    {
        return 2 * (packetPs + static_cast<double>(delayPs)) + 400'000;
    }

    /** @param delayPs of each link @return payload rate of a long message, bit/s */
    double Measure(const std::string& recovery, int64_t delayPs)
    {
        auto topology = Topology("StarTopology", {{"Hosts", "2"}});
        topology.links[1].errorRate = LOST;
        topology.links[0].delayPs = topology.links[1].delayPs = delayPs;
        Build("RoceFabric",
              {{"Nic", "ns3::RdmaNic[MtuBytes=1024|AckInterval=1|AckTimeout=100us]"},
               {"CongestionControl", "ns3::NoCongestionControl"},
               {"LossRecovery", recovery}},
              topology);
        m_completions.clear();
        Connect()->PostWrite(PACKETS * PAYLOAD_BYTES, 0);
        Simulator::Run();
        EXPECT_EQ(m_completions[0].at(0).status, RdmaStatus::SUCCESS);
        const double ps = static_cast<double>(m_completions[0].at(0).finishedPs);
        Simulator::Destroy();
        return PACKETS * PAYLOAD_BYTES * 8 * 1e12 / ps;
    }

    /** @param packetPs mean time that a packet takes @return payload rate, bit/s */
    static double RateOf(double packetPs)
    {
        return PAYLOAD_BYTES * 8 * 1e12 / packetPs;
    }
};

} // namespace

TEST_F(LossGoodputTest, SelectiveRepeatSendsNothingButWhatWasLost)
{
    // A packet is sent 1 + p + p^2 ... times. A window of two round trips keeps the link busy over
    // a repair, one of four over a repair that is lost itself. The last packet is there and known
    // to be a round trip later.
    for (const int64_t delayPs : {100'000, 1'000'000, 10'000'000})
    {
        const double roundPs = WayPs(PACKET_PS, delayPs) + WayPs((82 + 4) * 80, delayPs);
        const double expected = RateOf(PACKET_PS / (1 - LOST) + roundPs / PACKETS);
        const double obtained = Measure("ns3::SelectiveRepeat[WindowBdps=4]", delayPs);
        EXPECT_NEAR(obtained / expected, 1, 0.01) << delayPs;
    }
}

TEST_F(LossGoodputTest, GoBackNSendsARoundTripAgain)
{
    // From the start of the lost packet: it, the next one's way, the NAK's way back; half a packet
    // until the one on the wire is over. All that was sent in the meantime counts for nothing. If
    // the NAK or the repeat is lost, too, it takes a timeout: nobody asks twice.
    for (const int64_t delayPs : {100'000, 1'000'000, 4'000'000})
    {
        const double roundPs =
            PACKET_PS + WayPs(PACKET_PS, delayPs) + WayPs((82 + 4) * 80, delayPs) + PACKET_PS / 2;
        const double expected = RateOf(PACKET_PS + LOST * (roundPs + 2 * LOST * TIMEOUT_PS));
        const double obtained = Measure("ns3::GoBackN", delayPs);
        EXPECT_NEAR(obtained / expected, 1, 0.1) << delayPs;
        EXPECT_LT(expected, 0.95 * RateOf(PACKET_PS));
    }
}
