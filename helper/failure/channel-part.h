// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHANNEL_PART_H
#define AI_FABRIC_CHANNEL_PART_H

#include "ns3/fabric-channel.h"
#include "ns3/object.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Returns the state that failures keep about a link; it is aggregated to the link's channel at the
 * first call.
 *
 * @tparam T class of the state
 * @param channel channel of the link
 * @return state of the link
 */
template <typename T>
T&
GetPartOf(FabricChannel& channel)
{
    if (const auto known = channel.GetObject<T>())
    {
        return *known;
    }
    const auto added = CreateObject<T>();
    channel.AggregateObject(added);
    return *added;
}

} // namespace ns3

#endif // AI_FABRIC_CHANNEL_PART_H
