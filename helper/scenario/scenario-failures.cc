// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scenario-failures.h"

#include "object-builder.h"
#include "scenario-members.h"

#include "ns3/fabric-failure.h"
#include "ns3/optical-plan.h"
#include "ns3/optical-switching.h"

#include <cstddef>
#include <vector>

namespace ns3
{

namespace
{

/** Throws if a failure cannot happen. @param values values of the failures, in their order */
void
CheckFailures(const std::vector<ScenarioValue>& values, const FabricScenario& scenario)
{
    const auto others = scenario.GetOtherTopologies();
    std::vector<const FabricTopology*> topologies{&scenario.topology};
    for (const auto& other : others)
    {
        topologies.push_back(&other);
    }
    for (size_t index = 0; index < values.size(); ++index)
    {
        const auto& failure = *scenario.failures[index];
        const size_t place = failure.FindTopology(topologies);
        const bool isNorthSouth = scenario.northSouth && place > 0 && place == others.size();
        for (const auto& fabric : scenario.fabrics)
        {
            const auto& own = isNorthSouth ? scenario.northSouth->fabric : fabric;
            WithPlace(values[index], [&] { failure.Check(*topologies[place], *own.profile); });
        }
    }
}

} // namespace

void
BuildFailures(const ScenarioValue& root, FabricScenario& scenario)
{
    const auto* failures = root.Find("failures");
    if (!failures)
    {
        return;
    }
    const auto values = AsList(*failures);
    for (const auto& value : values)
    {
        scenario.failures.push_back(BuildObject<FabricFailure>(value, "Failure"));
    }
    OpticalPlan plan(*scenario.generator, scenario.topology);
    for (const size_t index : OpticalSwitching::FindOrder(scenario.failures))
    {
        const auto event = StaticCast<OpticalSwitching>(scenario.failures[index]);
        WithPlace(values[index], [&] { event->Plan(plan); });
    }
    CheckFailures(values, scenario);
}

} // namespace ns3
