// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-helper.h"

#include "mpi-check.h"
#include "network-builder.h"

#include "ns3/aggregation-manager.h"
#include "ns3/input-error.h"
#include "ns3/joined-networks.h"
#include "ns3/log.h"
#include "ns3/named-streams.h"
#include "ns3/network-jobs.h"
#include "ns3/network-law.h"
#include "ns3/port-capture.h"
#include "ns3/port-spanner.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <fstream>
#include <iomanip>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricHelper");

namespace
{

/** Throws if a program gives a wrong number of Nodes. @param what name of these Nodes */
void
CheckNodes(uint32_t given, uint32_t expected, const std::string& what)
{
    if (given != expected)
    {
        throw InputError("FabricHelper Install: " + std::to_string(given) + " Nodes for the " +
                         what + "; expected " + std::to_string(expected) +
                         ", those of the topology");
    }
}

/** Throws if the routes have no path for a message of a job. */
void
CheckPaths(const FabricNetwork& network, const FabricJob& job)
{
    if (!network.topology.islands)
    {
        return;
    }
    for (const auto& node : job.graph.GetNodes())
    {
        const uint32_t from = job.hostOfRank[node.rank];
        const uint32_t to = job.hostOfRank[node.peer];
        if (node.kind == CommunicationGraph::Kind::SEND && !network.IsScaleUp(from, to) &&
            !network.GetRoutes().HasPath(network.GetNic(from), network.GetNic(to)))
        {
            throw InputError("job " + job.name + ": rank " + std::to_string(node.rank) +
                             " sends to rank " + std::to_string(node.peer) +
                             ", and no path joins their hosts " + std::to_string(from) + " and " +
                             std::to_string(to) +
                             "; use an algorithm that stays within rails, or a topology that "
                             "joins them");
        }
    }
}

/** Tells transports of the ports of their hosts. */
void
JoinPorts(const FabricNetwork& network)
{
    for (uint32_t host = 0; host < network.hosts.GetN() && network.CountPorts() > 1; ++host)
    {
        const auto ports = network.GetTransports(host * network.topology.gpusPerHost).scaleOut;
        if (auto* const spanner = dynamic_cast<PortSpanner*>(PeekPointer(ports.front())))
        {
            spanner->SetPorts(ports);
            continue;
        }
        for (const auto& port : ports)
        {
            port->JoinPorts(ports);
        }
    }
}

/** @return hosts of a network as workloads see them */
NetworkHosts
GetHosts(const FabricNetwork& network)
{
    return MakeNetworkHosts(network.topology,
                            network.server,
                            network.northSouth ? &network.northSouth->topology : nullptr);
}

/** @return a device as a port @throw InputError if it is none */
Ptr<FabricNetDevice>
GetPort(Ptr<NetDevice> device)
{
    const auto port = DynamicCast<FabricNetDevice>(device);
    if (!port)
    {
        throw InputError("FabricHelper PrintQueue: the device is " +
                         (device ? "a " + device->GetInstanceTypeId().GetName() : "null") +
                         "; expected a ns3::FabricNetDevice");
    }
    return port;
}

/** Prints what waits in a port. */
void
PrintQueue(Ptr<FabricNetDevice> port, Ptr<OutputStreamWrapper> stream)
{
    uint64_t bytes = 0;
    uint64_t packets = 0;
    std::string lanes;
    for (uint32_t lane = 0; lane < port->GetLaneCount(); ++lane)
    {
        const PacketFifo& queue = port->GetQueue(static_cast<uint8_t>(lane));
        bytes += queue.GetBytes();
        packets += queue.GetPackets();
        if (queue.GetPackets() > 0)
        {
            lanes += " lane " + std::to_string(lane) + ": " + std::to_string(queue.GetBytes());
        }
    }
    std::ostringstream line; // the stream keeps its format
    line << std::fixed << std::setprecision(12) << Simulator::Now().GetSeconds() << " /NodeList/"
         << port->GetNode()->GetId() << "/DeviceList/" << port->GetIfIndex() << " bytes " << bytes
         << " packets " << packets << lanes << '\n';
    *stream->GetStream() << line.str();
}

/** Prints what waits in a port, and again after each interval. */
void
PrintQueueAgain(Time interval, Ptr<FabricNetDevice> port, Ptr<OutputStreamWrapper> stream)
{
    PrintQueue(port, stream);
    Simulator::Schedule(interval, &PrintQueueAgain, interval, port, stream);
}

} // namespace

FabricHelper::FabricHelper(Ptr<const FabricProfile> profile)
    : m_profile(profile)
{
    NS_LOG_FUNCTION(this << profile);
}

FabricNetwork
FabricHelper::Install(const FabricTopology& topology) const
{
    NS_LOG_FUNCTION(this << topology.origin);
    return InstallServers(topology, {}, {}, nullptr);
}

FabricNetwork
FabricHelper::Install(const FabricTopology& topology, Ptr<const GpuServer> server) const
{
    NS_LOG_FUNCTION(this << server << topology.origin);
    return InstallServers(topology, {}, {}, server);
}

