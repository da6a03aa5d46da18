// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TABLE_FILES_H
#define AI_FABRIC_TABLE_FILES_H

#include "result-column.h"

namespace ns3
{

/** @return flows.csv */
ResultTable MakeFlowTable();

/** @return queues.csv */
ResultTable MakeQueueTable();

/** @return rates.csv */
ResultTable MakeRateTable();

/** @return background.csv */
ResultTable MakeBackgroundTable();

} // namespace ns3

#endif // AI_FABRIC_TABLE_FILES_H
