// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "variation-choice.h"

#include "scenario-members.h"

#include "ns3/parse-number.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

bool
Has(const std::vector<uint32_t>& hosts, uint32_t host)
{
    return std::find(hosts.begin(), hosts.end(), host) != hosts.end();
}

/** @return hosts in the form of a job's "Hosts" */
std::string
ListHosts(const std::vector<uint32_t>& hosts)
{
    std::string text;
    for (size_t i = 0; i < hosts.size();)
    {
        size_t end = i + 1;
        while (end < hosts.size() && hosts[end] == hosts[end - 1] + 1)
        {
            ++end;
        }
        text += (i > 0 ? "," : "") + std::to_string(hosts[i]) +
                (end > i + 1 ? "-" + std::to_string(hosts[end - 1]) : "");
        i = end;
    }
    return text;
}

/** @return a value with that text @param like value that gives its place */
ScenarioValue
MakeValue(const std::string& text, Kind kind, const ScenarioValue& like)
{
    auto value = ScenarioValue::MakeString(text, like);
    value.kind = kind;
    return value;
}

/** Adds a member to an object. */
void
AddMember(ScenarioValue& object, const std::string& key, const std::string& text, Kind kind)
{
    object.children.push_back(MakeValue(text, kind, object));
    object.children.back().MoveTo(JoinPath(object.path, key), key);
}

/** @return path of a workload */
std::string
GetPath(size_t job)
{
    return "workload." + std::to_string(job);
}

/** @return number of the configuration in effect; 1 if it is missing */
uint64_t
GetCount(const ScenarioValue& workload, const std::string& key)
{
    const auto* value = workload.Find(key);
    return value ? ParseNumber<uint64_t>(value->text).value_or(1) : 1;
}

std::optional<VariationLevel>
MoveTarget(size_t job, const ScenarioValue& root, const ScenarioFacts& facts)
{
    const auto& own = facts.jobs[job].hosts;
    if (own.size() < 2)
    {
        return {};
    }
    const uint32_t target = own.back();
    VariationLevel level;
    for (size_t other = 0; other < facts.jobs.size(); ++other)
    {
        auto hosts = facts.jobs[other].hosts;
        if (other == job || !Has(hosts, target))
        {
            continue;
        }
        hosts.erase(std::remove(hosts.begin(), hosts.end(), target), hosts.end());
        level.label = "host " + std::to_string(target) + ", of no other job";
        level.values.push_back(
            {GetPath(other) + ".hosts", MakeValue(ListHosts(hosts), Kind::STRING, root)});
    }
    if (!level.values.empty())
    {
        return level;
    }
    const size_t other = job == 0 ? 1 : 0;
    if (other >= facts.jobs.size())
    {
        return {};
    }
    const auto& hosts = facts.jobs[other].hosts;
    auto inside =
        std::find_if(hosts.begin(), hosts.end(), [&own](uint32_t host) { return !Has(own, host); });
    inside = inside == hosts.end() ? hosts.begin() : inside;
    if (inside == hosts.end())
    {
        return {};
    }
    level.label = "host " + std::to_string(*inside) + ", of " + facts.jobs[other].name;
    level.values.push_back(
        {GetPath(job) + ".target", MakeValue(std::to_string(*inside), Kind::NUMBER, root)});
    return level;
}

/** @return a permutation of the same hosts with the same bytes */
std::optional<VariationLevel>
Spread(size_t job, const ScenarioValue& root, const ScenarioFacts& facts)
{
    const auto& workload = facts.scenario.Find("workload")->children[job];
    if (facts.jobs[job].hosts.size() < 3 || !workload.Find("bytes"))
    {
        return {};
    }
    const uint64_t bytes = GetCount(workload, "bytes") * GetCount(workload, "rounds") *
                           GetCount(workload, "flowsPerSource");
    auto object = MakeValue("", Kind::OBJECT, root);
    AddMember(object, "type", "permutation", Kind::STRING);
    AddMember(object, "name", facts.jobs[job].name, Kind::STRING);
    AddMember(object, "start", workload.Find("start")->text, Kind::STRING);
    AddMember(object, "hosts", ListHosts(facts.jobs[job].hosts), Kind::STRING);
    AddMember(object, "bytes", std::to_string(bytes), Kind::NUMBER);
    return VariationLevel{"to different hosts", {{GetPath(job), std::move(object)}}};
}

std::optional<VariationLevel>
Remove(size_t job, const ScenarioValue& root)
{
    const auto* workloads = root.Find("workload");
    if (!workloads || workloads->kind != Kind::LIST || workloads->children.size() < 2)
    {
        return {};
    }
    auto rest = *workloads;
    rest.children.erase(rest.children.begin() + static_cast<std::ptrdiff_t>(job));
    for (size_t i = 0; i < rest.children.size(); ++i)
    {
        rest.children[i].key = std::to_string(i);
    }
    return VariationLevel{"", {{"workload", std::move(rest)}}};
}

} // namespace

std::optional<VariationLevel>
ChooseVariant(const std::string& choice,
              size_t job,
              const ScenarioValue& root,
              const ScenarioFacts& facts)
{
    if (choice == "target")
    {
        return MoveTarget(job, root, facts);
    }
    return choice == "spread" ? Spread(job, root, facts) : Remove(job, root);
}

} // namespace ns3
