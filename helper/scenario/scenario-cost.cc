// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-cost.h"

#include "ns3/infini-band-fabric.h"
#include "ns3/name-hint.h"
#include "ns3/parse-number.h"
#include "ns3/passive-parts.h"
#include "ns3/preset-file.h"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace ns3
{

namespace
{

using Kind = ScenarioValue::Kind;
namespace fs = std::filesystem;

/** @return path of the price list that a value names */
std::string
FindPrices(const ScenarioValue& value)
{
    const auto names = GetPresetNames("price");
    if (value.kind == Kind::STRING && IsPresetPath(value.text))
    {
        const fs::path path(value.text);
        const bool isTyped = value.line == 0; // on the command line
        return isTyped || path.is_absolute()
                   ? value.text
                   : (fs::path(*value.source).parent_path() / path).string();
    }
    if (value.kind != Kind::STRING ||
        std::find(names.begin(), names.end(), value.text) == names.end())
    {
        value.Fail("is " + (value.text.empty() ? value.Describe() : value.text) +
                   "; expected one of the price lists " + Join(names) +
                   ", or the path of a .json file" + Suggest(value.text, names));
    }
    return GetPresetPath("price", value.text);
}

double
ReadFactor(const ScenarioValue& value)
{
    const auto factor = ParseNumber<double>(value.text, 0, 1000);
    if (value.kind != Kind::NUMBER || !factor)
    {
        value.Fail("is " + (value.text.empty() ? value.Describe() : value.text) +
                   "; expected a number from 0 to 1000");
    }
    return *factor;
}

/**
 * @param list member of the settings
 * @param read reads the value of a fabric
 * @param write writes it
 * @return a member with a value for all fabrics, or an object with values by the fabric's name
 */
template <typename Value, typename Read, typename Write>
ScenarioKey
MakeByFabric(const std::string& name,
             std::map<std::string, Value> CostSettings::*list,
             Read read,
             Write write)
{
    return MakeMember(
        name,
        "",
        [list, write](auto& key, auto& json, auto& scenario, auto&) {
            const auto& values = (*scenario.cost).*list;
            if (values.count("") > 0)
            {
                write(json, key.name, values.at(""));
                return;
            }
            json.BeginObject(key.name);
            for (const auto& [fabric, value] : values)
            {
                write(json, fabric, value);
            }
            json.EndObject();
        },
        [list, read](auto& key, auto& cost, auto&, auto& scenario) {
            if (const auto* value = cost.Find(key.name))
            {
                auto& values = (*scenario.cost).*list;
                if (value->kind != Kind::OBJECT)
                {
                    values.emplace("", read(*value));
                }
                for (const auto& member : value->children)
                {
                    values.emplace(member.key, read(member));
                }
            }
        },
        [](auto& scenario) { return scenario.cost.has_value(); });
}

/** @return value for a fabric, or for all; null: none */
template <typename Value>
const Value*
FindFor(const std::map<std::string, Value>& values, const std::string& fabric)
{
    for (const auto& name : {fabric, std::string()})
    {
        const auto found = values.find(name);
        if (found != values.end())
        {
            return &found->second;
        }
    }
    return nullptr;
}

/** @return price list of a fabric: the named one, or that of its kind of network */
PriceList
GetPrices(const CostSettings& settings, const ScenarioFabric& fabric)
{
    const auto* named = FindFor(settings.prices, fabric.label);
    const bool isInfiniBand = DynamicCast<InfiniBandFabric>(fabric.profile) != nullptr;
    return PriceList::Read(
        named ? *named
              : GetPresetPath("price",
                              isInfiniBand ? "infiniband-ndr-2024" : "ethernet-400g-assumed"));
}

/** @return cost of one network by a list */
TopologyCost
GetCost(const FabricTopology& topology,
        const TopologyGenerator& generator,
        const TopologyCost::Cluster& cluster,
        const PriceList& prices)
{
    const auto* passive = dynamic_cast<const PassiveParts*>(&generator);
    return {TopologyParts(topology),
            passive ? passive->GetPassiveParts() : std::vector<PassiveParts::Part>(),
            cluster,
            prices};
}

/** @return name of the preset at a place that ends with these words; empty: none */
std::string
FindPresetName(const FabricScenario& scenario, const std::string& end)
{
    for (const auto& use : scenario.presets)
    {
        const auto& path = use.path;
        if (path.size() >= end.size() &&
            path.compare(path.size() - end.size(), end.size(), end) == 0)
        {
            return use.preset.name;
        }
    }
    return "";
}

} // namespace

ScenarioKey
MakeCostKey()
{
    auto key = MakeObjectKey(
        "cost",
        "Computes the costs of the cluster and of its jobs, as --cost does: price lists, and "
        "factors "
        "on their prices of networks; see cost.rst",
        R"(an object: { "prices": {"FABRIC": "LIST"}, "networkFactor": {"FABRIC": 2.3} })",
        {MakeByFabric("prices",
                      &CostSettings::prices,
                      FindPrices,
                      [](auto& json, auto& name, auto& path) { json.Add(name, path); }),
         MakeByFabric("networkFactor",
                      &CostSettings::networkFactor,
                      ReadFactor,
                      [](auto& json, auto& name, double factor) {
                          std::ostringstream text;
                          text << factor;
                          json.AddLiteral(name, text.str());
                      })});
    key.read = [](auto& cost, auto& root, auto& input, auto& scenario) {
        if (input.cost || root.Find(cost.name))
        {
            scenario.cost.emplace();
            ReadMembers(cost, root, input, scenario);
        }
    };
    key.isSet = [](auto& scenario) { return scenario.cost.has_value(); };
    return key;
}

void
CheckCost(const ScenarioValue& root, const FabricScenario& scenario)
{
    const auto* cost = root.Find("cost");
    for (const char* name : {"prices", "networkFactor"})
    {
        const auto* value = cost ? cost->Find(name) : nullptr;
        if (value && value->kind == Kind::OBJECT)
        {
            std::vector<std::string> labels;
            for (const auto& fabric : scenario.fabrics)
            {
                labels.push_back(fabric.label);
            }
            CheckKeys(*value, labels);
        }
    }
}

void
BuildCosts(const ScenarioValue& root, FabricScenario& scenario)
{
    if (!scenario.cost)
    {
        return;
    }
    const auto* place = root.Find("cost");
    const auto build = [&](const ScenarioFabric& fabric) {
        const auto prices = GetPrices(*scenario.cost, fabric);
        const auto& server = scenario.server;
        std::vector<TopologyCost> networks{
            GetCost(scenario.topology,
                    *scenario.generator,
                    {server ? server->GetNicsPerGpu() : 1,
                     FindPresetName(scenario, "server"),
                     server && !server->HasSizes() ? server->GetGpus() : 0,
                     scenario.topology.gpusPerHost},
                    prices)};
        if (const auto& other = scenario.northSouth)
        {
            const auto own = GetPrices(*scenario.cost, other->fabric);
            if (own.currency != prices.currency)
            {
                throw InputError(own.path, 0, "price.currency", "is not that of " + prices.path);
            }
            networks.push_back(GetCost(other->topology, *other->generator, {}, own));
        }
        const auto* factor = FindFor(scenario.cost->networkFactor, fabric.label);
        ClusterCost cluster(networks,
                            scenario.topology.GetGpuCount(),
                            FindPresetName(scenario, "gpu"),
                            prices,
                            factor ? *factor : 1);
        if (cluster.gpuHours.empty())
        {
            std::vector<std::string> known;
            for (const auto& one : prices.gpus)
            {
                known.push_back(one.preset);
            }
            throw InputError(prices.path,
                             0,
                             "price",
                             "has neither the server nor the GPU of this scenario; expected a " +
                                 std::string("\"gpu\" of ") +
                                 (known.empty() ? "a list with \"gpus\"" : Join(known)) +
                                 " in a workload, or a \"server\" of the list");
        }
        return cluster;
    };
    for (const auto& fabric : scenario.fabrics)
    {
        scenario.clusters.push_back(place ? WithPlace(*place, [&] { return build(fabric); })
                                          : build(fabric));
    }
}

} // namespace ns3
