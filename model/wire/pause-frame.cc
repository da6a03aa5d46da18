// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pause-frame.h"

#include "control-frame.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

constexpr uint16_t OPCODE = 0x0101;

std::vector<uint8_t>
EncodePause(const FabricPacket& packet, const FrameEnds& ends)
{
    const auto& pause = packet.As<PauseFrame>();
    std::vector<uint16_t> parameters{pause.enabled};
    parameters.insert(parameters.end(), std::begin(pause.quanta), std::end(pause.quanta));
    return EncodeMacControl(ends.sender, OPCODE, parameters);
}

bool
DecodePause(const std::vector<uint8_t>& frame, FabricPacket& packet)
{
    const auto parameters = DecodeMacControl(frame, OPCODE, 1 + PRIORITY_COUNT);
    if (!parameters)
    {
        return false;
    }
    auto& pause = packet.As<PauseFrame>();
    pause = {};
    pause.enabled = static_cast<uint8_t>(parameters->front());
    std::copy(parameters->begin() + 1, parameters->end(), pause.quanta);
    return true;
}

/** Registered at start-up: a program may read a capture without any flow control. */
const PacketKind g_pauseKind = PauseFrame::GetKind();

} // namespace

PacketKind
PauseFrame::GetKind()
{
    static const PacketKind kind = RegisterControlFrame(
        {"pause frame", ETHERNET_LINK_TYPE, FRAME_BYTES, WIRE_BYTES, &EncodePause, &DecodePause});
    return kind;
}

} // namespace ns3
