// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVER_CHECK_H
#define AI_FABRIC_SERVER_CHECK_H

#include "scenario-value.h"

namespace ns3
{

/**
 * Throws if the scenario sets a key of its server that has no effect, such as a rate of NVLink
 * without NVLink. A value equal to the default of the server's class or preset does not count.
 *
 * @param server server of the scenario
 * @throw InputError with the place of the key
 */
void CheckIdle(const ScenarioValue& server);

} // namespace ns3

#endif // AI_FABRIC_SERVER_CHECK_H
