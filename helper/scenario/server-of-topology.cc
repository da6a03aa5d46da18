// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "server-of-topology.h"

#include "scenario-preset.h"

#include "ns3/topology-generator.h"

#include <algorithm>

namespace ns3
{

void
AddServerOfTopology(ScenarioValue& root)
{
    const auto* topology = root.Find("topology");
    if (!topology)
    {
        return;
    }
    auto copy = *topology;
    const auto preset = ExpandPreset(copy, "Topology", TopologyGenerator::GetTypeId());
    if (!preset || !preset->server)
    {
        return;
    }
    auto server = *preset->server;
    server.MoveTo(JoinPath(root.path, "server"), "server");
    const auto own = std::find_if(root.children.begin(),
                                  root.children.end(),
                                  [](const auto& member) { return member.key == "server"; });
    if (own == root.children.end())
    {
        root.children.push_back(server);
    }
    else if (own->kind == ScenarioValue::Kind::OBJECT && !own->Find("type") && !own->Find("preset"))
    {
        // Not expanded, because the name of the preset is needed.
        Merge(server, *own, "Server");
        *own = server;
    }
}

} // namespace ns3
