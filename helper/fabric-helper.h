// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_HELPER_H
#define AI_FABRIC_FABRIC_HELPER_H

#include "ns3/application-container.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-workload.h"
#include "ns3/gpu-server.h"
#include "ns3/graph-executor.h"
#include "ns3/trace-helper.h"

#include <cstdint>
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
 */
class FabricHelper : public PcapHelperForDevice
{
  public:
    /** @param profile the parts */
    explicit FabricHelper(Ptr<const FabricProfile> profile);

    /**
     * @param topology a valid one
     * @return the network, complete
     * @throw InputError if the parts do not fit the topology or each other, as a congestion control
     *        that needs marks or telemetry and switches that give none
     */
    FabricNetwork Install(const FabricTopology& topology) const;

    /**
     * A network between servers, and NVLink inside them.
     *
     * @param topology a valid one with a host per GPU
     * @param server what its hosts are in; null: each stands alone
     * @return the network between the servers, complete, with scaleUp
     * @throw InputError as without servers, or if the hosts are no whole number of servers
     */
    FabricNetwork Install(const FabricTopology& topology, Ptr<const GpuServer> server) const;

    /**
     * A network of Nodes that exist already, and may be on others besides.
     *
     * A Node that is a host of another fabric gets one more NIC, see ExtraNics, and keeps its GPU.
     *
     * @param topology a valid one
     * @param hosts by host index
     * @param switches in the order of topology node ids; empty: they are made
     * @param server what its hosts are in; null: each stands alone
     * @return the network between the servers, complete
     * @throw InputError as without Nodes, if there are more or less of them than the topology has,
     *        or a switch is one of another fabric
     */
    FabricNetwork Install(const FabricTopology& topology,
                          const NodeContainer& hosts,
                          const NodeContainer& switches = {},
                          Ptr<const GpuServer> server = nullptr) const;

    /**
     * Gives the servers of a network a second one, of this helper's parts, for storage and users.
     *
     * A server's NIC on it is that of the node of its first GPU.
     *
     * @param network whose servers; gets FabricNetwork::northSouth
     * @param topology a valid one, of which the first hosts are the servers
     * @throw InputError as Install(), or if there are less hosts than servers
     */
    void InstallNorthSouth(FabricNetwork& network, const FabricTopology& topology) const;

    /**
     * @param network to run on
     * @param workload whose job to run
     * @param index number of the job, for its records
     * @return one GraphExecutor; with several ranks of ns3::MpiInterface it runs in that of its
     * hosts
     * @throw InputError if the workload does not fit the network, or its hosts are of several ranks
     */
    ApplicationContainer Install(const FabricNetwork& network,
                                 const FabricWorkload& workload,
                                 uint32_t index = 0) const;

    /**
     * Puts several jobs on a network, see FabricWorkload for which hosts they get.
     *
     * @param network to run on
     * @param workloads whose jobs to run; their numbers are those of the jobs
     * @return a GraphExecutor for each
     * @throw InputError if a workload does not fit the network or what others leave of it
     */
    ApplicationContainer Install(const FabricNetwork& network,
                                 const std::vector<Ptr<FabricWorkload>>& workloads) const;

    /**
     * The same, of jobs that have been built already.
     *
     * @param network to run on
     * @param jobs for its hosts, see BuildJobs()
     * @return a GraphExecutor for each
     * @throw InputError if a job does not fit the network
     */
    ApplicationContainer InstallJobs(const FabricNetwork& network,
                                     std::vector<FabricJob> jobs) const;

    /**
     * Assigns random streams, NVLink's too: errors, marking, queue pairs made from now on, jitter.
     * Their numbers are derived from the one given and from the names of what draws, so that
     * nothing else in the network changes a draw; see RandomDraws for their seeds. Paths are drawn
     * by Install() already.
     *
     * @param network whose
     * @param stream any number
     * @return how many numbers were used
     */
    int64_t AssignStreams(const FabricNetwork& network, int64_t stream) const;

    /**
     * Assigns the random streams of workloads, by their names; workloads of the same name by their
     * order among each other.
     *
     * @param workloads those of a run
     * @param stream any number
     * @return how many numbers were used
     */
    static int64_t AssignStreams(const std::vector<Ptr<FabricWorkload>>& workloads, int64_t stream);

    /**
     * Captures a port, see PortCapture; EnablePcap() and EnablePcapAll() come here. Other devices
     * than FabricNetDevice are left alone.
     *
     * @param prefix of the name PREFIX-NODE-DEVICE.pcap, or the whole of it
     * @param device which
     * @param promiscuous makes no difference: everything on the link is seen
     * @param explicitFilename whether the prefix is the whole name
     * @throw InputError if the file cannot be written or the packets have no codec
     */
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;

  private:
    /**
     * @param topology a valid one
     * @param hosts by host index; empty: they are to be made
     * @param switches in the order of topology node ids; empty: they are to be made
     * @return one network, complete
     */
    FabricNetwork Build(const FabricTopology& topology,
                        const NodeContainer& hosts,
                        const NodeContainer& switches) const;
    /**
     * Builds the network between the servers, a plane for each NIC of a GPU, and NVLink.
     *
     * @param topology of a plane
     * @param hosts as of Build()
     * @param switches as of Build()
     * @param server what hosts are in; null: each stands alone
     * @return the first plane, which has the others and NVLink
     */
    FabricNetwork InstallServers(const FabricTopology& topology,
                                 const NodeContainer& hosts,
                                 const NodeContainer& switches,
                                 Ptr<const GpuServer> server) const;
    /**
     * @param all networks, of which the job has one
     * @param job it
     * @param index its number
     * @return one GraphExecutor
     */
    ApplicationContainer InstallJob(const FabricNetwork& all, FabricJob job, uint32_t index) const;

    Ptr<const FabricProfile> m_profile;
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_HELPER_H
