// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAYER_ASSIGNMENT_H
#define AI_FABRIC_LAYER_ASSIGNMENT_H

#include "linear-forwarding-tables.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-routing
 * Gives pairs of switches service levels such that no buffers of one level wait for each other in a
 * ring, whatever the paths (LASH: Skeie, Lysne and Theiss, IPDPS'02).
 *
 * Pairs are taken in ascending order of their node ids, and the paths of a pair (one per offset of
 * the LID) in order. Each path gets the first level in which its dependencies, those of all hosts
 * of the pair in both directions, close no ring with the dependencies already there. A path over
 * fewer than two links between switches has no dependency and gets level 0.
 *
 * @param tables with all links set; gets the service levels
 * @param maxLevels how many there are, at most MAX_SERVICE_LEVELS
 * @return whether they were enough; otherwise the service levels are incomplete
 */
bool AssignLayers(LinearForwardingTables& tables, uint8_t maxLevels);

} // namespace ns3

#endif // AI_FABRIC_LAYER_ASSIGNMENT_H
