// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-fault.h"

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
OpenFaults::Add(const FabricNetwork& network,
                const FabricFailure* failure,
                const FabricFault& fault)
{
    auto& faults = Get(network);
    faults.m_open.emplace_back(failure, fault);
    faults.m_open.back().second.channels.clear(); // otherwise the first channel would hold itself
    for (const auto& watcher : faults.m_watchers)
    {
        watcher(network, fault);
    }
}

void
OpenFaults::Watch(const FabricNetwork& network, const Watcher& watcher)
{
    auto& faults = Get(network);
    faults.m_watchers.push_back(watcher);
    for (const auto& [failure, fault] : faults.m_open)
    {
        watcher(network, fault);
    }
}

bool
OpenFaults::HasOne(const FabricNetwork& network,
                   const std::function<bool(const FabricFault&)>& isOne)
{
    const auto& open = Get(network).m_open;
    return std::any_of(open.begin(), open.end(), [&](const auto& one) {
        return isOne(one.second);
    });
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

std::vector<const FabricFailure*>
OpenFaults::Find(const FabricNetwork& network, const std::function<bool(const FabricFault&)>& isOne)
{
    std::vector<const FabricFailure*> found;
    for (const auto& [failure, fault] : Get(network).m_open)
    {
        if (isOne(fault))
        {
            found.push_back(failure);
        }
    }
    return found;
}

} // namespace ns3
