// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-helper.h"

#include "ns3/aggregation-manager.h"
#include "ns3/congestion-needs.h"
#include "ns3/create-part.h"
#include "ns3/double.h"
#include "ns3/extra-nics.h"
#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/lid-path-selector.h"
#include "ns3/log.h"
#include "ns3/named-streams.h"
#include "ns3/port-capture.h"
#include "ns3/random-draws.h"
#include "ns3/routing-engine.h"
#include "ns3/service-lanes.h"
#include "ns3/switch-forwarding.h"
#include "ns3/telemetry-stack.h"
#include "ns3/transport-settings.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricHelper");

namespace
{

/** Creates a part of a profile. @tparam T its class */
template <typename T>
Ptr<T>
Make(const ObjectFactory& factory)
{
    return CreatePart<T>(factory, T::GetTypeId().GetName() + " of the fabric");
}

/** Throws if a channel as made was told what every link of the topology says for itself. */
void
CheckChannel(const FabricChannel& channel)
{
    for (const std::string name : {"DataRate", "Delay", "ErrorRate"})
    {
        TypeId::AttributeInformation info;
        FabricChannel::GetTypeId().LookupAttributeByName(name, &info);
        const auto value = info.checker->Create();
        channel.GetAttribute(name, *value);
        const auto text = value->SerializeToString(info.checker);
        if (text != info.originalInitialValue->SerializeToString(info.checker))
        {
            throw InputError("FabricChannel " + name + ": is " + text +
                             "; expected nothing, since every link has that of the topology");
        }
    }
}

/** @return by node, of its fastest link [bit/s] */
std::vector<uint64_t>
GetFastestRates(const FabricTopology& topology)
{
    std::vector<uint64_t> fastest(topology.nodes.size());
    for (const auto& link : topology.links)
    {
        for (const uint32_t end : {link.a, link.b})
        {
            fastest[end] = std::max(fastest[end], link.ratebps);
        }
    }
    return fastest;
}

/** Throws if a marker that marks nothing is told when to. */
void
CheckMarker(const ObjectFactory& factory)
{
    const auto marker = Make<EcnMarker>(factory);
    if (marker->IsAtEnqueue() && !marker->CanMark())
    {
        throw InputError(factory.GetTypeId().GetName() +
                         " AtEnqueue: is true; expected false, since it marks no packet");
    }
}

/** Gives a host a NIC beside that of its first network. */
void
AddExtraNic(Node& node, Ptr<RdmaNic> nic)
{
    auto extra = node.GetObject<ExtraNics>();
    if (!extra)
    {
        extra = CreateObject<ExtraNics>();
        node.AggregateObject(extra);
    }
    extra->Add(nic);
}

/** Throws if a program gives another number of Nodes than the topology has. @param what they are */
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

/** @return the topology with names of switches that tell the plane */
FabricTopology
NamePlane(FabricTopology topology, uint32_t plane)
{
    for (auto& node : topology.nodes)
    {
        if (node.kind == TopologyNode::Kind::SWITCH)
        {
            node.name += "-plane" + std::to_string(plane);
        }
    }
    return topology;
}

/** Throws if a message of a job has no way. */
void
CheckPaths(const FabricNetwork& network, const Job& job)
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
            !network.GetRoutes().HasPath(from, to))
        {
            throw InputError("job " + job.name + ": rank " + std::to_string(node.rank) +
                             " sends to rank " + std::to_string(node.peer) +
                             ", and there is no path between their hosts " + std::to_string(from) +
                             " and " + std::to_string(to) +
                             "; use an algorithm that stays within rails, or a topology that "
                             "joins them");
        }
    }
}

