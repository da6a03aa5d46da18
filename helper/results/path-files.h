// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_FILES_H
#define AI_FABRIC_PATH_FILES_H

#include "fabric-result.h"

#include <iosfwd>
#include <vector>

namespace ns3
{

/**
 * Writes paths.csv: a row for each path of each flow. Node names and link numbers are those of
 * links.csv, so parallel links are told apart.
 *
 * @param out stream of the CSV file
 * @param results results of all fabrics
 */
void WritePaths(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_PATH_FILES_H
