// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"
#include "units.h"

#include "ns3/link-impairments.h"
#include "ns3/pointer.h"
#include "ns3/priority-flow-control.h"
#include "ns3/scheduled-path-selector.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Leaves and spines with a switch latency of 0.4 us, a packet of 4096 B of payload at a time. */
class ScheduledPathSelectorTest : public NetworkTest
{
  protected:
    static constexpr int64_t LATENCY_PS = 400'000;     //!< of a switch
    static constexpr double WIRE_SHARE = 4096. / 4178; //!< payload of what the wire carries
    static constexpr double TOLERANCE = 0.02;          //!< of rates

    /** What a test is about. */
    struct Wiring
    {
        uint32_t leaves{2};
        uint32_t spines{4};
        uint32_t hostsPerLeaf{4};
        uint64_t ratebps{100 * GBPS}; //!< of hosts
        int64_t delayPs{600'000};
        std::string dead{}; //!< a link that is not there, as "leaf0spine1"
        std::string fabricSwitch{"ns3::FabricSwitch"};
        double speedUp{1};                          //!< of links between switches
        std::map<std::string, uint64_t> ratesbps{}; //!< of single links, as "leaf0spine1"
        uint32_t priorities{1U << 3};               //!< that are lossless, by bits
        std::string arbiter{"ns3::StrictArbiter"};  //!< of all ports
    };

    void Build(const std::string& selector, const Wiring& wiring)
    {
        Restart();
        const std::string rate = std::to_string(wiring.ratebps) + "bps";
        const auto uplinkRate = std::to_string(static_cast<uint64_t>(
                                    static_cast<double>(wiring.ratebps) * wiring.speedUp)) +
                                "bps";
        auto topology = Topology("LeafSpineTopology",
                                 {{"Leaves", std::to_string(wiring.leaves)},
                                  {"Spines", std::to_string(wiring.spines)},
                                  {"HostsPerLeaf", std::to_string(wiring.hostsPerLeaf)},
                                  {"HostRate", rate},
                                  {"UplinkRate", uplinkRate}});
        std::vector<TopologyLink> links;
        for (auto link : topology.links)
        {
            link.delayPs = wiring.delayPs;
            const auto name = topology.nodes[link.a].name + topology.nodes[link.b].name;
            if (const auto rate = wiring.ratesbps.find(name); rate != wiring.ratesbps.end())
            {
                link.ratebps = rate->second;
            }
            if (name != wiring.dead)
            {
                links.push_back(link);
            }
        }
        topology.links = links;
        m_wiring = wiring;
        NetworkTest::Build(
            "RoceFabric",
            {{"PathSelector", selector},
             {"Switch", wiring.fabricSwitch},
             {"Buffer", "ns3::SharedBuffer[SizeBytes=1000000000]"},
             {"Marker", "ns3::NoMarker"},
             {"CongestionControl", "ns3::NoCongestionControl"},
             {"FlowControl",
              "ns3::PriorityFlowControl[Priorities=" + std::to_string(wiring.priorities) + "]"},
             {"Arbiter", wiring.arbiter},
             {"LossRecovery", "ns3::GoBackN"}},
            topology);
    }

    /** For some time a port of a switch throws away what it would send in lane 3. */
    void DiscardFrom(uint32_t number, uint16_t port, Time start, Time stop) const
    {
        const auto& fabricSwitch = m_network.fabricSwitches[number];
        for (const auto& [time, reason] : {std::pair(start, DropReason(DropReason::PFC_WATCHDOG)),
                                           std::pair(stop, DropReason(DropReason::NONE))})
        {
            Simulator::Schedule(time, [=, reason = reason] {
                fabricSwitch->SetDiscard(port, 3, reason, Simulator::Now().GetPicoSeconds());
            });
        }
    }

    void RunAll() const
    {
        Simulator::Stop(Seconds(5)); // some retransmission timeouts
        Simulator::Run();
    }

