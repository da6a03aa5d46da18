// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VARIATION_PLAN_H
#define AI_FABRIC_VARIATION_PLAN_H

#include "run-options.h"
#include "scenario-facts.h"
#include "scenario-value.h"
#include "sweep-plan.h"
#include "variation.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Draws of --what-decides, unless the user says otherwise. */
constexpr uint32_t DECIDING_SEEDS = 5;

/**
 * Plans --what-decides: a sweep with the axes "variation" and "setting" whose first point is the
 * scenario as it is, and each other one changes one setting.
 *
 * A setting is varied in all fabrics that have it together, and in each workload by itself. A
 * fabric in which the scenario itself writes it is left as it is if the fabrics differ in it, since
 * that is what the scenario compares.
 *
 * @param root of the scenario, after --set
 * @param facts of it
 * @param variations see ReadVariations()
 * @param options of the command line
 * @return the plan, with variants; points of what is not varied, and why, behind the others
 * @throw InputError
 */
SweepPlan PlanVariations(const ScenarioValue& root,
                         const ScenarioFacts& facts,
                         const std::vector<VariedSetting>& variations,
                         const RunOptions& options);

} // namespace ns3

#endif // AI_FABRIC_VARIATION_PLAN_H
