// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVER_CHECK_H
#define AI_FABRIC_SERVER_CHECK_H

#include "scenario-value.h"

namespace ns3
{

/**
 * Expects no key of a server that says nothing of it. What is as the kind of server has it, a class
 * or a preset, does not count.
 *
 * @param server of the scenario
 * @throw InputError with the place of the key
 */
void CheckIdle(const ScenarioValue& server);

} // namespace ns3

#endif // AI_FABRIC_SERVER_CHECK_H
