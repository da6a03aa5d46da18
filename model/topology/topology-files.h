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
 * are its attributes, hosts are points.
 *
 * @param out where to
 * @param topology any that is valid
 */
void WriteDot(std::ostream& out, const FabricTopology& topology);

/**
 * @ingroup ai-fabric-topology
 * Writes a topology as GraphML: kind and name of nodes, rate (bit/s) and delay (ps) of links.
 *
 * @param out where to
 * @param topology any that is valid
 */
void WriteGraphMl(std::ostream& out, const FabricTopology& topology);

/**
 * @ingroup ai-fabric-topology
 * Writes a topology in the form of HPCC's topology.txt, as HpccTopology reads it; names are lost,
 * ids and the order of the links stay.
 *
 * @param out where to
 * @param topology any that is valid
 */
void WriteHpcc(std::ostream& out, const FabricTopology& topology);

/**
 * @ingroup ai-fabric-topology
 * Draws a topology as SVG: a row per distance from the hosts, hosts below, or the switches around a
 * circle if all of them have hosts. Of rows with very many nodes some are drawn, evenly spaced, and
 * their links; the caption says how many of how many.
 *
 * @param out where to
 * @param topology any that is valid
 * @param title above it
 */
void WriteSvg(std::ostream& out, const FabricTopology& topology, const std::string& title);

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_FILES_H