FabricNetwork
FabricHelper::Install(const FabricTopology& topology,
                      const NodeContainer& hosts,
                      const NodeContainer& switches,
                      Ptr<const GpuServer> server) const
{
    NS_LOG_FUNCTION(this << topology.origin << hosts.GetN() << switches.GetN() << server);
    CheckNodes(hosts.GetN(), topology.GetMachineCount(), "hosts");
    if (switches.GetN() > 0)
    {
        CheckNodes(switches.GetN(), topology.GetSwitchCount(), "switches");
    }
    for (auto node = switches.Begin(); node != switches.End(); ++node)
    {
        if ((*node)->GetObject<FabricSwitch>())
        {
            throw InputError("FabricHelper Install: node " + std::to_string((*node)->GetId()) +
                             " is already a switch of a fabric; expected another node");
        }
    }
    return InstallServers(topology, hosts, switches, server);
}

FabricNetwork
FabricHelper::Install(Ptr<Node> a, Ptr<Node> b, const DataRate& rate, const Time& delay) const
{
    NS_LOG_FUNCTION(this << a << b << rate << delay);
    if (a == b)
    {
        throw InputError("FabricHelper Install: both ends of the link are node " +
                         std::to_string(a->GetId()) + "; expected two Nodes");
    }
    FabricTopology topology;
    topology.origin = "link of two Nodes";
    topology.AddHost("host0");
    topology.AddHost("host1");
    topology.AddLink({0, 1, rate.GetBitRate(), delay.GetPicoSeconds()});
    topology.Validate();
    NodeContainer nodes(a);
    nodes.Add(b);
    return Install(topology, nodes);
}

FabricNetwork
FabricHelper::InstallServers(const FabricTopology& topology,
                             const NodeContainer& hosts,
                             const NodeContainer& switches,
                             Ptr<const GpuServer> server) const
{
    if (!server)
    {
        auto network = Build(topology, hosts, switches);
        JoinPorts(network);
        return network;
    }
    if (topology.ports > 1 && server->GetNicsPerGpu() > 1)
    {
        throw InputError(server->GetInstanceTypeId().GetName() + " NicsPerGpu: is " +
                         std::to_string(server->GetNicsPerGpu()) +
                         ", but hosts of the topology have " + std::to_string(topology.ports) +
                         " ports; expected 1");
    }
    const FabricTopology limited = server->LimitHosts(topology);
    auto network = Build(limited, hosts, switches);
    network.server = server;
    for (const auto& plane : NameOtherNetworks(limited, server, nullptr))
    {
        network.planes.push_back(
            std::make_shared<const FabricNetwork>(Build(plane, network.hosts, {})));
    }
    JoinPorts(network);
    if (server->HasNvlink())
    {
        NodeContainer gpus;
        for (uint32_t gpu = 0; gpu < network.gpus.size(); ++gpu)
        {
            gpus.Add(network.hosts.Get(network.GetNic(gpu)));
        }
        auto scaleUp =
            FabricHelper(server->MakeProfile()).Build(server->MakeScaleUp(limited), gpus, {});
        for (uint32_t gpu = 0; gpu < network.gpus.size(); ++gpu)
        {
            if (gpu % limited.gpusPerHost > 0) // the Node has the first GPU of its NIC
            {
                scaleUp.nics[gpu]->AggregateObject(network.gpus[gpu]);
            }
        }
        scaleUp.gpus = network.gpus;
        network.scaleUp = std::make_shared<const FabricNetwork>(std::move(scaleUp));
    }
    return network;
}

FabricNetwork
FabricHelper::Build(const FabricTopology& topology,
                    const NodeContainer& hosts,
                    const NodeContainer& switches) const
{
    return NetworkBuilder(*m_profile, topology, hosts, switches).Build();
}

void
FabricHelper::InstallNorthSouth(FabricNetwork& network, const FabricTopology& topology) const
{
    NS_LOG_FUNCTION(this << topology.origin);
    const uint32_t servers = network.CountServers();
    CheckNorthSouth(topology, servers);
    std::vector<uint32_t> first; // GPU of each server
    for (uint32_t gpu = 0; gpu < network.gpus.size(); ++gpu)
    {
        if (network.GetServer(gpu) == first.size())
        {
            first.push_back(gpu);
        }
    }
    NodeContainer hosts;
    for (uint32_t host = 0; host < topology.GetHostCount(); ++host)
    {
        hosts.Add(host < servers ? network.hosts.Get(network.GetNic(first[host]))
                                 : Ptr<Node>(CreateObject<Node>()));
    }
    FabricNetwork northSouth = Build(NameNetwork(topology, "north-south"), hosts, {});
    northSouth.m_jobsOfDraw = network.m_jobsOfDraw;
    network.northSouth = std::make_shared<const FabricNetwork>(std::move(northSouth));
}

ApplicationContainer
FabricHelper::Install(const FabricNetwork& network,
                      const FabricWorkload& workload,
                      uint32_t index) const
{
    NetworkHosts hosts = GetHosts(network);
    FabricJob job = BuildOneJob(workload, hosts, network.UsesLaw());
    FoldJob(network, workload, job);
    return ApplicationContainer(InstallJob(network, std::move(job), index));
}

