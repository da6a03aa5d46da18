// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_FILES_H
#define AI_FABRIC_LINK_FILES_H

#include "result-column.h"

#include "ns3/fabric-network.h"

#include <vector>

namespace ns3
{

/**
 * @param network network that has run, with its planes and NVLink
 * @param nowPs time in ps
 * @return totals of the links of each network
 */
std::vector<NetworkLinks> CollectLinks(const FabricNetwork& network, int64_t nowPs);

/**
 * @param scenario scenario of the run
 * @param result result of a fabric
 * @return true if links of any fabric, or NVLink, retry damaged frames
 */
bool AnyRetries(const FabricScenario& scenario, const FabricResult& result);

/** @return links.csv, which also describes the topology; see LinkStatistics */
ResultTable MakeLinkTable();

} // namespace ns3

#endif // AI_FABRIC_LINK_FILES_H