    /** Expects an end without a packet lost, out of order, or left behind in a leaf. */
    void ExpectOrderlyEnd() const
    {
        ExpectLosslessEnd();
        for (const auto& nic : m_network.nics)
        {
            EXPECT_EQ(nic->GetCounters().naksSent, 0u);
        }
        for (uint32_t i = 0; i < m_network.fabricSwitches.size(); ++i)
        {
            EXPECT_EQ(m_network.fabricSwitches[i]->GetHeldBytes(), 0u);
            EXPECT_EQ(m_network.fabricSwitches[i]->GetBuffer().GetUsedBytes(), 0u);
            EXPECT_EQ(GetSelector(i)->GetMissing(), 0u);
        }
    }

    Ptr<ScheduledPathSelector> GetSelector(uint32_t number) const
    {
        PointerValue value;
        m_network.fabricSwitches[number]->GetAttribute("PathSelector", value);
        return value.Get<ScheduledPathSelector>();
    }

    /** @return when each message of a job had arrived, in ps from its start */
    static std::vector<int64_t> GetTimesPs(const GraphExecutor& job)
    {
        std::vector<int64_t> times;
        for (std::size_t i = 0; i < job.GetRecords().size(); ++i)
        {
            const auto record = job.GetRecords()[i];
            times.push_back(record.arrivedPs - record.startPs);
        }
        return times;
    }

    static double GetLastPs(const GraphExecutor& job)
    {
        const auto times = GetTimesPs(job);
        return static_cast<double>(*std::max_element(times.begin(), times.end()));
    }

    /** @return how long a port is busy with so much payload */
    double GetBusyPs(double bytes) const
    {
        return bytes * 8e12 / static_cast<double>(m_wiring.ratebps) / WIRE_SHARE;
    }

    /** @return from a request until the first packet that it lets go is in the last leaf's queue */
    double GetLoopPs() const
    {
        const double hop = static_cast<double>(m_wiring.delayPs + LATENCY_PS);
        return 6 * hop + GetBusyPs(2 * 4096);
    }

