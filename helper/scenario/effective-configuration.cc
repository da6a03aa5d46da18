// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "effective-configuration.h"

#include "scenario-keys.h"

namespace ns3
{

void
WriteConfiguration(JsonWriter& json,
                   const std::string& key,
                   const FabricScenario& scenario,
                   const std::vector<uint32_t>& seeds,
                   bool labels)
{
    json.BeginObject(key);
    for (const auto& member : GetScenarioKeys())
    {
        if (member.isLabel && !labels)
        {
            json.Add(member.name, "");
        }
        else if (member.write)
        {
            member.write(member, json, scenario, seeds);
        }
    }
    json.EndObject();
}

} // namespace ns3
