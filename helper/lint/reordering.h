// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REORDERING_H
#define AI_FABRIC_REORDERING_H

#include "ns3/fabric-network.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-lint
 * Name of the rule of FabricLint that reports the result of FindReordering().
 */
inline constexpr const char* REORDERING_RULE = "reordering-go-back";

/**
 * @ingroup ai-fabric-lint
 * A path selector or an entropy policy that does not keep order needs a transport that takes
 * packets in any order. If no switch has a choice of ports, order is kept.
 *
 * @param network complete network
 * @return a sentence about the conflict; empty: no conflict
 */
std::string FindReordering(const FabricNetwork& network);

} // namespace ns3

#endif // AI_FABRIC_REORDERING_H
