// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// When probes of the round trip go, and what becomes of queue pairs that send them.

#include "fabric-test.h"
#include "lone-host.h"
#include "network-test.h"
#include "units.h"

#include "ns3/congestion-field.h"
#include "ns3/nstime.h"
#include "ns3/rtt-prober.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** A sender whose probes are answered after a while, or never. */
class RttProberTest : public FabricTest, public RttProber::Client
{
  protected:
    static constexpr int64_t INTERVAL_PS = 10 * US;

    bool HasProbedWork() const override
    {
        return m_work;
    }

    void SendProbe(int64_t nowPs) override
    {
        m_sent.push_back(nowPs);
        if (m_rttPs > 0)
        {
            Simulator::Schedule(PicoSeconds(m_rttPs),
                                [this, nowPs] { m_prober.NotifyAnswer(nowPs, nowPs + m_rttPs); });
        }
    }

    void RunUntil(int64_t timePs)
    {
        Simulator::Stop(PicoSeconds(timePs) - Simulator::Now());
        Simulator::Run();
    }

    RttProber m_prober{*this, 0, INTERVAL_PS};
    std::vector<int64_t> m_sent; //!< when
    int64_t m_rttPs{0};          //!< 0: no answer comes
    bool m_work{true};
};

/** Two queue pairs; the first one sends probes. */
class ProbingQueuePairTest : public FabricTest
{
  protected:
    void RunUntil(int64_t timePs)
    {
        Simulator::Stop(PicoSeconds(timePs) - Simulator::Now());
        Simulator::Run();
    }

    LoneHost m_hosts[2]{LoneHost(0, "RttCc"), LoneHost(1)};
};

/** Hosts of a star with probes, whose packets are written down. */
class ProbedNetworkTest : public NetworkTest
{
  protected:
    /** A probe, or an answer, at the port of its sender. */
    struct Seen
    {
        RdmaOpcode opcode;
        uint32_t frameBytes;
        uint32_t wireBytes;
        uint32_t payloadBytes;
        uint8_t lane;
        int64_t startPs;
    };

    void BuildStar(uint32_t hosts, const std::string& rate, const std::string& delay)
    {
        Build("RoceFabric",
              {{"CongestionControl", "ns3::RttCc"}, {"Marker", "ns3::NoMarker"}},
              Topology("StarTopology",
                       {{"Hosts", std::to_string(hosts)}, {"Rate", rate}, {"Delay", delay}}));
        m_seen.assign(hosts, {});
        for (uint32_t host = 0; host < hosts; ++host)
        {
            m_network.nics[host]->GetPort().TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [this, host](const FabricPacket& packet, int64_t startPs) {
                        if (packet.kind == PacketKind::TRANSPORT &&
                            packet.As<RdmaHeader>().opcode >= RdmaOpcode::RTT_REQUEST)
                        {
                            m_seen[host].push_back({packet.As<RdmaHeader>().opcode,
                                                    packet.frameBytes,
                                                    packet.wireBytes,
                                                    packet.payloadBytes,
                                                    packet.lane,
                                                    startPs});
                        }
                    }));
        }
    }

    std::vector<std::vector<Seen>> m_seen; //!< by host
};

} // namespace

TEST_F(RttProberTest, OneGoesEachInterval)
{
    m_rttPs = 3 * US;
    m_prober.Start(0);
    m_prober.Start(0);
    RunUntil(35 * US);
    EXPECT_EQ(m_sent, (std::vector<int64_t>{0, 10 * US, 20 * US, 30 * US}));
}

TEST_F(RttProberTest, TheNextOneWaitsForTheAnswer)
{
    m_rttPs = 25 * US;
    m_prober.Start(0);
    RunUntil(60 * US);
    EXPECT_EQ(m_sent, (std::vector<int64_t>{0, 25 * US, 50 * US}));
}

TEST_F(RttProberTest, ALostOneHoldsNothingUp)
{
    m_prober.Start(0);
    RunUntil(700 * US);
    EXPECT_EQ(m_sent, (std::vector<int64_t>{0, 300 * US, 600 * US}));
    m_prober.NotifyAnswer(300 * US, 700 * US); // too late: another one is on its way
    RunUntil(710 * US);
    EXPECT_EQ(m_sent.size(), 3u);
}

TEST_F(RttProberTest, WithoutWorkNoneGoesAndTheIntervalHolds)
{
    m_rttPs = 3 * US;
    m_prober.Start(0);
    RunUntil(15 * US);
    m_work = false;
    RunUntil(100 * US);
    EXPECT_EQ(m_sent, (std::vector<int64_t>{0, 10 * US}));
    m_work = true;
    m_prober.Start(100 * US);
    RunUntil(101 * US);
    m_work = false;
    RunUntil(115 * US);
    m_work = true;
    m_prober.Start(115 * US);
    RunUntil(116 * US);
    EXPECT_EQ(m_sent, (std::vector<int64_t>{0, 10 * US, 100 * US, 115 * US}));
}

TEST_F(ProbingQueuePairTest, LostProbesStallNoMessage)
{
    m_hosts[0].queuePair->PostWrite(2500, 9);
    RunUntil(350 * US);
    ASSERT_EQ(m_hosts[0].sent.size(), 2u); // at 0 and 300 us
    for (const int64_t sentPs : {int64_t{0}, 300 * US})
    {
        const auto probe = std::move(m_hosts[0].sent.front());
        m_hosts[0].sent.pop_front();
        EXPECT_EQ(probe->As<RdmaHeader>().opcode, RdmaOpcode::RTT_REQUEST);
        EXPECT_EQ(static_cast<const CongestionField&>(*probe->extras).value,
                  static_cast<uint64_t>(sentPs));
    }
    while (auto packet = m_hosts[0].Send())
    {
        m_hosts[1].Take(std::move(packet));
    }
    m_hosts[0].Take(m_hosts[1].Send());
    ASSERT_EQ(m_hosts[0].completions.size(), 1u);
    EXPECT_EQ(m_hosts[0].completions[0].status, RdmaStatus::SUCCESS);
    RunUntil(1000 * US);
    EXPECT_TRUE(m_hosts[0].sent.empty()) << "there is no work";
}

