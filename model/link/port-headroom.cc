// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "port-headroom.h"

#include "fabric-net-device.h"

#include <algorithm>

namespace ns3
{

HeadroomLink
GetHeadroomLink(const FabricNetDevice& port,
                int64_t reactionPs,
                uint32_t priorities,
                uint32_t cellBytes)
{
    return {port.GetRatebps(),
            port.GetDelayPs(),
            port.GetLatencyPs(),
            reactionPs,
            port.GetMaxWireBytes(),
            priorities,
            port.IsCutThrough(),
            port.GetFrameLimits(),
            cellBytes};
}

uint64_t
GetReplayBytes(const FabricNetDevice& port, uint32_t cellBytes)
{
    const uint64_t onWireBytes = BytesInPs(port.GetDelayPs(), port.GetRatebps());
    const auto retry = port.GetPeer()->GetRetry();
    if (!retry)
    {
        return 0;
    }
    const uint64_t bytes = retry->GetBufferBytes() - std::min(retry->GetBufferBytes(), onWireBytes);
    const FrameLimits frames{port.GetFrameLimits().leastBytes, 0};
    return cellBytes == 0 ? bytes
                          : GetMostCharged(bytes, frames, port.GetMaxWireBytes(), cellBytes);
}

} // namespace ns3