/** @return what a packet meets on each link of a network, by direction */
IdealPaths::HopsOfLink
GetIdealHops(const FabricNetwork& network, const std::vector<FabricSwitch*>& switchOfNode)
{
    IdealPaths::HopsOfLink hops;
    for (uint32_t id = 0; id < network.topology.links.size(); ++id)
    {
        const auto& link = network.topology.links[id];
        const auto to = [&](uint32_t node) {
            const FabricSwitch* receiver = switchOfNode[node];
            return IdealHop{link.ratebps,
                            network.channels[id]->GetDelayPs(),
                            receiver ? receiver->GetLatencyPs() : 0,
                            receiver && receiver->IsCutThrough()};
        };
        hops.push_back({to(link.b), to(link.a)});
    }
    return hops;
}

/** @return the idle round trip of a full packet, in picoseconds */
int64_t
GetBaseRttPs(std::shared_ptr<const FabricNetwork> network,
             uint32_t host,
             uint32_t mtuBytes,
             uint32_t dest)
{
    return network->IdealMessagePs(host, dest, mtuBytes);
}

/** @return that of the LID that a connection sends to */
uint8_t
GetServiceLevel(std::shared_ptr<const FabricRoutes> routes,
                uint32_t host,
                uint32_t dest,
                uint32_t entropy)
{
    const auto& tables = *routes->GetTables();
    return tables.GetServiceLevel(host, dest, LidOffset(entropy, tables.GetPathCount()));
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
    return Build(topology, {}, {});
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
    CheckNodes(hosts.GetN(), topology.GetHostCount(), "hosts");
    if (switches.GetN() > 0)
    {
        CheckNodes(switches.GetN(), topology.GetSwitchCount(), "switches");
    }
    for (auto node = switches.Begin(); node != switches.End(); ++node)
    {
        if ((*node)->GetObject<FabricSwitch>())
        {
            throw InputError("FabricHelper Install: node " + std::to_string((*node)->GetId()) +
                             " is a switch of a fabric already; expected another one");
        }
    }
    return InstallServers(topology, hosts, switches, server);
}

FabricNetwork
FabricHelper::InstallServers(const FabricTopology& topology,
                             const NodeContainer& hosts,
                             const NodeContainer& switches,
                             Ptr<const GpuServer> server) const
{
    if (!server)
    {
        return Build(topology, hosts, switches);
    }
    auto network = Build(server->LimitHosts(topology), hosts, switches);
    network.server = server;
    for (uint32_t plane = 1; plane < server->GetNicsPerGpu(); ++plane)
    {
        network.planes.push_back(std::make_shared<const FabricNetwork>(
            Build(NamePlane(network.topology, plane), network.hosts, {})));
    }
    if (server->HasNvlink())
    {
        network.scaleUp = std::make_shared<const FabricNetwork>(
            FabricHelper(server->MakeProfile())
                .Build(server->MakeScaleUp(topology), network.hosts, {}));
    }
    return network;
}