TEST_F(ProbingQueuePairTest, TheAnswerCarriesTheTimeBack)
{
    m_hosts[0].queuePair->PostWrite(2500, 9);
    RunUntil(US);
    ASSERT_EQ(m_hosts[0].sent.size(), 1u);
    m_hosts[1].Take(m_hosts[0].Send());
    ASSERT_EQ(m_hosts[1].sent.size(), 1u);
    auto answer = m_hosts[1].Send();
    EXPECT_EQ(answer->As<RdmaHeader>().opcode, RdmaOpcode::RTT_RESPONSE);
    EXPECT_EQ(static_cast<const CongestionField&>(*answer->extras).value, 0u);
    answer->readyPs = 4 * US;
    m_hosts[0].Take(std::move(answer));
    RunUntil(12 * US);
    EXPECT_EQ(m_hosts[0].sent.size(), 1u) << "10 us after the first one";
}

TEST_F(ProbingQueuePairTest, WhoServesAReadProbes)
{
    m_hosts[1].queuePair->PostRead(2500, 9);
    m_hosts[0].Take(m_hosts[1].Send());
    EXPECT_EQ(m_hosts[0].Send()->As<RdmaHeader>().opcode, RdmaOpcode::READ_RESPONSE_FIRST);
    RunUntil(US);
    ASSERT_EQ(m_hosts[0].sent.size(), 1u);
    EXPECT_EQ(m_hosts[0].sent[0]->As<RdmaHeader>().opcode, RdmaOpcode::RTT_REQUEST);
}

TEST_F(ProbingQueuePairTest, AFailedQueuePairAsksAndAnswersNoMore)
{
    m_hosts[0].queuePair->PostWrite(2500, 9);
    RunUntil(US);
    auto probe = m_hosts[0].Send();
    m_hosts[0].queuePair->Modify(RdmaQueuePairState::ERROR);
    m_hosts[1].queuePair->Modify(RdmaQueuePairState::ERROR);
    m_hosts[1].Take(std::move(probe));
    EXPECT_TRUE(m_hosts[1].sent.empty());
    RunUntil(1000 * US);
    EXPECT_TRUE(m_hosts[0].sent.empty());
}

// An idle network loses to probes the time that they take of the first link, and nothing else.
TEST_F(ProbedNetworkTest, AFlowAloneIsLateByTheBytesOfItsProbes)
{
    for (const TimedLink& link : {TimedLink{"100Gbps", 80, "1us", US},
                                  {"400Gbps", 20, "2us", 2 * US},
                                  {"10Gbps", 800, "100ns", 100'000}})
    {
        for (const uint64_t bytes : {1UL, 4096UL, 2'000'000UL})
        {
            SCOPED_TRACE(std::string(link.rate) + ", " + std::to_string(bytes) + " B");
            Restart();
            BuildStar(2, link.rate, link.delay);
            const auto ends = RdmaNic::Connect(m_network.nics[0], m_network.nics[1], 3);
            int64_t arrivedPs = 0;
            ends.second->SetArrivalCallback(Callback<void, const RdmaArrival&>(
                [&](const RdmaArrival& arrival) { arrivedPs = arrival.finishedPs; }));
            ends.first->PostWrite(bytes, 0);
            Simulator::Run();

            // 14 + 20 + 8 of Ethernet, IPv4 and UDP, 12 + 8 of BTH and time, ICRC, FCS.
            for (uint32_t host : {0U, 1U})
            {
                ASSERT_GT(m_seen[host].size(), 0u);
                for (const auto& seen : m_seen[host])
                {
                    EXPECT_EQ(seen.opcode,
                              host == 0 ? RdmaOpcode::RTT_REQUEST : RdmaOpcode::RTT_RESPONSE);
                    EXPECT_EQ(seen.frameBytes, 70u);
                    EXPECT_EQ(seen.wireBytes, 90u);
                    EXPECT_EQ(seen.payloadBytes, 0u);
                    EXPECT_EQ(seen.lane, host == 0 ? 3 : 6);
                }
            }
            EXPECT_EQ(m_seen[1].size(), m_seen[0].size());
            EXPECT_EQ(Statistics().deliveredBytes, bytes);

            // BTH, ICRC, FCS, preamble and gap; RETH where the message begins.
            const uint64_t full = (bytes - 1) / 4096;
            const auto wire = [](uint64_t payload, bool begins) {
                return static_cast<int64_t>(42 + 12 + (begins ? 16 : 0) + (payload + 3) / 4 * 4 +
                                            4 + 4 + 20);
            };
            const int64_t last = wire(bytes - full * 4096, full == 0);
            int64_t all = last;
            for (uint64_t i = 0; i < full; ++i)
            {
                all += wire(4096, i == 0);
            }
            const int64_t first = full > 0 ? wire(4096, true) : last;
            // Probes that the first link carries before the last packet.
            int64_t probes = 0;
            for (const auto& seen : m_seen[0])
            {
                probes += seen.startPs <= (all - last + probes * 90) * link.psPerByte;
            }
            EXPECT_GT(probes + (bytes < 2'000'000), 0);
            EXPECT_EQ(arrivedPs,
                      (first + all + probes * 90) * link.psPerByte + 2 * link.delayPs + 400'000);
        }
    }
}
