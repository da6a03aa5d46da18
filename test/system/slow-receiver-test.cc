// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Hosts whose memory does not keep up with their links.

#include "two-flow-test.h"

#include "ns3/data-rate.h"
#include "ns3/fabric-failure.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class SlowReceiverTest : public TwoFlowTest
{
  protected:
    static constexpr uint64_t THRESHOLD = 100'000; //!< bytes that wait until the link is paused

    /** Three hosts at 100 Gb/s. @param more of the NICs @param parts of the fabric */
    void BuildSlow(const std::string& profile,
                   const std::string& more,
                   const Attributes& parts = {{"CongestionControl", "ns3::NoCongestionControl"}})
    {
        const Attributes nic = "Nic=ns3::RdmaNic[MtuBytes=1000|AckInterval=1|ReceiveBufferBytes=" +
                               std::to_string(THRESHOLD) + more + "]";
        Build(profile,
              nic + parts,
              Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}}));
        m_queuePairs.resize(2);
    }

    /** @return the NIC of the receiver */
    RdmaNic& Receiver() const
    {
        return *m_network.nics[RECEIVER];
    }

    /** @return what waited for its memory */
    const ReceiveStage& Stage() const
    {
        return *Receiver().GetReceiveStage();
    }

    /** @return the port of the switch to the receiver */
    FabricNetDevice& PortToReceiver() const
    {
        return *m_network.fabricSwitches[0]->GetPorts()[RECEIVER];
    }

    /** One message from host 0. @return how long it takes, in ps */
    int64_t Send(uint64_t bytes)
    {
        const auto job =
            Add("IncastWorkload", {{"Hosts", "0,2"}, {"Bytes", std::to_string(bytes)}});
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        EXPECT_TRUE(job->IsFinished());
        return job->GetFinishPs() - job->GetStartPs();
    }

    void Limit(const std::string& rate, const std::string& start, const std::string& stop)
    {
        const auto failure =
            Make<FabricFailure>("SlowReceiver",
                                {{"Host", "2"}, {"Rate", rate}, {"Start", start}, {"Stop", stop}});
        failure->Check(m_network.topology, *CreateObject<RoceFabric>());
        failure->Install(m_network);
    }

    /** @return payload of host 0's flow between times in us, in Gb/s */
    std::vector<double> GetGoodputs(const std::vector<int>& times)
    {
        StartFlow(0, Time(0));
        std::vector<double> bytes;
        for (const int us : times)
        {
            Simulator::Schedule(MicroSeconds(us), [&] {
                bytes.push_back(static_cast<double>(m_queuePairs[0]->GetAcknowledgedBytes()));
            });
        }
        Simulator::Stop(MicroSeconds(times.back() + 1));
        Simulator::Run();
        std::vector<double> rates;
        for (size_t i = 0; i + 1 < times.size(); ++i)
        {
            rates.push_back((bytes[i + 1] - bytes[i]) * 8e-3 / (times[i + 1] - times[i]));
        }
        return rates;
    }
};

} // namespace

/** From the first packet on memory never idles, so the rest is payload over its rate. */
TEST_F(SlowReceiverTest, AMessageTakesItsPayloadAtTheRateOfTheMemory)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        for (const uint64_t gbps : {7, 40, 85})
        {
            const uint64_t bytes = 3'000'700;
            BuildSlow(profile, "|ReceiveRate=" + std::to_string(gbps) + "Gbps");
            // The first packet, alone, would have been there and acknowledged then.
            const int64_t firstPs = m_network.IdealMessagePs(0, RECEIVER, MTU);
            EXPECT_NEAR(Send(bytes), firstPs + bytes * 8000.0 / gbps, 2'000) << profile << gbps;
            ExpectLosslessEnd();
            EXPECT_EQ(Stage().GetHeldBytes(), 0u);
        }
    }
}

/** The queue exceeds the threshold and fits the headroom. */
TEST_F(SlowReceiverTest, TheLinkIsPausedAtTheThreshold)
{
    BuildSlow("RoceFabric", "|ReceiveRate=40Gbps");
    Send(5'000'000);
    EXPECT_GT(Stage().GetPeakBytes(), THRESHOLD);
    EXPECT_LE(Stage().GetPeakBytes(), THRESHOLD + Stage().GetHeadroomBytes());
    const int64_t nowPs = Simulator::Now().GetPicoSeconds();
    // The link had room for 100 Gb/s of which 40 were used; the buffers fill first.
    EXPECT_GT(PortToReceiver().GetFlowControl().GetBlockedPs(PRIORITY, nowPs), 500'000'000);
}

/** The lane of its buffer is all that a sender with credits has. */
TEST_F(SlowReceiverTest, CreditsRunOut)
{
    BuildSlow("InfiniBandFabric", "|ReceiveRate=40Gbps|Priority=0");
    Send(5'000'000);
    ExpectLosslessEnd();
    EXPECT_GT(Statistics().creditStallPs, 0);
}

