// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAILURE_FILES_H
#define AI_FABRIC_FAILURE_FILES_H

#include "result-column.h"

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

/** @return failures.csv, see FaultResult */
ResultTable MakeFailureTable();

} // namespace ns3

#endif // AI_FABRIC_FAILURE_FILES_H
