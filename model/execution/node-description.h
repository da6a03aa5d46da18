// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NODE_DESCRIPTION_H
#define AI_FABRIC_NODE_DESCRIPTION_H

#include "ns3/fabric-workload.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * @param job valid job
 * @param node number of a node of its graph
 * @return text about rank, host and action, such as "rank 3 (host 7) reduces 1,048,576 B"
 */
std::string DescribeNode(const FabricJob& job, uint32_t node);

} // namespace ns3

#endif // AI_FABRIC_NODE_DESCRIPTION_H
