// SPDX-License-Identifier: GPL-2.0-only

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

    static constexpr const char* MARKER = "ns3::FecnMarker[Threshold=15|PacketSize=8]";
    static constexpr const char* CONTROL = "ns3::InfiniBandCongestionControl[Timer=150]";

    void BuildVictim(const Attributes& parts)
    {
        Build("InfiniBandFabric",
              parts,
              Topology("DumbbellTopology",
                       {{"LeftHosts", "5"},
                        {"RightHosts", "2"},
                        {"HostRate", "100Gbps"},
                        {"BottleneckRate", "400Gbps"}}));
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
    std::vector<double> Acknowledged() const
    {
        std::vector<double> bytes;
        for (const auto& nic : m_network.nics)
        {
            double sum = 0;
            for (const auto& queuePair : nic->GetQueuePairs())
            {
                sum += static_cast<double>(queuePair->GetAcknowledgedBytes());
            }
            bytes.push_back(sum);
        }
        return bytes;
    }

    std::vector<uint64_t> m_marksBefore;
};

} // namespace

TEST_F(InfiniBandVictimTest, WithoutCongestionControlItGetsWhatOneFlowOfTheIncastGets)
{
    // Packets to host 5 come faster than R, so they fill the buffer of right0's input, whose
    // credits then come back at the pace at which packets leave it. left0's queue to the middle
    // link is a FIFO that its five input ports fill alike, each with its buffer full: each gets a
    // fifth of what leaves. Four fifths of that go to host 5, which takes R: 5/4 R leave, a fifth
    // of it, R/4, from each host, and so from the victim.
    BuildVictim({});
    const auto shares = MeasureShares(MilliSeconds(2), MilliSeconds(12));
    for (uint32_t host = 0; host <= VICTIM; ++host)
    {
        EXPECT_NEAR(shares[host], 0.25, 0.01) << host;
    }
    EXPECT_EQ(m_leftMarks + m_rightMarks, 0u);
    EXPECT_EQ(Statistics().cnpsSent, 0u);
}

TEST_F(InfiniBandVictimTest, WithCongestionControlItGetsItsLink)
{
    // Max-min fair: R/4 for each flow of the incast, and the middle link has 3 R left for the
    // victim, whose own links then are what limits it: R.
    BuildVictim({{"Marker", MARKER},
                 {"CongestionControl", CONTROL},
                 {"Nic", "ns3::RdmaNic[CnpOnAck=true]"}});
    const auto shares = MeasureShares(MilliSeconds(10), MilliSeconds(60));
    for (uint32_t host = 0; host <= VICTIM; ++host)
        std::cerr << host << " " << shares[host] << "\n";
    std::cerr << m_leftMarks << " " << m_rightMarks << "\n";
    EXPECT_GE(shares[VICTIM], 0.8);
    EXPECT_GT(m_rightMarks, 0u);
}
