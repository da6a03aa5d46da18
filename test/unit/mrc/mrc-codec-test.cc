// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "codec-packets.h"
#include "dice.h"
#include "error-message.h"
#include "make-object.h"

#include "ns3/ethernet-frame.h"
#include "ns3/input-error.h"
#include "ns3/mrc-codec.h"
#include "ns3/mrc-framing.h"

#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

constexpr std::size_t OUTER_BYTES = 14 + 40 + 40 + 8; //!< in front of the BTH, with SRv6

Ptr<MrcFraming>
MakeFraming(const std::string& encapsulation = "srv6", const std::string& timeStamps = "true")
{
    return Make<MrcFraming>("MrcFraming",
                            {{"Encapsulation", encapsulation}, {"TimeStamps", timeStamps}});
}

/** @return a packet from host 3 to number 0x1234 of host 258, entropy value 0xc123 */
FabricPacketPtr
MakeMrc(MrcOpcode opcode, uint32_t payloadBytes, const MrcFraming& framing = *MakeFraming())
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->transport = MRC_TRANSPORT;
    packet->sourceHost = 3;
    packet->destHost = 258;
    packet->entropy = FlowEntropy(3, 258, 0xc123);
    packet->destEndpoint = 0x1234;
    packet->payloadBytes = payloadBytes;
    packet->dscp = 26;
    packet->ecn = payloadBytes > 0 ? EcnCodepoint::ECT : EcnCodepoint::NOT_ECT;
    packet->sentPs = MrcCodec::TIME_UNIT_PS * 0x1a2b3;
    packet->As<MrcWrite>().opcode = opcode;
    packet->frameBytes = framing.GetMrcFrameBytes(opcode, payloadBytes);
    return packet;
}

/** @return bytes from the BTH on, so many */
std::string
BodyOf(const FabricPacket& packet, std::size_t bytes)
{
    const auto frame = MakeFraming()->MakeCodec()->EncodeBytes(packet, ENDS);
    EXPECT_EQ(frame.size(), packet.frameBytes);
    const auto begin = frame.begin() + OUTER_BYTES;
    return Digits({begin, begin + static_cast<std::ptrdiff_t>(bytes)});
}

} // namespace

TEST(MrcFramingTest, LengthsAreThoseOfTheHeaders)
{
    // Ethernet 14, IP, UDP 8, BTH 12, METH 4, TSETH 4, RETH 16, ICRC 4, FCS 4.
    EXPECT_EQ(MakeFraming()->GetMrcFrameBytes(MrcOpcode::WRITE_MIDDLE, 4096), 4242u);
    EXPECT_EQ(MakeFraming()->GetGapBytes(), 20u);
    EXPECT_EQ(MakeFraming("structured")->GetMrcFrameBytes(MrcOpcode::WRITE_FIRST, 4096), 4202u);
    EXPECT_EQ(MakeFraming("udp")->GetMrcFrameBytes(MrcOpcode::WRITE_LAST, 4096), 4182u);
    EXPECT_EQ(MakeFraming("udp", "false")->GetMrcFrameBytes(MrcOpcode::WRITE_LAST, 4096), 4178u);
    EXPECT_EQ(MakeFraming()->GetMrcFrameBytes(MrcOpcode::WRITE_ONLY_IMMEDIATE, 1), 154u);
    EXPECT_EQ(MakeFraming()->GetMrcFrameBytes(MrcOpcode::SACK, 0), 158u);
    EXPECT_EQ(MakeFraming()->GetMrcFrameBytes(MrcOpcode::NACK, 0), 142u);
    EXPECT_EQ(MakeFraming()->GetMrcFrameBytes(MrcOpcode::PROBE, 0), 138u);
    EXPECT_EQ(MakeFraming("udp")->GetMrcFrameBytes(MrcOpcode::ENDPOINT_RESPONSE, 0), 98u);
    EXPECT_EQ(MakeFraming()->GetMaxWireBytes(4096), 4242u + 4 + 20);
    EXPECT_EQ(MessageOf<InputError>([] { MakeFraming("vxlan"); }),
              "MrcFraming Encapsulation: is \"vxlan\"; expected srv6, structured or udp");
}

TEST(MrcCodecTest, EveryPacketOfAMessageHasItsAddress)
{
    const auto packet = MakeMrc(MrcOpcode::WRITE_LAST_IMMEDIATE, 1807);
    auto& write = packet->As<MrcWrite>();
    write.psn = 0xabcdef;
    write.retransmitted = true;
    write.ackRequest = true;
    write.message = 0x5678;
    write.immediate = 0xdeadbeef;
    write.bytes = 10'000;
    write.offset = 8192;
    EXPECT_EQ(BodyOf(*packet, 40),
              // opcode, pad 1, partition; destination; A and retransmitted, PSN
              "c910ffff"
              "00001234"
              "81abcdef"
              // METH; time stamp; RETH: address, key, length; immediate
              "56785678"
              "a2b30000"
              "0000000000002000"
              "00000000"
              "00002710"
              "deadbeef");
}

