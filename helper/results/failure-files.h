// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAILURE_FILES_H
#define AI_FABRIC_FAILURE_FILES_H

#include "fabric-result.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * Computes how long jobs stood still after each fault, until the next fault began or the job was
 * over: the longest time in which none of their messages ended. A job that was over, or had not
 * begun, has 0.
 *
 * @param result result with faults and jobs; gets FaultResult::standstillPs
 */
void FindStandstills(FabricResult& result);

/**
 * Adds a note for each failure with a fault whose links carried no data.
 *
 * @param result result of a fabric
 */
void NoteIdleFaults(FabricResult& result);

/**
 * Writes failures.csv: a row for each fault and job, see FaultResult.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 * @param retries true: links of some fabric of the scenario have a LinkRetry, which adds a column
 */
void WriteFailures(std::ostream& out, const std::vector<FabricResult>& results, bool retries);

} // namespace ns3

#endif // AI_FABRIC_FAILURE_FILES_H
