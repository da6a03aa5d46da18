// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_BUILDER_H
#define AI_FABRIC_NETWORK_BUILDER_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/node-container.h"
#include "ns3/prepared-factory.h"
#include "ns3/routing-engine.h"
#include "ns3/switch-parts.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Makes one network out of the parts of a profile, in the steps of Build(). FabricHelper joins
 * networks and jobs. Checks are in network-checks.h, forwarding in network-forwarding.h, telemetry
 * in network-telemetry.h.
 */
class NetworkBuilder
{
  public:
    /**
     * @param profile parts of the network; outlives the builder
     * @param topology valid topology; outlives the builder
     * @param hosts Nodes by host index; empty: they are made
     * @param switches Nodes in the order of topology node ids; empty: they are made
     * @throw InputError if the profile's framing is not a FabricFraming, or its tiers do not fit
     */
    NetworkBuilder(const FabricProfile& profile,
                   const FabricTopology& topology,
                   NodeContainer hosts,
                   NodeContainer switches);

    /**
     * Builds the network; to be called once.
     *
     * @return complete network
     * @throw InputError if the parts do not fit the topology or each other
     */
    FabricNetwork Build();

  private:
    /**
     * @param factory factory of m_profile or m_parts
     * @return the same factory, prepared for many objects
     */
    const PreparedFactory& Prepare(const ObjectFactory& factory);
    /** Creates one of many parts. @tparam T class of the part @param factory as for Prepare() */
    template <typename T>
    Ptr<T> MakeOneOfMany(const ObjectFactory& factory);
    void MakeRoutes();
    void MakeNodes();
    void MakeHost(Ptr<Node> node);
    /** @param id topology node id @param node Node that gets the switch */
    void MakeSwitch(uint32_t id, Ptr<Node> node);
    Ptr<PathSelector> MakePathSelector(uint32_t id, SwitchStage& stage);
    void CheckParts();
    void MakeLinks();
    /** @param id topology node id of a node @return a new port of the node */
    Ptr<FabricNetDevice> MakePort(uint32_t id);
    /** Starts the managers of routes, if the profile has one. */
    void StartManagers();
    void JoinTransports();
    /** Measures ideal times, and the round trips that NICs get. */
    void MeasureIdeal();

    const FabricProfile& m_profile;
    const FabricTopology& m_topology;
    SwitchParts m_parts;      //!< parts of the switches
    NodeContainer m_hosts;    //!< given hosts
    NodeContainer m_switches; //!< given switches
    std::map<const ObjectFactory*, PreparedFactory> m_prepared;
    PreparedFactory m_portFactory;
    Ptr<FabricFraming> m_framing;
    RoutingEngine::RoutedLanes m_lanes;   //!< lanes of the routes
    Ptr<const FabricPacketCodec> m_codec; //!< codec of all ports
    FabricNetwork m_network;
    std::vector<Ptr<Node>> m_nodes;     //!< by topology node id
    std::vector<uint64_t> m_fastestbps; //!< by topology node id: rate of its fastest link in bit/s
    CongestionNeeds m_needs;            //!< needs of the congestion control
    uint32_t m_telemetryBytes{0};       //!< telemetry bytes that each data packet carries
    bool m_takesDetours{false};         //!< true: packets may go over any other switch
};

} // namespace ns3

#endif // AI_FABRIC_NETWORK_BUILDER_H
