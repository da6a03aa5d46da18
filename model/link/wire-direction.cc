// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "wire-direction.h"

#include "link-retry.h"

namespace ns3
{

WireLane&
WireDirection::GetLane(PacketKind kind)
{
    if (unchecked && (!IsLinkControl(kind) || kind == LinkRetry::GetReplayKind()))
    {
        return *unchecked;
    }
    return IsLinkControl(kind) ? control : data;
}

} // namespace ns3
