// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "control-frame.h"

#include "ns3/abort.h"

#include <algorithm>

namespace ns3
{

namespace
{

/**
 * By number, from the first kind of link control on. A function, because classes register during
 * the initialization of statics.
 */
std::vector<ControlFrame>&
GetFrames()
{
    static std::vector<ControlFrame> frames;
    return frames;
}

constexpr auto FIRST = static_cast<uint32_t>(PacketKind::FIRST_LINK_CONTROL);

/** @return frame of a kind; null: none */
const ControlFrame*
FindFrame(PacketKind kind)
{
    const uint32_t number = static_cast<uint32_t>(kind) - FIRST;
    return number < GetFrames().size() && GetFrames()[number].encode ? &GetFrames()[number]
                                                                     : nullptr;
}

} // namespace

PacketKind
RegisterControlFrame(const ControlFrame& frame)
{
    const PacketKind kind = RegisterLinkControl(frame.name);
    const uint32_t number = static_cast<uint32_t>(kind) - FIRST;
    auto& frames = GetFrames();
    frames.resize(std::max<std::size_t>(frames.size(), number + 1), ControlFrame{});
    if (!frames[number].encode)
    {
        frames[number] = frame;
    }
    return kind;
}

FabricPacketPtr
MakeControlPacket(PacketKind kind)
{
    const ControlFrame* const frame = FindFrame(kind);
    NS_ABORT_MSG_UNLESS(frame, ToString(kind) << ": has no ControlFrame");
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = kind;
    packet->frameBytes = frame->frameBytes;
    packet->wireBytes = frame->wireBytes;
    return packet;
}

std::vector<uint8_t>
EncodeControlFrame(const FabricPacket& packet, uint32_t linkType, const FrameEnds& ends)
{
    const ControlFrame* const frame = FindFrame(packet.kind);
    return frame && frame->linkType == linkType ? frame->encode(packet, ends)
                                                : std::vector<uint8_t>();
}

FabricPacketPtr
DecodeControlFrame(const std::vector<uint8_t>& frame, uint32_t linkType)
{
    for (uint32_t number = 0; number < GetFrames().size(); ++number)
    {
        const auto kind = static_cast<PacketKind>(FIRST + number);
        const ControlFrame* const candidate = FindFrame(kind);
        if (!candidate || candidate->linkType != linkType)
        {
            continue;
        }
        FabricPacketPtr packet = MakeControlPacket(kind);
        if (candidate->decode(frame, *packet))
        {
            return packet;
        }
    }
    return nullptr;
}

} // namespace ns3