FabricNetwork
FabricHelper::Build(const FabricTopology& topology,
                    const NodeContainer& hosts,
                    const NodeContainer& switches) const
{
    FabricNetwork network;
    network.topology = topology;
    network.m_jobsOfName = std::make_shared<std::map<std::string, uint32_t>>();
    network.m_routes = std::make_shared<const FabricRoutes>(
        Make<RoutingEngine>(m_profile->routing)->Route(topology));
    const auto* const tables = network.m_routes->GetTables();
    const bool lidsChoose = tables && tables->GetPathCount() > 1;
    const auto framing = Make<RdmaFraming>(m_profile->framing);
    const auto codec = framing->MakeCodec();

    const uint64_t pathSeed = RandomDraws::GetSeed(DrawKind::PATHS);
    CheckMarker(m_profile->marker);
    // Of these a queue pair makes its own, long after.
    Make<LossRecovery>(m_profile->lossRecovery);
    Make<RetransmissionTimer>(m_profile->retransmissionTimer);
    Make<RdmaCongestionControl>(m_profile->congestionControl);

    const auto fastestbps = GetFastestRates(topology);
    std::vector<Ptr<Node>> nodes;
    bool keepsOrder = true;
    for (uint32_t id = 0; id < topology.nodes.size(); ++id)
    {
        const bool isHost = topology.IsHost(id);
        const auto& given = isHost ? hosts : switches;
        const auto node = given.GetN() == 0 ? Ptr<Node>(CreateObject<Node>())
                                            : given.Get(isHost ? topology.hostIndex[id]
                                                               : network.switches.GetN());
        nodes.push_back(node);
        network.m_switchOfNode.push_back(nullptr);
        if (topology.IsHost(id))
        {
            const auto nic = Make<RdmaNic>(m_profile->nic);
            nic->SetFraming(framing);
            nic->SetCongestionControl(m_profile->congestionControl);
            nic->SetLossRecovery(m_profile->lossRecovery);
            nic->SetRetransmissionTimer(m_profile->retransmissionTimer);
            if (node->GetObject<RdmaNic>())
            {
                AddExtraNic(*node, nic);
            }
            else
            {
                node->AggregateObject(nic);
            }
            if (!node->GetObject<Gpu>())
            {
                node->AggregateObject(Make<Gpu>(m_profile->gpu));
            }
            network.hosts.Add(node);
            network.nics.push_back(nic);
            network.transports.push_back(Make<MessageTransport>(m_profile->transport));
            nic->AggregateObject(network.transports.back());
            network.gpus.push_back(node->GetObject<Gpu>());
        }
        else
        {
            const auto fabricSwitch = Make<FabricSwitch>(m_profile->fabricSwitch);
            const auto buffer = Make<SwitchBuffer>(m_profile->buffer);
            buffer->SetFastestRate(fastestbps[id]);
            fabricSwitch->SetBuffer(buffer);
            fabricSwitch->SetMarker(Make<EcnMarker>(m_profile->marker));
            const auto selector = lidsChoose ? Ptr<PathSelector>(CreateObject<LidPathSelector>())
                                             : Make<PathSelector>(m_profile->pathSelector);
            selector->SetSalt(static_cast<uint32_t>(HashDraw(pathSeed, topology.nodes[id].name)));
            keepsOrder = keepsOrder && selector->KeepsOrder();
            fabricSwitch->SetPathSelector(selector);
            node->AggregateObject(fabricSwitch);
            network.switches.Add(node);
            network.fabricSwitches.push_back(fabricSwitch);
            network.m_switchOfNode.back() = PeekPointer(fabricSwitch);
        }
    }

    const auto& transport = network.transports.front();
    CheckTransportSettings(*m_profile, *transport, *network.nics.front());
    CongestionNeeds needs;
    if (transport->HasQueuePairs())
    {
        const auto specimen = Make<RdmaCongestionControl>(m_profile->congestionControl);
        CheckCongestionNeeds(*m_profile,
                             *specimen,
                             *Make<EcnMarker>(m_profile->marker),
                             network.fabricSwitches);
        needs = specimen->GetNeeds();
    }
    const uint32_t mtu = network.nics.front()->GetMtuBytes();
    uint32_t telemetryBytes = 0;
    if (needs.telemetry)
    {
        network.m_telemetryRoom = GetTelemetryRoom(topology, *network.m_routes);
        telemetryBytes = TelemetryStack::WireBytes(network.m_telemetryRoom);
        for (const auto& nic : network.nics)
        {
            nic->SetTelemetryRoom(static_cast<uint8_t>(network.m_telemetryRoom));
        }
    }
    const uint32_t maxWireBytes = framing->GetMaxWireBytes(mtu) + telemetryBytes;
    for (const auto& link : topology.links)
    {
        const auto channel = Make<FabricChannel>(m_profile->channel);
        if (network.channels.empty())
        {
            CheckChannel(*channel); // no specimen: ns-3 lists every channel that is made
        }
        channel->SetAttribute("DataRate", DataRateValue(DataRate(link.ratebps)));
        channel->SetAttribute("ErrorRate", DoubleValue(link.errorRate));
        channel->SetDelayPs(link.delayPs);
        std::array<Ptr<FabricNetDevice>, 2> ends;
        for (uint32_t side : {0U, 1U})
        {
            const uint32_t id = side == 0 ? link.a : link.b;
            ends[side] = CreateObject<FabricNetDevice>();
            ends[side]->SetMtu(static_cast<uint16_t>(mtu));
            ends[side]->SetMaxWireBytes(maxWireBytes);
            ends[side]->SetCodec(codec);
            ends[side]->SetArbiter(Make<EgressArbiter>(m_profile->arbiter));
            ends[side]->SetFlowControl(Make<LinkFlowControl>(m_profile->flowControl));
            nodes[id]->AddDevice(ends[side]);
            if (FabricSwitch* fabricSwitch = network.m_switchOfNode[id])
            {
                const auto inputs = Make<InputArbiter>(m_profile->inputArbiter);
                ends[side]->SetInputArbiter(inputs->IsNeeded() ? inputs : nullptr);
                fabricSwitch->AddPort(ends[side]);
            }
            else
            {
                const uint32_t host = topology.hostIndex[id];
                network.nics[host]->Attach(host, ends[side]);
                network.transports[host]->Attach(network.nics[host]);
            }
            network.devices.Add(ends[side]);
        }
        channel->Connect(ends[0], ends[1]);
        network.channels.push_back(channel);
    }
    for (uint32_t i = 0; i < network.devices.GetN(); ++i)
    {
        StaticCast<FabricNetDevice>(network.devices.Get(i))->GetFlowControl().Start();
    }
    InstallServiceLevels(network);
    InstallForwarding(network);
    if (!network.fabricSwitches.empty() && !network.fabricSwitches.front()->GetSlToVlFile().empty())
    {
        InstallSlToVlFile(network.fabricSwitches.front()->GetSlToVlFile(), network);
    }
    if (m_profile->routeManager.IsTypeIdSet())
    {
        network.routeManager = Make<RouteManager>(m_profile->routeManager);
        network.routeManager->Start({topology,
                                     m_profile->routing,
                                     network.m_routes,
                                     network.m_switchOfNode,
                                     network.m_telemetryRoom});
        if (network.switches.GetN() > 0)
        {
            network.switches.Get(0)->AggregateObject(network.routeManager); // for config paths
        }
    }
    network.aggregation =
        std::make_shared<AggregationManager>(Make<SwitchAggregation>(m_profile->aggregation));
    NS_LOG_INFO(topology.origin << ": " << network.nics.size() << " hosts, "
                                << network.fabricSwitches.size() << " switches, "
                                << network.channels.size() << " links with "
                                << m_profile->flowControl.GetTypeId().GetName() << ", routed by "
                                << m_profile->routing.GetTypeId().GetName());
    network.m_idealTime = std::make_shared<const IdealTime>(
        topology,
        IdealPaths(topology, network.m_routes, GetIdealHops(network, network.m_switchOfNode)),
        IdealTime::Fabric{network.transports.front(), telemetryBytes, keepsOrder});
    // The NICs let go of it when they are disposed.
    const auto shared = std::make_shared<const FabricNetwork>(network);
    for (uint32_t host = 0; host < network.nics.size(); ++host)
    {
        network.nics[host]->SetBaseRttCallback(MakeBoundCallback(&GetBaseRttPs, shared, host, mtu));
    }
    return network;
}

