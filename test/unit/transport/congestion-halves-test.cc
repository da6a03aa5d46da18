// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Features of a congestion control beyond rate and window: receiver's half, numbers, a closed
// window.

#include "codec-packets.h"
#include "fabric-test.h"
#include "rdma-half.h"
#include "units.h"

#include "ns3/congestion-field.h"
#include "ns3/congestion-receiver.h"
#include "ns3/roce-v2-codec.h"

#include <gtest/gtest.h>
#include <optional>
#include <vector>

namespace ns3
{

namespace
{

/** Records its events. */
class NumberProbe : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::CongestionHalvesTestProbe")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<NumberProbe>();
        return tid;
    }

    using RdmaCongestionControl::CloseWindow;
    using RdmaCongestionControl::SetWindow;

    std::vector<uint64_t> sent;
    std::vector<bool> limited;
    std::vector<AckEvent> acks;

  private:
    void DoNotifySent(int64_t, uint32_t) override
    {
        sent.push_back(GetSentNumber());
        limited.push_back(IsApplicationLimited());
    }

    void DoNotifyAck(const AckEvent& event) override
    {
        acks.push_back(event);
    }
};

NS_OBJECT_ENSURE_REGISTERED(NumberProbe);

/** Says the number of the flow and the bytes that came. */
class CountingReceiver : public CongestionReceiver
{
  public:
    void DoNotifyArrival(const CongestionArrival& arrival) override
    {
        m_bytes += arrival.payloadBytes;
    }

    std::optional<uint64_t> DoGetField(uint32_t flow) override
    {
        return flow * 1'000'000 + m_bytes;
    }

  private:
    uint64_t m_bytes{0};
};

class CongestionHalvesTest : public FabricTest
{
  protected:
    CongestionHalvesTest()
        : m_half("GoBackN", "CongestionHalvesTestProbe"),
          m_requester(m_half.common, m_half),
          m_probe(dynamic_cast<NumberProbe&>(*m_half.common.policies.congestionControl))
    {
        RdmaRequester::Settings settings;
        settings.mtuBytes = RdmaHalf::MTU_BYTES;
        settings.ackTimeoutPs = 100 * US;
        settings.windowBytes = UINT64_MAX;
        m_requester.Start(settings);
        RdmaMessage message{};
        message.bytes = 3000;
        message.operation = RdmaOperation::WRITE;
        m_requester.Post(message);
    }

    RdmaHalf m_half;
    RdmaRequester m_requester;
    NumberProbe& m_probe;
};

} // namespace

TEST_F(CongestionHalvesTest, PacketsHaveNumbersAndEnds)
{
    for (uint32_t packets = 0; packets < 3; ++packets)
    {
        ASSERT_TRUE(m_requester.MakeNextPacket(0));
    }
    EXPECT_EQ(m_probe.sent, (std::vector<uint64_t>{0, 1, 2}));
    EXPECT_EQ(m_probe.limited, (std::vector<bool>{false, false, true}));
    const auto answer = RdmaHalf::MakeAnswer(RdmaOpcode::ACKNOWLEDGE, 1, SYNDROME_ACK, 5 * US);
    answer->extras = std::make_unique<CongestionField>(77);
    m_requester.HandleAcknowledge(*answer);
    ASSERT_EQ(m_probe.acks.size(), 1U);
    EXPECT_EQ(m_probe.acks[0].number, 1U);
    EXPECT_EQ(m_probe.acks[0].ackedBytes, 2000U);
    EXPECT_EQ(m_probe.acks[0].field, 77U);
    EXPECT_TRUE(m_probe.acks[0].applicationLimited);
}

// A window of 1 B lets one packet go, a closed one none.
TEST_F(CongestionHalvesTest, ClosedWindowHoldsTheFirstPacketToo)
{
    m_probe.CloseWindow();
    EXPECT_FALSE(m_requester.CanSend());
    m_probe.SetWindow(1);
    EXPECT_TRUE(m_requester.MakeNextPacket(0));
    EXPECT_FALSE(m_requester.CanSend());
}

// 8 B more than an acknowledgement, whose frame has 66 B and takes 20 B more.
TEST_F(CongestionHalvesTest, AcknowledgementCarriesTheField)
{
    m_half.common.policies.receiver = CreateObject<CountingReceiver>();
    RdmaResponder responder(m_half.common, m_half);
    RdmaResponder::Settings settings;
    settings.mtuBytes = RdmaHalf::MTU_BYTES;
    responder.Start(settings);
    m_half.common.policies.receiver->NotifyArrival({US, 0, 2, 0, 500, 600, 0, false});
    const auto packet = RdmaHalf::MakeAnswer(RdmaOpcode::WRITE_ONLY, 0, 0, US);
    packet->payloadBytes = 500;
    responder.HandleRequest(*packet);
    ASSERT_EQ(m_half.sent.size(), 1U);
    EXPECT_EQ(m_half.sent[0]->wireBytes, 94U);
    ASSERT_TRUE(m_half.sent[0]->extras);
    EXPECT_EQ(static_cast<CongestionField&>(*m_half.sent[0]->extras).value, 2'000'500U);
}

// The fields survive encoding, and the frame has the length of the packet.
TEST(CongestionFieldTest, FrameHasTheField)
{
    const auto framing = Make<RdmaFraming>("RoceV2Framing");
    RdmaPacketMaker maker;
    RdmaPacketMaker::Settings settings;
    settings.framing = PeekPointer(framing);
    settings.host = 3;
    settings.peerHost = 258;
    maker.SetSettings(settings);
    for (const auto opcode : {RdmaOpcode::CNP_ROCE, RdmaOpcode::ACKNOWLEDGE})
    {
        const auto packet = maker.Make(opcode, {3, 3, 26});
        maker.SetLength(*packet);
        RdmaPacketMaker::AddField(*packet, 0x1122334455667788);
        const auto frame = RoceV2Codec(false).EncodeBytes(*packet, ENDS);
        EXPECT_EQ(frame.size(), packet->frameBytes);
        const auto back = RoceV2Codec(false).DecodeBytes(frame);
        ASSERT_TRUE(back);
        ASSERT_TRUE(back->extras);
        EXPECT_EQ(static_cast<CongestionField&>(*back->extras).value, 0x1122334455667788U);
        EXPECT_EQ(back->payloadBytes, 0U);
    }
}

} // namespace ns3
