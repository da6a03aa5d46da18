// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAYER_BREAKING_H
#define AI_FABRIC_LAYER_BREAKING_H

#include "linear-forwarding-tables.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Gives pairs of switches service levels such that no buffers of one level wait for each other in a
 * ring, by breaking rings (DFSSSP: Domke, Hoefler and Nagel, IPDPS'11, section IV).
 *
 * All pairs begin in level 0. A depth-first search over the dependencies of a level looks for a
 * ring; of the dependencies on it the one that the fewest paths have is removed, by moving all
 * paths that have it to the next level, and the search goes on. When a level has no ring left, the
 * next one is searched. A path is that of a pair of switches and an offset of the LID in both
 * directions, as with AssignLayers().
 *
 * @param tables with all links set; gets the service levels
 * @param maxLevels how many there are, at most MAX_SERVICE_LEVELS
 * @return whether they were enough; otherwise the service levels stay as they were
 */
bool BreakIntoLayers(LinearForwardingTables& tables, uint8_t maxLevels);

} // namespace ns3

#endif // AI_FABRIC_LAYER_BREAKING_H
