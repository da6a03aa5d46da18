// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// InfiniBand's congestion control on networks: what a victim of an incast gets, who marks, and what
// senders are told.

#include "network-test.h"

#include "ns3/fabric-switch.h"
#include "ns3/infini-band-congestion-control.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * A victim: its path has room, but it shares a link with flows that do not.
 *
 *     hosts 0 ... 3 ---- left0 ==== right0 ---- host 5
 *     host 4 -----------'              '------- host 6
 *
 * Hosts 0 to 3 send to host 5, the victim is the flow from host 4 to host 6. The link in the middle
 * has four times the rate R = 100 Gb/s of the others.
 */
class InfiniBandVictimTest : public NetworkTest
{
  protected:
    static constexpr uint32_t VICTIM = 4;

    /** Marks from a quarter of 128 KiB on, what a lane's buffer holds at most. */
    inline static const std::string MARKER = "ns3::FecnMarker[Threshold=12|PacketSize=8]";
    /** Of a table whose steps are eighths. */
    inline static const std::string CONTROL = "ns3::InfiniBandCongestionControl[Table=simula]";

    void BuildVictim(const Attributes& parts)
    {
        Build("InfiniBandFabric",
              parts,
              Topology("DumbbellTopology",
                       "LeftHosts=5 RightHosts=2 HostRate=100Gbps BottleneckRate=400Gbps"));
        Add("IncastWorkload", {{"Hosts", "0-3"}, {"Target", "5"}, {"Bytes", "1000000000000"}});
        Add("IncastWorkload", {{"Hosts", "4"}, {"Target", "6"}, {"Bytes", "1000000000000"}});
    }

    /** @return payload that each host sent from begin to end, over what its link carries */
    std::vector<double> MeasureShares(Time begin, Time end)
    {
        // 4096 B with LRH, BTH, ICRC, VCRC and delimiters: 8 + 12 + 4 + 2 + 4 B
        const double linkBytes = 100e9 / 8 * 4096 / 4126 * (end - begin).GetSeconds();
        std::vector<double> before;
        Simulator::Schedule(begin, [&] {
            before = Acknowledged();
            m_marksBefore = {Marks(0), Marks(1)};
        });
        Simulator::Stop(end);
        Simulator::Run();
        auto shares = Acknowledged();
        for (size_t host = 0; host < shares.size(); ++host)
        {
            shares[host] = (shares[host] - before[host]) / linkBytes;
        }
        m_leftMarks = Marks(0) - m_marksBefore[0];
        m_rightMarks = Marks(1) - m_marksBefore[1];
        EXPECT_EQ(Statistics().drops, 0u);
        EXPECT_EQ(Statistics().timeouts, 0u);
        return shares;
    }

    uint64_t Marks(uint32_t index) const
    {
        return m_network.fabricSwitches[index]->GetMarks();
    }

    uint64_t m_leftMarks{0};  //!< of left0, within the time measured
    uint64_t m_rightMarks{0}; //!< of right0

  private:
    std::vector<uint64_t> m_marksBefore;
};

} // namespace

TEST_F(InfiniBandVictimTest, WithoutCongestionControlItGetsWhatOneFlowOfTheIncastGets)
{
    // Packets to host 5 come faster than R, so they fill the buffer of right0's input, whose
    // credits then come back at the pace at which packets leave it. left0's five inputs take turns
    // at the middle link, each with packets waiting all the time: each gets a fifth of what leaves.
    // Four fifths of that go to host 5, which takes R: 5/4 R leave, a fifth of it, R/4, from each
    // host, and so from the victim.
    BuildVictim({});
    const auto shares = MeasureShares(MilliSeconds(2), MilliSeconds(12));
    for (uint32_t host = 0; host <= VICTIM; ++host)
    {
        EXPECT_NEAR(shares[host], 0.25, 0.01) << host;
    }
    EXPECT_EQ(m_leftMarks + m_rightMarks, 0u);
    for (const auto& nic : m_network.nics)
    {
        EXPECT_EQ(nic->GetCounters().cnpsReceived, 0u);
    }
}

TEST_F(InfiniBandVictimTest, WithCongestionControlItGetsItsLink)
{
    // Max-min fair: R/4 for each flow of the incast, and the middle link has 3 R left for the
    // victim, whose own links then are what limits it: R.
    BuildVictim("Marker=" + MARKER + " CongestionControl=" + CONTROL +
                " Nic=ns3::RdmaNic[CnpOnAck=true]");
    const auto shares = MeasureShares(MilliSeconds(10), MilliSeconds(40));
    EXPECT_GT(shares[VICTIM], 0.98);
    for (uint32_t host = 0; host < VICTIM; ++host)
    {
        EXPECT_NEAR(shares[host], 0.25, 0.02) << host;
    }
    EXPECT_GT(m_rightMarks, 0u) << "the root";
    EXPECT_EQ(m_leftMarks, 0u) << "the flows need half of the middle link";
}

