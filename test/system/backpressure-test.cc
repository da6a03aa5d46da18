// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Backpressure flow control in networks, against laws.

#include "error-message.h"
#include "network-test.h"

#include "ns3/backpressure-flow-control.h"
#include "ns3/input-error.h"

#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class BackpressureTest : public NetworkTest
{
  protected:
    static constexpr uint32_t MTU = 1000; //!< payload, in bytes

    /** @param flowControl its class and attributes @param more parts of the fabric */
    void BuildWith(const std::string& flowControl,
                   const FabricTopology& topology,
                   const Attributes& more = {})
    {
        const Attributes parts = "FlowControl=ns3::" + flowControl +
                                 " CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
                                 "Nic=ns3::RdmaNic[MtuBytes=1000|AckPriority=6]";
        Build("RoceFabric", parts + more, topology);
    }

    static FabricTopology Star(uint32_t hosts, const std::string& rate, const std::string& delay)
    {
        return Topology("StarTopology",
                        {{"Hosts", std::to_string(hosts)}, {"Rate", rate}, {"Delay", delay}});
    }

    /** @param hosts the last of them is sent to */
    Ptr<GraphExecutor> AddIncast(const std::string& hosts, uint32_t target, uint64_t bytes)
    {
        return Add("IncastWorkload",
                   {{"Hosts", hosts},
                    {"Target", std::to_string(target)},
                    {"Bytes", std::to_string(bytes)}});
    }

    static double DurationPs(const Ptr<GraphExecutor>& job)
    {
        return static_cast<double>(job->GetFinishPs() - job->GetStartPs());
    }

    void Run()
    {
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        ExpectLosslessEnd();
    }

    /** @return the longest queue of a port of a switch */
    uint64_t LargestQueue(uint32_t fabricSwitch, uint16_t port) const
    {
        return m_network.fabricSwitches[fabricSwitch]
            ->GetPorts()[port]
            ->GetCounters(Simulator::Now().GetPicoSeconds())
            .largestQueueBytes;
    }

    const BackpressureFlowControl& At(uint32_t fabricSwitch, uint16_t port) const
    {
        return static_cast<const BackpressureFlowControl&>(
            m_network.fabricSwitches[fabricSwitch]->GetPorts()[port]->GetFlowControl());
    }
};

} // namespace

/**
 * Host 0 is one of eight that send to host 8, and sends to host 9. Its link has an eighth of the
 * rate for the one and the rest for the other, if the one does not block the other: 8/7 of the time
 * alone. With PFC the link stands until an eighth of the rate is used, of which both have half.
 */
TEST_F(BackpressureTest, AVictimKeepsWhatTheCongestedFlowLeaves)
{
    constexpr uint64_t BYTES = 2'000'000;
    for (const std::string name : {"BackpressureFlowControl", "PriorityFlowControl"})
    {
        BuildWith(name,
                  Star(10, "100Gbps", "1us"),
                  {{"Buffer", "ns3::SharedBuffer[SizeBytes=2000000|Alpha=0.125]"}});
        const auto alonePs = static_cast<double>(m_network.IdealMessagePs(0, 9, BYTES));
        AddIncast("0-8", 8, BYTES);
        const auto victim = AddIncast("0,9", 9, BYTES);
        Run();
        const double slowdown = DurationPs(victim) / alonePs;
        if (name == "BackpressureFlowControl")
        {
            EXPECT_NEAR(slowdown, 8.0 / 7, 0.06);
        }
        else
        {
            EXPECT_GT(slowdown, 3) << "the law would not tell them apart";
        }
        Restart();
    }
}

/**
 * A trunk, as fast as both together, carries a flow to a host that four others send to, and one to
 * an idle host. With a queue for each the first has a fifth of the rate and the second all of it.
 * With one queue for both they alternate there, and the second has no more than the first.
 */
TEST_F(BackpressureTest, FlowsOfOneQueueShareTheFateOfTheSlowest)
{
    for (const uint32_t queues : {1U, 32U})
    {
        BuildWith(
            "BackpressureFlowControl[Queues=" + std::to_string(queues) + "]",
            Topology("DumbbellTopology",
                     {{"LeftHosts", "2"}, {"RightHosts", "6"}, {"BottleneckRate", "200Gbps"}}));
        constexpr uint64_t BYTES = 1'000'000;
        const auto alonePs = static_cast<double>(m_network.IdealMessagePs(1, 7, BYTES));
        AddIncast("0,2-6", 2, 4 * BYTES); // 0 and 3 to 6, at 2
        const auto victim = AddIncast("1,7", 7, BYTES);
        Run();
        const double share = alonePs / DurationPs(victim);
        EXPECT_NEAR(share, queues == 1 ? 0.2 : 1, 0.05) << queues;
        Restart();
    }
}

