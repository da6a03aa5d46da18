// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"
#include "network-test.h"
#include "units.h"

#include "ns3/input-error.h"
#include "ns3/pointer.h"
#include "ns3/priority-flow-control.h"
#include "ns3/scheduled-box-stage.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Racks of ordinary switches below spines that are boxes, with a switch latency of 0.4 us. */
class ScheduledBoxStageTest : public NetworkTest
{
  protected:
    static constexpr double WIRE_SHARE = 4096. / 4178; //!< fraction of payload on the wire
    static constexpr double TOLERANCE = 0.02;          //!< of rates

    /** Parameters of a test. */
    struct Wiring
    {
        uint32_t leaves{3};
        uint32_t spines{1};
        uint32_t hostsPerLeaf{3};
        uint64_t ratebps{100 * GBPS};   //!< of hosts
        uint64_t uplinkbps{100 * GBPS}; //!< of links between switches
        std::string delay{"600ns"};
        std::string buffer{"ns3::SharedBuffer[SizeBytes=1000000000]"}; //!< of the box
        std::string marker{"ns3::NoMarker"};                           //!< of the box
        std::string selector{}; //!< path selector of the box; empty: that of the racks
        Attributes parts{};     //!< other fabric attributes
    };

    /** @param stage stage of the spines, as text; empty: none */
    void Build(const std::string& stage, const Wiring& wiring)
    {
        Restart();
        m_wiring = wiring;
        ObjectFactory tier("ns3::SwitchTier");
        const auto set = [&tier](const std::string& part, const std::string& text) {
            ObjectFactoryValue value;
            ASSERT_TRUE(value.DeserializeFromString(text, MakeObjectFactoryChecker())) << text;
            tier.Set(part, value);
        };
        set("Buffer", wiring.buffer);
        set("Marker", wiring.marker);
        if (!stage.empty())
        {
            set("Stage", stage);
        }
        if (!wiring.selector.empty())
        {
            set("PathSelector", wiring.selector);
        }
        const Attributes parts =
            "Buffer=ns3::SharedBuffer[SizeBytes=64000000] Marker=ns3::NoMarker "
            "CongestionControl=ns3::NoCongestionControl LossRecovery=ns3::GoBackN";
        const auto profile = Make<FabricProfile>("RoceFabric", parts + wiring.parts);
        profile->SetAttribute("SpineSwitches", ObjectFactoryValue(tier));
        const FabricHelper helper(profile);
        m_network =
            helper.Install(Topology("LeafSpineTopology",
                                    {{"Leaves", std::to_string(wiring.leaves)},
                                     {"Spines", std::to_string(wiring.spines)},
                                     {"HostsPerLeaf", std::to_string(wiring.hostsPerLeaf)},
                                     {"HostRate", std::to_string(wiring.ratebps) + "bps"},
                                     {"UplinkRate", std::to_string(wiring.uplinkbps) + "bps"},
                                     {"HostDelay", wiring.delay},
                                     {"UplinkDelay", wiring.delay}}));
        helper.AssignStreams(m_network, 1);
    }

    /** A box of the defaults, with a delay of 300 ns for a request or a grant. */
    void Build(const Wiring& wiring)
    {
        Build(BOX, wiring);
    }

    void RunAll() const
    {
        Simulator::Stop(Seconds(5)); // some retransmission timeouts
        Simulator::Run();
    }

    Ptr<GraphExecutor> Send(const std::string& hosts,
                            uint32_t target,
                            uint64_t bytes,
                            const Attributes& more = {})
    {
        return Add("IncastWorkload",
                   "Hosts=" + hosts + " Target=" + std::to_string(target) +
                       " Bytes=" + std::to_string(bytes) + more);
    }

    /** Expects an end without a packet lost, out of order, or left behind. */
    void ExpectOrderlyEnd() const
    {
        ExpectLosslessEnd();
        for (const auto& nic : m_network.nics)
        {
            EXPECT_EQ(nic->GetCounters().naksSent, 0u);
        }
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            EXPECT_EQ(fabricSwitch->GetHeldBytes(), 0u);
            EXPECT_EQ(fabricSwitch->GetBuffer().GetUsedBytes(), 0u);
        }
    }

    /** @return the first box */
    FabricSwitch& GetSpine() const
    {
        return *m_network.fabricSwitches[m_wiring.leaves];
    }

    Ptr<ScheduledBoxStage> GetBox() const
    {
        PointerValue value;
        GetSpine().GetAttribute("Stage", value);
        return value.Get<ScheduledBoxStage>();
    }

    static double GetLastPs(const GraphExecutor& job)
    {
        double lastPs = 0;
        for (std::size_t i = 0; i < job.GetRecords().size(); ++i)
        {
            const auto record = job.GetRecords()[i];
            lastPs = std::max(lastPs, static_cast<double>(record.arrivedPs - record.startPs));
        }
        return lastPs;
    }

    /** @return time in which a link of this rate carries this payload */
    static double GetBusyPs(double bytes, uint64_t ratebps = 100 * GBPS)
    {
        return bytes * 8e12 / static_cast<double>(ratebps) / WIRE_SHARE;
    }

    static inline const std::string BOX = "ns3::ScheduledBoxStage[LocalDelay=300ns]";
    static constexpr double LOOP_PS = 10e6; //!< more than any way takes here when it is idle

    Wiring m_wiring;
    double m_lastPs{0}; //!< when the last message of a run had arrived
};

} // namespace

