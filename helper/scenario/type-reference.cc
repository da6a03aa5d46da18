// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "type-reference.h"

#include "attribute-parser.h"
#include "type-names.h"

#include "ns3/background-traffic.h"
#include "ns3/fabric-failure.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-sampler.h"
#include "ns3/fabric-workload.h"
#include "ns3/gpu-server.h"
#include "ns3/json-writer.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/queue-histogram.h"
#include "ns3/topology-generator.h"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/** An attribute as a scenario writes it. */
struct ReferenceAttribute
{
    AttributeEntry entry; //!< information of ns-3
    std::string initial;  //!< its default, spelled as in a scenario
    bool isObject;        //!< true: holds an object whose role has the name of the attribute
};

/** A type with its role. */
struct ReferenceType
{
    std::string role; //!< role in scenarios
    TypeId tid;
    std::vector<ReferenceAttribute> attributes;
};

/**
 * @return allowed values of an attribute; notes the family of an object
 * @param families families by role
 */
ReferenceAttribute
Describe(const AttributeEntry& entry, std::vector<std::pair<std::string, TypeId>>& families)
{
    const auto& info = entry.info;
    const auto* initial = PeekPointer(info.initialValue);
    ReferenceAttribute attribute{entry, info.initialValue->SerializeToString(info.checker), false};
    if (const auto* factory = dynamic_cast<const ObjectFactoryValue*>(initial))
    {
        attribute.isObject = true;
        if (factory->Get().IsTypeIdSet())
        {
            const auto held = factory->Get().GetTypeId();
            attribute.initial = held.HasConstructor() ? SpellType(held, info.name) : "";
            families.emplace_back(info.name, GetFamily(held));
        }
    }
    else if (const auto* pointer = dynamic_cast<const PointerChecker*>(PeekPointer(info.checker)))
    {
        attribute.isObject = true;
        attribute.initial.clear();
        families.emplace_back(info.name, pointer->GetPointeeTypeId());
    }
    else if (const auto* time = dynamic_cast<const TimeValue*>(initial))
    {
        attribute.initial = std::to_string(time->Get().GetPicoSeconds()) + "ps";
    }
    return attribute;
}

/**
 * @return roles of the scenario first, then the roles that its types name, until there are no new
 *         ones
 */
std::vector<ReferenceType>
CollectTypes()
{
    std::vector<std::pair<std::string, TypeId>> queue = {
        {"Topology", TopologyGenerator::GetTypeId()},
        {"Server", GpuServer::GetTypeId()},
        {"Fabric", FabricProfile::GetTypeId()},
        {"Workload", FabricWorkload::GetTypeId()},
        {"Sampler", FabricSampler::GetTypeId()},
        {"Histogram", QueueHistogram::GetTypeId()},
        {"Failure", FabricFailure::GetTypeId()},
        {"Background", BackgroundTraffic::GetTypeId()}};
    std::vector<ReferenceType> types;
    std::set<std::string> seen;
    for (size_t i = 0; i < queue.size(); ++i)
    {
        const auto [role, base] = queue[i];
        if (!seen.insert(role).second)
        {
            continue;
        }
        std::vector<std::pair<std::string, TypeId>> families;
        for (const auto& tid : GetTypes(base))
        {
            types.push_back({role, tid, {}});
            for (const auto& entry : GetAttributes(tid))
            {
                types.back().attributes.push_back(Describe(entry, families));
            }
        }
        queue.insert(queue.end(), families.begin(), families.end());
    }
    return types;
}

/** @return a text without hyphens and capital letters */
std::string
Simplify(const std::string& text)
{
    std::string simple;
    for (const char c : text)
    {
        if (c != '-')
        {
            simple += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return simple;
}

/** @return true if a reference contains this attribute of a type that it contains */
bool
IsMentioned(const ReferenceAttribute& attribute, const ReferenceFilter& filter)
{
    const auto& info = attribute.entry.info;
    return filter.HasWord(SpellAttribute(info.name)) || filter.HasWord(attribute.initial) ||
           filter.HasWord(info.help);
}

/** @return true if a reference contains this type */
bool
IsWanted(const ReferenceType& type, const ReferenceFilter& filter)
{
    const auto spelling = SpellType(type.tid, type.role);
    const auto name = type.tid.GetName();
    const bool named = filter.name.empty() || filter.IsName(type.role) || filter.IsName(spelling) ||
                       filter.IsName(name) || filter.IsName(name.substr(name.rfind(':') + 1));
    return named &&
           (filter.HasWord(spelling) || filter.HasWord(name) ||
            std::any_of(type.attributes.begin(), type.attributes.end(), [&](const auto& attribute) {
                return IsMentioned(attribute, filter);
            }));
}

} // namespace

bool
ReferenceFilter::IsName(const std::string& candidate) const
{
    return Simplify(candidate) == Simplify(name);
}

bool
ReferenceFilter::HasWord(const std::string& text) const
{
    return word.empty() || Simplify(text).find(Simplify(word)) != std::string::npos;
}

std::vector<std::string>
GetReferenceNames()
{
    std::set<std::string> names;
    for (const auto& type : CollectTypes())
    {
        names.insert(SpellAttribute(type.role));
        names.insert(SpellType(type.tid, type.role));
    }
    return {names.begin(), names.end()};
}

size_t
WriteReference(std::ostream& out, const ReferenceFilter& filter)
{
    std::string role;
    size_t count = 0;
    for (const auto& type : CollectTypes())
    {
        if (!IsWanted(type, filter))
        {
            continue;
        }
        ++count;
        if (type.role != role)
        {
            out << (role.empty() ? "" : "\n") << SpellAttribute(type.role) << '\n';
            role = type.role;
        }
        out << "\n  \"" << SpellType(type.tid, role) << "\" (" << type.tid.GetName() << ")\n";
        for (const auto& attribute : type.attributes)
        {
            if (!IsMentioned(attribute, filter))
            {
                continue;
            }
            const auto& info = attribute.entry.info;
            out << "    " << SpellAttribute(info.name) << " = "
                << (attribute.initial.empty() ? "\"\"" : attribute.initial) << "\n        "
                << info.help << '\n';
            if (!attribute.isObject)
            {
                out << "        " << DescribeExpected(info) << '\n';
            }
        }
    }
    return count;
}

void
WriteReferenceJson(std::ostream& out)
{
    JsonWriter json(out);
    json.BeginObject();
    std::string role;
    for (const auto& type : CollectTypes())
    {
        if (type.role != role)
        {
            if (!role.empty())
            {
                json.EndObject();
            }
            role = type.role;
            json.BeginObject(SpellAttribute(role));
        }
        json.BeginObject(SpellType(type.tid, role));
        json.Add("class", type.tid.GetName());
        json.BeginList("attributes");
        for (const auto& attribute : type.attributes)
        {
            const auto& info = attribute.entry.info;
            json.BeginObject();
            json.Add("name", SpellAttribute(info.name));
            json.Add("value", info.checker->GetValueTypeName());
            json.Add("range",
                     info.checker->HasUnderlyingTypeInformation()
                         ? info.checker->GetUnderlyingTypeInformation()
                         : "");
            json.Add("initial", attribute.initial);
            json.Add("help", info.help);
            if (attribute.isObject)
            {
                json.Add("role", SpellAttribute(info.name));
            }
            else
            {
                json.Add("expected", DescribeExpected(info));
            }
            json.EndObject();
        }
        json.EndList();
        json.EndObject();
    }
    json.EndObject();
    json.EndObject();
}

} // namespace ns3