/**
 * Each flow may have the threshold, which all active queues share, and what comes until a pause is
 * felt: at its full rate for an interval and a round trip of the hop. And it is felt by whole
 * packets. Nothing is lost.
 *
 * N senders in step fill the threshold of 1.5 hop round trips at N times the rate of which one
 * leaves, in 1.5 / (N - 1) round trips; one more passes until all are paused, N + 0.5 until the
 * queues are empty, and one until what has been let go is there: the link idles that long of
 * N + 2.5 + 1.5 / (N - 1), if all are in step, and less if they are not.
 */
TEST_F(BackpressureTest, TheBufferIsBoundedByThresholdAndLoop)
{
    constexpr uint64_t BYTES = 1'000'000;

    struct Case
    {
        uint32_t hosts;
        std::string rate;
        uint64_t gbps;
        std::string delay;
    };

    for (const auto& [hosts, rate, gbps, delay] : std::vector<Case>{{3, "100Gbps", 100, "10ns"},
                                                                    {3, "400Gbps", 400, "2us"},
                                                                    {17, "25Gbps", 25, "10ns"},
                                                                    {17, "100Gbps", 100, "2us"}})
    {
        BuildWith("BackpressureFlowControl", Star(hosts, rate, delay));
        const uint32_t senders = hosts - 1;
        const auto job = AddIncast("0-" + std::to_string(senders), senders, BYTES);
        const auto firstPs = static_cast<double>(m_network.IdealMessagePs(0, senders, MTU));
        const auto allPs = static_cast<double>(m_network.IdealMessagePs(0, senders, BYTES));
        Run();
        const auto& port = At(0, 0);
        const double loopBytes =
            static_cast<double>(port.GetHopRttPs() + port.GetIntervalPs()) * gbps / 8000;
        const double packetBytes = MTU + 100;
        const double bound = loopBytes + senders * (loopBytes + 2 * packetBytes);
        EXPECT_LE(LargestQueue(0, static_cast<uint16_t>(senders)), bound) << rate << delay;
        // The law would be idle if nothing ever waited.
        EXPECT_GE(LargestQueue(0, static_cast<uint16_t>(senders)), loopBytes / 2) << rate << delay;
        const double idealPs = firstPs + senders * (allPs - firstPs);
        const double cycle = senders + 2.5 + 1.5 / (senders - 1);
        EXPECT_LE(DurationPs(job) / idealPs, 1.02 * cycle / (cycle - 1)) << rate << delay;
        Restart();
    }
}

