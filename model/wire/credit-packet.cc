// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-packet.h"

#include "control-frame.h"
#include "erf-record.h"
#include "variant-crc.h"
#include "wire-cursor.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint32_t COUNTER_MASK = 0xfff;
constexpr uint32_t COUNTER_BITS = 12;

/** Completes a flow control packet with its LPCRC. */
void
Complete(std::vector<uint8_t>& frame)
{
    const uint16_t check = VariantCrc(frame.data(), frame.size());
    WireWriter(frame).PutLeastFirst(check, VCRC_BYTES);
}

std::vector<uint8_t>
EncodeCredits(const FabricPacket& packet, const FrameEnds&)
{
    const auto& credit = packet.As<CreditPacket>();
    std::vector<uint8_t> frame;
    WireWriter out(frame);
    out.Put(credit.fctbs & COUNTER_MASK, 2);
    out.Put(uint32_t{credit.vl} << COUNTER_BITS | (credit.fccl & COUNTER_MASK), 2);
    Complete(frame);
    return frame;
}

bool
DecodeCredits(const std::vector<uint8_t>& frame, FabricPacket& packet)
{
    if (frame.size() != CreditPacket::FRAME_BYTES)
    {
        return false;
    }
    std::vector<uint8_t> sound(frame.begin(), frame.end() - VCRC_BYTES);
    Complete(sound);
    WireReader in(frame.data(), frame.size());
    const auto sent = static_cast<uint16_t>(in.Get(2));
    const auto limit = static_cast<uint16_t>(in.Get(2));
    auto& credit = packet.As<CreditPacket>();
    credit = {};
    credit.fctbs = sent & COUNTER_MASK;
    credit.fccl = limit & COUNTER_MASK;
    credit.vl = static_cast<uint8_t>(limit >> COUNTER_BITS);
    credit.repeats = true;                              // unknown, as it is not on the wire
    credit.asks = true;                                 // unknown, as it is not on the wire
    return frame == sound && sent >> COUNTER_BITS == 0; // Op
}

/** Registered at start-up: a program may read a capture without any flow control. */
const PacketKind g_creditKind = CreditPacket::GetKind();

} // namespace

PacketKind
CreditPacket::GetKind()
{
    static const PacketKind kind = RegisterControlFrame({"flow control packet",
                                                         ERF_LINK_TYPE,
                                                         FRAME_BYTES,
                                                         WIRE_BYTES,
                                                         &EncodeCredits,
                                                         &DecodeCredits});
    return kind;
}

} // namespace ns3
