// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "sample-packets.h"

#include "ns3/credit-packet.h"
#include "ns3/host-lid.h"
#include "ns3/infini-band-framing.h"
#include "ns3/pause-frame.h"
#include "ns3/rdma-header.h"
#include "ns3/rdma-headers.h"
#include "ns3/roce-v2-framing.h"

#include <gtest/gtest.h>
#include <ostream>
#include <random>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

constexpr int ROUNDS = 200;

auto
HeaderFields(const FabricPacket& packet)
{
    const auto& transport = packet.As<RdmaHeader>();
    return std::tie(transport.address,
                    transport.length,
                    packet.destEndpoint,
                    transport.sourceQp,
                    transport.psn,
                    transport.msn,
                    transport.selective,
                    transport.immediate,
                    transport.opcode,
                    transport.syndrome,
                    transport.ackRequest,
                    transport.becn);
}

auto
Fields(const TelemetryHop& hop)
{
    return std::tie(hop.timePs, hop.sentBytes, hop.queueBytes, hop.ratebps);
}

void
ExpectSameExtras(const FabricPacket& packet, const FabricPacket& other)
{
    ASSERT_EQ(packet.extras == nullptr, other.extras == nullptr);
    if (const auto* operands = dynamic_cast<const AtomicOperands*>(packet.extras.get()))
    {
        const auto* others = dynamic_cast<const AtomicOperands*>(other.extras.get());
        ASSERT_NE(others, nullptr);
        EXPECT_EQ(others->swapOrAdd, operands->swapOrAdd);
        EXPECT_EQ(others->compare, operands->compare);
        EXPECT_EQ(others->original, operands->original);
    }
    if (const auto* digest = dynamic_cast<const TelemetryDigest*>(packet.extras.get()))
    {
        const auto* others = dynamic_cast<const TelemetryDigest*>(other.extras.get());
        ASSERT_NE(others, nullptr);
        EXPECT_EQ(others->code, digest->code);
        EXPECT_EQ(others->wireBytes, digest->wireBytes);
    }
    if (const auto* tag = dynamic_cast<const TelemetryTag*>(packet.extras.get()))
    {
        const auto* others = dynamic_cast<const TelemetryTag*>(other.extras.get());
        ASSERT_NE(others, nullptr);
        EXPECT_EQ(others->value, tag->value);
        EXPECT_EQ(others->sourceEndpoint, tag->sourceEndpoint);
    }
    if (const auto* stack = dynamic_cast<const TelemetryStack*>(packet.extras.get()))
    {
        const auto* others = dynamic_cast<const TelemetryStack*>(other.extras.get());
        ASSERT_NE(others, nullptr);
        ASSERT_EQ(others->count, stack->count);
        EXPECT_EQ(others->room, stack->room);
        EXPECT_EQ(others->path, stack->path);
        for (uint32_t i = 0; i < stack->count; ++i)
        {
            EXPECT_EQ(Fields(others->hops[i]), Fields(stack->hops[i])) << "hop " << i;
        }
    }
}

/** A framing, and what its headers carry. */
struct Carrier
{
    std::string name; //!< of the case
    std::string framing;
    Attributes attributes;
    const std::vector<RdmaOpcode>& opcodes;
    uint32_t hosts; //!< that have an address
    bool priority;
    bool flow; //!< DSCP and what the UDP source port holds
    bool ect;  //!< else only marks

    bool IsRoce() const
    {
        return framing == "RoceV2Framing";
    }
};

/** For GoogleTest. */
void
PrintTo(const Carrier& carrier, std::ostream* out)
{
    *out << carrier.name;
}