/** Without flow control it is the NIC that drops, and the sender repeats. */
TEST_F(SlowReceiverTest, ALossyClassLosesWhatHasNoRoom)
{
    const Attributes lossy{
        "FlowControl=ns3::NoFlowControl CongestionControl=ns3::NoCongestionControl "
        "LossRecovery=ns3::SelectiveRepeat[WindowBdps=0] RetransmissionTimer=ns3::IrnTimer"};
    for (const bool trims : {false, true})
    {
        BuildSlow("RoceFabric",
                  std::string("|ReceiveRate=40Gbps|ReceiveTrims=") + (trims ? "true" : "false"),
                  lossy);
        const double floorPs = 3'000'000 * 8000.0 / 40;
        EXPECT_GT(Send(3'000'000), floorPs);
        const auto sums = Statistics();
        const uint64_t lost = trims ? sums.trims : sums.drops;
        EXPECT_GT(lost, 0u);
        EXPECT_EQ(trims ? sums.drops : sums.trims, 0u);
        EXPECT_EQ((trims ? sums.trimsByReason : sums.dropsByReason)[DropReason::RECEIVE_BUFFER],
                  lost);
        EXPECT_GE(sums.retransmittedPackets, lost);
        EXPECT_EQ(sums.deliveredBytes, 3'000'000u);
        EXPECT_LE(Stage().GetPeakBytes(), THRESHOLD);
        EXPECT_EQ(Receiver().GetCounters().trimmedPackets, sums.trims);
    }
}

/** Requests without payload keep their place behind what has some. */
TEST_F(SlowReceiverTest, RequestsDoNotOvertakeData)
{
    BuildSlow("RoceFabric", "|ReceiveRate=10Gbps");
    const auto queuePair =
        RdmaNic::Connect(m_network.nics[0], m_network.nics[RECEIVER], PRIORITY).first;
    for (uint64_t i = 0; i < 10; ++i)
    {
        queuePair->PostWrite(50'000, 3 * i);
        queuePair->PostFetchAdd(0, 1, 3 * i + 1);
        queuePair->PostRead(10'000, 3 * i + 2);
    }
    Simulator::Stop(MilliSeconds(10));
    Simulator::Run();
    EXPECT_EQ(Receiver().GetCounters().naksSent, 0u);
    EXPECT_EQ(Statistics().retransmittedPackets, 0u);
    EXPECT_EQ(Receiver().GetCounters().deliveredBytes, 500'000u);
    EXPECT_EQ(Receiver().GetMemory(0), 10u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().deliveredBytes, 100'000u);
}

/** The least of all limits holds, whichever began or ended first, and those of attributes too. */
TEST_F(SlowReceiverTest, TheLeastLimitHolds)
{
    BuildSlow("RoceFabric", "");
    Limit("40Gbps", "200us", "1200us");
    Limit("10Gbps", "500us", "900us");
    Limit("80Gbps", "600us", "1500us");
    Simulator::Schedule(MicroSeconds(1800), [this] {
        Receiver().SetAttribute("ReceiveRate", DataRateValue(DataRate("25Gbps")));
    });
    Simulator::Schedule(MicroSeconds(2100), [this] {
        Receiver().SetAttribute("ReceiveRate", DataRateValue(DataRate(0)));
    });
    const auto rates = GetGoodputs(
        {100, 180, 300, 400, 600, 800, 1000, 1100, 1300, 1400, 1600, 1700, 1900, 2000, 2200, 2300});
    const double full = 100.0 * 1000 / 1086; // with headers, preamble and gap
    EXPECT_NEAR(rates[0], full, 0.5);
    EXPECT_NEAR(rates[2], 40, 0.2);
    EXPECT_NEAR(rates[4], 10, 0.2);
    EXPECT_NEAR(rates[6], 40, 0.2);
    EXPECT_NEAR(rates[8], 80, 0.3);
    EXPECT_NEAR(rates[10], full, 0.5);
    EXPECT_NEAR(rates[12], 25, 0.2);
    EXPECT_NEAR(rates[14], full, 0.5);
    EXPECT_EQ(Statistics().drops, 0u);
}

/** Memory that stands still costs the time in which the link was paused. */
TEST_F(SlowReceiverTest, AStandstillCostsTheTimeOfThePause)
{
    BuildSlow("RoceFabric", "");
    const int64_t plainPs = Send(4'000'000);
    BuildSlow("RoceFabric", "");
    Limit("0bps", "50us", "120us");
    const int64_t slowPs = Send(4'000'000);
    ExpectLosslessEnd();
    const int64_t pausedPs =
        PortToReceiver().GetFlowControl().GetBlockedPs(PRIORITY, Simulator::Now().GetPicoSeconds());
    EXPECT_NEAR(slowPs - plainPs, pausedPs, 2 * 1086 * 80);
    // Until XOFF a buffer of 100 kB filled, which takes 8.6 us.
    EXPECT_NEAR(pausedPs, 70e6 - 8.6e6, 3e6);
    EXPECT_EQ(Stage().IsNeeded(), false);
}
