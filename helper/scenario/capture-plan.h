// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CAPTURE_PLAN_H
#define AI_FABRIC_CAPTURE_PLAN_H

#include "scenario-value.h"

#include "ns3/fabric-network.h"
#include "ns3/fabric-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * The ports that a scenario captures, and the names of the files.
 *
 * "<node>" means all ports of a node, "<node> port <number>" one of them, numbered from 0 in the
 * order of the topology's links. Nodes are as in FindNodes(): "host 3", "switch *", "leaf2",
 * "leaf*". A host with several NICs has a node in each network, see JoinTopologies().
 */
class CapturePlan
{
  public:
    /** Captures nothing. */
    CapturePlan() = default;

    /**
     * @param value a string with one port or several separated by commas, or a list of such strings
     * @param topology topology of all networks; throws InputError if it lacks a port
     */
    CapturePlan(const ScenarioValue& value, const FabricTopology& topology);

    /** @return the ports as written, for the manifest */
    const std::vector<std::string>& GetTexts() const
    {
        return m_texts;
    }

    /**
     * Captures the ports from now on; if packets of this fabric cannot be captured, says so on
     * stderr.
     *
     * @param network network with its others, from which the topology was joined
     * @param folder folder for the files, capture-SLUG-NODE-portNUMBER.pcap
     * @param label label of the fabric
     * @param slug name of the fabric in file names
     */
    void Start(const FabricNetwork& network,
               const std::string& folder,
               const std::string& label,
               const std::string& slug) const;

  private:
    /** A port of the topology. */
    struct Port
    {
        uint32_t node;    //!< topology node id
        std::string name; //!< name of the node
        uint32_t number;  //!< number of the port
        uint32_t link;    //!< id of its link
        uint32_t side;    //!< end of the link at the port
    };

    /**
     * Adds the ports that a text names.
     *
     * @param place place of the text, for errors
     * @param text text with the ports
     * @param topology topology of the nodes
     */
    void Add(const ScenarioValue& place, const std::string& text, const FabricTopology& topology);

    std::vector<std::string> m_texts; //!< texts as written
    std::vector<Port> m_ports;        //!< ports, each once
};

} // namespace ns3

#endif // AI_FABRIC_CAPTURE_PLAN_H
