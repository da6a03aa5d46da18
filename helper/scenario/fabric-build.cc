// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-build.h"

#include "type-names.h"

#include "ns3/fabric-helper.h"
#include "ns3/host-protocols.h"
#include "ns3/network-jobs.h"
#include "ns3/object-factory.h"
#include "ns3/random-draws.h"
#include "ns3/reordering.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <set>
#include <string>

namespace ns3
{

namespace
{

constexpr int64_t NETWORK_STREAM = 1000;               //!< first random stream of the models
constexpr int64_t FAILURE_STREAM = 2'000'000;          //!< first random stream of the failures
constexpr int64_t INTERNET_STREAM = 1'000'000'000'000; //!< first random stream of ns-3's own
                                                       //!< protocols

/** @return true if a text contains an attribute's name as a word, as messages do */
bool
Names(const std::string& text, const std::string& key)
{
    for (size_t begin = 0; begin < text.size();)
    {
        size_t end = begin;
        while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])))
        {
            ++end;
        }
        if (end > begin && std::isupper(static_cast<unsigned char>(text[begin])) &&
            SameName(text.substr(begin, end - begin), key))
        {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

/** @return innermost member whose attribute a message names; null: none */
const ScenarioValue*
FindNamed(const ScenarioValue& value, const std::string& message)
{
    for (const auto& member : value.children)
    {
        if (const auto* found = FindNamed(member, message))
        {
            return found;
        }
        if (Names(message, member.key))
        {
            return &member;
        }
    }
    return nullptr;
}

/**
 * Installs the failures. Failures of one type are told apart by their order, so each fabric of a
 * draw has the same faults.
 */
void
InstallFailures(const FabricScenario& scenario, const BuiltFabric& built)
{
    std::map<std::string, uint32_t> ofType;
    for (const auto& failure : scenario.failures)
    {
        const std::string type = failure->GetInstanceTypeId().GetName();
        const uint64_t draw = HashDraw(HashDraw(0, type), ofType[type]++);
        failure->AssignStreams(NameStream(FAILURE_STREAM, "failure", draw));
        failure->Install(built.network);
    }
}

/** Throws if packets overtake each other without need, unless the scenario allows it. */
void
CheckOrder(const FabricScenario& scenario, const FabricNetwork& network)
{
    const auto& meant = scenario.ignoredRules;
    if (std::find(meant.begin(), meant.end(), REORDERING_RULE) != meant.end())
    {
        return;
    }
    const std::string found = FindReordering(network);
    if (!found.empty())
    {
        throw InputError(found + ", or a part that keeps order; to allow reordering, " +
                         "set \"lint\": {\"ignore\": [\"" + REORDERING_RULE + "\"]}");
    }
}

/** @param blamed set to the fabric whose parts are wrong if an error is thrown */
BuiltFabric
Build(const FabricScenario& scenario, size_t fabric, const ScenarioFabric*& blamed)
{
    BuiltFabric built;
    const FabricHelper helper(scenario.fabrics[fabric].profile);
    built.network = helper.Install(scenario.topology, scenario.server);
    CheckOrder(scenario, built.network);
    if (const auto& northSouth = scenario.northSouth)
    {
        blamed = &northSouth->fabric;
        FabricHelper(blamed->profile).InstallNorthSouth(built.network, northSouth->topology);
        CheckOrder(scenario, *built.network.northSouth);
        blamed = &scenario.fabrics[fabric];
    }
    helper.AssignStreams(built.network, NETWORK_STREAM);
    auto jobs = scenario.TakeJobs();
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        FoldJob(built.network, *scenario.workloads[i], jobs[i]);
        if (built.network.UsesLaw() && !scenario.failures.empty() && !jobs[i].checkpoints)
        {
            throw InputError("job " + jobs[i].name + ": cannot abort by law; expected " +
                             (jobs[i].driver ? "" : "OnFailure restart, ") +
                             "no failures, or another transport");
        }
    }
    const auto installed = helper.InstallJobs(built.network, std::move(jobs));
    for (uint32_t i = 0; i < installed.GetN(); ++i)
    {
        built.jobs.push_back(DynamicCast<GraphExecutor>(installed.Get(i)));
    }
    if (!scenario.background.empty())
    {
        for (const auto& tid : GetTypes(HostProtocols::GetTypeId()))
        {
            ObjectFactory factory;
            factory.SetTypeId(tid);
            factory.Create<HostProtocols>()->Install(built.network, INTERNET_STREAM);
        }
    }
    std::set<uint16_t> ports;
    for (const auto& traffic : scenario.background)
    {
        built.background.push_back(traffic->Install(built.network, ports));
    }
    InstallFailures(scenario, built);
    return built;
}

} // namespace

void
FailAt(const ScenarioFabric& fabric, const InputError& error)
{
    const auto* named = FindNamed(fabric.place, error.what());
    (named ? *named : fabric.place).Fail(error.what());
}

BuiltFabric
BuildFabric(const FabricScenario& scenario, size_t fabric)
{
    scenario.SetSeeds();
    const ScenarioFabric* blamed = &scenario.fabrics[fabric];
    try
    {
        return Build(scenario, fabric, blamed);
    }
    catch (const InputError& error)
    {
        FailAt(*blamed, error);
    }
}

} // namespace ns3
