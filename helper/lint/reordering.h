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
 * The rule of FabricLint that finds what FindReordering() does.
 */
inline constexpr const char* REORDERING_RULE = "reordering-go-back";

/**
 * @ingroup ai-fabric-lint
 * A path selector, or an entropy policy, that does not keep order needs a transport that takes
 * packets in any order. Where no switch has a choice of ports, both keep it.
 *
 * @param network that is built
 * @return a sentence on what does not fit; empty: all is well
 */
std::string FindReordering(const FabricNetwork& network);

} // namespace ns3

#endif // AI_FABRIC_REORDERING_H
