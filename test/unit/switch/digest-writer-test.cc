// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The load of an egress port, and the digests that it writes.

#include "lone-switch-test.h"

#include "ns3/boolean.h"
#include "ns3/no-flow-control.h"
#include "ns3/telemetry-digest.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr double FINE = 1.0002; // codes are as good as the numbers

class DigestWriterTest : public LoneSwitchTest
{
  protected:
    /** @param spanPs T @param base of the code */
    void BuildWithDigests(int64_t spanPs, double base = FINE)
    {
        m_base = base;
        Build<NoFlowControl>(4, MakeSharedBuffer(1'000'000));
        m_switch->SetDigests({base, spanPs});
        m_switch->AssignStreams(5);
        m_switch->GetPorts()[3]->TraceConnectWithoutContext(
            "Transmit",
            MakeCallback(&DigestWriterTest::NoteDigest, this));
    }

    /** A packet of 1000 B to host 3. */
    void SendAt(int64_t nowPs,
                uint32_t source,
                bool digest = true,
                uint8_t lane = 3,
                uint16_t code = 0,
                uint32_t payloadBytes = 1'000)
    {
        AtPs(nowPs, [this, nowPs, source, digest, lane, code, payloadBytes] {
            auto packet = MakeDataPacket(nowPs, 1'000, lane);
            packet->destHost = 3;
            packet->payloadBytes = payloadBytes;
            if (digest)
            {
                auto extras = std::make_unique<TelemetryDigest>(2);
                extras->code = code;
                packet->telemetry = TelemetryKind::DIGEST;
                packet->extras = std::move(extras);
            }
            m_ports[source]->Enqueue(std::move(packet));
        });
    }

    void NoteDigest(const FabricPacket& packet, int64_t)
    {
        if (packet.extras)
        {
            m_codes.push_back(static_cast<const TelemetryDigest&>(*packet.extras).code);
            m_loads.push_back(m_switch->GetDigests()->GetLoad(3, packet.lane));
        }
    }

    /** @param index of a packet @return the load that it brought */
    double Decode(uint32_t index) const
    {
        return DigestCode(m_base).Decode(m_codes[index]);
    }

    double m_base{FINE};
    std::vector<uint16_t> m_codes; //!< of packets with digests, as they leave
    std::vector<double> m_loads;   //!< U of the port and lane then
};

} // namespace

TEST_F(DigestWriterTest, ASteadyRateIsApproachedByItsAverage)
{
    // A packet of 80 ns every 160 ns: u = 0.5, and w = 160 ns / 1.6 us = 0.1. The first finds
    // nothing sent: U of packet n = 0, 1, ... is 0.5 (1 - 0.9^n).
    BuildWithDigests(1'600'000);
    for (int64_t packet = 0; packet < 50; ++packet)
    {
        SendAt(packet * 160'000, 0);
    }
    Simulator::Run();
    ASSERT_EQ(m_codes.size(), 50u);
    for (int packet = 0; packet < 50; ++packet)
    {
        const double load = 0.5 * (1 - std::pow(0.9, packet));
        EXPECT_NEAR(m_loads[packet], load, 1e-9);
        EXPECT_NEAR(Decode(packet), load, load * (FINE - 1) + 1.0 / 512);
    }
}

TEST_F(DigestWriterTest, WhatWaitsBehindAPacketIsOfTheLoad)
{
    // They leave at 580, 660 and 740 ns, the second with the third behind it. T = 800 ns, B T =
    // 10,000 B:
    //     0; w = 0.1, u = 1000/10,000 + 1: 0.11; u = 1: 0.9 * 0.11 + 0.1 = 0.199
    BuildWithDigests(800'000);
    for (uint32_t host : {0U, 1U, 2U})
    {
        SendAt(host * 10'000, host);
    }
    Simulator::Run();
    ASSERT_EQ(m_loads.size(), 3u);
    EXPECT_DOUBLE_EQ(m_loads[0], 0);
    EXPECT_DOUBLE_EQ(m_loads[1], 0.11);
    EXPECT_DOUBLE_EQ(m_loads[2], 0.199);
}

TEST_F(DigestWriterTest, AfterMoreThanItsSpanTheOldLoadIsForgotten)
{
    // T = 400 ns. The third leaves 800 ns after the second, in which time the port has sent 1000 B
    // of the 10,000 B that it could have sent.
    BuildWithDigests(400'000);
    SendAt(0, 0);
    SendAt(80'000, 0);
    SendAt(880'000, 0);
    Simulator::Run();
    ASSERT_EQ(m_loads.size(), 3u);
    EXPECT_DOUBLE_EQ(m_loads[1], 0.2); // u = 1, w = 80/400
    EXPECT_DOUBLE_EQ(m_loads[2], 0.1);
}

TEST_F(DigestWriterTest, ALaneHasItsOwnQueueAndTheRateOfAll)
{
    // Lane 3 at 580 and 740 ns, between them a packet without a digest in lane 4: 2000 B in 160 ns
    // are u = 1; w = 0.2.
    BuildWithDigests(800'000);
    SendAt(0, 0);
    SendAt(80'000, 0, false, 4);
    SendAt(160'000, 0);
    SendAt(240'000, 0, true, 4);
    Simulator::Run();
    ASSERT_EQ(m_loads.size(), 3u);
    EXPECT_DOUBLE_EQ(m_loads[1], 0.2);
    // The first in lane 4 at 820 ns: longer than T since time 0, 3000 B of 10,250 B.
    EXPECT_DOUBLE_EQ(m_loads[2], 3'000.0 / 10'250);
}

TEST_F(DigestWriterTest, TheLargestOfTheWayIsKept)
{
    BuildWithDigests(800'000, 2);
    SendAt(0, 0, true, 3, 7);          // the port has 1 unit, code 0
    SendAt(80'000, 0);                 // u = 1, w = 0.1: 51.2 units, code 5 or 6
    SendAt(160'000, 0, true, 3, 18);   // is larger
    SendAt(240'000, 0, true, 3, 3, 0); // an acknowledgement
    Simulator::Run();
    ASSERT_EQ(m_codes.size(), 4u);
    EXPECT_EQ(m_codes[0], 7);
    EXPECT_TRUE(m_codes[1] == 5 || m_codes[1] == 6) << m_codes[1];
    EXPECT_EQ(m_codes[2], 18);
    EXPECT_EQ(m_codes[3], 3);
    EXPECT_DOUBLE_EQ(m_loads[3], m_loads[2]);
}

TEST_F(DigestWriterTest, CodesOfALoadBetweenThemAreDrawn)
{
    // A full port, U = 1 - 0.999^n at packet n; above 0.8 its 410 to 512 units are between 2^8
    // and 2^9. The share of the upper code is the mean of (units - 256) / 256, about 0.8.
    BuildWithDigests(80'000'000, 2);
    for (int64_t packet = 0; packet < 10'000; ++packet)
    {
        SendAt(packet * 80'000, 0);
    }
    Simulator::Run();
    double expected = 0;
    double upper = 0;
    double variance = 0;
    for (uint32_t packet = 0; packet < m_codes.size(); ++packet)
    {
        if (m_loads[packet] > 0.8)
        {
            const double share = (std::ceil(m_loads[packet] * 512) - 256) / 256;
            ASSERT_TRUE(m_codes[packet] == 8 || m_codes[packet] == 9);
            upper += m_codes[packet] == 9;
            expected += share;
            variance += share * (1 - share);
        }
    }
    EXPECT_GT(variance, 50);
    EXPECT_NEAR(upper, expected, 4 * std::sqrt(variance));
}

TEST_F(DigestWriterTest, DrawsHangOnTheStreamAndTheNameOfThePortAlone)
{
    std::vector<std::vector<uint16_t>> outcomes;
    for (const auto& [stream, name] :
         {std::pair{5, 1}, std::pair{5, 1}, std::pair{6, 1}, std::pair{5, 2}})
    {
        m_codes.clear();
        m_ports.clear();
        m_channels.clear();
        m_owners.clear();
        BuildWithDigests(80'000'000, 1.5);
        m_switch->NamePorts({7, 8, 9, static_cast<uint64_t>(name)});
        m_switch->AssignStreams(stream);
        for (int64_t packet = 0; packet < 200; ++packet)
        {
            SendAt(packet * 80'000, 0);
        }
        Simulator::Run();
        outcomes.push_back(m_codes);
        Simulator::Destroy();
    }
    EXPECT_EQ(outcomes[0], outcomes[1]);
    EXPECT_NE(outcomes[0], outcomes[2]);
    EXPECT_NE(outcomes[0], outcomes[3]);
}

TEST_F(DigestWriterTest, WithoutTelemetryDigestsStayEmpty)
{
    BuildWithDigests(800'000);
    m_switch->SetAttribute("Telemetry", BooleanValue(false));
    SendAt(0, 0);
    SendAt(80'000, 0);
    Simulator::Run();
    EXPECT_EQ(m_codes, std::vector<uint16_t>(2, 0));
    EXPECT_DOUBLE_EQ(m_loads[1], 0);
}
