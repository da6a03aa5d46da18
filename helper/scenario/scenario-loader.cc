// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-loader.h"

#include "object-builder.h"
#include "run-state.h"
#include "scenario-cost.h"
#include "scenario-failures.h"
#include "scenario-keys.h"
#include "scenario-members.h"
#include "scenario-override.h"
#include "scenario-root.h"
#include "server-check.h"
#include "server-of-topology.h"
#include "type-names.h"

#include "ns3/fabric-routing.h"
#include "ns3/file-slug.h"
#include "ns3/input-error.h"
#include "ns3/network-jobs.h"
#include "ns3/string.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;

/** @return Name of a fabric, or the name of its type */
std::string
GetLabel(const FabricProfile& profile)
{
    StringValue name;
    profile.GetAttribute("Name", name);
    return name.Get().empty() ? SpellType(profile.GetInstanceTypeId(), "Fabric") : name.Get();
}

/** @return topology of the generator at a place; its routes reach all hosts */
FabricTopology
Generate(const ScenarioValue& place, const TopologyGenerator& generator)
{
    return WithPlace(place, [&] {
        auto topology = generator.Generate();
        if (!topology.routes.empty())
        {
            FabricRoutes{topology}; // throws if hosts cannot be reached
        }
        return topology;
    });
}

/**
 * Makes the server of a scenario without a topology, and the network inside it.
 *
 * @param isWritten true: by a user, so that attributes without effect are errors; a manifest
 *        contains all
 */
void
BuildLoneServer(const ScenarioValue& value, bool isWritten, FabricScenario& scenario)
{
    scenario.server = BuildObject<GpuServer>(value, "Server");
    if (!scenario.server->HasLinks())
    {
        value.Fail("has no links between its GPUs; expected a topology between servers, or a "
                   "server with links");
    }
    scenario.server->SetAlone();
    WithPlace(value, [&] {
        scenario.server->GetNvlinkRatebps(); // throws if the links are wrong
        scenario.generator = scenario.server->MakeGenerator();
    });
    scenario.topology = Generate(value, *scenario.generator);
    if (isWritten)
    {
        CheckIdle(value);
    }
}

/** Makes the topology and its servers. */
void
BuildTopology(const ScenarioValue& root, FabricScenario& scenario)
{
    SetPhase("building the topology");
    if (!root.Find("topology") && root.Find("server"))
    {
        BuildLoneServer(*root.Find("server"), root.path.empty(), scenario);
        return;
    }
    const auto& topology = Require(root, "topology");
    scenario.generator = BuildObject<TopologyGenerator>(topology, "Topology");
    scenario.topology = Generate(topology, *scenario.generator);
    if (const auto* server = root.Find("server"))
    {
        scenario.server = BuildObject<GpuServer>(*server, "Server");
        WithPlace(*server, [&] {
            const auto limited = scenario.server->LimitHosts(scenario.topology);
            scenario.topology.gpusPerHost = limited.gpusPerHost;
            scenario.server->GetNvlinkRatebps();
        });
        if (root.path.empty()) // a manifest also contains values without effect
        {
            CheckIdle(*server);
        }
    }
}

/** Checks that ports to capture and queues to sample exist. */
void
CheckObservers(const ScenarioValue& root, FabricScenario& scenario)
{
    if (const auto* ports = root.Find("pcap"))
    {
        scenario.captures = CapturePlan(*ports, scenario.JoinTopologies());
    }
    if (scenario.sampler)
    {
        WithPlace(*root.Find("output")->Find("samples"),
                  [&] { return scenario.sampler->FindQueues(scenario.JoinTopologies()); });
    }
}

/** @return a name for files that no fabric has yet */
std::string
MakeSlug(const std::string& label, const FabricScenario& scenario)
{
    const auto& fabrics = scenario.fabrics;
    std::string slug = Slug(label);
    for (int i = 2; std::any_of(fabrics.begin(),
                                fabrics.end(),
                                [&slug](const auto& other) { return other.slug == slug; });
         ++i)
    {
        slug = Slug(label) + "-" + std::to_string(i);
    }
    return slug;
}

/** @return a fabric, without a name for files */
ScenarioFabric
BuildOneFabric(ScenarioValue value)
{
    const auto& own = value.children;
    const bool choosesPaths = std::any_of(own.begin(), own.end(), [](const auto& member) {
        return SameName("PathSelector", member.key);
    });
    const auto preset = ExpandPreset(value, "Fabric", FabricProfile::GetTypeId());
    if (preset && !value.Find("name"))
    {
        auto name = ScenarioValue::MakeString(preset->name, value);
        name.MoveTo(JoinPath(value.path, "name"), "name");
        value.children.push_back(std::move(name));
    }
    const auto profile = BuildObject<FabricProfile>(value, "Fabric");
    return {GetLabel(*profile), "", profile, preset, value, choosesPaths};
}

