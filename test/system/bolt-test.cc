// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Bolt in networks, against what its laws say.
//
// A WRITE MIDDLE of 1000 B with a tag is a frame of 1074 B (14 + 20 + 8 + 12 + 12 + 1000 + 4 + 4)
// and 1094 B on the wire, so a full link of 100 Gb/s carries 91.41 Gb/s of payload.

#include "network-test.h"
#include "units.h"

#include "ns3/bolt-marker.h"
#include "ns3/pointer.h"
#include "ns3/rdma-bolt.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr double BOLT_WIRE = 1094;
constexpr uint8_t PRIORITY = 3;

class BoltTest : public NetworkTest
{
  protected:
    /**
     * @param topology where
     * @param marker attributes of the marker
     */
    void BuildBolt(const FabricTopology& topology, const std::string& marker = "")
    {
        Build("RoceFabric",
              {{"Nic", "ns3::RdmaNic[MtuBytes=1000|AckInterval=1]"},
               {"CongestionControl", "ns3::Bolt"},
               {"Marker", "ns3::BoltMarker" + (marker.empty() ? "" : "[" + marker + "]")}},
              topology);
        m_flows.assign(m_network.nics.size(), nullptr);
    }

    /** @param hosts of it @param delay of its links @return a star at 100 Gb/s */
    static FabricTopology Star(uint32_t hosts, const std::string& delay = "1us")
    {
        return Topology("StarTopology",
                        {{"Hosts", std::to_string(hosts)}, {"Rate", "100Gbps"}, {"Delay", delay}});
    }

    /** Connects a host and starts a write. @param bytes size of the write */
    void Start(uint32_t host, uint32_t target, uint64_t bytes = 1'000'000'000'000)
    {
        m_flows[host] =
            RdmaNic::Connect(m_network.nics[host], m_network.nics[target], PRIORITY).first;
        m_flows[host]->PostWrite(bytes, host);
    }

    /** @return the congestion control of a host's flow */
    const RdmaBolt& GetBolt(uint32_t host) const
    {
        return dynamic_cast<const RdmaBolt&>(m_flows[host]->GetCongestionControl());
    }

    /** @return the marker of a switch */
    const BoltMarker& GetMarker(uint32_t fabricSwitch = 0) const
    {
        PointerValue marker;
        m_network.fabricSwitches[fabricSwitch]->GetAttribute("Marker", marker);
        return *marker.Get<BoltMarker>();
    }

    /** @return bytes on the wire that a port of the first switch has sent */
    uint64_t GetSentBytes(uint32_t port) const
    {
        const auto counters = m_network.fabricSwitches[0]->GetPorts()[port]->GetCounters(
            Simulator::Now().GetPicoSeconds());
        return counters.frameBytes + 20 * counters.packets;
    }

    /** @return from the first bit of a packet to the last of the notice, in a star at 100 Gb/s */
    static int64_t GetNoticePs(double wireBytes, int64_t delayPs)
    {
        constexpr int64_t LATENCY_PS = 400'000;
        constexpr int64_t NOTICE_WIRE = 110;
        return static_cast<int64_t>(wireBytes) * 80 + delayPs + LATENCY_PS + NOTICE_WIRE * 80 +
               delayPs;
    }

    std::vector<Ptr<RdmaQueuePair>> m_flows; //!< by host; null: it has none
};

/** An incast. */
struct Incast
{
    uint32_t senders;
    std::string delay; //!< of a link
    std::string marker;
};

/** For GoogleTest. */
void
PrintTo(const Incast& incast, std::ostream* out)
{
    *out << incast.senders << " over " << incast.delay << " " << incast.marker;
}

class BoltIncastTest : public BoltTest, public testing::WithParamInterface<Incast>
{
};

} // namespace

