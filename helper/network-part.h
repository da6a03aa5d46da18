// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_PART_H
#define AI_FABRIC_NETWORK_PART_H

#include "ns3/create-part.h"
#include "ns3/ptr.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Creates a part of a profile.
 *
 * @tparam T class of the part
 * @tparam Factory as for CreatePart()
 * @param factory factory of the part
 * @return the part
 * @throw InputError if the factory makes no T, or refuses its attributes
 */
template <typename T, typename Factory>
Ptr<T>
MakeNetworkPart(const Factory& factory)
{
    return CreatePart<T>(factory, T::GetTypeId().GetName() + " of the fabric");
}

} // namespace ns3

#endif // AI_FABRIC_NETWORK_PART_H
