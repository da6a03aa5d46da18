// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SEED_LIST_H
#define AI_FABRIC_SEED_LIST_H

#include "scenario-input.h"
#include "scenario-value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Determines the seeds of a scenario's draws: from the input, or else from its keys "seed",
 * the first seed, and "seeds", their number or a list.
 *
 * @param root tree of the scenario
 * @param input input of the scenario
 * @param usual number of draws if none is given
 * @return seeds, each once, at least one
 * @throw InputError if a key or an option is wrong
 */
std::vector<uint32_t> GetSeeds(const ScenarioValue& root,
                               const ScenarioInput& input,
                               uint32_t usual);

/** Throws InputError if the text is wrong. @param text value of --seeds: a number or a list */
void CheckSeedsOption(const std::string& text);

/** @param seeds seeds of draws @return text for people: "seeds 1 to 10", "seeds 3, 7" */
std::string DescribeSeeds(const std::vector<uint32_t>& seeds);

/** @param seeds seeds of draws; may be empty @return a list in JSON: "[3, 7]" */
std::string FormatSeedList(const std::vector<uint32_t>& seeds);

} // namespace ns3

#endif // AI_FABRIC_SEED_LIST_H
