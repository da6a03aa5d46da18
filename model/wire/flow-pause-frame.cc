// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "flow-pause-frame.h"

#include "control-frame.h"

#include "ns3/byte-image.h"
#include "ns3/packet-image.h"

#include <memory>
#include <string>
#include <typeinfo>

namespace ns3
{

namespace
{

constexpr uint16_t FLOW_PAUSE_OPCODE = 0xff02; // opcode of MAC control for private use
constexpr uint32_t FILTER_AT = 2;              // index of the filter among the parameters

std::vector<uint8_t>
EncodeFlowPause(const FabricPacket& packet, const FrameEnds& ends)
{
    const auto& pause = packet.As<FlowPauseFrame>();
    std::vector<uint16_t> parameters{pause.priority, static_cast<uint16_t>(pause.everything)};
    for (const uint64_t word : static_cast<const FlowPauseFilter&>(*packet.extras).paused.words)
    {
        for (const uint32_t shift : {48U, 32U, 16U, 0U})
        {
            parameters.push_back(static_cast<uint16_t>(word >> shift));
        }
    }
    return EncodeMacControl(ends.sender, FLOW_PAUSE_OPCODE, parameters);
}

bool
DecodeFlowPause(const std::vector<uint8_t>& frame, FabricPacket& packet)
{
    const auto parameters =
        DecodeMacControl(frame, FLOW_PAUSE_OPCODE, FILTER_AT + FlowFilter::BITS / 16);
    if (!parameters)
    {
        return false;
    }
    auto& pause = packet.As<FlowPauseFrame>();
    pause.priority = static_cast<uint8_t>(parameters->at(0));
    pause.everything = parameters->at(1) != 0;
    auto filter = std::make_unique<FlowPauseFilter>();
    for (uint32_t part = 0; part < FlowFilter::BITS / 16; ++part)
    {
        uint64_t& word = filter->paused.words[part / 4];
        word = word << 16 | (*parameters)[FILTER_AT + part];
    }
    packet.extras = std::move(filter);
    return true;
}

/** Registered at start-up: a program may read a capture without any flow control. */
const PacketKind g_flowPauseKind = FlowPauseFrame::GetKind();

[[maybe_unused]] const bool g_filterRegistered = RegisterPacketExtras(
    "FlowPauseFilter",
    {typeid(FlowPauseFilter),
     [](std::string& to, const PacketExtras& extras) {
         SaveValue(to, static_cast<const FlowPauseFilter&>(extras).paused.words);
     },
     [](const char*& from) {
         auto filter = std::make_unique<FlowPauseFilter>();
         filter->paused.words = LoadValue<decltype(FlowFilter::words)>(from);
         return filter;
     }});

} // namespace

PacketKind
FlowPauseFrame::GetKind()
{
    static const PacketKind kind = RegisterControlFrame({"flow pause frame",
                                                         ETHERNET_LINK_TYPE,
                                                         FRAME_BYTES,
                                                         WIRE_BYTES,
                                                         &EncodeFlowPause,
                                                         &DecodeFlowPause});
    return kind;
}

} // namespace ns3
