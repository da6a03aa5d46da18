// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROUTE_MANAGER_H
#define AI_FABRIC_ROUTE_MANAGER_H

#include "ns3/degraded-routing.h"
#include "ns3/fabric-routing.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * Changes the routes of a running network when links fail or come back.
 *
 * A switch detects changes of its own ports by itself:
 *     detected = change + DetectionTime
 * From then on a dead port belongs to no group that has another port: path selectors never see it.
 * A port that is up again joins its groups when that is detected. Forwarding tables name one port
 * for a destination, so a switch has no choice there; they stay as written. All routes stay as
 * written, too, if a subclass has switches that repair nothing by themselves.
 *
 * Subclasses change the routes of the whole network: they compute them with RouteAround() and
 * decide when switches get them.
 */
class RouteManager : public Object
{
  public:
    /** The managed network. */
    struct Network
    {
        FabricTopology topology; //!< whole topology, with dark links
        uint32_t litLinks{0};    //!< number of links that had light at first; these come first
        ObjectFactory routing;   //!< factory of RoutingEngines
        std::shared_ptr<const FabricRoutes> routes; //!< routes of the switches
        std::vector<FabricSwitch*> switchOfNode;    //!< by node id; null for hosts
        uint32_t telemetryRoom{0}; //!< switches that packets report by telemetry; 0: none
        bool detours{false};       //!< true: packets may go over any other switch
    };

    /** One rerouting of the network, with its times. */
    struct Reroute
    {
        Time noticed;          //!< time at which the change was noticed
        Time computed;         //!< time at which the new routes were computed
        Time installed;        //!< time at which the last switch had the new routes
        uint32_t linksDown{0}; //!< number of links down
        uint32_t switches{0};  //!< number of switches whose routes changed
        uint32_t blocks{0};    //!< number of changed blocks of their forwarding tables; 0
                               //!< without tables
        uint32_t rules{0};     //!< number of rules that a controller writes; 0 without a controller
        uint64_t unreachablePairs{0}; //!< pairs of hosts without a path in at least one direction
        uint32_t longestPath{0};      //!< longest path in switches; computed only if telemetry is
                                      //!< collected
        std::string cutOff;           //!< name of one host of an unreachable pair
        std::string complaint;        //!< reason why the engine could not route; empty: it could
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Called once, when the network is complete. @param network the managed network */
    void Start(Network network);

    /**
     * A link fails or comes back now.
     *
     * @param link id of the link
     * @param down true: the link fails; false: it comes back
     */
    void NotifyLink(uint32_t link, bool down);

    /**
     * Optical switches use other links from now on; NotifyLink() reports each of these links.
     *
     * @param dark by link id: true if not in use, so that it is no failure if it is down
     * @param grid grid of the switches, as the links in use join them
     */
    void NotifyWiring(std::vector<bool> dark, TopologyGrid grid);

    /**
     * Chooses the service level of a new connection.
     *
     * @param src host index
     * @param dst host index
     * @param path number of its LID
     * @return service level by the latest routes; by the first routes if there are no others, or if
     *         the latest need more levels
     */
    uint8_t GetServiceLevel(uint32_t src, uint32_t dst, uint32_t path) const;

    /**
     * @param links ids of links
     * @return true if the routes written to switches lead over any of them to a host
     */
    bool LeadsOver(const std::vector<uint32_t>& links) const;

    /** @return the reroutes so far; the last one may not be installed yet */
    const std::vector<Reroute>& GetReroutes() const
    {
        return m_reroutes;
    }

    /** @return GetReroutes() in words, at least a line for each */
    std::vector<std::string> Describe() const;

  protected:
    /** @return the managed network */
    const Network& GetNetwork() const
    {
        return m_network;
    }

    /** @return by link id: true if it was dark at first */
    std::vector<bool> GetDarkAtFirst() const;

    /** @return by link id: true if it is down now */
    const std::vector<bool>& GetDown() const
    {
        return m_down;
    }

    /** @return by link id: true if the switches at its ends have detected that it is dead */
    const std::vector<bool>& GetDead() const
    {
        return m_dead;
    }

    /** @param node id of a switch @return routes that were written to it */
    const NodeRoutes& GetWritten(uint32_t node) const
    {
        return m_written[node];
    }

    /**
     * Begins a reroute.
     *
     * @param down by link id: true if it is known to be down
     * @return index of the new reroute
     */
    std::size_t BeginReroute(const std::vector<bool>& down);

    /** @param index index of a reroute @return the reroute */
    Reroute& GetReroute(std::size_t index)
    {
        return m_reroutes[index];
    }

    /**
     * Routes the network without some links.
     *
     * @param index index of the reroute; it gets the results
     * @param down by link id: true for links to leave out
     * @return the new routes
     */
    DegradedRoutes Compute(std::size_t index, const std::vector<bool>& down);

    /**
     * Makes a switch forward by other routes.
     *
     * @param node id of the switch
     * @param routes new routes of the switch
     */
    void Write(uint32_t node, NodeRoutes routes);

    /**
     * @param routes routes of a node
     * @param host index of a destination
     * @return ids of the links towards it; empty: there is no path
     */
    static const std::vector<uint32_t>& GetLinksTo(const NodeRoutes& routes, uint32_t host);

    /** @param time any time @return the time in microseconds, as text */
    static std::string Format(const Time& time);

    Time m_detectionTime;     //!< subclasses make it an attribute with their own default
    bool m_localRepair{true}; //!< true: switches leave dead ports out by themselves

  private:
    /** Called at each change of a link, immediately. */
    virtual void DoNotifyLink();
    /** Called when switches have detected changes of their ports. */
    virtual void DoNotifyDetected();
    /** @return name in messages, such as "subnet manager" */
    virtual std::string DoGetName() const = 0;
    /** @param reroute an element of GetReroutes() @return description of its steps and times */
    virtual std::string DoDescribe(const Reroute& reroute) const = 0;

    void Detect();
    void Prepare();
    void Refresh(uint32_t node);
    /** Sets the fields of a reroute about pairs of hosts without a path. */
    void CountUnreachable(const DegradedRoutes& routes, Reroute& reroute) const;

    Network m_network;
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< empty until the first change
    std::vector<NodeRoutes> m_written;                //!< by node id
    std::vector<bool> m_down;                         //!< by link id
    std::vector<bool> m_dead;                         //!< by link id
    std::vector<Time> m_changed;                      //!< by link id: time of its last change
    std::vector<bool> m_dark;                         //!< by link id: true if not in use
    /** By the last reroute: see DegradedRoutes; without nodes. */
    DegradedRoutes m_latest;
    std::vector<Reroute> m_reroutes; //!< in the order of their begin
};

} // namespace ns3

#endif // AI_FABRIC_ROUTE_MANAGER_H
