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
 * A network built by FabricHelper: all its parts, and its ideal times.
 */
class FabricNetwork
{
  public:
    FabricTopology topology;                       //!< topology from which it was built
    NodeContainer hosts;                           //!< by NIC, see GetNic(); no further ports
    NodeContainer switches;                        //!< in the order of topology node ids
    NetDeviceContainer devices;                    //!< for each link, the ports at its ends a and b
    std::vector<Ptr<FabricChannel>> channels;      //!< by link id
    std::vector<Ptr<RdmaNic>> nics;                //!< by NIC, see FabricTopology::ports
    std::vector<Ptr<MessageTransport>> transports; //!< by NIC
    std::vector<Ptr<FabricGpu>> gpus;              //!< by host index of jobs
    std::vector<Ptr<FabricSwitch>> fabricSwitches; //!< in the order of `switches`
    Ptr<NetworkPaths> paths;                       //!< paths at the start
    Ptr<RouteManager> routeManager;                //!< null: routes never change
    std::shared_ptr<AggregationManager> aggregation; //!< gives jobs their aggregation trees

    /** Further networks between the servers for the other NICs of each GPU, over the same hosts. */
    std::vector<std::shared_ptr<const FabricNetwork>> planes;
    /** NVLink of the servers, over the same hosts; null: there is none. */
    std::shared_ptr<const FabricNetwork> scaleUp;
    Ptr<const GpuServer> server; //!< server of the hosts; null: each host stands alone
    /**
     * A second network of the servers, for storage and users: its host s is server s, with a NIC of
     * its own; its hosts behind the servers are on this network only. Null: none.
     */
    std::shared_ptr<const FabricNetwork> northSouth;

    /** @param host host index @return number of its server */
    uint32_t GetServer(uint32_t host) const
    {
        return server ? server->GetServerOf(host) : host;
    }

    /**
     * @param host index of a host of jobs, which is a GPU
     * @return index of its NIC among hosts, nics, transports, and the hosts of the topology; the
     *         same index unless GPUs share NICs
     */
    uint32_t GetNic(uint32_t host) const
    {
        return server ? host / server->GetGpusPerNic() : host;
    }

    /**
     * @param first host index
     * @param second host index
     * @return true if NVLink joins the two
     */
    bool IsScaleUp(uint32_t first, uint32_t second) const
    {
        return scaleUp && GetServer(first) == GetServer(second);
    }

    /** @return number of servers */
    uint32_t CountServers() const
    {
        return server ? server->GetServerOf(static_cast<uint32_t>(gpus.size()) - 1) + 1
                      : hosts.GetN();
    }

    /** @param job job on this network @return network whose hosts the job uses */
    const FabricNetwork& GetNetworkOf(const FabricJob& job) const
    {
        return job.northSouth ? *northSouth : *this;
    }

    /** @return ports of the adapter of each host; 1: hosts have one, or several adapters */
    uint32_t CountPorts() const
    {
        return topology.ports > 1                  ? topology.ports
               : server && server->HasOneAdapter() ? server->GetNicsPerGpu()
                                                   : 1;
    }

    /** @return true if jobs take the times of laws, see LawTransport */
    bool UsesLaw() const;

    /** @param host host index @return transports of its messages, between servers and inside */
    HostTransports GetTransports(uint32_t host) const;

    /**
     * @param source host index
     * @param dest host index, another one
     * @param bytes length of a message, at least 1
     * @return longest part of the message that one of its networks carries, in bytes: all bytes if
     *         the message is not split over the NICs of its hosts
     */
    uint64_t GetPartBytes(uint32_t source, uint32_t dest, uint64_t bytes) const;

    /**
     * Computes the ideal time of a message, see IdealTime; over NVLink if that joins the two hosts.
     *
     * @param source host index
     * @param dest host index, another one
     * @param bytes length of the message, at least 1
     * @param queuePairs number of queue pairs that share the message; over NVLink always one
     * @param maxRatebps largest rate of the sender on the wire in bit/s; 0: no limit
     * @return time in ps from posting (as a WRITE with immediate) to its acknowledgement
     */
    int64_t IdealMessagePs(uint32_t source,
                           uint32_t dest,
                           uint64_t bytes,
                           uint32_t queuePairs = 1,
                           uint64_t maxRatebps = 0) const;

