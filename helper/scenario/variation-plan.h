// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VARIATION_PLAN_H
#define AI_FABRIC_VARIATION_PLAN_H

#include "scenario-facts.h"
#include "scenario-input.h"
#include "scenario-value.h"
#include "sweep-plan.h"
#include "variation.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Default number of draws of --what-decides. */
constexpr uint32_t DECIDING_SEEDS = 5;

/**
 * Plans --what-decides: a sweep with the axes "variation" and "setting". Its first point is the
 * unchanged scenario, and each other point changes one setting.
 *
 * A setting is varied in all fabrics that have it at the same time, and in each workload
 * separately. If the scenario itself sets it in a fabric, and the fabrics differ in it, that fabric
 * is not varied, because the scenario compares this difference.
 *
 * @param root tree of the scenario, after --set
 * @param facts facts of the scenario
 * @param variations settings from ReadVariations()
 * @param input input of the scenario
 * @return plan with variants; points that are not varied, with the reason, come last
 * @throw InputError if a variation is wrong
 */
SweepPlan PlanVariations(const ScenarioValue& root,
                         const ScenarioFacts& facts,
                         const std::vector<VariedSetting>& variations,
                         const ScenarioInput& input);

} // namespace ns3

#endif // AI_FABRIC_VARIATION_PLAN_H
