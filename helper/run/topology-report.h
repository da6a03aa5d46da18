// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_REPORT_H
#define AI_FABRIC_TOPOLOGY_REPORT_H

#include "ns3/run-options.h"

#include <iosfwd>

namespace ns3
{

/**
 * Prints the parts of a topology, the distances of its hosts, its bisection, power and cost, and
 * writes the files that the options name. Nothing is simulated.
 *
 * @param options options with the name of the topology
 * @param out stream to write to
 * @throw InputError if there is no such topology, or a price list has no prices for it
 */
void DescribeTopology(const RunOptions& options, std::ostream& out);

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_REPORT_H
