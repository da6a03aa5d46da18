// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "open-faults.h"

#include "channel-part.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OpenFaults);

TypeId
OpenFaults::GetTypeId()
{
    static TypeId tid = TypeId("ns3::OpenFaults").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

OpenFaults&
OpenFaults::Get(const FabricNetwork& network)
{
    return GetPartOf<OpenFaults>(*network.channels.front());
}

void
OpenFaults::Add(const FabricFailure* failure, const FabricFault& fault)
{
    m_open.emplace_back(failure, fault);
    m_open.back().second.channels.clear(); // the first one would hold itself
}

bool
OpenFaults::Remove(const FabricFailure* failure)
{
    const auto open = std::find_if(m_open.begin(), m_open.end(), [failure](const auto& other) {
        return other.first == failure;
    });
    if (open == m_open.end())
    {
        return false;
    }
    m_open.erase(open);
    return true;
}

void
OpenFaults::EndThose(const FabricNetwork& network,
                     const std::function<bool(const FabricFault&)>& isGone)
{
    const auto open = Get(network).m_open; // each that ends takes itself out
    for (const auto& [failure, fault] : open)
    {
        if (isGone(fault))
        {
            failure->End(network);
        }
    }
}

} // namespace ns3