void
FabricHelper::InstallForwarding(FabricNetwork& network) const
{
    const FabricTopology& topology = network.topology;
    const auto linksByNode = topology.GetLinksByNode();
    for (uint32_t id = 0; id < topology.nodes.size(); ++id)
    {
        FabricSwitch* fabricSwitch = network.m_switchOfNode[id];
        if (!fabricSwitch)
        {
            continue;
        }
        ns3::InstallForwarding(*fabricSwitch, network.m_routes->GetNode(id), linksByNode[id]);
        fabricSwitch->Configure();
    }
}

/** Gives pairs of ports the maps of a file. */
void
FabricHelper::InstallSlToVlFile(const std::string& path, FabricNetwork& network) const
{
    const auto linksByNode = network.topology.GetLinksByNode();
    for (const auto& [node, from, to, map] : ReadSlToVlFile(path, network.topology))
    {
        const auto& links = linksByNode[node];
        network.m_switchOfNode[node]->SetSlToVl(GetPortOfLink(links, from),
                                                GetPortOfLink(links, to),
                                                map);
    }
}

/** Has queue pairs use the service levels of the routing, if those make a difference. */
void
FabricHelper::InstallServiceLevels(FabricNetwork& network) const
{
    const auto* const tables = network.m_routes->GetTables();
    if (!tables || tables->GetServiceLevelCount() == 1)
    {
        return;
    }
    const auto flowControl = Make<LinkFlowControl>(m_profile->flowControl);
    bool any = false; // lossless priority
    bool all = true;  // lanes in use are lossless
    for (uint8_t lane = 0; lane < LANE_COUNT; ++lane)
    {
        const bool lossless = flowControl->IsLossless(lane);
        any = any || lossless;
        all = all && (lossless || lane >= tables->GetServiceLevelCount());
    }
    if (any && !all)
    {
        throw InputError("routing " + m_profile->routing.GetTypeId().GetName() +
                         ": its service levels are the lanes 0 to " +
                         std::to_string(tables->GetServiceLevelCount() - 1) +
                         ", and not all of them are lossless; choose a flow control for which they "
                         "are, such as ns3::CreditFlowControl with as many DataLanes");
    }
    for (uint8_t level = 0; level < tables->GetServiceLevelCount(); ++level)
    {
        network.nics.front()->CheckLanes(level);
    }
    for (uint32_t host = 0; host < network.nics.size(); ++host)
    {
        network.nics[host]->SetServiceLevelCallback(
            MakeBoundCallback(&GetServiceLevel, network.m_routes, host));
    }
}

