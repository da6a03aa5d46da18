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
 * flows.csv: a row per message.
 *
 * @param out the file
 * @param results of all fabrics
 */
void WriteFlows(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * summary.csv: a row per fabric and job.
 *
 * @param out the file
 * @param results of all fabrics
 */
void WriteSummary(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * queues.csv: a row per sample of a queue.
 *
 * @param out the file
 * @param results of all fabrics
 */
void WriteQueues(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * rates.csv: a row per sample of a pair.
 *
 * @param out the file
 * @param results of all fabrics
 */
void WriteRates(std::ostream& out, const std::vector<FabricResult>& results);

/**
 * background.csv: a row per flow.
 *
 * @param out the file
 * @param results of all fabrics
 */
void WriteBackgroundFlows(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_TABLE_FILES_H
