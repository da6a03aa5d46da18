// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_FILES_H
#define AI_FABRIC_PATH_FILES_H

#include "result-column.h"

namespace ns3
{

/**
 * @return paths.csv; node names and link numbers are those of links.csv, so parallel links are told
 *         apart
 */
ResultTable MakePathTable();

} // namespace ns3

#endif // AI_FABRIC_PATH_FILES_H
