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
 * paths.csv: a row for each path of each flow. Nodes have the names and links the numbers that they
 * have in links.csv, so that parallel links are told apart.
 *
 * @param out the CSV file
 * @param results of all fabrics
 */
void WritePaths(std::ostream& out, const std::vector<FabricResult>& results);

} // namespace ns3

#endif // AI_FABRIC_PATH_FILES_H
