// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "packet-kind.h"

#include "name-registry.h"

namespace ns3
{

namespace
{

constexpr auto LINK_CONTROL = static_cast<uint32_t>(PacketKind::FIRST_LINK_CONTROL);
constexpr auto HOP_BY_HOP = static_cast<uint32_t>(PacketKind::FIRST_HOP_BY_HOP);

// Functions, because classes register during the initialization of statics.

NameRegistry&
GetLinkControls()
{
    static NameRegistry set("kind of link control", {}, HOP_BY_HOP - LINK_CONTROL);
    return set;
}

NameRegistry&
GetHopByHops()
{
    static NameRegistry set("kind of packets hop by hop", {}, UINT8_MAX + 1 - HOP_BY_HOP);
    return set;
}

} // namespace

PacketKind
RegisterLinkControl(const std::string& name)
{
    return static_cast<PacketKind>(LINK_CONTROL + GetLinkControls().Register(name));
}

PacketKind
RegisterHopByHop(const std::string& name)
{
    return static_cast<PacketKind>(HOP_BY_HOP + GetHopByHops().Register(name));
}

const char*
ToString(PacketKind kind)
{
    const auto number = static_cast<uint32_t>(kind);
    if (!IsForwarded(kind))
    {
        return IsLinkControl(kind) ? GetLinkControls().GetName(number - LINK_CONTROL)
                                   : GetHopByHops().GetName(number - HOP_BY_HOP);
    }
    return kind == PacketKind::TRANSPORT ? "transport"
           : kind == PacketKind::FOREIGN ? "foreign"
                                         : "trimmed";
}

} // namespace ns3
