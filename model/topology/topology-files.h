// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_FILES_H
#define AI_FABRIC_TOPOLOGY_FILES_H

#include "fabric-topology.h"

#include <iosfwd>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Writes a topology as an undirected graph in the language of Graphviz; rate and delay of a link
 * are attributes, hosts are drawn as points.
 *
 * @param out output stream
 * @param topology valid topology
 */
void WriteDot(std::ostream& out, const FabricTopology& topology);

/**
 * @ingroup ai-fabric-topology
 * Writes a topology as GraphML: kind and name of nodes, rate (bit/s) and delay (ps) of links.
 *
 * @param out output stream
 * @param topology valid topology
 */
void WriteGraphMl(std::ostream& out, const FabricTopology& topology);

/**
 * @ingroup ai-fabric-topology
 * Writes a topology in the format of HPCC's topology.txt, as HpccTopology reads it; names are lost,
 * ids and the order of the links are kept.
 *
 * @param out output stream
 * @param topology valid topology
 */
void WriteHpcc(std::ostream& out, const FabricTopology& topology);

/**
 * @ingroup ai-fabric-topology
 * Draws a topology as SVG: one row per distance from the hosts, hosts at the bottom; or the
 * switches on a circle if all of them have hosts. In rows with very many nodes only some are drawn,
 * evenly spaced, with their links; the caption gives both numbers.
 *
 * @param out output stream
 * @param topology valid topology
 * @param title title above the drawing
 */
void WriteSvg(std::ostream& out, const FabricTopology& topology, const std::string& title);

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_FILES_H