ApplicationContainer
FabricHelper::Install(const FabricNetwork& network, const Workload& workload, uint32_t index) const
{
    return InstallJob(network,
                      workload.Build(MakeHostMap(network.topology, network.server)),
                      index);
}

ApplicationContainer
FabricHelper::Install(const FabricNetwork& network,
                      const std::vector<Ptr<Workload>>& workloads) const
{
    HostMap hosts = MakeHostMap(network.topology, network.server);
    ApplicationContainer jobs;
    for (const auto& workload : workloads)
    {
        jobs.Add(InstallJob(network, workload->BuildAndTake(hosts), jobs.GetN()));
    }
    return jobs;
}

ApplicationContainer
FabricHelper::InstallJob(const FabricNetwork& network, Job job, uint32_t index) const
{
    job.index = index;
    job.namesakes = (*network.m_jobsOfName)[job.name]++;
    NS_LOG_INFO("job " << index << ", " << job.name << ": " << job.hostOfRank.size()
                       << " ranks, the first on host " << job.hostOfRank.front());
    CheckPaths(network, job);
    std::vector<HostTransports> transports;
    std::vector<Ptr<Gpu>> gpus;
    for (const uint32_t host : job.hostOfRank)
    {
        transports.push_back(network.GetTransports(host));
        gpus.push_back(network.gpus[host]);
    }
    const auto node = network.hosts.Get(job.hostOfRank.front());
    const auto executor = CreateObject<GraphExecutor>();
    auto members = network.aggregation->Install(network, job);
    executor->SetJob(std::move(job), std::move(transports), std::move(gpus));
    executor->SetAggregation(std::move(members));
    node->AddApplication(executor);
    return ApplicationContainer(executor);
}

int64_t
FabricHelper::AssignStreams(const FabricNetwork& network, int64_t stream) const
{
    AssignNetworkStreams(network, stream);
    return 1;
}

int64_t
FabricHelper::AssignStreams(const std::vector<Ptr<Workload>>& workloads, int64_t stream)
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

} // namespace ns3
