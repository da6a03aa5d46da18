// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Flows without end, and what each host's flow got of a link's rate. */
class FairnessTest : public NetworkTest
{
  protected:
    static constexpr double LINE_BPS = 100e9;
    static constexpr double PAYLOAD_SHARE = 4096. / 4178; //!< of the wire, in a full packet

    /** @param controlled whether DCQCN keeps queues below what PFC would stop @param topology it */
    void BuildRoce(bool controlled, const FabricTopology& topology)
    {
        if (controlled)
        {
            Build("RoceFabric",
                  {{"CongestionControl", "ns3::Dcqcn[RateAi=200Mbps|RateHai=1Gbps]"},
                   {"Marker", "ns3::RedMarker[KminBytes=20000|KmaxBytes=800000|Pmax=0.1]"},
                   {"Nic", "ns3::RdmaNic[CnpInterval=50us]"}},
                  topology);
            return;
        }
        Build("RoceFabric",
              {{"CongestionControl", "ns3::NoCongestionControl"}, {"Marker", "ns3::NoMarker"}},
              topology);
    }

    /** @param hosts that send @param target host that receives */
    void AddEndlessFlows(const std::string& hosts, uint32_t target)
    {
        Add("IncastWorkload",
            {{"Hosts", hosts}, {"Target", std::to_string(target)}, {"Bytes", "1000000000000"}});
    }

    /**
     * Runs.
     *
     * @param from begin of the window
     * @param to its end
     * @return payload that each host sent in it, over what a link carries in that time
     */
    std::vector<double> MeasureShares(Time from, Time to)
    {
        std::vector<double> begin;
        Simulator::Schedule(from, [&]() {
            begin = Acknowledged();
            m_pausesBefore = Statistics().pauseFrames;
        });
        Simulator::Stop(to);
        Simulator::Run();
        m_pauses = Statistics().pauseFrames - m_pausesBefore;
        EXPECT_EQ(Statistics().drops, 0u);
        auto shares = Acknowledged();
        const double linkBytes = LINE_BPS * PAYLOAD_SHARE / 8 * (to - from).GetSeconds();
        for (size_t host = 0; host < shares.size(); ++host)
        {
            shares[host] = (shares[host] - begin[host]) / linkBytes;
        }
        return shares;
    }

    uint64_t m_pauses{0}; //!< pause frames sent within the window

  private:
    uint64_t m_pausesBefore{0};
};

/**
 * A victim: its path has room, but it shares a link with flows that do not.
 *
 *     hosts 0, 1 ---- left0 ==== right0 ---- hosts 3, 4
 *     host 2 ---------'             '------- host 5, host 6
 *
 * Hosts 0, 1, 3 and 4 send to host 5; the victim is the flow from host 2 to host 6. The link in the
 * middle has twice the rate of the others, so that it is nobody's bottleneck.
 */
class VictimTest : public FairnessTest
{
  protected:
    void BuildVictim(bool controlled)
    {
        BuildRoce(controlled,
                  Topology("DumbbellTopology",
                           "LeftHosts=3 RightHosts=4 HostRate=100Gbps BottleneckRate=200Gbps"));
        AddEndlessFlows("0,1,3,4", 5);
        AddEndlessFlows("2", 6);
    }
};

/** Hosts 0 to 3 on a chain of four switches, all sending to host 4 at its end. */
class ParkingLotTest : public FairnessTest
{
  protected:
    void BuildParkingLot(bool controlled)
    {
        BuildRoce(controlled,
                  Topology("ParkingLotTopology", {{"Switches", "4"}, {"HostsPerSwitch", "1"}}));
        AddEndlessFlows("0-3", 4);
    }
};

} // namespace

TEST_F(VictimTest, UnderPfcAVictimGetsWhatOneFlowOfTheIncastGets)
{
    // right0's queue to host 5 is filled by three ingress ports: the middle link, hosts 3 and 4.
    // PFC stops each of them when it holds the same number of bytes, and a FIFO queue serves its
    // ingress ports in proportion to what they hold: a third of the rate R for each.
    //
    // left0 sends R/3 to host 5 then, in a FIFO queue that hosts 0, 1 and 2 fill alike, for the
    // same reason. Two thirds of that queue go to host 5, so the queue moves R/2, a third of it
    // from each host: R/6 for hosts 0, 1 and for the victim, although nobody else wants its last
    // link.
    BuildVictim(false);
    const auto shares = MeasureShares(MilliSeconds(5), MilliSeconds(25));
    EXPECT_NEAR(shares[0], 1. / 6, 0.01);
    EXPECT_NEAR(shares[1], 1. / 6, 0.01);
    EXPECT_NEAR(shares[2], 1. / 6, 0.01) << "the victim";
    EXPECT_NEAR(shares[3], 1. / 3, 0.02);
    EXPECT_NEAR(shares[4], 1. / 3, 0.02);
    EXPECT_GT(m_pauses, 0u);
}

TEST_F(VictimTest, UnderDcqcnAVictimGetsItsLink)
{
    // The four flows of the incast get R/4 each. The middle link carries two of them and the
    // victim, 3/2 R of its 2 R: nothing holds the victim back. PFC is silent.
    BuildVictim(true);
    const auto shares = MeasureShares(MilliSeconds(50), MilliSeconds(200));
    EXPECT_GT(shares[2], 0.98) << "the victim";
    for (const uint32_t host : {0, 1, 3, 4})
    {
        EXPECT_NEAR(shares[host], 0.25, 0.02) << host;
    }
    EXPECT_EQ(m_pauses, 0u);
}

TEST_F(ParkingLotTest, UnderPfcEachMergeHalvesWhatComesFromFartherAway)
{
    // Each switch but the first merges two ingress ports, its own host and the chain, in a FIFO
    // queue. PFC stops both at the same number of bytes held, so each gets half of what leaves:
    //     host 3:  R/2     host 2:  R/2 / 2     host 1 and host 0:  R/4 / 2 each
    // since the first switch has nothing to merge and sends what host 0 may.
    BuildParkingLot(false);
    const auto shares = MeasureShares(MilliSeconds(10), MilliSeconds(30));
    EXPECT_NEAR(shares[3], 1. / 2, 0.02);
    EXPECT_NEAR(shares[2], 1. / 4, 0.01);
    EXPECT_NEAR(shares[1], 1. / 8, 0.01);
    EXPECT_NEAR(shares[0], 1. / 8, 0.01);
    EXPECT_GT(m_pauses, 0u);
}

TEST_F(ParkingLotTest, UnderDcqcnAllGetTheSameFromAnyDistance)
{
    // Only the queue to host 4 lasts; its marks fall on all packets alike, so that the fixed point
    // of all flows is the same whatever their number of hops: R/4.
    BuildParkingLot(true);
    const auto shares = MeasureShares(MilliSeconds(100), MilliSeconds(500));
    for (uint32_t host = 0; host < 4; ++host)
    {
        EXPECT_NEAR(shares[host], 0.25, 0.02) << host;
    }
    EXPECT_EQ(m_pauses, 0u);
}
