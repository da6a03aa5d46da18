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
 * What changes the routes of a network while it runs, when links fail or come back.
 *
 * A switch finds out about its own ports by itself:
 *     detected = change + DetectionTime
 * From then on a dead port is no member of any group that has another one: path selectors never see
 * it. A port that is up again is a member from its detection on, too. Forwarding tables name one
 * port for a destination and leave a switch nothing to choose; they stay as they are written. So
 * do all routes where a subclass has switches that repair nothing by themselves.
 *
 * Routes of the whole network are the business of subclasses, which get them by RouteAround() and
 * say when.
 */
class RouteManager : public Object
{
  public:
    /** What it manages. */
    struct Network
    {
        FabricTopology topology;                    //!< whole, dark links too
        uint32_t litLinks{0};                       //!< the first ones, which had light at first
        ObjectFactory routing;                      //!< makes RoutingEngines
        std::shared_ptr<const FabricRoutes> routes; //!< that the switches have
        std::vector<FabricSwitch*> switchOfNode;    //!< by node id; null for hosts
        uint32_t telemetryRoom{0};                  //!< switches that packets report; 0: none
        bool detours{false};                        //!< packets may go over any other switch
    };

    /** One rerouting of the network, and when it came how far. */
    struct Reroute
    {
        Time noticed;                 //!< when it learned that links had changed
        Time computed;                //!< when the new routes were computed
        Time installed;               //!< when the last switch had them
        uint32_t linksDown{0};        //!< of all links
        uint32_t switches{0};         //!< whose routes changed
        uint32_t blocks{0};           //!< of their forwarding tables; 0 without such
        uint32_t rules{0};            //!< that a controller writes; 0 without one
        uint64_t unreachablePairs{0}; //!< of two hosts, either way
        uint32_t longestPath{0};      //!< in switches; counted only where telemetry is collected
        std::string cutOff;           //!< name of one host of an unreachable pair
        std::string complaint;        //!< why the engine could not route; empty: it could
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Called once, when the network is complete. @param network that it manages */
    void Start(Network network);

    /**
     * A link fails or comes back now.
     *
     * @param link link id
     * @param down whether it fails
     */
    void NotifyLink(uint32_t link, bool down);

    /**
     * Optical switches have other links in use from now on, which NotifyLink() goes on to tell of.
     *
     * @param dark by link id: not in use, so that it is no failure that it is down
     * @param grid that switches are in, as those in use join them
     */
    void NotifyWiring(std::vector<bool> dark, TopologyGrid grid);

    /**
     * Of a connection that is made now.
     *
     * @param src host index
     * @param dst host index
     * @param path number of its LID
     * @return service level by the latest routes; that of the first ones if there are no others, or
     *         these need more levels
     */
    uint8_t GetServiceLevel(uint32_t src, uint32_t dst, uint32_t path) const;

    /**
     * @param links ids of some
     * @return whether the routes that switches were written lead over any of them to a host
     */
    bool LeadsOver(const std::vector<uint32_t>& links) const;

    /** @return the reroutes so far; the last one may not be installed yet */
    const std::vector<Reroute>& GetReroutes() const
    {
        return m_reroutes;
    }

    /** @return GetReroutes() in words, a line or more for each */
    std::vector<std::string> Describe() const;

  protected:
    /** @return what it manages */
    const Network& GetNetwork() const
    {
        return m_network;
    }

    /** @return by link id whether it was dark at first */
    std::vector<bool> GetDarkAtFirst() const;

    /** @return by link id whether it is down now */
    const std::vector<bool>& GetDown() const
    {
        return m_down;
    }

    /** @return by link id whether the switches at its ends take it for dead */
    const std::vector<bool>& GetDead() const
    {
        return m_dead;
    }

    /** @param node id of a switch @return the routes that were written to it */
    const NodeRoutes& GetWritten(uint32_t node) const
    {
        return m_written[node];
    }

    /**
     * Begins a reroute.
     *
     * @param down by link id, what is known to be down
     * @return its index
     */
    std::size_t BeginReroute(const std::vector<bool>& down);

    /** @param index of a reroute @return it */
    Reroute& GetReroute(std::size_t index)
    {
        return m_reroutes[index];
    }

    /**
     * Routes the network without some links.
     *
     * @param index of the reroute, which gets what it finds
     * @param down by link id, what to leave out
     * @return the new routes
     */
    DegradedRoutes Compute(std::size_t index, const std::vector<bool>& down);

    /**
     * Has a switch forward by other routes.
     *
     * @param node id of a switch
     * @param routes of it
     */
    void Write(uint32_t node, NodeRoutes routes);

    /**
     * @param routes of a node
     * @param host index of a destination
     * @return the links there; none: there is no way
     */
    static const std::vector<uint32_t>& GetLinksTo(const NodeRoutes& routes, uint32_t host);

    /** @param time any @return it in microseconds */
    static std::string Format(const Time& time);

    Time m_detectionTime;     //!< subclasses make it an attribute, with a default of their own
    bool m_localRepair{true}; //!< whether switches leave dead ports out by themselves

  private:
    /** Called for each change of a link, when it happens. */
    virtual void DoNotifyLink();
    /** Called when switches have found out about their ports. */
    virtual void DoNotifyDetected();
    /** @return what it is called in messages, such as "subnet manager" */
    virtual std::string DoGetName() const = 0;
    /** @param reroute one of GetReroutes() @return what happened when, for people */
    virtual std::string DoDescribe(const Reroute& reroute) const = 0;

    void Detect();
    void Prepare();
    void Refresh(uint32_t node);
    /** Sets what a reroute says of pairs of hosts without a way. */
    void CountUnreachable(const DegradedRoutes& routes, Reroute& reroute) const;

    Network m_network;
    std::vector<std::vector<uint32_t>> m_linksByNode; //!< empty until the first change
    std::vector<NodeRoutes> m_written;                //!< by node id
    std::vector<bool> m_down;                         //!< by link id
    std::vector<bool> m_dead;                         //!< by link id
    std::vector<Time> m_changed;                      //!< by link id, when last
    std::vector<bool> m_dark;                         //!< by link id: not in use
    /** By the last reroute: see DegradedRoutes; without nodes. */
    DegradedRoutes m_latest;
    std::vector<Reroute> m_reroutes; //!< in the order of their begin
};

} // namespace ns3

#endif // AI_FABRIC_ROUTE_MANAGER_H