TEST_F(BoltTest, AFlowAloneHasTheLineRateAndNoQueue)
{
    for (const std::string delay : {"10ns", "1us", "2us"})
    {
        SCOPED_TRACE(delay);
        BuildBolt(Star(2, delay));
        Start(0, 1);
        uint64_t before = 0;
        Simulator::Schedule(MicroSeconds(100),
                            [&] { before = m_flows[0]->GetAcknowledgedBytes(); });
        Simulator::Stop(MicroSeconds(1100));
        Simulator::Run();
        const double packets = (m_flows[0]->GetAcknowledgedBytes() - before) * 1e-3;
        EXPECT_NEAR(packets, 1e-3 * 100e9 / 8 / BOLT_WIRE, 1.5);
        // The first packet is longer than the next, which therefore waits for it.
        EXPECT_LE(m_network.fabricSwitches[0]->GetPorts()[1]->GetCounters(0).largestQueueBytes,
                  1'074u);
        EXPECT_EQ(GetMarker().GetAnswers(), 0u);
        EXPECT_EQ(Statistics().cnps, 0u);
        Restart();
    }
}

/**
 * The queue rests at the threshold, or where N windows lose as many packets as the N that they add
 * per round trip T: q/m packets in the time r from a packet's start to the notice, or its
 * acknowledgement,
 *     q / (m r) = N / T
 */
TEST_P(BoltIncastTest, SharesAreFairAndTheQueueIsNearTheThreshold)
{
    const Incast& incast = GetParam();
    BuildBolt(Star(incast.senders + 1, incast.delay), incast.marker);
    for (uint32_t host = 0; host < incast.senders; ++host)
    {
        Simulator::Schedule(MicroSeconds(host * 7), [=] { Start(host, incast.senders); });
    }
    const auto& port = *m_network.fabricSwitches[0]->GetPorts()[incast.senders];
    const Time from = MilliSeconds(4);
    const Time until = MilliSeconds(12);
    std::vector<double> before;
    uint64_t sentBefore = 0;
    Simulator::Schedule(from, [&] {
        before = Acknowledged();
        sentBefore = GetSentBytes(incast.senders);
    });
    double meanBytes = 0;
    uint64_t mostBytes = 0;
    constexpr int LOOKS = 80'000;
    for (int look = 0; look < LOOKS; ++look)
    {
        Simulator::Schedule(from + NanoSeconds(100 * look), [&] {
            const uint64_t bytes = port.GetQueueBytes(PRIORITY);
            meanBytes += static_cast<double>(bytes) / LOOKS;
            mostBytes = std::max(mostBytes, bytes);
        });
    }
    Simulator::Stop(until);
    Simulator::Run();

    const double capacity = 100e9 / 8 * (until - from).GetSeconds();
    EXPECT_GT(GetSentBytes(incast.senders) - sentBefore, 0.99 * capacity);
    const auto after = Acknowledged();
    double least = 1e18;
    double largest = 0;
    for (uint32_t host = 0; host < incast.senders; ++host)
    {
        least = std::min(least, after[host] - before[host]);
        largest = std::max(largest, after[host] - before[host]);
    }
    EXPECT_GT(least / largest, 0.7);

    const auto rttPs = static_cast<double>(m_network.IdealMessagePs(0, incast.senders, 1'000));
    const bool told = incast.marker.find("SubRttControl=false") == std::string::npos;
    const double noticePs =
        told ? static_cast<double>(GetNoticePs(BOLT_WIRE, port.GetDelayPs())) : rttPs;
    const double threshold = incast.marker.find("=30000") != std::string::npos ? 30'000 : 3'000;
    const double rest = std::max(threshold, incast.senders * 1'000 * noticePs / rttPs);
    EXPECT_GT(meanBytes, 0.55 * rest);
    EXPECT_LT(meanBytes, 1.4 * rest);
    // Above the threshold each sender may have a packet of its last increase and one on its way.
    EXPECT_LT(mostBytes, std::max(2 * rest, threshold + 2.0 * incast.senders * BOLT_WIRE));
    EXPECT_EQ(Statistics().drops, 0u);
    EXPECT_EQ(Statistics().cnps > 0, told);
    EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
}

INSTANTIATE_TEST_SUITE_P(
    Incasts,
    BoltIncastTest,
    testing::Values(Incast{2, "10ns", ""},
                    Incast{2, "1us", ""},
                    Incast{2, "2300ns", ""},
                    Incast{3, "2us", ""},
                    Incast{3, "3100ns", ""},
                    Incast{5, "1500ns", ""},
                    Incast{5, "2700ns", ""},
                    Incast{7, "1us", ""},
                    Incast{17, "10ns", ""},
                    Incast{17, "2us", ""},
                    Incast{3, "1us", "ThresholdBytes=30000"},
                    Incast{3, "1us", "SubRttControl=false"},
                    Incast{3, "1us", "SupplyMatching=false"},
                    Incast{3, "1us", "SupplyMatching=false|ProactiveRampUp=false"}));

/**
 * Three packets come at once, 16 B longer than those of the middle: one goes on, the next finds an
 * empty queue, and the third 1090 B. Its sender is told, and cuts its window, as 517.6 ns (or so
 * much more as the cables are longer) are more than the part that the queue has in them.
 */
TEST_F(BoltTest, ANoticeTakesItsWayToThePicosecond)
{
    for (const std::string delay : {"10ns", "2us"})
    {
        SCOPED_TRACE(delay);
        BuildBolt(Star(4, delay), "ThresholdBytes=1000");
        std::vector<std::pair<uint32_t, int64_t>> notices; // to which host, and when
        for (uint32_t host = 0; host < 3; ++host)
        {
            m_network.nics[host]->GetPort().TraceConnectWithoutContext(
                "Receive",
                Callback<void, const FabricPacket&, int64_t>(
                    [&, host](const FabricPacket& packet, int64_t endPs) {
                        if (packet.As<RdmaHeader>().opcode == RdmaOpcode::CNP_ROCE)
                        {
                            EXPECT_EQ(packet.frameBytes, 90u);
                            EXPECT_EQ(packet.wireBytes, 110u);
                            EXPECT_EQ(packet.lane, 6u);
                            notices.emplace_back(host, endPs);
                        }
                    }));
            Start(host, 3, 1'000);
        }
        std::vector<double> windows;
        for (const uint32_t host : {0U, 1U, 2U})
        {
            windows.push_back(GetBolt(host).GetBytes());
        }
        const int64_t delayPs = m_network.channels[0]->GetDelayPs();
        const int64_t noticePs = GetNoticePs(1'110, delayPs);
        EXPECT_EQ(noticePs, 88'800 + delayPs + 400'000 + 8'800 + delayPs);
        Simulator::Stop(PicoSeconds(noticePs + 2'000));
        Simulator::Run();
        ASSERT_EQ(notices.size(), 1u);
        EXPECT_EQ(notices[0].second, noticePs);
        EXPECT_EQ(Statistics().cnps, 1u);
        EXPECT_EQ(Statistics().ecnMarks, 1u);
        for (const uint32_t host : {0U, 1U, 2U})
        {
            EXPECT_EQ(windows[host] - GetBolt(host).GetBytes(),
                      host == notices[0].first ? 1'000 : 0);
        }
        Restart();
    }
}

/**
 * Of two flows with half of the link each one ends. With neither PRU nor SM the other gets a packet
 * more per round trip T, so that of W packets in a round trip W/2, W/2 - 1, ... are not sent:
 * W T / 8 are lost until it has all, and within 4 T of the end nearly 2 T. With SM it is told of
 * each packet that another would have fit behind it, and that comes a round trip later: T/2 or
 * more. With PRU it was told before, by each packet of the last window that met no queue.
 */
TEST_F(BoltTest, AFlowThatEndsLeavesItsRateToTheOther)
{
    for (const std::string delay : {"1us", "2us"})
    {
        std::vector<double> lost; // in the time from T before the end to 4 T behind it, in T
        double lostAtAll = 0;     // of the last run, in T
        double packets = 0;       // that the link takes in T
        for (const std::string marker : {"",
                                         "SupplyMatching=false",
                                         "ProactiveRampUp=false",
                                         "SupplyMatching=false|ProactiveRampUp=false"})
        {
            BuildBolt(Star(3, delay), marker);
            Start(0, 2, 8'000'000);
            Start(1, 2, 2'000'000);
            int64_t endPs[2] = {0, 0};
            for (const uint32_t host : {0U, 1U})
            {
                m_flows[host]->SetCompletionCallback(Callback<void, const RdmaCompletion&>(
                    [&endPs, host](const RdmaCompletion& completion) {
                        endPs[host] = completion.finishedPs;
                    }));
            }
            std::vector<uint64_t> sent; // by 100 ns
            for (int look = 0; look < 6'000; ++look)
            {
                Simulator::Schedule(NanoSeconds(100 * look),
                                    [&] { sent.push_back(GetSentBytes(2)); });
            }
            Simulator::Run();
            const int64_t rttPs = m_network.IdealMessagePs(0, 2, 1'000);
            const auto from = static_cast<std::size_t>((endPs[1] - rttPs) / 100'000);
            const auto until = static_cast<std::size_t>((endPs[1] + 4 * rttPs) / 100'000);
            const double idlePs = static_cast<double>((until - from) * 100'000) -
                                  static_cast<double>(sent[until] - sent[from]) * 80;
            lost.push_back(idlePs / rttPs);
            const double busyPs =
                m_network.IdealMessagePs(0, 2, 8'000'000) + 2'000 * BOLT_WIRE * 80;
            lostAtAll = (endPs[0] - busyPs) / rttPs;
            packets = rttPs / (BOLT_WIRE * 80);
            EXPECT_EQ(Statistics().drops, 0u);
            Restart();
        }
        SCOPED_TRACE(delay + ": " + std::to_string(lost[0]) + ", " + std::to_string(lost[1]) +
                     ", " + std::to_string(lost[2]) + ", " + std::to_string(lost[3]));
        EXPECT_LT(lost[0], 0.45);
        EXPECT_LT(lost[1], 1);
        EXPECT_GT(lost[2], 0.5);
        EXPECT_LT(lost[2], 1.5);
        EXPECT_GT(lost[3], 1.6);
        EXPECT_NEAR(lostAtAll, packets / 8, 0.15 * packets / 8);
    }
}

/** A sender with early feedback sends less of a first window that does not fit. */
TEST_F(BoltTest, NoticesShortenTheQueueOfAStart)
{
    for (const uint32_t senders : {3U, 8U, 17U})
    {
        SCOPED_TRACE(senders);
        std::vector<uint64_t> mostBytes;
        for (const std::string marker : {"SubRttControl=true", "SubRttControl=false"})
        {
            BuildBolt(Star(senders + 1), marker);
            for (uint32_t host = 0; host < senders; ++host)
            {
                Start(host, senders, 1'000'000);
            }
            Simulator::Run();
            mostBytes.push_back(
                m_network.fabricSwitches[0]->GetPorts()[senders]->GetCounters(0).largestQueueBytes);
            EXPECT_EQ(Statistics().drops, 0u);
            Restart();
        }
        EXPECT_LT(mostBytes[0], 0.85 * mostBytes[1]);
    }
}

/** Little memory, links of several rates and paths: PFC stays below it, and nothing is lost. */
TEST_F(BoltTest, LosesNothingInLittleMemoryAtMixedRates)
{
    for (const std::string rate : {"25Gbps", "100Gbps", "400Gbps"})
    {
        for (const std::string switches : {"CutThrough=true", "CutThrough=false|Latency=0ns"})
        {
            SCOPED_TRACE(rate + " " + switches);
            Build("RoceFabric",
                  "CongestionControl=ns3::Bolt Marker=ns3::BoltMarker "
                  "Nic=ns3::RdmaNic[AckInterval=1] Switch=ns3::FabricSwitch[" +
                      switches + "] Buffer=ns3::SharedBuffer[SizeBytes=3000000]",
                  Topology("LeafSpineTopology",
                           "Leaves=3 Spines=2 HostsPerLeaf=4 HostRate=100Gbps UplinkRate=" + rate));
            Add("IncastWorkload", {{"Bytes", "200000"}});
            Add("PermutationWorkload", {{"Bytes", "300000"}});
            Simulator::Run();
            ExpectLosslessEnd();
            EXPECT_GT(Statistics().cnps, 0u);
            Restart();
        }
    }
}
