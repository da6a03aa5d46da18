// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VARIATION_CHOICE_H
#define AI_FABRIC_VARIATION_CHOICE_H

#include "scenario-facts.h"
#include "variation.h"

#include <cstddef>
#include <optional>
#include <string>

namespace ns3
{

/**
 * Determines a change of a job that depends on the scenario:
 *     target   the target of an incast leaves all other jobs if one of them has it; if none has,
 *              it is a host of the first other job, and no source of its own if there is one
 *     spread   each host of an incast sends its bytes to another one of them
 *     removed  the scenario without the job
 *
 * @param choice one of these words
 * @param job index of the workload
 * @param root tree of the scenario as written
 * @param facts facts of the scenario
 * @return the change, with keys of the scenario; empty if there is no such change
 */
std::optional<VariationLevel> ChooseVariant(const std::string& choice,
                                            size_t job,
                                            const ScenarioValue& root,
                                            const ScenarioFacts& facts);

} // namespace ns3

#endif // AI_FABRIC_VARIATION_CHOICE_H
