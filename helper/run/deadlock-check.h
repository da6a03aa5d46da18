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
 * Looks, before anything runs, for rings of buffers that may wait for each other
 * (BufferDependencyGraph) in every fabric of a scenario whose links are lossless.
 *
 * @param scenario what will run
 * @return by fabric a sentence that names the ring; empty if there is none
 * @throw InputError naming the first ring, if the scenario asks for that
 */
std::vector<std::string> FindPossibleDeadlocks(const FabricScenario& scenario);

} // namespace ns3

#endif // AI_FABRIC_DEADLOCK_CHECK_H
