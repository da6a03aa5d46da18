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
 * What failures note of a link, as a part of its channel from the first one on.
 *
 * @tparam T class of the note
 * @param channel of the link
 * @return its note, made if there was none
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