void
BuildFabrics(const ScenarioValue& root, FabricScenario& scenario)
{
    if (!root.Find("fabric") && scenario.server && scenario.server->IsAlone())
    {
        const auto& place = *root.Find("server");
        const auto profile = WithPlace(place, [&] { return scenario.server->MakeProfile(); });
        scenario.fabrics.push_back(
            {GetLabel(*profile), MakeSlug(GetLabel(*profile), scenario), profile, {}, place});
        return;
    }
    for (const auto& value : AsList(Require(root, "fabric")))
    {
        auto fabric = BuildOneFabric(value);
        fabric.choosesPaths &= root.path.empty(); // a manifest says what has no effect, too
        for (const auto& other : scenario.fabrics)
        {
            if (other.label == fabric.label)
            {
                value.Fail("has the name \"" + fabric.label +
                           "\" of another fabric; expected a different \"name\"");
            }
        }
        fabric.slug = MakeSlug(fabric.label, scenario);
        scenario.fabrics.push_back(std::move(fabric));
    }
}

/** Removes the fabrics that a run does not simulate. @param labels labels of those that stay */
void
KeepFabrics(const std::vector<std::string>& labels, FabricScenario& scenario)
{
    const auto isOut = [&labels](const auto& fabric) {
        return std::find(labels.begin(), labels.end(), fabric.label) == labels.end();
    };
    auto& fabrics = scenario.fabrics;
    fabrics.erase(std::remove_if(fabrics.begin(), fabrics.end(), isOut), fabrics.end());
}

/** Makes the second network of the servers, if there is one. */
void
BuildNorthSouth(const ScenarioValue& root, FabricScenario& scenario)
{
    const auto* value = root.Find("northSouth");
    if (!value)
    {
        return;
    }
    GetScenarioKey("northSouth").CheckMembers(*value);
    const auto& topology = *value->Find("topology");
    ScenarioNorthSouth network;
    network.generator = BuildObject<TopologyGenerator>(topology, "Topology");
    const auto hosts = scenario.GetHosts().scaleOut;
    network.topology = Generate(topology, *network.generator);
    WithPlace(topology, [&] { CheckNorthSouth(network.topology, hosts.server.back() + 1); });
    network.fabric = BuildOneFabric(*value->Find("fabric"));
    scenario.northSouth = std::move(network);
}

/** Builds the jobs to check them; the first fabric uses them. */
void
BuildWorkloads(const ScenarioValue& root, FabricScenario& scenario)
{
    NetworkHosts hosts = scenario.GetHosts();
    const bool byLaw = scenario.IsByLaw();
    const auto& values = AsList(Require(root, "workload"));
    for (const auto& value : values)
    {
        SetPhase("building job " + std::to_string(scenario.workloads.size()));
        scenario.workloads.push_back(BuildObject<FabricWorkload>(value, "Workload"));
    }
    scenario.AssignStreams();
    std::set<std::string> taken;
    std::map<std::string, uint32_t> next; // next suffix of a name that several have
    for (size_t i = 0; i < values.size(); ++i)
    {
        SetPhase("building job " + std::to_string(i));
        const auto& workload = *scenario.workloads[i];
        auto job = WithPlace(values[i],
                             [&] { return BuildOneJob(workload, hosts, byLaw, scenario.jobs); });
        std::string name = job.name;
        while (!taken.insert(name).second)
        {
            uint32_t& number = next.emplace(job.name, 2).first->second;
            name = job.name + " " + std::to_string(number++);
        }
        scenario.jobNames.push_back(name);
        scenario.jobs.push_back(std::move(job));
    }
}

void
BuildBackground(const ScenarioValue& root, FabricScenario& scenario)
{
    if (const auto* background = root.Find("background"))
    {
        for (const auto& value : AsList(*background))
        {
            const auto traffic = BuildObject<BackgroundTraffic>(value, "Background");
            WithPlace(value,
                      [&] { return traffic->GetPairs(scenario.topology.GetMachineCount()); });
            scenario.background.push_back(traffic);
        }
    }
}

} // namespace

FabricScenario
LoadScenario(const ScenarioInput& input)
{
    return LoadScenario(ReadScenarioRoot(input), input);
}

FabricScenario
LoadScenario(ScenarioValue root, const ScenarioInput& input)
{
    if (input.sweepRun)
    {
        for (const auto& swept : input.sweepRun->values)
        {
            SetValue(root, swept);
        }
        CheckScenarioKeys(root);
    }
    AddServerOfTopology(root);

    FabricScenario scenario;
    for (const auto& key : GetScenarioKeys())
    {
        const auto* value = root.Find(key.name);
        if (value && key.isObject)
        {
            value->Expect(Kind::OBJECT, key.expected);
        }
        if (key.read)
        {
            key.read(key, root, input, scenario);
        }
    }
    scenario.SetSeeds();
    BuildTopology(root, scenario);
    BuildFabrics(root, scenario);
    CheckCost(root, scenario);
    if (input.sweepRun && !input.sweepRun->fabrics.empty())
    {
        KeepFabrics(input.sweepRun->fabrics, scenario);
    }
    BuildNorthSouth(root, scenario);
    BuildWorkloads(root, scenario);
    for (const char* key : {"topology", "server", "northSouth", "workload"})
    {
        if (const auto* value = root.Find(key))
        {
            const auto found = FindPresets(*value);
            scenario.presets.insert(scenario.presets.end(), found.begin(), found.end());
        }
    }
    BuildCosts(root, scenario);
    BuildFailures(root, scenario);
    CheckObservers(root, scenario);
    BuildBackground(root, scenario);
    return scenario;
}

} // namespace ns3