TEST_F(ScheduledBoxStageTest, AnIdleBoxAddsARequestAndAGrant)
{
    for (const uint64_t rate : {100 * GBPS, 400 * GBPS, 40 * GBPS})
    {
        for (const std::string delay : {"10ns", "2us"})
        {
            for (const std::string cutThrough : {"false", "true"})
            {
                std::vector<double> timesPs;
                for (const std::string& selector :
                     {std::string(), BOX, std::string("ns3::ScheduledBoxStage")})
                {
                    Wiring wiring;
                    wiring.ratebps = rate;
                    wiring.uplinkbps = rate;
                    wiring.delay = delay;
                    wiring.parts = {{"Switch", "ns3::FabricSwitch[CutThrough=" + cutThrough + "]"}};
                    Build(selector, wiring);
                    const auto job = Send("0", 3, 3000);
                    RunAll();
                    ExpectOrderlyEnd();
                    timesPs.push_back(GetLastPs(*job));
                }
                EXPECT_EQ(timesPs[1] - timesPs[0], 600'000) << rate << delay << cutThrough;
                EXPECT_EQ(timesPs[2] - timesPs[0], 1'000'000) << rate << delay << cutThrough;
            }
        }
    }
}

TEST_F(ScheduledBoxStageTest, AnIncastFillsItsPortAndWaitsInTheBox)
{
    for (const uint32_t leaves : {3U, 5U})
    {
        for (const std::string delay : {"10ns", "2us"})
        {
            Wiring wiring;
            wiring.leaves = leaves;
            wiring.delay = delay;
            Build(wiring);
            // All hosts of the other racks to a host of the first: an uplink is full from each.
            std::string hosts;
            for (uint32_t host = 3; host < 3 * leaves; ++host)
            {
                hosts += (hosts.empty() ? "" : ",") + std::to_string(host);
            }
            const auto job = Send(hosts, 0, 1'000'000);
            RunAll();
            ExpectOrderlyEnd();
            const double idealPs = GetBusyPs(1e6 * 3 * (leaves - 1));
            EXPECT_GT(GetLastPs(*job), idealPs);
            EXPECT_LT(GetLastPs(*job), idealPs * (1 + TOLERANCE) + LOOP_PS + 4 * 2e6);
            // But for what the port sends in a loop of request and grant, packets wait in queues of
            // their inputs.
            const auto& port = *GetSpine().GetPorts()[0];
            EXPECT_LT(port.GetCounters(0).largestQueueBytes, 16'384u + 2 * 4096 + 2 * 4178);
            EXPECT_GT(GetBox()->GetPeakQueuedBytes(), 1'000'000u * (leaves - 2));
        }
    }
}

TEST_F(ScheduledBoxStageTest, AnIncastHurtsNobodyWhoSharesNoMoreThanUplinks)
{
    // Hosts 0, 1 and 3, 4 of two racks send to host 6 of a third, whose rack switch pauses the
    // spine; host 2 sends to host 9 of a fourth, over the uplink of the first two.
    const auto run = [this](const std::string& selector, const std::string& buffer) {
        Wiring wiring;
        wiring.leaves = 4;
        wiring.uplinkbps = 300 * GBPS;
        wiring.buffer = buffer;
        wiring.parts = {{"Buffer", "ns3::SharedBuffer[SizeBytes=2000000]"}};
        Build(selector, wiring);
        const auto incast = Send("0,1,3,4", 6, 4'000'003);
        const auto victim = Send("2", 9, 4'000'003);
        RunAll();
        ExpectOrderlyEnd();
        EXPECT_LT(GetLastPs(*incast), GetBusyPs(16e6) * (1 + TOLERANCE) + LOOP_PS);
        return GetLastPs(*victim);
    };
    const double deepPs = run(BOX, "ns3::SharedBuffer[SizeBytes=1000000000]");
    EXPECT_LT(deepPs, GetBusyPs(4e6) * (1 + TOLERANCE) + LOOP_PS);
    EXPECT_GT(run("", "ns3::SharedBuffer[SizeBytes=2000000]"), GetBusyPs(4e6) * 1.2)
        << "else the test says nothing";
}

TEST_F(ScheduledBoxStageTest, QueuesOfABoxNeverBlockEachOther)
{
    for (const uint32_t hosts : {1U, 3U, 5U})
    {
        Wiring wiring;
        wiring.leaves = 5;
        wiring.hostsPerLeaf = hosts;
        wiring.uplinkbps = hosts * 100 * GBPS;
        for (uint32_t shift = 1; shift < 5 * hosts; shift += 2)
        {
            Build(wiring);
            const auto job =
                Add("ShiftWorkload", {{"Shift", std::to_string(shift)}, {"Bytes", "4000003"}});
            RunAll();
            ExpectOrderlyEnd();
            EXPECT_LT(GetLastPs(*job), GetBusyPs(4e6) * (1 + TOLERANCE) + LOOP_PS)
                << hosts << ' ' << shift;
        }
        Build(wiring);
        const auto all = Add("AllToAllWorkload", {{"Bytes", "400000"}});
        RunAll();
        ExpectOrderlyEnd();
        EXPECT_LT(GetLastPs(*all),
                  GetBusyPs(400'000. * (5 * hosts - 1)) * (1 + TOLERANCE) + LOOP_PS)
            << hosts;
    }
}

TEST_F(ScheduledBoxStageTest, AFullQueueOrBufferPausesTheRackAndLosesNothing)
{
    const auto run = [this](const std::string& selector, const std::string& buffer) {
        Wiring wiring;
        wiring.buffer = buffer;
        Build(selector, wiring);
        uint64_t pauses = 0;
        for (const uint16_t port : {0, 1, 2})
        {
            GetSpine().GetPorts()[port]->GetFlowControl().TraceConnectWithoutContext(
                "Pause",
                Callback<void, const PauseEvent&>([&pauses](const PauseEvent& event) {
                    pauses += event.kind == PauseEvent::Kind::XOFF_SENT ? 1 : 0;
                }));
        }
        const auto job = Send("0,3", 6, 2'000'003);
        RunAll();
        ExpectOrderlyEnd();
        m_lastPs = GetLastPs(*job);
        return pauses;
    };
    const std::string deep = "ns3::SharedBuffer[SizeBytes=1000000000]";
    const double fullPs = GetBusyPs(4e6) * (1 + TOLERANCE) + LOOP_PS;
    EXPECT_EQ(run(BOX, deep), 0u);
    EXPECT_LT(m_lastPs, fullPs);
    EXPECT_GT(run(BOX, "ns3::SharedBuffer[SizeBytes=1000000]"), 2u);
    EXPECT_LT(m_lastPs, fullPs);
    EXPECT_GT(run("ns3::ScheduledBoxStage[QueueBytes=200000]", deep), 2u);
    EXPECT_LT(m_lastPs, fullPs);
    // Two queues, each with the bytes in flight while its rack is stopped: out and back 2 (600 +
    // 400) ns at 100 Gb/s, and a frame at either end.
    EXPECT_LT(GetBox()->GetPeakQueuedBytes(), 2 * (200'000u + 25'000 + 3 * 4178));
    EXPECT_GT(run("ns3::ScheduledBoxStage[QueueBytes=3000]", deep), 2u) << "not a packet";
}

TEST_F(ScheduledBoxStageTest, AFullQueueOfALossyLaneDrops)
{
    Wiring wiring;
    wiring.parts = {{"FlowControl", "ns3::NoFlowControl"},
                    {"LossRecovery", "ns3::SelectiveRepeat"}};
    Build("ns3::ScheduledBoxStage[QueueBytes=20000]", wiring);
    const auto job = Send("0,3", 6, 2'000'003);
    RunAll();
    EXPECT_TRUE(job->IsFinished());
    EXPECT_FALSE(job->HasFailed());
    EXPECT_GT(Statistics().drops, 0u);
    EXPECT_LE(GetBox()->GetPeakQueuedBytes(), 2 * 20'000u);
    EXPECT_EQ(GetSpine().GetHeldBytes(), 0u);
    EXPECT_EQ(GetSpine().GetBuffer().GetUsedBytes(), 0u);
}

TEST_F(ScheduledBoxStageTest, PacketsAreMarkedByTheirVirtualOutputQueue)
{
    for (const std::string atEnqueue : {"false", "true"})
    {
        Wiring wiring;
        wiring.delay = "2us";
        wiring.marker = "ns3::StepMarker[ThresholdBytes=40000|AtEnqueue=" + atEnqueue + "]";
        wiring.parts = {{"Marker", "ns3::StepMarker[ThresholdBytes=10000000]"},
                        {"CongestionControl", "ns3::Dctcp"}};
        Build(wiring);
        uint64_t marks = 0;
        uint64_t leastBytes = UINT64_MAX;
        GetSpine().TraceConnectWithoutContext("Mark",
                                              Callback<void, const FabricPacket&, uint64_t>(
                                                  [&](const FabricPacket&, uint64_t queueBytes) {
                                                      ++marks;
                                                      leastBytes = std::min(leastBytes, queueBytes);
                                                  }));
        Send("0,3", 6, 4'000'003);
        RunAll();
        ExpectOrderlyEnd();
        EXPECT_GT(marks, 10u);
        EXPECT_GT(leastBytes, 40'000u);
        EXPECT_LT(leastBytes, 40'000u + 2 * 4200) << "each queue has the threshold for itself";
        EXPECT_LT(GetSpine().GetPorts()[2]->GetCounters(0).largestQueueBytes, 40'000u);
        EXPECT_EQ(GetSpine().GetMarks(), marks);
        EXPECT_LT(GetBox()->GetPeakQueuedBytes(), 4'000'000u) << "marks have slowed senders down";
    }
}

TEST_F(ScheduledBoxStageTest, APausedLaneHoldsUpNoOtherOne)
{
    // Lane 3 of the way to the third rack is full for host 6; host 7 has lane 4.
    Wiring wiring;
    wiring.uplinkbps = 400 * GBPS;
    wiring.parts = {{"Buffer", "ns3::SharedBuffer[SizeBytes=2000000]"},
                    {"FlowControl", "ns3::PriorityFlowControl[Priorities=24]"}};
    Build(wiring);
    Send("0,1,3", 6, 4'000'003);
    const auto other = Send("4", 7, 4'000'003, {{"Priority", "4"}});
    RunAll();
    ExpectOrderlyEnd();
    EXPECT_LT(GetLastPs(*other), GetBusyPs(4e6) * (1 + TOLERANCE) + LOOP_PS);
}

TEST_F(ScheduledBoxStageTest, WhatIsDiscardedAtItsPortIsSoInItsQueues)
{
    Wiring wiring;
    wiring.parts = "FlowControl=ns3::PriorityFlowControl[Priorities=24] Arbiter=ns3::DwrrArbiter";
    Build(wiring);
    Send("0,3", 6, 1'000'000);
    Send("1,4", 7, 1'000'000, {{"Priority", "4"}});
    Simulator::Stop(MicroSeconds(50));
    Simulator::Run();
    const uint64_t heldBytes = GetSpine().GetHeldBytes();
    EXPECT_GT(heldBytes, 200'000u);
    GetSpine().SetDiscard(2, 3, DropReason::PFC_WATCHDOG, Simulator::Now().GetPicoSeconds());
    // The other lane held as many bytes, and keeps them.
    EXPECT_NEAR(static_cast<double>(GetSpine().GetHeldBytes()),
                static_cast<double>(heldBytes) / 2,
                20'000);
    GetSpine().SetDiscard(2, 3, DropReason::NONE, Simulator::Now().GetPicoSeconds());
    RunAll();
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_FALSE(m_jobs.front()->HasFailed());
    EXPECT_EQ(GetSpine().GetBuffer().GetUsedBytes(), 0u);
}

TEST_F(ScheduledBoxStageTest, PathsTakeNoPartInWhatOtherSwitchesDo)
{
    Wiring wiring;
    for (const std::string paths : {"Conga", "Conweave", "Valiant"})
    {
        wiring.selector = "ns3::" + paths + "PathSelector";
        const auto message = MessageOf<InputError>([&] { Build(wiring); });
        EXPECT_EQ(message.find("PathSelector " + wiring.selector + " works only if all switches"),
                  0u)
            << message;
        Restart();
        EXPECT_EQ(MessageOf<InputError>([&] {
                      NetworkTest::Build("RoceFabric",
                                         {{"Stage", BOX}, {"PathSelector", wiring.selector}},
                                         Topology("LeafSpineTopology", {}));
                  }),
                  "PathSelector " + wiring.selector +
                      " does not work with Stage ns3::ScheduledBoxStage; expected a path selector "
                      "that does not hold or send packets and takes no detours");
    }
    wiring.selector = "ns3::SprayPathSelector";
    Build(wiring);
    EXPECT_FALSE(m_network.KeepsOrder());
}