TEST(MrcCodecTest, AnswersHaveTheFieldsOfTheTables)
{
    const auto sack = MakeMrc(MrcOpcode::SACK, 0);
    auto& answer = sack->As<MrcAnswer>();
    answer.marked = true;
    answer.mpr = 16;
    answer.port = 0xc123;
    answer.psn = 0x000002; // 5 behind the cumulative one, across the end of the numbers
    answer.cumulative = 0xfffffd;
    answer.bitmapBase = 0xffffff;
    answer.bitmap = 0x8000'0000'0000'0003;
    answer.receivedBytes = 0x00ab'cd00;
    EXPECT_EQ(BodyOf(*sack, 48),
              "dc00ffff"
              "00001234"
              "00fffffd"
              // M 1, offset of the PSN; entropy value; cumulative PSN, MPR; offset, bitmap
              "40000005"
              "0000c123"
              "fffffd10"
              "00020000"
              "8000000000000003"
              // time stamp, order; penalty, received
              "a2b30000"
              "0000abcd"
              "00000000");

    const auto nack = MakeMrc(MrcOpcode::NACK, 0);
    nack->As<MrcAnswer>().code = MrcNackCode::TRIMMED_LASTHOP;
    nack->As<MrcAnswer>().psn = 7;
    nack->As<MrcAnswer>().port = 0xc123;
    EXPECT_EQ(BodyOf(*nack, 32),
              "dd00ffff"
              "00001234"
              "00000007"
              "02000000"
              "00000700"
              "0000c123"
              "00000000"
              "a2b30000");

    const auto probe = MakeMrc(MrcOpcode::ENDPOINT_REQUEST, 0);
    probe->As<MrcControl>().kind = MrcEndpointKind::ENTROPY_PROBE;
    probe->As<MrcControl>().port = 0xc123;
    EXPECT_EQ(BodyOf(*probe, 28),
              "d800ffff"
              "00000002"
              "00000000"
              "01000000"
              "0000c123"
              "00001234"
              "a2b30000");

    const auto status = MakeMrc(MrcOpcode::ENDPOINT_REQUEST, 0);
    status->As<MrcControl>().kind = MrcEndpointKind::PORTS;
    status->As<MrcControl>().number = 0x0102;
    status->As<MrcControl>().ports = 0x80000005; // ports 0, 2 and 31
    EXPECT_EQ(BodyOf(*status, 28),
              "d800ffff"
              "00000002"
              "00000000"
              "02000102"
              "80000005"
              "00001234"
              "a2b30000");
}

TEST(MrcCodecTest, TheOuterHeaderHasTheRoute)
{
    const auto frame =
        MakeFraming()->MakeCodec()->EncodeBytes(*MakeMrc(MrcOpcode::WRITE_MIDDLE, 4096), ENDS);
    EXPECT_EQ(Digits({frame.begin() + 12, frame.begin() + OUTER_BYTES}),
              "86dd"
              // version, DSCP 26, ECT(0), flow label; length; IPv6 behind it, hop limit
              "66a0c123"
              "1058"
              "2940"
              "fd0000000000000000000000"
              "0b000301"
              // locator, entropy value, host
              "fc000000"
              "c123"
              "0102"
              "0000000000000000"
              "66a0c123"
              "1030"
              "1140"
              "fd0000000000000000000000"
              "0b000301"
              "fd0000000000000000000000"
              "0b010201"
              "c12312b7"
              "10300000");
}

