// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_REPORT_H
#define AI_FABRIC_TOPOLOGY_REPORT_H

#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/** A topology to describe. */
struct TopologyReportOptions
{
    std::string name;                   //!< preset, type, or path of a scenario; empty: none
    std::vector<std::string> overrides; //!< KEY=VALUE
    std::string prices;                 //!< price lists for it, separated by commas; empty: all
    std::string svgFile;                //!< file for its picture; empty: none
    std::string dotFile;                //!< file for its graph in Graphviz form; empty: none
    std::string graphMlFile;            //!< file for its graph as GraphML; empty: none
    std::string hpccFile;       //!< file for it in the form of HPCC's simulator; empty: none
    std::string infraGraphFile; //!< file for it as an InfraGraph; empty: none
};

/**
 * Prints the parts of a topology, the distances of its hosts, its bisection, power and cost, and
 * writes the files that the options name. Nothing is simulated.
 *
 * @param options topology and files
 * @param out stream to write to
 * @throw InputError if there is no such topology, or a price list has no prices for it
 */
void DescribeTopology(const TopologyReportOptions& options, std::ostream& out);

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_REPORT_H