const std::vector<Carrier> CARRIERS = {
    {"Roce", "RoceV2Framing", {}, ROCE_OPCODES, 65'536, false, true, true},
    {"RoceTagged", "RoceV2Framing", {{"VlanTag", "true"}}, ROCE_OPCODES, 65'536, true, true, true},
    {"InfiniBand",
     "InfiniBandFraming",
     {},
     INFINIBAND_OPCODES,
     LAST_UNICAST_LID,
     true,
     false,
     false},
    {"InfiniBandGlobal",
     "InfiniBandFraming",
     {{"Grh", "true"}, {"DelimiterBytes", "8"}},
     INFINIBAND_OPCODES,
     LAST_UNICAST_LID,
     true,
     true,
     false}};

/** Random packets of every opcode through a codec and back. */
class PacketCodecPropertyTest : public testing::TestWithParam<Carrier>
{
  protected:
    PacketCodecPropertyTest()
        : m_framing(Make<RdmaFraming>(GetParam().framing, GetParam().attributes)),
          m_codec(m_framing->MakeCodec())
    {
    }

    /** Expects the length that the packet says, and the packet back from its bytes. */
    void ExpectRoundTrip(const FabricPacket& packet)
    {
        const Carrier& carrier = GetParam();
        const auto frame = m_codec->EncodeBytes(packet, ENDS);
        ASSERT_EQ(frame.size(), packet.frameBytes);
        const auto back = m_codec->DecodeBytes(frame);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->kind, PacketKind::TRANSPORT);
        EXPECT_EQ(HeaderFields(*back), HeaderFields(packet));
        EXPECT_EQ(back->frameBytes, packet.frameBytes);
        EXPECT_EQ(back->wireBytes, packet.wireBytes);
        EXPECT_EQ(back->payloadBytes, packet.payloadBytes);
        EXPECT_EQ(back->sourceHost, packet.sourceHost);
        EXPECT_EQ(back->destHost, packet.destHost);
        EXPECT_EQ(back->entropy, carrier.flow ? packet.entropy : 0);
        EXPECT_EQ(back->dscp, carrier.flow ? packet.dscp : 0);
        EXPECT_EQ(back->telemetry, packet.telemetry);
        EXPECT_EQ(back->lane, carrier.priority ? packet.lane : 0);
        EXPECT_EQ(back->serviceLevel, carrier.IsRoce() ? 0 : packet.serviceLevel);
        if (carrier.ect)
        {
            EXPECT_EQ(back->ecn, packet.ecn);
        }
        else
        {
            EXPECT_EQ(back->ecn == EcnCodepoint::CE, packet.ecn == EcnCodepoint::CE);
        }
        ExpectSameExtras(packet, *back);
        EXPECT_EQ(m_codec->EncodeBytes(*back, ENDS), frame);
    }

    FabricPacketPtr MakePacket(RdmaOpcode opcode)
    {
        return MakeSamplePacket(opcode,
                                PickPayload(opcode),
                                *m_framing,
                                m_random,
                                GetParam().hosts);
    }

    /** @param opcode of a packet @return how much payload it may have */
    uint32_t PickPayload(RdmaOpcode opcode)
    {
        return HasPayload(opcode) ? m_random() % 4097 : 0;
    }

    const Ptr<RdmaFraming> m_framing;
    const Ptr<const FabricPacketCodec> m_codec;
    std::mt19937_64 m_random{20'260'101};
};

TEST_P(PacketCodecPropertyTest, RoundTripIsTheIdentityAndTheLengthThatOfTheFraming)
{
    for (int round = 0; round < ROUNDS; ++round)
    {
        for (const RdmaOpcode opcode : GetParam().opcodes)
        {
            SCOPED_TRACE("opcode " + std::to_string(static_cast<int>(opcode)));
            const auto packet = MakePacket(opcode);
            ASSERT_NO_FATAL_FAILURE(ExpectRoundTrip(*packet));
        }
    }
}

TEST_P(PacketCodecPropertyTest, TelemetryAndSelectiveAcknowledgementsSurvive)
{
    for (int round = 0; round < ROUNDS; ++round)
    {
        for (const RdmaOpcode opcode :
             {RdmaOpcode::WRITE_FIRST, RdmaOpcode::SEND_LAST_IMM, RdmaOpcode::ACKNOWLEDGE})
        {
            const auto packet = MakePacket(opcode);
            if (round % 4 == 1)
            {
                AddSampleDigest(*packet, m_random);
            }
            else if (round % 4 == 3)
            {
                AddSampleTag(*packet, m_random);
            }
            else if (round % 4 == 0)
            {
                AddSampleTelemetry(*packet, m_random);
            }
            if (opcode == RdmaOpcode::ACKNOWLEDGE && round % 3 == 0)
            {
                packet->As<RdmaHeader>().selective = m_random() & 0xffffff;
                packet->frameBytes += SELECTIVE_BYTES;
                packet->wireBytes += SELECTIVE_BYTES;
            }
            ASSERT_NO_FATAL_FAILURE(ExpectRoundTrip(*packet));
        }
    }
}

TEST_P(PacketCodecPropertyTest, PauseFramesComeBack)
{
    if (!GetParam().IsRoce())
    {
        GTEST_SKIP() << "InfiniBand has none";
    }
    for (int round = 0; round < ROUNDS; ++round)
    {
        const FabricPacketPtr packet = FabricPacketPool::Make();
        packet->kind = PauseFrame::GetKind();
        packet->As<PauseFrame>() = {};
        packet->As<PauseFrame>().enabled = static_cast<uint8_t>(m_random());
        for (uint16_t& quanta : packet->As<PauseFrame>().quanta)
        {
            quanta = static_cast<uint16_t>(m_random());
        }
        const auto frame = m_codec->EncodeBytes(*packet, ENDS);
        ASSERT_EQ(frame.size(), 64u);
        const auto back = m_codec->DecodeBytes(frame);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->kind, PauseFrame::GetKind());
        EXPECT_EQ(back->wireBytes, 84u);
        EXPECT_EQ(back->As<PauseFrame>().enabled, packet->As<PauseFrame>().enabled);
        for (uint32_t priority = 0; priority < PRIORITY_COUNT; ++priority)
        {
            EXPECT_EQ(back->As<PauseFrame>().quanta[priority],
                      packet->As<PauseFrame>().quanta[priority]);
        }
    }
}

