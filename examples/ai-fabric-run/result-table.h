// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_RESULT_TABLE_H
#define AI_FABRIC_RESULT_TABLE_H

#include "fabric-result.h"
#include "scenario.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * Writes how the fabrics compare: a metric per row, a fabric per column, first the whole, then each
 * job.
 *
 * @param out where to
 * @param scenario what was simulated
 * @param results one per fabric
 */
void WriteTable(std::ostream& out,
                const Scenario& scenario,
                const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_RESULT_TABLE_H
