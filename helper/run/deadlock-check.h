// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEADLOCK_CHECK_H
#define AI_FABRIC_DEADLOCK_CHECK_H

#include "ns3/scenario.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * Searches before a run, in every lossless fabric of a scenario, for rings of buffers that may wait
 * for each other (BufferDependencyGraph).
 *
 * @param scenario scenario to run
 * @return by fabric: a sentence that names the ring; empty: none
 * @throw InputError that names the first ring, if the scenario asks for that
 */
std::vector<std::string> FindPossibleDeadlocks(const FabricScenario& scenario);

} // namespace ns3

#endif // AI_FABRIC_DEADLOCK_CHECK_H
