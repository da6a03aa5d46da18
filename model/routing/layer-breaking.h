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
 * Assigns service levels to pairs of switches so that buffers of one level never wait for each
 * other in a ring, by breaking rings (DFSSSP: Domke, Hoefler and Nagel, IPDPS'11, section IV).
 *
 * All pairs begin in level 0. A depth-first search over the dependencies of a level looks for a
 * ring. The dependency of the ring with the fewest paths is removed, by moving all its paths to the
 * next level, and the search continues. When a level has no ring left, the next level is searched.
 * A path belongs to a pair of switches and an offset of the LID in both directions, as in
 * AssignLayers().
 *
 * @param tables tables with all links set; receives the service levels
 * @param maxLevels number of levels, at most MAX_SERVICE_LEVELS
 * @return true if the levels were enough; if false, the service levels are unchanged
 */
bool BreakIntoLayers(LinearForwardingTables& tables, uint8_t maxLevels);

} // namespace ns3

#endif // AI_FABRIC_LAYER_BREAKING_H
