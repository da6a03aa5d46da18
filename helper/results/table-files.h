// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TABLE_FILES_H
#define AI_FABRIC_TABLE_FILES_H

#include "fabric-result.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * Writes flows.csv: a row per message.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteFlows(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * Writes summary.csv: a row per fabric and job.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteSummary(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * Writes queues.csv: a row per sample of a queue.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteQueues(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * Writes rates.csv: a row per sample of a queue pair.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteRates(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * Writes background.csv: a row per flow.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WriteBackgroundFlows(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_TABLE_FILES_H
