// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SEED_LIST_H
#define AI_FABRIC_SEED_LIST_H

#include "run-options.h"
#include "scenario-value.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Which draws a scenario asks for: those of --seed or --seeds, else of its keys "seed", the first
 * one, and "seeds", how many or a list.
 *
 * @param root the scenario
 * @param options of the command line
 * @param usual how many, if nobody says so
 * @return seeds, each once, at least one
 * @throw InputError
 */
std::vector<uint32_t> GetSeeds(const ScenarioValue& root,
                               const RunOptions& options,
                               uint32_t usual);

/** Throws InputError if the text is wrong. @param text of --seeds: a number or a list */
void CheckSeedsOption(const std::string& text);

/** @param seeds of draws @return them for people: "seeds 1 to 10", "seeds 3, 7" */
std::string DescribeSeeds(const std::vector<uint32_t>& seeds);

/** @param seeds of draws, may be none @return them as a list of JSON: "[3, 7]" */
std::string FormatSeedList(const std::vector<uint32_t>& seeds);

} // namespace ns3

#endif // AI_FABRIC_SEED_LIST_H