TEST(MrcCodecTest, FramesComeBackAsTheyWere)
{
    Dice dice(3);
    const MrcOpcode opcodes[] = {MrcOpcode::WRITE_FIRST,
                                 MrcOpcode::WRITE_MIDDLE,
                                 MrcOpcode::WRITE_LAST,
                                 MrcOpcode::WRITE_LAST_IMMEDIATE,
                                 MrcOpcode::WRITE_ONLY,
                                 MrcOpcode::WRITE_ONLY_IMMEDIATE,
                                 MrcOpcode::SACK,
                                 MrcOpcode::NACK,
                                 MrcOpcode::PROBE,
                                 MrcOpcode::ENDPOINT_REQUEST,
                                 MrcOpcode::ENDPOINT_RESPONSE};
    for (const std::string encapsulation : {"srv6", "structured", "udp"})
    {
        for (const std::string timeStamps : {"true", "false"})
        {
            const auto framing = MakeFraming(encapsulation, timeStamps);
            const auto codec = framing->MakeCodec();
            for (int round = 0; round < 200; ++round)
            {
                const MrcOpcode opcode = opcodes[dice(11)];
                const uint32_t payload = IsWrite(opcode) ? 1 + dice(4096) : 0;
                const auto packet = MakeMrc(opcode, payload, *framing);
                if (IsWrite(opcode))
                {
                    auto& write = packet->As<MrcWrite>();
                    write.psn = dice(1 << 24);
                    write.message = dice(1 << 16);
                    write.retransmitted = dice(2) != 0;
                    write.ackRequest = dice(2) != 0;
                    write.immediate = HasImmediate(opcode) ? dice(1U << 31) : 0;
                    write.bytes = dice(1U << 31);
                    write.offset = dice(1U << 31);
                    if (dice(4) == 0)
                    {
                        packet->kind = PacketKind::TRIMMED;
                        packet->payloadBytes = 0;
                        packet->frameBytes = framing->GetMrcFrameBytes(opcode, 0);
                    }
                }
                else if (opcode == MrcOpcode::SACK || opcode == MrcOpcode::NACK)
                {
                    auto& answer = packet->As<MrcAnswer>();
                    answer.port = static_cast<uint16_t>(dice(1 << 16));
                    answer.marked = dice(2) != 0;
                    answer.retransmitted = dice(2) != 0;
                    answer.mpr = static_cast<uint8_t>(dice(256));
                    answer.cumulative = dice(1 << 24);
                    answer.psn = (answer.cumulative + dice(30'000)) & MRC_PSN_MASK;
                    if (opcode == MrcOpcode::SACK)
                    {
                        answer.bitmapBase = (answer.cumulative + dice(30'000)) & MRC_PSN_MASK;
                        answer.bitmap = uint64_t{dice(1U << 31)} << 20;
                        answer.receivedBytes = 256 * dice(1 << 20);
                    }
                    else
                    {
                        answer.code = static_cast<MrcNackCode>(1 + dice(4));
                    }
                }
                else
                {
                    auto& control = packet->As<MrcControl>();
                    control.number = static_cast<uint16_t>(dice(1 << 16));
                    if (opcode != MrcOpcode::PROBE && dice(2) == 0)
                    {
                        control.kind = MrcEndpointKind::PORTS;
                        control.ports = dice(1U << 31) * 2;
                    }
                    else
                    {
                        control.kind = opcode == MrcOpcode::PROBE ? MrcEndpointKind::NONE
                                                                  : MrcEndpointKind::ENTROPY_PROBE;
                        control.port = static_cast<uint16_t>(dice(1 << 16));
                    }
                }
                const auto frame = codec->EncodeBytes(*packet, ENDS);
                ASSERT_EQ(frame.size(), packet->frameBytes);
                const auto back = codec->DecodeBytes(frame);
                ASSERT_TRUE(back);
                back->sentPs = packet->sentPs;
                EXPECT_EQ(codec->EncodeBytes(*back, ENDS), frame);
                EXPECT_TRUE(std::equal(back->header,
                                       back->header + FabricPacket::HEADER_ROOM,
                                       packet->header))
                    << +static_cast<uint8_t>(opcode);
                EXPECT_EQ(std::tuple(back->kind,
                                     back->transport,
                                     back->sourceHost,
                                     back->destHost,
                                     back->destEndpoint,
                                     back->entropy,
                                     back->payloadBytes,
                                     back->dscp,
                                     back->ecn),
                          std::tuple(packet->kind,
                                     packet->transport,
                                     packet->sourceHost,
                                     packet->destHost,
                                     packet->destEndpoint,
                                     packet->entropy,
                                     packet->payloadBytes,
                                     packet->dscp,
                                     packet->ecn));
            }
        }
    }
}

TEST(MrcCodecTest, TheInvariantCrcFindsDamageButNotWhatRoutersChange)
{
    for (const std::string encapsulation : {"srv6", "structured", "udp"})
    {
        SCOPED_TRACE(encapsulation);
        const auto framing = MakeFraming(encapsulation);
        const auto codec = framing->MakeCodec();
        const auto frame = codec->EncodeBytes(*MakeMrc(MrcOpcode::WRITE_ONLY, 40, *framing), ENDS);
        const std::size_t inner =
            frame.size() - (8 + 12 + 4 + 4 + 16 + 40 + 4 + 4) - (encapsulation == "udp" ? 20 : 40);
        const auto isSound = [&](std::size_t byte) {
            std::vector<uint8_t> other(frame.begin(), frame.end() - 4);
            other[byte] ^= 1;
            CompleteEthernetFrame(other);
            return codec->DecodeBytes(other) != nullptr;
        };
        EXPECT_FALSE(isSound(frame.size() - 9)); // the end of the payload
        EXPECT_FALSE(isSound(frame.size() - 5)); // the CRC
        if (encapsulation != "udp")              // IPv4 has a checksum of its own
        {
            EXPECT_TRUE(isSound(inner + 7));   // hop limit
            EXPECT_TRUE(isSound(inner + 3));   // flow label
            EXPECT_FALSE(isSound(inner + 39)); // destination
        }
        if (encapsulation == "srv6")
        {
            EXPECT_TRUE(isSound(inner - 1)); // the list of uSIDs
        }
    }
}
