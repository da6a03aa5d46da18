// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-packet-codec.h"

#include "control-frame.h"

#include <algorithm>

namespace ns3
{

FabricPacketCodec::~FabricPacketCodec() = default;

std::vector<uint8_t>
FabricPacketCodec::EncodeBytes(const FabricPacket& packet, const FrameEnds& ends) const
{
    return IsForwarded(packet.kind) ? DoEncode(packet, ends)
                                    : EncodeControlFrame(packet, GetDataLinkType(), ends);
}

FabricPacketPtr
FabricPacketCodec::DecodeBytes(const std::vector<uint8_t>& frame) const
{
    FabricPacketPtr control = DecodeControlFrame(frame, GetDataLinkType());
    return control ? std::move(control) : DoDecode(frame);
}

Ptr<Packet>
FabricPacketCodec::Encode(const FabricPacket& packet, const FrameEnds& ends) const
{
    const auto bytes = EncodeBytes(packet, ends);
    return bytes.empty() ? nullptr
                         : Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
}

FabricPacketPtr
FabricPacketCodec::Decode(Ptr<const Packet> frame) const
{
    std::vector<uint8_t> bytes(frame->GetSize());
    frame->CopyData(bytes.data(), frame->GetSize());
    return DecodeBytes(bytes);
}

uint32_t
FabricPacketCodec::DoGetLeastFrameBytes() const
{
    return 0;
}

uint32_t
FabricPacketCodec::DoGetTrimmedBytes(const FabricPacket& packet) const
{
    return std::max(packet.frameBytes - PaddedBytes(packet.payloadBytes), GetLeastFrameBytes());
}

std::vector<uint8_t>
FabricPacketCodec::DoMakeRecord(std::vector<uint8_t> frame, const FrameSighting&) const
{
    return frame;
}

} // namespace ns3
