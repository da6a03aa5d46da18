// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESULT_ROWS_H
#define AI_FABRIC_RESULT_ROWS_H

#include "fabric-summary.h"

#include "ns3/scenario.h"

namespace ns3
{

/**
 * @param scenario scenario that was simulated
 * @param result result of one of its fabrics
 * @return summary for the table and the manifest
 */
FabricSummary Summarize(const FabricScenario& scenario, const FabricResult& result);

} // namespace ns3

#endif // AI_FABRIC_RESULT_ROWS_H