ApplicationContainer
FabricHelper::Install(const FabricNetwork& network,
                      const std::vector<Ptr<FabricWorkload>>& workloads) const
{
    auto jobs = BuildJobs(workloads, GetHosts(network), network.UsesLaw());
    for (size_t i = 0; i < jobs.size(); ++i)
    {
        FoldJob(network, *workloads[i], jobs[i]);
    }
    return InstallJobs(network, std::move(jobs));
}

ApplicationContainer
FabricHelper::InstallJobs(const FabricNetwork& network, std::vector<FabricJob> jobs) const
{
    ApplicationContainer installed;
    std::vector<Ptr<GraphExecutor>> executors;
    for (auto& job : jobs)
    {
        const auto before = job.after == FabricJob::NONE ? nullptr : executors.at(job.after);
        executors.push_back(InstallJob(network, std::move(job), installed.GetN(), before));
        installed.Add(executors.back());
    }
    return installed;
}

Ptr<GraphExecutor>
FabricHelper::InstallJob(const FabricNetwork& all,
                         FabricJob job,
                         uint32_t index,
                         Ptr<GraphExecutor> before) const
{
    const FabricNetwork& network = all.GetNetworkOf(job);
    job.index = index;
    job.draw = HashDraw(0, job.kind);
    for (const uint32_t host : job.hostOfRank)
    {
        job.draw = HashDraw(job.draw, host);
    }
    job.draw = HashDraw(job.draw, (*network.m_jobsOfDraw)[job.draw]++);
    NS_LOG_INFO("job " << index << ", " << job.name << ": " << job.hostOfRank.size()
                       << " ranks, the first on host " << job.hostOfRank.front());
    CheckPaths(network, job);
    const bool isHere = CheckMpiRanks(network, job);
    std::vector<HostTransports> transports;
    std::vector<Ptr<FabricGpu>> gpus;
    for (const uint32_t host : job.hostOfRank)
    {
        transports.push_back(network.GetTransports(host));
        gpus.push_back(network.gpus[host]);
    }
    std::vector<Ptr<FabricGpu>> foldedGpus;
    for (const uint32_t host : job.foldedHosts)
    {
        foldedGpus.push_back(network.gpus[host]);
    }
    const auto node = network.hosts.Get(network.GetNic(job.hostOfRank.front()));
    const auto executor = CreateObject<GraphExecutor>();
    if (!job.graph.GetLaws().empty())
    {
        executor->SetCollectives(
            std::make_shared<ServerCollectives>(std::make_unique<NetworkLaw>(network)));
    }
    auto members = network.aggregation->Install(network, job);
    executor->SetJob(std::move(job), std::move(transports), std::move(gpus), std::move(foldedGpus));
    executor->SetAggregation(std::move(members));
    if (before)
    {
        before->AddFollower(executor, isHere ? node : nullptr);
    }
    else if (isHere)
    {
        node->AddApplication(executor);
    }
    return executor;
}

int64_t
FabricHelper::AssignStreams(const FabricNetwork& network, int64_t stream) const
{
    AssignNetworkStreams(network, stream);
    return 1;
}

int64_t
FabricHelper::AssignStreams(const std::vector<Ptr<FabricWorkload>>& workloads, int64_t stream)
{
    AssignWorkloadStreams(workloads, stream);
    return 1;
}

void
FabricHelper::EnablePcapInternal(std::string prefix,
                                 Ptr<NetDevice> device,
                                 bool,
                                 bool explicitFilename)
{
    if (const auto port = DynamicCast<FabricNetDevice>(device))
    {
        PortCapture::Start(port,
                           explicitFilename ? prefix
                                            : PcapHelper().GetFilenameFromDevice(prefix, device));
    }
}

void
FabricHelper::EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                                  std::string prefix,
                                  Ptr<NetDevice> device,
                                  bool explicitFilename)
{
    const auto port = DynamicCast<FabricNetDevice>(device);
    if (!port)
    {
        return;
    }
    if (stream)
    {
        auto& trace = m_asciiTraces[stream];
        trace = trace ? trace : Create<AsciiTrace>(stream);
        trace->Add(port, true);
        return;
    }
    AsciiTraceHelper files;
    const std::string path =
        explicitFilename ? prefix : files.GetFilenameFromDevice(prefix, device);
    if (!std::ofstream(path)) // ns-3 would end the program
    {
        throw InputError(path + ": cannot be written");
    }
    Create<AsciiTrace>(files.CreateFileStream(path))->Add(port, false);
}

void
FabricHelper::PrintQueueAt(Time time, Ptr<NetDevice> device, Ptr<OutputStreamWrapper> stream)
{
    Simulator::Schedule(time, &PrintQueue, GetPort(device), stream);
}

void
FabricHelper::PrintQueueEvery(Time interval, Ptr<NetDevice> device, Ptr<OutputStreamWrapper> stream)
{
    if (!interval.IsStrictlyPositive())
    {
        throw InputError("FabricHelper PrintQueueEvery: the interval is 0; expected more");
    }
    Simulator::Schedule(interval, &PrintQueueAgain, interval, GetPort(device), stream);
}

} // namespace ns3
