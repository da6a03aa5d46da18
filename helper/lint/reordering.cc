// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reordering.h"

#include "ns3/path-selector.h"

#include <cstdint>

namespace ns3
{

namespace
{

/** @return true if two packets of a flow may take different paths */
bool
HasChoice(const FabricNetwork& network)
{
    for (const auto& fabricSwitch : network.fabricSwitches)
    {
        if (fabricSwitch->GetPathSelector()->GetDetours())
        {
            return true;
        }
    }
    const auto& topology = network.topology;
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            continue;
        }
        for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
        {
            if (network.GetRoutes().GetEgressLinks(node, host).size() > 1)
            {
                return true;
            }
        }
    }
    return false;
}

} // namespace

std::string
FindReordering(const FabricNetwork& network)
{
    if (network.KeepsOrder() || network.transports.empty())
    {
        return "";
    }
    const std::string need = network.transports.front()->GetNeedOfOrder();
    return need.empty() || !HasChoice(network)
               ? ""
               : network.GetSpreader() + " lets packets overtake each other, and " + need;
}

} // namespace ns3
