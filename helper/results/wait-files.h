// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WAIT_FILES_H
#define AI_FABRIC_WAIT_FILES_H

#include "fabric-result.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * Writes waits.csv: the account of every rank's time, see JobAccount. Three kinds of rows per rank:
 * "compute", one per kind of communication, "idle".
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteWaits(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * Writes critical-path.csv: a row per segment, see CriticalPath.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteCriticalPaths(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_WAIT_FILES_H
