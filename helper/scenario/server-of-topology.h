// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVER_OF_TOPOLOGY_H
#define AI_FABRIC_SERVER_OF_TOPOLOGY_H

#include "scenario-value.h"

namespace ns3
{

/**
 * Gives a scenario the server of its topology, if the topology is a preset that names the server of
 * its hosts: in HPN 7, servers with two NIC ports per GPU, each in a plane of its own. If the
 * scenario's server names a type or a preset, it stays; if it has attributes only, they replace
 * those of the topology's server.
 *
 * @param root tree of the scenario
 * @throw InputError if the preset cannot be read
 */
void AddServerOfTopology(ScenarioValue& root);

} // namespace ns3

#endif // AI_FABRIC_SERVER_OF_TOPOLOGY_H
