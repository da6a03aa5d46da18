// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_NETWORK_H
#define AI_FABRIC_FABRIC_NETWORK_H

#include "gpu-server.h"
#include "ideal-time.h"
#include "route-manager.h"

#include "ns3/fabric-gpu.h"
#include "ns3/fabric-parts.h"
#include "ns3/fabric-routing.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-topology.h"
#include "ns3/fabric-workload.h"
#include "ns3/host-map.h"
#include "ns3/host-transports.h"
#include "ns3/ideal-path.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-nic.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class AggregationManager;

/**
 * @ingroup ai-fabric-network
 * A network that FabricHelper has built: all its parts, and what it could do at best.
 */
class FabricNetwork
{
  public:
    FabricTopology topology;                         //!< what it was built from
    NodeContainer hosts;                             //!< by host index
    NodeContainer switches;                          //!< in the order of topology node ids
    NetDeviceContainer devices;                      //!< ends a and b of each link in turn
    std::vector<Ptr<FabricChannel>> channels;        //!< by link id
    std::vector<Ptr<RdmaNic>> nics;                  //!< by host index
    std::vector<Ptr<MessageTransport>> transports;   //!< by host index
    std::vector<Ptr<FabricGpu>> gpus;                //!< by host index
    std::vector<Ptr<FabricSwitch>> fabricSwitches;   //!< as switches
    Ptr<RouteManager> routeManager;                  //!< null: routes stay as they are
    std::shared_ptr<AggregationManager> aggregation; //!< gives jobs their aggregation trees

    /** Further networks between the servers for the other NICs of each GPU, over the same hosts. */
    std::vector<std::shared_ptr<const FabricNetwork>> planes;
    /** NVLink of the servers, over the same hosts; null: there is none. */
    std::shared_ptr<const FabricNetwork> scaleUp;
    Ptr<const GpuServer> server; //!< what the hosts are in; null: each is alone
    /**
     * A second network of the servers, for storage and users: its host s is server s, by a NIC of
     * its own; those behind the servers are on it alone. Null: there is none.
     */
    std::shared_ptr<const FabricNetwork> northSouth;

    /** @param host index @return number of the server it is in */
    uint32_t GetServer(uint32_t host) const
    {
        return server ? host / server->GetGpus() : host;
    }

    /**
     * @param first host index
     * @param second host index
     * @return whether NVLink joins the two
     */
    bool IsScaleUp(uint32_t first, uint32_t second) const
    {
        return scaleUp && GetServer(first) == GetServer(second);
    }

    /** @return how many servers the hosts are in */
    uint32_t CountServers() const
    {
        return hosts.GetN() / (server ? server->GetGpus() : 1);
    }

    /** @param job of this network @return the network whose hosts the job has */
    const FabricNetwork& GetNetworkOf(const FabricJob& job) const
    {
        return job.northSouth ? *northSouth : *this;
    }

    /** @param host index @return what carries its messages, between servers and inside */
    HostTransports GetTransports(uint32_t host) const;

    /**
     * @param source host index
     * @param dest host index, another one
     * @param bytes of a message, at least 1
     * @return bytes of the longest part of the message that one of its networks carries: of all if
     *         it is not split over the NICs of its hosts
     */
    uint64_t GetPartBytes(uint32_t source, uint32_t dest, uint64_t bytes) const;

    /**
     * The ideal time of a message, see IdealTime; over NVLink if that joins the two.
     *
     * @param source host index
     * @param dest host index, another one
     * @param bytes at least 1
     * @param queuePairs that the message is divided among; over NVLink it never is
     * @return picoseconds from posting (as a WRITE with immediate) to its acknowledgement
     */
    int64_t IdealMessagePs(uint32_t source,
                           uint32_t dest,
                           uint64_t bytes,
                           uint32_t queuePairs = 1) const;

    /**
     * What the wires alone allow a message, the same for every fabric on them: see FastestPaths.
     *
     * @param source host index
     * @param dest host index, another one
     * @param bytes at least 1
     * @return picoseconds
     */
    int64_t WireMessagePs(uint32_t source, uint32_t dest, uint64_t bytes) const;

    /**
     * @return all parts, those of NVLink and of the north-south network last: what LosslessAudit
     *         and StallReport look at
     */
    FabricParts GetParts() const;

