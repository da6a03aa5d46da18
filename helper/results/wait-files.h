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
 * waits.csv: what the time of every rank was made of, see JobAccount. Three kinds of rows per rank:
 * "compute", one per kind of communication, "idle".
 *
 * @param out the CSV file
 * @param results of all fabrics
 */
void WriteWaits(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * critical-path.csv: a row per segment, see CriticalPath.
 *
 * @param out the CSV file
 * @param results of all fabrics
 */
void WriteCriticalPaths(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_WAIT_FILES_H
