// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_FILES_H
#define AI_FABRIC_LINK_FILES_H

#include "fabric-result.h"

#include "ns3/fabric-network.h"

#include <iosfwd>
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
 * Writes links.csv: a row per direction of each link, which also describes the topology; see
 * LinkStatistics.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 * @param retries true: links of some fabric of the scenario have a LinkRetry, which adds columns
 */
void WriteLinks(std::ostream& out, const std::vector<FabricResult>& results, bool retries);

} // namespace ns3

#endif // AI_FABRIC_LINK_FILES_H
