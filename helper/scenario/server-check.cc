// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "server-check.h"

#include "object-builder.h"
#include "type-names.h"

#include "ns3/gpu-server.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** @return name of an object's kind, without attributes */
ScenarioValue
GetKind(ScenarioValue object)
{
    object.text = object.text.substr(0, object.text.find('['));
    auto& members = object.children;
    const auto isAttribute = [](const auto& member) {
        return member.key != "type" && member.key != "preset";
    };
    members.erase(std::remove_if(members.begin(), members.end(), isAttribute), members.end());
    return object;
}

/** @return attribute without effect whose value is not the kind's default; empty: none */
GpuServer::Idle
FindIdle(const ScenarioValue& server, const GpuServer& kind)
{
    const auto made = BuildObject<GpuServer>(server, "Server");
    while (true)
    {
        const auto idle = made->FindIdle();
        StringValue value;
        StringValue usual;
        if (!idle.attribute.empty())
        {
            made->GetAttribute(idle.attribute, value);
            kind.GetAttribute(idle.attribute, usual);
        }
        if (value.Get() != usual.Get() || idle.attribute.empty())
        {
            return idle;
        }
        TypeId::AttributeInformation info;
        made->GetInstanceTypeId().LookupAttributeByName(idle.attribute, &info);
        made->SetAttribute(idle.attribute, *info.initialValue); // does not count any more
    }
}

} // namespace

void
CheckIdle(const ScenarioValue& server)
{
    const auto kind = BuildObject<GpuServer>(GetKind(server), "Server");
    const auto idle = FindIdle(server, *kind);
    if (idle.attribute.empty())
    {
        return;
    }
    for (const auto& child : server.children)
    {
        if (SameName(idle.attribute, child.key))
        {
            child.Fail(idle.problem);
        }
    }
    server.Fail(SpellAttribute(idle.attribute) + " " + idle.problem);
}

} // namespace ns3
