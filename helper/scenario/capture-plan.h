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
 * The ports that a scenario captures, and where the files go.
 *
 * A port is "<node>" for all ports of it or "<node> port <number>", numbers from 0 in the order of
 * the topology's links. Nodes are as in FindNodes(): "host 3", "switch *", "leaf2", "leaf*".
 * Of a host with several NICs each network has a node of its own, see JoinTopologies().
 */
class CapturePlan
{
  public:
    /** Captures nothing. */
    CapturePlan() = default;

    /**
     * @param value a string, of several ports with commas between, or a list of such strings
     * @param topology of all networks, that has the ports; throws InputError if it has not
     */
    CapturePlan(const ScenarioValue& value, const FabricTopology& topology);

    /** @return the ports as written, for the manifest */
    const std::vector<std::string>& GetTexts() const
    {
        return m_texts;
    }

    /**
     * Captures the ports from now on, or says on stderr that packets of this fabric cannot be.
     *
     * @param network with its others, of which the topology was joined
     * @param folder for the files, capture-SLUG-NODE-portNUMBER.pcap
     * @param label of the fabric
     * @param slug of the fabric
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
        std::string name; //!< of the node
        uint32_t number;  //!< of the port
        uint32_t link;    //!< that it is an end of
        uint32_t side;    //!< which end
    };

    /**
     * Adds the ports that a text names.
     *
     * @param place of the text, for errors
     * @param text it
     * @param topology that it speaks of
     */
    void Add(const ScenarioValue& place, const std::string& text, const FabricTopology& topology);

    std::vector<std::string> m_texts; //!< as written
    std::vector<Port> m_ports;        //!< each once
};

} // namespace ns3

#endif // AI_FABRIC_CAPTURE_PLAN_H
