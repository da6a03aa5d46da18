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
 * @param network that has run, with its planes and NVLink
 * @param nowPs the time
 * @return what the links of each carried
 */
std::vector<NetworkLinks> CollectLinks(const FabricNetwork& network, int64_t nowPs);

/**
 * links.csv: a row per direction of each link, which is the topology as well, see LinkStatistics.
 *
 * @param out the CSV file
 * @param results of all fabrics
 * @param retries whether links of any fabric of the scenario have a LinkRetry, of which there are
 *        columns then
 */
void WriteLinks(std::ostream& out, const std::vector<FabricResult>& results, bool retries);

} // namespace ns3

#endif // AI_FABRIC_LINK_FILES_H