TEST_P(PacketCodecPropertyTest, FlowControlPacketsComeBack)
{
    if (GetParam().IsRoce())
    {
        GTEST_SKIP() << "Ethernet has none";
    }
    for (int round = 0; round < ROUNDS; ++round)
    {
        const FabricPacketPtr packet = FabricPacketPool::Make();
        packet->kind = CreditPacket::GetKind();
        packet->As<CreditPacket>() = {};
        packet->As<CreditPacket>().fctbs = m_random() % 4096;
        packet->As<CreditPacket>().fccl = m_random() % 4096;
        packet->As<CreditPacket>().vl = m_random() % 16;
        const auto frame = m_codec->EncodeBytes(*packet, ENDS);
        ASSERT_EQ(frame.size(), 6u);
        const auto back = m_codec->DecodeBytes(frame);
        ASSERT_TRUE(back);
        EXPECT_EQ(back->kind, CreditPacket::GetKind());
        EXPECT_EQ(back->frameBytes, 6u);
        EXPECT_EQ(back->As<CreditPacket>().fctbs, packet->As<CreditPacket>().fctbs);
        EXPECT_EQ(back->As<CreditPacket>().fccl, packet->As<CreditPacket>().fccl);
        EXPECT_EQ(back->As<CreditPacket>().vl, packet->As<CreditPacket>().vl);
        auto damaged = frame;
        damaged[m_random() % damaged.size()] ^= 1 << m_random() % 8;
        EXPECT_FALSE(m_codec->DecodeBytes(damaged));
    }
}

TEST_P(PacketCodecPropertyTest, NoDamagedFrameIsTaken)
{
    for (int round = 0; round < ROUNDS; ++round)
    {
        const auto& opcodes = GetParam().opcodes;
        const RdmaOpcode opcode = opcodes[m_random() % opcodes.size()];
        const auto packet = MakePacket(opcode);
        const auto frame = m_codec->EncodeBytes(*packet, ENDS);
        auto damaged = frame;
        damaged[m_random() % damaged.size()] ^= 1 << m_random() % 8;
        EXPECT_FALSE(m_codec->DecodeBytes(damaged));
        EXPECT_FALSE(
            m_codec->DecodeBytes({frame.begin(), frame.begin() + m_random() % frame.size()}));
    }
    EXPECT_FALSE(m_codec->DecodeBytes({}));
}

INSTANTIATE_TEST_SUITE_P(Carrier,
                         PacketCodecPropertyTest,
                         testing::ValuesIn(CARRIERS),
                         [](const auto& info) { return info.param.name; });

} // namespace
