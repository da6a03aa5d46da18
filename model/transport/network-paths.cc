// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-paths.h"

#include "ns3/fabric-units.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NetworkPaths);

TypeId
NetworkPaths::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NetworkPaths").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

int64_t
PathHead::GetPs(uint32_t firstBytes) const
{
    int64_t ps = delayPs;
    for (const uint64_t ratebps : storedbps)
    {
        ps += SerializationPs(firstBytes, ratebps);
    }
    return longestbps == 0 ? ps : ps - SerializationPs(firstBytes, longestbps);
}

} // namespace ns3
