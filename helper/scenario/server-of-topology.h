// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVER_OF_TOPOLOGY_H
#define AI_FABRIC_SERVER_OF_TOPOLOGY_H

#include "scenario-value.h"

namespace ns3
{

/**
 * Gives a scenario the server of its topology, if that is a preset which says what its hosts are
 * in: in HPN 7 with two NIC ports per GPU, a plane each. A server of the scenario that names a type
 * or a preset stays; if it has attributes only, they go over those of the topology's.
 *
 * @param root the scenario
 * @throw InputError if the preset cannot be read
 */
void AddServerOfTopology(ScenarioValue& root);

} // namespace ns3

#endif // AI_FABRIC_SERVER_OF_TOPOLOGY_H
