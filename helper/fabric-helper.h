// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_HELPER_H
#define AI_FABRIC_FABRIC_HELPER_H

#include "ns3/application-container.h"
#include "ns3/ascii-trace.h"
#include "ns3/data-rate.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-workload.h"
#include "ns3/gpu-server.h"
#include "ns3/graph-executor.h"
#include "ns3/nstime.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Builds a network of one kind of fabric, and puts jobs on it.
 *
 *     FabricHelper helper(CreateObject<RoceFabric>());
 *     FabricNetwork network = helper.Install(CreateObject<LeafSpineTopology>()->Generate());
 *     helper.AssignStreams(network, 1);
 *     helper.Install(network, *CreateObject<CollectiveWorkload>());
 *     helper.EnablePcap("fabric", network.devices);
 *     helper.EnableAscii("fabric", network.devices);
 */
class FabricHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    /** @param profile parts of the network */
    explicit FabricHelper(Ptr<const FabricProfile> profile);

    /** @return parts of the network */
    const Ptr<const FabricProfile>& GetProfile() const
    {
        return m_profile;
    }

    /**
     * @param topology valid topology
     * @return complete network
     * @throw InputError if the parts do not fit the topology or each other, for example a
     *         congestion control that needs marks or telemetry and switches that give none
     */
    FabricNetwork Install(const FabricTopology& topology) const;

    /**
     * Builds a network between servers, and NVLink inside them.
     *
     * @param topology valid topology with a host per GPU
     * @param server server of the hosts; null: each host stands alone
     * @return complete network between the servers, with scaleUp
     * @throw InputError as without servers, or if the hosts do not fill whole servers
     */
    FabricNetwork Install(const FabricTopology& topology, Ptr<const GpuServer> server) const;

    /**
     * Builds a network of existing Nodes, which may also belong to other networks.
     *
     * A Node that is a host of another fabric gets one more NIC, see ExtraNics, and keeps its GPU.
     *
     * @param topology valid topology
     * @param hosts Nodes of the hosts, by host index
     * @param switches Nodes of the switches, in the order of topology node ids; empty: they are
     *         made
     * @param server server of the hosts; null: each host stands alone
     * @return complete network between the servers
     * @throw InputError as without Nodes, if their number is not that of the topology, or if a
     *         switch belongs to another fabric
     */
    FabricNetwork Install(const FabricTopology& topology,
                          const NodeContainer& hosts,
                          const NodeContainer& switches = {},
                          Ptr<const GpuServer> server = nullptr) const;

    /**
     * Joins two existing Nodes by a link, as PointToPointHelper does:
     *
     *     const FabricNetwork link = helper.Install(a, b, DataRate("100Gbps"));
     *     RdmaNic::Connect(link.nics[0], link.nics[1], 3).first->PostWrite(1'000'000, 0);
     *
     * @param a host 0; may have other devices and ns-3's Internet stack
     * @param b host 1, another Node
     * @param rate rate of each direction
     * @param delay propagation delay, one way
     * @return network of the two hosts
     * @throw InputError as Install() of a topology, or if the Nodes are the same
     */
    FabricNetwork Install(Ptr<Node> a,
                          Ptr<Node> b,
                          const DataRate& rate = DataRate("400Gb/s"),
                          const Time& delay = NanoSeconds(500)) const;

    /**
     * Gives the servers of a network a second network, of this helper's parts, for storage and
     * users.
     *
     * The server's NIC on it belongs to the node of its first GPU.
     *
     * @param network network of the servers; gets FabricNetwork::northSouth
     * @param topology valid topology whose first hosts are the servers
     * @throw InputError as Install(), or if there are fewer hosts than servers
     */
    void InstallNorthSouth(FabricNetwork& network, const FabricTopology& topology) const;

    /**
     * @param network network to run on
     * @param workload workload that makes the job
     * @param index number of the job, for its records
     * @return one GraphExecutor; with several ranks of ns3::MpiInterface it runs in the rank of its
     *         hosts
     * @throw InputError if the workload does not fit the network, or its hosts are of several ranks
     */
    ApplicationContainer Install(const FabricNetwork& network,
                                 const FabricWorkload& workload,
                                 uint32_t index = 0) const;

    /**
     * Puts several jobs on a network; FabricWorkload says which hosts they get.
     *
     * @param network network to run on
     * @param workloads workloads that make the jobs; their indexes are the numbers of the jobs
     * @return a GraphExecutor for each
     * @throw InputError if a workload does not fit the network or the hosts that others leave
     */
    ApplicationContainer Install(const FabricNetwork& network,
                                 const std::vector<Ptr<FabricWorkload>>& workloads) const;

    /**
     * Puts several jobs on a network that have been built already.
     *
     * @param network network to run on
     * @param jobs jobs for its hosts, see BuildJobs()
     * @return a GraphExecutor for each
     * @throw InputError if a job does not fit the network
     */
    ApplicationContainer InstallJobs(const FabricNetwork& network,
                                     std::vector<FabricJob> jobs) const;

    /**
     * Assigns random streams, also to NVLink: errors, marking, queue pairs made from now on,
     * jitter. Stream numbers are derived from the given number and from the names of the objects
     * that draw, so that nothing else in the network changes a draw; see RandomDraws for their
     * seeds. Paths are already drawn by Install().
     *
     * @param network network whose objects get streams
     * @param stream any number
     * @return number of streams used
     */
    int64_t AssignStreams(const FabricNetwork& network, int64_t stream) const;

    /**
     * Assigns the random streams of workloads by their names; for equal names by their order.
     *
     * @param workloads all workloads of a run
     * @param stream any number
     * @return number of streams used
     */
    static int64_t AssignStreams(const std::vector<Ptr<FabricWorkload>>& workloads, int64_t stream);

    /**
     * Captures a port, see PortCapture; called by EnablePcap() and EnablePcapAll(). Devices other
     * than FabricNetDevice are ignored.
     *
     * @param prefix prefix of the name PREFIX-NODE-DEVICE.pcap, or the whole name
     * @param device device to capture
     * @param promiscuous has no effect: everything on the link is captured
     * @param explicitFilename true: the prefix is the whole name
     * @throw InputError if the file cannot be written or the packets have no codec
     */
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;

    /**
     * Traces a port as text, see AsciiTrace; called by EnableAscii() and EnableAsciiAll(). Devices
     * other than FabricNetDevice are ignored.
     *
     * @param stream file for several ports, whose lines then have paths; null: a file of the port
     * @param prefix prefix of the name PREFIX-NODE-DEVICE.tr, or the whole name
     * @param device device to trace
     * @param explicitFilename true: the prefix is the whole name
     * @throw InputError if the file cannot be written
     */
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;

    /**
     * Prints the egress queue of a port once: time in seconds, path, bytes and packets that wait,
     * and the bytes of each lane.
     *
     * @param time delay from now
     * @param device port of a fabric
     * @param stream where to print
     * @throw InputError if the device is not a FabricNetDevice
     */
    static void PrintQueueAt(Time time, Ptr<NetDevice> device, Ptr<OutputStreamWrapper> stream);

    /**
     * The same again and again, until Simulator::Stop(): a pending event keeps the run alive.
     *
     * @param interval time from one print to the next and to the first, more than 0
     * @param device port of a fabric
     * @param stream where to print
     * @throw InputError if the device is not a FabricNetDevice, or the interval is 0
     */
    static void PrintQueueEvery(Time interval,
                                Ptr<NetDevice> device,
                                Ptr<OutputStreamWrapper> stream);

  private:
    /**
     * @param topology valid topology
     * @param hosts Nodes by host index; empty: they are made
     * @param switches Nodes in the order of topology node ids; empty: they are made
     * @return one complete network
     */
    FabricNetwork Build(const FabricTopology& topology,
                        const NodeContainer& hosts,
                        const NodeContainer& switches) const;
    /**
     * Builds the network between the servers, a plane for each NIC of a GPU, and NVLink.
     *
     * @param topology topology of a plane
     * @param hosts as for Build()
     * @param switches as for Build()
     * @param server server of the hosts; null: each host stands alone
     * @return the first plane, which holds the others and NVLink
     */
    FabricNetwork InstallServers(const FabricTopology& topology,
                                 const NodeContainer& hosts,
                                 const NodeContainer& switches,
                                 Ptr<const GpuServer> server) const;
    /**
     * @param all all networks; the job runs on one of them
     * @param job job to install
     * @param index number of the job
     * @param before executor of the job whose end it waits for; null: it waits for none
     * @return its executor
     */
    Ptr<GraphExecutor> InstallJob(const FabricNetwork& all,
                                  FabricJob job,
                                  uint32_t index,
                                  Ptr<GraphExecutor> before = nullptr) const;

    Ptr<const FabricProfile> m_profile;
    /** Traces by the file that several ports share. */
    std::map<Ptr<OutputStreamWrapper>, Ptr<AsciiTrace>> m_asciiTraces;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_HELPER_H