    /** @return the parts of this network and its planes, without NVLink and north-south */
    FabricParts GetScaleOutParts() const;

    /** @return the same and those of the north-south network */
    FabricParts GetJoinedParts() const;

    /** @return the planes, and the north-south network behind them */
    std::vector<std::shared_ptr<const FabricNetwork>> GetOthers() const;

    /** @return the parts of this network alone, by host index and link id */
    FabricParts GetOwnParts() const;

    /** @return the routes that its switches forward by at first */
    const FabricRoutes& GetRoutes() const
    {
        return *m_routes;
    }

    /** @return whether packets of a queue pair do not overtake each other on their way */
    bool KeepsOrder() const
    {
        return m_spreader.empty();
    }

    /** @return the part that has them overtake each other, with its class; empty: none does */
    const std::string& GetSpreader() const
    {
        return m_spreader;
    }

    /**
     * @param wiring of the nodes of this network
     * @param links ids of its links among those of this network, in its order
     * @param routing makes RoutingEngines
     * @return ideal times if it were wired like that
     */
    IdealTime MeasureWiring(const FabricTopology& wiring,
                            const std::vector<uint32_t>& links,
                            const ObjectFactory& routing) const;

    /**
     * Senders that are made from now on take idle round trips for those of another wiring.
     *
     * @param wiring of the nodes of this network
     * @param links as those of MeasureWiring()
     */
    void Rewire(const FabricTopology& wiring, const std::vector<uint32_t>& links) const;

    /** @return switches of which a packet can carry telemetry; 0: none does */
    uint32_t GetTelemetryRoom() const
    {
        return m_telemetryRoom;
    }

  private:
    friend class FabricHelper;
    friend class NetworkBuilder;

    /** @return what a packet meets on each link, by direction */
    IdealPaths::HopsOfLink GetIdealHops() const;

    std::shared_ptr<const FabricRoutes> m_routes;
    std::shared_ptr<std::map<uint64_t, uint32_t>>
        m_jobsOfDraw;                             //!< by kind and hosts: installed jobs
    std::shared_ptr<const IdealTime> m_idealTime; //!< of this network
    std::vector<FabricSwitch*> m_switchOfNode;    //!< by topology node id; null for hosts
    uint32_t m_telemetryRoom{0};                  //!< hops that packets have room for; 0: none
    ObjectFactory m_routing;                      //!< makes RoutingEngines
    std::string m_spreader;                       //!< see GetSpreader()
};

/**
 * @ingroup ai-fabric-network
 * @param topology a valid one
 * @param server that consecutive hosts are in; null: each is alone
 * @return its hosts as workloads see them
 */
HostMap MakeHostMap(const FabricTopology& topology, Ptr<const GpuServer> server = nullptr);

/**
 * @ingroup ai-fabric-network
 * The hosts of a network as workloads see them, and those of its north-south network.
 */
struct NetworkHosts
{
    HostMap scaleOut;                  //!< between servers
    std::optional<HostMap> northSouth; //!< none: there is no such network

    /** @param isNorthSouth whether a job wants that network @return its hosts, if they are there */
    HostMap& Get(bool isNorthSouth)
    {
        return isNorthSouth && northSouth ? *northSouth : scaleOut;
    }
};

/**
 * @ingroup ai-fabric-network
 * @param topology a valid one, between servers
 * @param server as of MakeHostMap()
 * @param northSouth topology of the north-south network; null: there is none
 * @return the hosts of both
 */
NetworkHosts MakeNetworkHosts(const FabricTopology& topology,
                              Ptr<const GpuServer> server,
                              const FabricTopology* northSouth);

/**
 * @ingroup ai-fabric-network
 * Builds several jobs, each of which takes its hosts from those to come.
 *
 * @param workloads that have their random streams
 * @param hosts all there are
 * @return a job of each
 * @throw InputError if a workload does not fit the hosts or what others leave of them
 */
std::vector<FabricJob> BuildJobs(const std::vector<Ptr<FabricWorkload>>& workloads,
                                 NetworkHosts hosts);

/**
 * @ingroup ai-fabric-network
 * Throws if a topology cannot be that of a north-south network.
 *
 * @param topology a valid one
 * @param servers how many there are
 * @throw InputError if it has less hosts
 */
void CheckNorthSouth(const FabricTopology& topology, uint32_t servers);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_NETWORK_H
