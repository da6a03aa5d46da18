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
 * One pair after the other, in ascending order of their node ids, and of each pair one path (offset
 * of the LID) after the other, takes the first level in which its dependencies close no ring with
 * those that are there: of all hosts of the pair, and in both directions. A path over less than two
 * links between switches depends on nothing and has level 0.
 *
 * @param tables with all links set; gets the service levels
 * @param maxLevels how many there are, at most MAX_SERVICE_LEVELS
 * @return whether they were enough; otherwise the service levels are incomplete
 */
bool AssignLayers(LinearForwardingTables& tables, uint8_t maxLevels);

} // namespace ns3

#endif // AI_FABRIC_LAYER_ASSIGNMENT_H