/** A buffer of which only little is shared: the backstop pauses everything, and nothing is lost. */
TEST_F(BackpressureTest, TheBackstopKeepsASmallBufferLossless)
{
    BuildWith("BackpressureFlowControl",
              Star(17, "100Gbps", "1us"),
              {{"Buffer", "ns3::SharedBuffer[SizeBytes=800000|Alpha=0.0625]"}});
    AddIncast("0-16", 16, 500'000);
    Run();
    EXPECT_LE(m_network.fabricSwitches[0]->GetBuffer().GetPeakBytes(), 800'000u);
    EXPECT_GT(Statistics().headroomPeakBytes, 0u) << "the backstop was not needed";
}

/**
 * Some send to a host whose memory is slow, so that they are paused for long, and some to a host
 * that is quick, in part the same: what pauses a sender shares the wire with data to it. A frame
 * waits for a packet at most, so the pause of a sender does not run out, and nothing is lost.
 */
TEST_F(BackpressureTest, PausesHoldWhateverElseTheWireCarries)
{
    std::mt19937 random(1);
    const auto draw = [&](uint32_t least, uint32_t most) {
        return least + static_cast<uint32_t>(random() % (most - least + 1));
    };
    uint64_t stops = 0;
    for (uint32_t run = 0; run < 24; ++run)
    {
        const uint32_t hosts = draw(3, 6);
        const std::string delay = std::vector<std::string>{"10ns", "500ns", "2us"}[run % 3];
        const uint64_t shared = draw(5'000, 150'000); // beyond the headrooms
        const uint32_t slow = draw(0, hosts - 1);
        const uint32_t quick = (slow + draw(1, hosts - 1)) % hosts;
        const std::string rate = std::vector<std::string>{"0Gbps", "1Gbps", "20Gbps"}[draw(0, 2)];
        SCOPED_TRACE(std::to_string(run) + ": " + std::to_string(hosts) + " hosts, " + delay +
                     ", " + std::to_string(shared) + " B, host " + std::to_string(slow) + " at " +
                     rate);
        const auto star = Star(hosts, "100Gbps", delay);
        BuildWith("BackpressureFlowControl", star);
        const uint64_t reserved = At(0, 0).GetReservedBytes();
        Restart();
        BuildWith(
            "BackpressureFlowControl",
            star,
            "Buffer=ns3::SharedBuffer[SizeBytes=" + std::to_string(hosts * reserved + shared) +
                "] Nic=ns3::RdmaNic[MtuBytes=1000|ReceiveBufferBytes=65536]");
        const auto failure = Make<FabricFailure>(
            "SlowReceiver",
            {{"Host", std::to_string(slow)}, {"Rate", rate}, {"Start", "5us"}, {"Stop", "150us"}});
        failure->Check(m_network.topology, *CreateObject<RoceFabric>());
        failure->Install(m_network);
        const std::string all = "0-" + std::to_string(hosts - 1);
        AddIncast(all, slow, 300'000);
        AddIncast(all, quick, 600'000);
        Run();
        for (const auto& port : m_network.fabricSwitches[0]->GetPorts())
        {
            const uint64_t peak = m_network.fabricSwitches[0]
                                      ->GetBuffer()
                                      .GetAccount(port->GetPortNumber(), 3)
                                      .headroomPeakBytes;
            stops += peak > 0;
            EXPECT_LE(peak, reserved);
        }
        Restart();
    }
    EXPECT_GT(stops, 24u) << "the backstop was not needed";
}

/** Faster and slower links, and several hops. */
TEST_F(BackpressureTest, MixedRatesAndSeveralHopsLoseNothing)
{
    for (const std::string delay : {"10ns", "2us"})
    {
        BuildWith(
            "BackpressureFlowControl[Queues=4]",
            Topology(
                "DumbbellTopology",
                "LeftHosts=9 RightHosts=3 HostRate=25Gbps BottleneckRate=40Gbps BottleneckDelay=" +
                    delay));
        AddIncast("0-8,9", 9, 300'000);
        AddIncast("0-8,10", 10, 200'000);
        Run();
        for (uint32_t at : {0U, 1U})
        {
            for (uint16_t port = 0; port < m_network.fabricSwitches[at]->GetPorts().size(); ++port)
            {
                EXPECT_TRUE(At(at, port).GetHeld().IsEmpty());
            }
        }
        Restart();
    }
}

TEST_F(BackpressureTest, RefusesWhatWritesTheSameTagOrSortsPackets)
{
    const auto leaves = Topology("LeafSpineTopology", {});
    const auto refused = [&](const Attributes& more) {
        return MessageOf<InputError>([&] { BuildWith("BackpressureFlowControl", leaves, more); });
    };
    for (const std::string selector : {"Conga", "Conweave", "UgalL", "Valiant"})
    {
        EXPECT_EQ(refused({{"PathSelector", "ns3::" + selector + "PathSelector"}}),
                  "flowControl ns3::BackpressureFlowControl writes a tag on packets, and "
                  "pathSelector ns3::" +
                      selector +
                      "PathSelector writes another tag; expected a path selector that writes no "
                      "tags, such as ns3::EcmpPathSelector");
        Restart();
    }
    EXPECT_EQ(refused({{"Stage", "ns3::ScheduledStage"}}),
              "flowControl ns3::BackpressureFlowControl sorts waiting packets in its own order, "
              "and stage ns3::ScheduledStage in another order; expected ns3::NoStage");
    Restart();
    EXPECT_EQ(refused({{"InputArbiter", "ns3::RoundRobinInputArbiter"}}),
              "flowControl ns3::BackpressureFlowControl sorts waiting packets in its own order, "
              "and inputArbiter ns3::RoundRobinInputArbiter in another order; expected "
              "ns3::FifoInputArbiter");
}