    /**
     * Computes the time that the wires alone allow, equal for every fabric on them: see
     * FastestPaths.
     *
     * @param source host index
     * @param dest host index, another one
     * @param bytes length of the message, at least 1
     * @return time in ps
     */
    int64_t WireMessagePs(uint32_t source, uint32_t dest, uint64_t bytes) const;

    /**
     * @return all parts, those of NVLink and of the north-south network last; for LosslessAudit and
     *         StallReport
     */
    FabricParts GetParts() const;

    /** @return the parts of this network and its planes, without NVLink and north-south */
    FabricParts GetScaleOutParts() const;

    /** @return the parts of GetScaleOutParts() and of the north-south network */
    FabricParts GetJoinedParts() const;

    /** @return the planes, and the north-south network behind them */
    std::vector<std::shared_ptr<const FabricNetwork>> GetOthers() const;

    /** @return the parts of this network alone, by host index and link id */
    FabricParts GetOwnParts() const;

    /** @return routes of its switches at the start */
    const FabricRoutes& GetRoutes() const
    {
        return *m_routes;
    }

    /** @return true if packets of a queue pair never overtake each other */
    bool KeepsOrder() const
    {
        return m_spreader.empty();
    }

    /** @return the part by which packets overtake each other, with its class; empty: none */
    const std::string& GetSpreader() const
    {
        return m_spreader;
    }

    /**
     * @param wiring topology of another wiring of this network's nodes
     * @param links by link id of wiring: id of the link in this network
     * @param routing factory of RoutingEngines
     * @return ideal times of that wiring
     */
    IdealTime MeasureWiring(const FabricTopology& wiring,
                            const std::vector<uint32_t>& links,
                            const ObjectFactory& routing) const;

    /**
     * Makes senders that are created from now on use the idle round trips of another wiring.
     *
     * @param wiring topology of the wiring
     * @param links as for MeasureWiring()
     */
    void Rewire(const FabricTopology& wiring, const std::vector<uint32_t>& links) const;

    /** @return number of switches whose telemetry fits into a packet; 0: no telemetry */
    uint32_t GetTelemetryRoom() const
    {
        return m_telemetryRoom;
    }

  private:
    friend class FabricHelper;
    friend class NetworkBuilder;

    /** @return delays and rates of each link, by direction */
    IdealPaths::HopsOfLink GetIdealHops() const;

    std::shared_ptr<const FabricRoutes> m_routes;
    std::shared_ptr<std::map<uint64_t, uint32_t>>
        m_jobsOfDraw;                             //!< number of installed jobs, by kind and hosts
    std::shared_ptr<const IdealTime> m_idealTime; //!< ideal times of this network
    std::vector<FabricSwitch*> m_switchOfNode;    //!< by topology node id; null for hosts
    uint32_t m_telemetryRoom{0};                  //!< hops for which packets have room; 0: none
    ObjectFactory m_routing;                      //!< factory of RoutingEngines
    std::string m_spreader;                       //!< see GetSpreader()
};

/**
 * @ingroup ai-fabric-network
 * @param topology valid topology
 * @param server server of consecutive hosts; null: each host stands alone
 * @return its hosts as workloads see them
 */
HostMap MakeHostMap(const FabricTopology& topology, Ptr<const GpuServer> server = nullptr);

/**
 * @ingroup ai-fabric-network
 * The hosts of a network as workloads see them, and the hosts of its north-south network.
 */
struct NetworkHosts
{
    HostMap scaleOut;                  //!< between servers
    std::optional<HostMap> northSouth; //!< empty: there is no such network

    /**
     * @param isNorthSouth true: the job wants that network
     * @return its hosts if it exists, else scaleOut
     */
    HostMap& Get(bool isNorthSouth)
    {
        return isNorthSouth && northSouth ? *northSouth : scaleOut;
    }
};

/**
 * @ingroup ai-fabric-network
 * @param topology valid topology between servers
 * @param server as for MakeHostMap()
 * @param northSouth topology of the north-south network; null: none
 * @return the hosts of both networks
 */
NetworkHosts MakeNetworkHosts(const FabricTopology& topology,
                              Ptr<const GpuServer> server,
                              const FabricTopology* northSouth);

/**
 * @ingroup ai-fabric-network
 * Throws if a topology cannot be that of a north-south network.
 *
 * @param topology valid topology
 * @param servers number of servers
 * @throw InputError if the topology has fewer hosts than there are servers
 */
void CheckNorthSouth(const FabricTopology& topology, uint32_t servers);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_NETWORK_H