TEST_F(InfiniBandVictimTest, APacketOfItsOwnCarriesTheBecnToo)
{
    BuildVictim("Marker=" + MARKER + " CongestionControl=" + CONTROL +
                " Nic=ns3::RdmaNic[CnpInterval=4us]");
    const auto shares = MeasureShares(MilliSeconds(10), MilliSeconds(40));
    EXPECT_GT(shares[VICTIM], 0.98);
    const auto& counters = m_network.nics[0]->GetCounters();
    EXPECT_GT(counters.cnpsReceived, 0u);
    // No more than one in 4 us from the receiver, and from the start
    EXPECT_LE(counters.cnpsReceived, 10'000u);
}

TEST_F(InfiniBandVictimTest, AThresholdThatTheQueueCannotReachIsNoCongestionControl)
{
    // What waits for host 5 came over the middle link on one lane, so it never exceeds the buffer
    // that its credits stand for, 2048 * 64 B = 131,072 B. Three quarters of that are not reached
    // either: 2048 credits are 31 packets of 65, of which some are always on their way, and so
    // are credits. All flows keep what they have without congestion control.
    BuildVictim("FlowControl=ns3::CreditFlowControl[BlockBytes=64] "
                "Marker=ns3::FecnMarker[Threshold=1] CongestionControl=" +
                CONTROL + " Nic=ns3::RdmaNic[CnpOnAck=true]");
    const auto shares = MeasureShares(MilliSeconds(2), MilliSeconds(12));
    for (uint32_t host = 0; host <= VICTIM; ++host)
    {
        EXPECT_NEAR(shares[host], 0.25, 0.01) << host;
    }
    EXPECT_EQ(m_rightMarks, 0u);
    EXPECT_EQ(m_leftMarks, 0u) << "its queue is longer, but it lacks credits";
}

TEST_F(InfiniBandVictimTest, WithTheVictimMaskThePortThatLacksCreditsMarks)
{
    // As above, but left0's ports are named: its port to the middle link has number 5, 6 as
    // InfiniBand counts. It marks whatever crosses the middle link, the victim too.
    BuildVictim("FlowControl=ns3::CreditFlowControl[BlockBytes=64] "
                "Marker=ns3::FecnMarker[Threshold=1|VictimMask=0x40] CongestionControl=" +
                CONTROL + " Nic=ns3::RdmaNic[CnpOnAck=true]");
    MeasureShares(MilliSeconds(0), MilliSeconds(12));
    EXPECT_GT(m_leftMarks, 0u);
    EXPECT_GT(m_network.nics[VICTIM]->GetCounters().cnpsReceived, 0u);
}

namespace
{

/** Hosts 0 and 1 send to host 2, over two queue pairs each. */
class ServiceLevelTest : public NetworkTest
{
  protected:
    /** @return the congestion controls of the queue pairs that send from a host */
    std::vector<const RdmaCongestionControl*> Run(const std::string& control, uint32_t host)
    {
        Build("InfiniBandFabric",
              "Marker=ns3::FecnMarker CongestionControl=" + control +
                  " Nic=ns3::RdmaNic[CnpOnAck=true]",
              Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}}));
        Add("IncastWorkload", {{"Hosts", "0-2"}, {"FlowsPerSource", "2"}, {"Bytes", "2000000"}});
        Simulator::Run();
        ExpectLosslessEnd();
        std::vector<const RdmaCongestionControl*> controls;
        for (const auto& queuePair : m_network.nics[host]->GetQueuePairs())
        {
            controls.push_back(&queuePair->GetCongestionControl());
        }
        EXPECT_EQ(controls.size(), 2u);
        EXPECT_GT(m_network.nics[host]->GetCounters().cnpsReceived, 0u);
        return controls;
    }
};

} // namespace

TEST_F(ServiceLevelTest, EveryQueuePairHasAnIndexOfItsOwn)
{
    const auto controls = Run("ns3::InfiniBandCongestionControl", 0);
    EXPECT_NE(controls[0], controls[1]);
}

TEST_F(ServiceLevelTest, OrAllOfAServiceLevelHaveOne)
{
    const auto controls = Run("ns3::InfiniBandCongestionControl[PerServiceLevel=true]", 0);
    EXPECT_EQ(controls[0], controls[1]);
    EXPECT_NE(&m_network.nics[1]->GetQueuePairs()[0]->GetCongestionControl(), controls[0])
        << "each NIC for itself";
}
