// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WAIT_FILES_H
#define AI_FABRIC_WAIT_FILES_H

#include "result-column.h"

namespace ns3
{

/** @return waits.csv, see JobAccount */
ResultTable MakeWaitTable();

/** @return critical-path.csv, see CriticalPath */
ResultTable MakeCriticalPathTable();

} // namespace ns3

#endif // AI_FABRIC_WAIT_FILES_H
