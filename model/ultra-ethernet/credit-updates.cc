// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-updates.h"

#include "ns3/control-frame.h"
#include "ns3/ethernet-frame.h"

#include <vector>

namespace ns3
{

namespace
{

constexpr uint16_t CONSUMED_OPCODE = 0xff01; // of MAC control, for private use

std::vector<uint8_t>
EncodeConsumed(const FabricPacket& packet, const FrameEnds& ends)
{
    std::vector<uint16_t> parameters;
    for (const uint32_t consumed : packet.As<CreditsConsumed>().consumed)
    {
        parameters.push_back(static_cast<uint16_t>(consumed >> 16));
        parameters.push_back(static_cast<uint16_t>(consumed));
    }
    return EncodeMacControl(ends.sender, CONSUMED_OPCODE, parameters);
}

bool
DecodeConsumed(const std::vector<uint8_t>& frame, FabricPacket& packet)
{
    const auto parameters = DecodeMacControl(frame, CONSUMED_OPCODE, 2 * PRIORITY_COUNT);
    for (uint32_t lane = 0; parameters && lane < PRIORITY_COUNT; ++lane)
    {
        packet.As<CreditsConsumed>().consumed[lane] =
            uint32_t{(*parameters)[2 * lane]} << 16 | (*parameters)[2 * lane + 1];
    }
    return parameters.has_value();
}

/** Known from the start, so that they are the same numbers in all processes. */
const PacketKind g_creditKinds[] = {CreditsFreed::GetKind(), CreditsConsumed::GetKind()};

} // namespace

PacketKind
CreditsFreed::GetKind()
{
    static const PacketKind kind = RegisterLinkControl("credits freed");
    return kind;
}

PacketKind
CreditsConsumed::GetKind()
{
    static const PacketKind kind = RegisterControlFrame({"credits consumed",
                                                         ETHERNET_LINK_TYPE,
                                                         LEAST_FRAME_BYTES,
                                                         LEAST_FRAME_BYTES + PREAMBLE_AND_GAP_BYTES,
                                                         &EncodeConsumed,
                                                         &DecodeConsumed});
    return kind;
}

} // namespace ns3
