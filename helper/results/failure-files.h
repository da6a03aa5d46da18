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
 * How long jobs stood still from the begin of each fault on, until the next one began or the job
 * was over: the longest time in which none of their messages ended. Jobs that were over, or had not
 * begun, did not.
 *
 * @param result with faults and jobs, of which it fills in FaultResult::standstillPs
 */
void FindStandstills(FabricResult& result);

/** Adds a note for each failure of which a fault hit links that carried no data. @param result of a
 * fabric */
void NoteIdleFaults(FabricResult& result);

/**
 * failures.csv: a row for each fault and job, see FaultResult.
 *
 * @param out the CSV file
 * @param results of all fabrics
 * @param retries whether links of any fabric of the scenario have a LinkRetry, of which there is a
 *        column then
 */
void WriteFailures(std::ostream& out, const std::vector<FabricResult>& results, bool retries);

} // namespace ns3

#endif // AI_FABRIC_FAILURE_FILES_H