    Wiring m_wiring;
};

TEST_F(ScheduledPathSelectorTest, AnIdleFabricAddsARequestAndAGrant)
{
    for (const uint64_t rate : {100 * GBPS, 400 * GBPS, 40 * GBPS})
    {
        for (const int64_t delayPs : {int64_t{10'000}, int64_t{2'000'000}})
        {
            for (const std::string fabricSwitch :
                 {"ns3::FabricSwitch", "ns3::FabricSwitch[CutThrough=true]"})
            {
                std::vector<int64_t> timesPs;
                for (const std::string selector :
                     {"ns3::EcmpPathSelector", "ns3::ScheduledPathSelector"})
                {
                    Build(selector, {2, 3, 2, rate, delayPs, "", fabricSwitch});
                    const auto job = Add("IncastWorkload",
                                         {{"Hosts", "0,3"}, {"Sources", "1"}, {"Bytes", "3000"}});
                    RunAll();
                    timesPs.push_back(GetTimesPs(*job).front());
                }
                // 64 B take 84 B of two wires, there and back; cut through, their first bit is
                // heard.
                const int64_t bitsPs = static_cast<int64_t>(84 * 8e12 / static_cast<double>(rate));
                const int64_t bothPs = fabricSwitch == "ns3::FabricSwitch" ? 2 * bitsPs : 0;
                const int64_t tripPs = bothPs + 2 * (delayPs + LATENCY_PS);
                EXPECT_EQ(timesPs[1] - timesPs[0], 2 * tripPs) << rate << fabricSwitch;
            }
        }
    }
}

TEST_F(ScheduledPathSelectorTest, CellsTakeAllLinksAndArePutTogether)
{
    for (const uint64_t rate : {100 * GBPS, 400 * GBPS, 25 * GBPS})
    {
        std::vector<int64_t> timesPs;
        for (const std::string cells : {"0", "256"})
        {
            Build("ns3::ScheduledPathSelector[CellBytes=" + cells + "]", {2, 3, 2, rate});
            const auto job =
                Add("IncastWorkload", {{"Hosts", "0,3"}, {"Sources", "1"}, {"Bytes", "3000"}});
            RunAll();
            ExpectOrderlyEnd();
            timesPs.push_back(GetTimesPs(*job).front());
        }
        // A frame of 3082 B, 3102 B on the wire, is in 13 cells of 264 B, the last one of 18 B.
        // Each of three links carries four of them, and the first link that one behind them; what
        // comes last over the second wire is there after five and that one, as its fourth cell is
        // sent on meanwhile.
        const auto timePs = [rate](int64_t bytes) {
            return static_cast<int64_t>(static_cast<double>(bytes) * 8e12 /
                                        static_cast<double>(rate));
        };
        EXPECT_EQ(timesPs[1] - timesPs[0], 5 * timePs(264) + timePs(18) - 2 * timePs(3102)) << rate;
    }
}

TEST_F(ScheduledPathSelectorTest, WholePacketsAreAsGoodAsCells)
{
    for (const uint32_t spines : {2U, 3U, 5U})
    {
        const Wiring
            wiring{3, spines, 3, 100 * GBPS, 600'000, "", "ns3::FabricSwitch", 3. / spines * 1.1};
        std::vector<std::vector<double>> ends;
        for (const std::string cells : {"0", "256", "64"})
        {
            Build("ns3::ScheduledPathSelector[CellBytes=" + cells + "]", wiring);
            const auto incast =
                Add("IncastWorkload",
                    {{"Hosts", "0,1,2,3,4"}, {"Bytes", "1000003"}, {"Target", "6"}});
            const auto victim =
                Add("IncastWorkload", {{"Hosts", "5,7"}, {"Sources", "1"}, {"Bytes", "3000001"}});
            RunAll();
            ExpectOrderlyEnd();
            ends.push_back({GetLastPs(*incast), GetLastPs(*victim)});
            EXPECT_LT(Statistics().largestQueueBytes, 3 * 16'384u) << spines << ' ' << cells;
        }
        for (const uint32_t cells : {1U, 2U})
        {
            for (const uint32_t job : {0U, 1U})
            {
                EXPECT_NEAR(ends[cells][job], ends[0][job], 0.005 * ends[0][job] + GetLoopPs() / 2)
                    << spines << ' ' << cells;
            }
        }
    }
    EXPECT_EQ(MessageOf<InputError>([&] { Build("ns3::ScheduledPathSelector[CellBytes=63]", {}); }),
              "ns3::ScheduledPathSelector CellBytes: is 63; expected at least 64, or 0");
}

TEST_F(ScheduledPathSelectorTest, APacketThatLacksACellIsLost)
{
    Build("ns3::ScheduledPathSelector[CellBytes=256]", {});
    Add("ShiftWorkload", {{"Shift", "4"}, {"Bytes", "200000"}});
    DiscardFrom(3, 0, MicroSeconds(12), MicroSeconds(13));
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_FALSE(m_jobs.front()->HasFailed());
    EXPECT_GT(Statistics().drops, 0u);
    EXPECT_GT(GetSelector(0)->GetMissing() + GetSelector(1)->GetMissing(), 0u);
    EXPECT_EQ(Statistics().deliveredBytes, 8 * 200'000u);
    for (const auto& device : m_network.fabricSwitches)
    {
        EXPECT_EQ(device->GetHeldBytes(), 0u);
        EXPECT_EQ(device->GetBuffer().GetUsedBytes(), 0u);
    }
}

// For 50 us a spine loses all, so every fourth packet of a queue. The many gaps are waited for at
// the same time, 100 us, and not one after the other.
TEST_F(ScheduledPathSelectorTest, GapsAreWaitedForTogether)
{
    Build("ns3::ScheduledPathSelector", {});
    Add("ShiftWorkload", {{"Shift", "4"}, {"Bytes", "2000000"}});
    for (const uint16_t port : {0, 1})
    {
        DiscardFrom(2, port, MicroSeconds(20), MicroSeconds(70));
    }
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_FALSE(m_jobs.front()->HasFailed());
    EXPECT_GT(GetSelector(0)->GetMissing(), 8u * 10);
    // 2 MB at the full rate take 170 us; what left behind the first loss, for 100 us and a round
    // trip, leaves again.
    EXPECT_LT(GetLastPs(*m_jobs.front()), 600 * US);
}

TEST_F(ScheduledPathSelectorTest, AnIncastFillsItsPortAndQueuesAtTheFirstLeaves)
{
    for (const int64_t delayPs : {int64_t{10'000}, int64_t{600'000}, int64_t{2'000'000}})
    {
        for (const uint32_t leaves : {2U, 3U, 5U})
        {
            Build("ns3::ScheduledPathSelector", {leaves, 3, 3, 100 * GBPS, delayPs});
            const auto job = Add("IncastWorkload", {{"Bytes", "2000000"}, {"Target", "0"}});
            RunAll();
            ExpectOrderlyEnd();
            const double sources = 3. * leaves - 1;
            const double idealPs = GetBusyPs(sources * 2e6);
            EXPECT_LT(GetLastPs(*job), idealPs * (1 + TOLERANCE) + GetLoopPs()) << leaves;
            EXPECT_GT(GetLastPs(*job), idealPs) << leaves;
            // Beside the first loop, nearly all of it.
            EXPECT_LT(GetLastPs(*job) - GetLoopPs(), idealPs * 1.005) << leaves << ' ' << delayPs;
            // No queue holds more than the port sends in one loop; the rest is in the first leaves.
            const double loopBytes = GetLoopPs() * 100e9 / 8e12;
            EXPECT_LT(static_cast<double>(Statistics().largestQueueBytes),
                      std::max(loopBytes, 2. * 16'384))
                << leaves << ' ' << delayPs;
            for (uint32_t leaf = 1; leaf < leaves; ++leaf)
            {
                EXPECT_GT(GetSelector(leaf)->GetPeakQueuedBytes(), 3'000'000u);
            }
            // Each queue has had its turn.
            const auto times = GetTimesPs(*job);
            EXPECT_GT(static_cast<double>(*std::min_element(times.begin(), times.end())),
                      idealPs * 0.97);
        }
    }
}

TEST_F(ScheduledPathSelectorTest, AVictimKeepsItsFullRate)
{
    Build("ns3::ScheduledPathSelector", {});
    const auto incast =
        Add("IncastWorkload", {{"Hosts", "0,1,2,4"}, {"Bytes", "4000000"}, {"Target", "4"}});
    const auto victim =
        Add("IncastWorkload", {{"Hosts", "3,5"}, {"Sources", "1"}, {"Bytes", "4000000"}});
    RunAll();
    ExpectOrderlyEnd();
    EXPECT_LT(GetLastPs(*victim), GetBusyPs(4e6) * (1 + TOLERANCE) + 2 * GetLoopPs());
    EXPECT_GT(GetLastPs(*incast), GetBusyPs(12e6));
}

// Hosts 0 and 1 send to host 4 in two lanes. Both have half of its link; while the host pauses one
// lane, the other has all of it.
TEST_F(ScheduledPathSelectorTest, APausedLaneHoldsUpNoOtherOne)
{
    for (const bool pauses : {false, true})
    {
        for (const std::string cells : {"0", "256"})
        {
            SCOPED_TRACE(cells + " B" + (pauses ? ", paused" : ""));
            Wiring wiring;
            wiring.speedUp = 1.1; // for headers of cells
            wiring.priorities = 1U << 3 | 1U << 4;
            wiring.arbiter = "ns3::DwrrArbiter";
            Build("ns3::ScheduledPathSelector[CellBytes=" + cells + "]", wiring);
            const auto send = [this](const std::string& hosts, const std::string& priority) {
                return Add("IncastWorkload",
                           {{"Hosts", hosts},
                            {"Sources", "1"},
                            {"Target", "4"},
                            {"Bytes", "4000000"},
                            {"Priority", priority}});
            };
            const auto first = send("0,4", "3");
            const auto second = send("1,4", "4");
            if (pauses)
            {
                auto& host = static_cast<PriorityFlowControl&>(
                    m_network.nics[4]->GetPort().GetFlowControl());
                for (const bool begins : {true, false})
                {
                    const Time when = MicroSeconds(begins ? 20 : 400);
                    Simulator::Schedule(when, [&host, begins, when] {
                        begins ? host.BeginStorm(3, when.GetPicoSeconds())
                               : host.EndStorm(3, when.GetPicoSeconds());
                    });
                }
            }
            RunAll();
            ExpectOrderlyEnd();
            const double busyPs = GetBusyPs(4e6);
            if (pauses)
            {
                // Half of the rate for 20 us, and a loop of credits for the paused lane.
                EXPECT_LT(GetLastPs(*second), busyPs * (1 + TOLERANCE) + 10e6 + 2 * GetLoopPs());
                EXPECT_GT(GetLastPs(*first), 400e6);
            }
            else
            {
                for (const auto& job : {first, second})
                {
                    EXPECT_GT(GetLastPs(*job), 2 * busyPs * (1 - TOLERANCE) - 2 * GetLoopPs());
                    EXPECT_LT(GetLastPs(*job), 2 * busyPs * (1 + TOLERANCE) + 2 * GetLoopPs());
                }
            }
        }
    }
}

TEST_F(ScheduledPathSelectorTest, AdmissibleTrafficHasTheWholeRate)
{
    for (const uint32_t hosts : {3U, 4U})
    {
        // Links in between carry 2 % of requests and grants, too.
        const Wiring wiring{3, hosts, hosts, 100 * GBPS, 600'000, "", "ns3::FabricSwitch", 1.04};
        for (uint32_t shift = 1; shift <= 5; shift += 2)
        {
            Build("ns3::ScheduledPathSelector", wiring);
            const auto job =
                Add("ShiftWorkload", {{"Shift", std::to_string(shift)}, {"Bytes", "4000000"}});
            RunAll();
            ExpectOrderlyEnd();
            for (const int64_t timePs : GetTimesPs(*job))
            {
                EXPECT_LT(static_cast<double>(timePs),
                          GetBusyPs(4e6) * (1 + TOLERANCE) + 2 * GetLoopPs())
                    << hosts << ' ' << shift;
            }
        }
        Build("ns3::ScheduledPathSelector", wiring);
        const auto all = Add("AllToAllWorkload", {{"Bytes", "400000"}});
        RunAll();
        ExpectOrderlyEnd();
        const double bytes = 400'000. * (3 * hosts - 1);
        EXPECT_LT(GetLastPs(*all), GetBusyPs(bytes) * (1 + TOLERANCE) + 2 * GetLoopPs()) << hosts;
    }
}

TEST_F(ScheduledPathSelectorTest, ADeadLinkTakesRateFromAllAlike)
{
    for (const uint32_t spines : {3U, 4U})
    {
        // The link takes from what its leaf sends, or from what it receives.
        for (const std::string dead : {"leaf0spine1", "leaf1spine0"})
        {
            Build("ns3::ScheduledPathSelector", {2, spines, spines, 100 * GBPS, 600'000, dead});
            const auto job =
                Add("ShiftWorkload", {{"Shift", std::to_string(spines)}, {"Bytes", "4000000"}});
            RunAll();
            ExpectOrderlyEnd();
            // Each link carries a grant of 84 B for each credit of what goes the other way.
            const double idealPs = GetBusyPs(4e6) * spines / (spines - 1) * (4096 + 84) / 4096;
            for (const int64_t timePs : GetTimesPs(*job))
            {
                EXPECT_GT(static_cast<double>(timePs), idealPs * (1 - TOLERANCE)) << dead;
                EXPECT_LT(static_cast<double>(timePs), idealPs * (1 + TOLERANCE) + 2 * GetLoopPs())
                    << dead;
            }
        }
    }
}

TEST_F(ScheduledPathSelectorTest, UnequalLinksCarryWhatTheyCanTogether)
{
    // Twelve hosts of 100 Gb/s over links of 400, 400 and 200 Gb/s. The slow ones are those of a
    // spine, or of one leaf: then it sends less, and is sent less.
    using Rates = std::map<std::string, uint64_t>;
    for (const auto& rates : {Rates{{"leaf0spine2", 200 * GBPS}, {"leaf1spine2", 200 * GBPS}},
                              Rates{{"leaf0spine0", 200 * GBPS}},
                              Rates{{"leaf1spine1", 200 * GBPS}}})
    {
        for (const std::string cells : {"0", "256"})
        {
            const Wiring wiring{2, 3, 12, 100 * GBPS, 600'000, "", "ns3::FabricSwitch", 4, rates};
            Build("ns3::ScheduledPathSelector[CellBytes=" + cells + "]", wiring);
            const auto job = Add("ShiftWorkload", {{"Shift", "12"}, {"Bytes", "4000000"}});
            RunAll();
            ExpectOrderlyEnd();
            // A packet of 4178 B is in 17 cells, each with 8 B besides.
            const double cellShare = cells == "0" ? 1 : (4158 + 17 * 8) / 4178.;
            const double idealPs = GetBusyPs(4e6) * 12 / 10 * (4096 + 84) / 4096 * cellShare;
            for (const int64_t timePs : GetTimesPs(*job))
            {
                EXPECT_GT(static_cast<double>(timePs), idealPs * (1 - TOLERANCE)) << cells;
                EXPECT_LT(static_cast<double>(timePs), idealPs * (1 + TOLERANCE) + 2 * GetLoopPs())
                    << cells;
            }
        }
    }
}

TEST_F(ScheduledPathSelectorTest, ALinkThatLosesLanesTakesRateFromAllAlike)
{
    // After 150 us a link of 500 Gb/s has 100 left, and the twelve hosts of its leaf 1,100.
    constexpr double LATE_PS = 150 * US;
    Build("ns3::ScheduledPathSelector",
          {2, 3, 12, 100 * GBPS, 600'000, "", "ns3::FabricSwitch", 5});
    const auto job = Add("ShiftWorkload", {{"Shift", "12"}, {"Bytes", "6000000"}});
    const auto& topology = m_network.topology;
    uint32_t link = 0;
    while (topology.nodes[topology.links[link].a].name != "leaf0" ||
           topology.nodes[topology.links[link].b].name != "spine1")
    {
        ++link;
    }
    Simulator::Schedule(MicroSeconds(150), [this, link] {
        LinkImpairments::ChangeLimit(m_network, link, {true, true}, 100 * GBPS, true);
    });
    RunAll();
    ExpectOrderlyEnd();
    const double share = 4096. / (4096 + 84); // as much as grants leave, of links that are full
    const double idealPs = LATE_PS + (GetBusyPs(6e6) - LATE_PS) / share * 12 / 11;
    const auto times = GetTimesPs(*job);
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        const auto timePs = static_cast<double>(times[i]);
        EXPECT_GT(timePs, idealPs * (1 - TOLERANCE)) << i;
        EXPECT_LT(timePs, idealPs * (1 + TOLERANCE) + 2 * GetLoopPs()) << i;
        EXPECT_NEAR(timePs, static_cast<double>(times[i / 12 * 12]), idealPs * TOLERANCE) << i;
    }
}

TEST_F(ScheduledPathSelectorTest, OneSwitchIsABoxOfLineCards)
{
    Build("ns3::ScheduledPathSelector[LocalDelay=300ns]", {1, 1, 6});
    const auto incast =
        Add("IncastWorkload", {{"Hosts", "0,1,2,3"}, {"Bytes", "2000000"}, {"Target", "4"}});
    const auto victim =
        Add("IncastWorkload", {{"Hosts", "0,5"}, {"Sources", "1"}, {"Bytes", "2000000"}});
    RunAll();
    ExpectOrderlyEnd();
    EXPECT_LT(GetLastPs(*incast), GetBusyPs(8e6) * (1 + TOLERANCE) + 2 * GetLoopPs());
    // Its NIC has two messages to send, so half of the rate at first.
    EXPECT_LT(GetLastPs(*victim), GetBusyPs(4e6) * (1 + TOLERANCE) + 2 * GetLoopPs());
    EXPECT_LT(Statistics().largestQueueBytes, 2 * 16'384u);
    Build("ns3::EcmpPathSelector", {1, 1, 6});
    const Attributes one{{"Hosts", "0,1"}, {"Sources", "1"}, {"Bytes", "1000"}};
    const auto plain = Add("IncastWorkload", one);
    RunAll();
    const double plainPs = GetLastPs(*plain);
    Build("ns3::ScheduledPathSelector[LocalDelay=300ns]", {1, 1, 6});
    const auto scheduled = Add("IncastWorkload", one);
    RunAll();
    EXPECT_EQ(GetLastPs(*scheduled) - plainPs, 600'000);
}

TEST_F(ScheduledPathSelectorTest, LostRequestsAndGrantsAreMadeUpFor)
{
    Build("ns3::ScheduledPathSelector[RepeatTime=20us]", {});
    Add("ShiftWorkload", {{"Shift", "4"}, {"Bytes", "2000000"}});
    const auto lose = [this](bool lost) {
        for (const uint32_t leaf : {0U, 1U})
        {
            const auto& device = m_network.fabricSwitches[leaf];
            for (uint16_t port = 0; port < device->GetPorts().size(); ++port)
            {
                device->SetDiscard(port,
                                   7,
                                   lost ? DropReason::PFC_WATCHDOG : DropReason::NONE,
                                   Simulator::Now().GetPicoSeconds());
            }
        }
    };
    Simulator::Schedule(MicroSeconds(30), [lose] { lose(true); });
    Simulator::Schedule(MicroSeconds(90), [lose] { lose(false); });
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_FALSE(m_jobs.front()->HasFailed());
    EXPECT_GT(Statistics().drops, 0u);
    EXPECT_EQ(Statistics().retransmittedPackets, 0u);
    // What was lost is 60 us, and until the next question.
    EXPECT_LT(GetLastPs(*m_jobs.front()), GetBusyPs(2e6) * 1.02 + 80e6 + 2 * GetLoopPs());
}

TEST_F(ScheduledPathSelectorTest, AQueueThatNobodyGrantsIsEmptied)
{
    Build("ns3::ScheduledPathSelector[CreditWatchdog=300us]", {});
    Add("IncastWorkload", {{"Hosts", "0,4"}, {"Sources", "1"}, {"Bytes", "20000"}});
    const auto& leaf = m_network.fabricSwitches[1];
    for (uint16_t port = 0; port < leaf->GetPorts().size(); ++port)
    {
        leaf->SetDiscard(port, 7, DropReason::PFC_WATCHDOG, 0);
    }
    Simulator::Stop(MicroSeconds(250));
    Simulator::Run();
    EXPECT_GT(m_network.fabricSwitches[0]->GetHeldBytes(), 20'000u);
    Simulator::Stop(MicroSeconds(150));
    Simulator::Run();
    EXPECT_EQ(m_network.fabricSwitches[0]->GetHeldBytes(), 0u);
    EXPECT_EQ(m_network.fabricSwitches[0]->GetBuffer().GetUsedBytes(), 0u);
}

TEST_F(ScheduledPathSelectorTest, AFullQueueDropsAndALosslessPriorityForItsPacketsIsRefused)
{
    Build("ns3::ScheduledPathSelector[QueueBytes=100000]", {});
    Add("IncastWorkload", {{"Hosts", "0,1,4"}, {"Bytes", "1000000"}});
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_GT(Statistics().drops, 0u);
    for (const uint32_t leaf : {0U, 1U})
    {
        EXPECT_LE(GetSelector(leaf)->GetPeakQueuedBytes(), 2 * 100'000u);
    }
    EXPECT_EQ(
        MessageOf<InputError>([&] { Build("ns3::ScheduledPathSelector[ControlPriority=3]", {}); }),
        "ns3::ScheduledPathSelector ControlPriority: is 3, which is lossless, and packets "
        "that switches make cannot be; expected one of 0, 1, 2, 4, 5, 6, 7");
}

} // namespace
