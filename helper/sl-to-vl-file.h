// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_SL_TO_VL_FILE_H
#define AI_FABRIC_SL_TO_VL_FILE_H

#include "fabric-network.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Reads SL-to-VL maps of pairs of ports, one per line; a later line replaces an earlier one:
 *
 *     # switch  from     to       lanes of service levels 0, 1, ...
 *     switch0   switch2  switch1  1,1,3
 *     leaf1     *        spine0   0,2,2
 *
 * Nodes go by their names in the topology. A neighbour stands for all parallel links to it, * for
 * all ports. The lanes are those of SlToVlMap, without blanks. What follows a # is a comment. Pairs
 * without a line keep FabricSwitch::SlToVl.
 *
 * @param path of the file
 * @param network whose switches get the maps
 * @throw InputError with file and line
 */
void ReadSlToVlFile(const std::string& path, const FabricNetwork& network);

} // namespace ns3

#endif // AI_FABRIC_SL_TO_VL_FILE_H
