// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "type-reference.h"

#include "attribute-parser.h"
#include "scenario-keys.h"
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

/** A key as a scenario writes it. */
struct ReferenceKey
{
    std::string name;     //!< the key
    std::string value;    //!< its AttributeValue; empty: not an attribute
    std::string range;    //!< range as ns-3 describes it
    std::string initial;  //!< its default, spelled as in a scenario
    std::string help;     //!< meaning
    std::string role;     //!< role of the objects that it holds; empty: not an object
    std::string expected; //!< type, unit and range in words; empty for an object
};

/** A type with its role. */
struct ReferenceType
{
    std::string role;     //!< role in scenarios
    std::string spelling; //!< name in scenarios
    std::string name;     //!< name of the class
    std::vector<ReferenceKey> keys;
};

/**
 * @return reference of an attribute; notes the family of an object
 * @param families families by role
 */
ReferenceKey
Describe(const TypeId::AttributeInformation& info,
         std::vector<std::pair<std::string, TypeId>>& families)
{
    const auto& checker = *info.checker;
    const auto* initial = PeekPointer(info.initialValue);
    ReferenceKey key{SpellAttribute(info.name),
                     checker.GetValueTypeName(),
                     checker.HasUnderlyingTypeInformation() ? checker.GetUnderlyingTypeInformation()
                                                            : "",
                     info.initialValue->SerializeToString(info.checker),
                     info.help,
                     "",
                     ""};
    if (const auto* factory = dynamic_cast<const ObjectFactoryValue*>(initial))
    {
        key.role = key.name;
        if (factory->Get().IsTypeIdSet())
        {
            const auto held = factory->Get().GetTypeId();
            key.initial = held.HasConstructor() ? SpellType(held, info.name) : "";
            families.emplace_back(info.name, GetFamily(held));
        }
    }
    else if (const auto* pointer = dynamic_cast<const PointerChecker*>(&checker))
    {
        key.role = key.name;
        key.initial.clear();
        families.emplace_back(info.name, pointer->GetPointeeTypeId());
    }
    else if (const auto* time = dynamic_cast<const TimeValue*>(initial))
    {
        key.initial = std::to_string(time->Get().GetPicoSeconds()) + "ps";
    }
    if (key.role.empty())
    {
        key.expected = DescribeExpected(info);
    }
    return key;
}

/** @return the scenario itself as a type, with its top-level keys */
ReferenceType
DescribeScenario()
{
    ReferenceType scenario{"Scenario", "scenario", "ns3::FabricScenario", {}};
    for (const auto& key : GetScenarioKeys())
    {
        scenario.keys.push_back({key.name, "", "", key.initial, key.help, key.role, key.expected});
    }
    return scenario;
}

/**
 * @return the scenario, then its roles, then the roles that its types name, until no role is new
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
    std::vector<ReferenceType> types{DescribeScenario()};
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
            types.push_back({role, SpellType(tid, role), tid.GetName(), {}});
            for (const auto& entry : GetAttributes(tid))
            {
                types.back().keys.push_back(Describe(entry.info, families));
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

/** @return true if a reference contains this key of a type that it contains */
bool
IsMentioned(const ReferenceKey& key, const ReferenceFilter& filter)
{
    return filter.HasWord(key.name) || filter.HasWord(key.initial) || filter.HasWord(key.help);
}

/** @return true if a reference contains this type */
bool
IsWanted(const ReferenceType& type, const ReferenceFilter& filter)
{
    const auto& name = type.name;
    const bool named = filter.name.empty() || filter.IsName(type.role) ||
                       filter.IsName(type.spelling) || filter.IsName(name) ||
                       filter.IsName(name.substr(name.rfind(':') + 1));
    return named && (filter.HasWord(type.spelling) || filter.HasWord(name) ||
                     std::any_of(type.keys.begin(), type.keys.end(), [&](const auto& key) {
                         return IsMentioned(key, filter);
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
        names.insert(type.spelling);
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
        out << "\n  \"" << type.spelling << "\" (" << type.name << ")\n";
        for (const auto& key : type.keys)
        {
            if (IsMentioned(key, filter))
            {
                out << "    " << key.name << " = " << (key.initial.empty() ? "\"\"" : key.initial)
                    << "\n        " << key.help << '\n'
                    << (key.role.empty() ? "        " + key.expected + "\n" : "");
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
        json.BeginObject(type.spelling);
        json.Add("class", type.name);
        json.BeginList("attributes");
        for (const auto& key : type.keys)
        {
            json.BeginObject();
            json.Add("name", key.name);
            json.Add("value", key.value);
            json.Add("range", key.range);
            json.Add("initial", key.initial);
            json.Add("help", key.help);
            json.Add(key.role.empty() ? "expected" : "role",
                     key.role.empty() ? key.expected : key.role);
            json.EndObject();
        }
        json.EndList();
        json.EndObject();
    }
    json.EndObject();
    json.EndObject();
}

} // namespace ns3
