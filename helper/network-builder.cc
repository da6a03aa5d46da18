// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-builder.h"

#include "mpi-check.h"
#include "network-checks.h"
#include "network-forwarding.h"
#include "network-part.h"
#include "network-telemetry.h"

#include "ns3/aggregation-manager.h"
#include "ns3/changed-attribute.h"
#include "ns3/double.h"
#include "ns3/entropy-policy.h"
#include "ns3/extra-nics.h"
#include "ns3/fabric-paths.h"
#include "ns3/input-error.h"
#include "ns3/lid-path-selector.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/random-draws.h"
#include "ns3/string.h"
#include "ns3/switch-stage.h"
#include "ns3/transport-settings.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NetworkBuilder");

namespace
{

/** Throws if the profile sets properties of links that the topology defines for each link. */
void
CheckChannel(const FabricChannel& channel)
{
    for (const std::string name : {"DataRate", "Delay", "ErrorRate"})
    {
        if (const auto text = FindChangedValue(channel, FabricChannel::GetTypeId(), name))
        {
            throw InputError("FabricChannel " + name + ": is " + *text +
                             "; expected nothing, since the topology defines it for every link");
        }
    }
}

/** @return by node: rate of its fastest link in bit/s */
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

/** Gives a host another NIC besides that of its first network. */
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

/** @return true if a host sends faster than some link between switches */
bool
HasSlowLinks(const FabricTopology& topology)
{
    uint64_t fastestbps = 0; // fastest host
    uint64_t slowestbps = UINT64_MAX;
    for (const auto& link : topology.links)
    {
        const bool ofHost = topology.IsHost(link.a) || topology.IsHost(link.b);
        fastestbps = ofHost ? std::max(fastestbps, link.ratebps) : fastestbps;
        slowestbps = ofHost ? slowestbps : std::min(slowestbps, link.ratebps);
    }
    return slowestbps < fastestbps;
}

/** @return idle round trip of a full packet in ps */
int64_t
GetBaseRttPs(std::shared_ptr<const FabricNetwork> network,
             uint32_t host,
             uint32_t mtuBytes,
             uint32_t dest)
{
    return network->IdealMessagePs(host, dest, mtuBytes);
}

} // namespace

NetworkBuilder::NetworkBuilder(const FabricProfile& profile,
                               const FabricTopology& topology,
                               NodeContainer hosts,
                               NodeContainer switches)
    : m_profile(profile),
      m_topology(topology),
      m_parts(profile, topology),
      m_hosts(std::move(hosts)),
      m_switches(std::move(switches)),
      m_portFactory(ObjectFactory(FabricNetDevice::GetTypeId().GetName())),
      m_framing(MakeNetworkPart<FabricFraming>(profile.framing)),
      m_codec(m_framing->MakeCodec())
{
}

const PreparedFactory&
NetworkBuilder::Prepare(const ObjectFactory& factory)
{
    return m_prepared.try_emplace(&factory, factory).first->second;
}

template <typename T>
Ptr<T>
NetworkBuilder::MakeOneOfMany(const ObjectFactory& factory)
{
    return MakeNetworkPart<T>(Prepare(factory));
}

FabricNetwork
NetworkBuilder::Build()
{
    CheckLateParts(m_profile);
    MakeRoutes();
    MakeNodes();
    CheckParts();
    const auto room = MakeRoomForTelemetry(m_needs, m_topology, m_network, m_takesDetours);
    m_network.m_telemetryRoom = room.hops;
    m_telemetryBytes = room.bytes;
    MakeLinks();
    StartManagers();
    InstallServiceLevels(m_profile, m_network.m_routes, m_lanes.lanes, m_network);
    InstallNetworkForwarding(m_profile,
                             m_topology,
                             m_network.GetRoutes(),
                             m_lanes,
                             m_network.m_switchOfNode);
    JoinTransports();
    MeasureIdeal();
    StartDigests(m_needs, m_network);
    CheckMpiRanks(m_network);
    NS_LOG_INFO(m_topology.origin << ": " << m_network.nics.size() << " hosts, "
                                  << m_network.fabricSwitches.size() << " switches, "
                                  << m_network.channels.size() << " links with "
                                  << m_profile.flowControl.GetTypeId().GetName() << ", routed by "
                                  << m_profile.routing.GetTypeId().GetName());
    return m_network;
}

void
NetworkBuilder::MakeRoutes()
{
    m_network.topology = m_topology.WithDarkLinks();
    m_network.m_jobsOfDraw = std::make_shared<std::map<uint64_t, uint32_t>>();
    const auto engine = MakeNetworkPart<RoutingEngine>(m_profile.routing);
    m_network.m_routes = std::make_shared<const FabricRoutes>(engine->Route(m_topology));
    m_lanes = engine->FindLanes(m_topology);
}

void
NetworkBuilder::MakeNodes()
{
    m_fastestbps = GetFastestRates(m_topology);
    for (uint32_t id = 0; id < m_topology.nodes.size(); ++id)
    {
        const bool isHost = m_topology.IsHost(id);
        const uint32_t host = isHost ? m_topology.GetMachine(m_topology.hostIndex[id]) : 0;
        const auto& given = isHost ? m_hosts : m_switches;
        const auto node =
            isHost && host < m_network.hosts.GetN() ? m_network.hosts.Get(host) // another port
            : given.GetN() == 0                     ? Ptr<Node>(CreateObject<Node>())
                                : given.Get(isHost ? host : m_network.switches.GetN());
        m_nodes.push_back(node);
        m_network.m_switchOfNode.push_back(nullptr);
        if (isHost)
        {
            MakeHost(node);
        }
        else
        {
            MakeSwitch(id, node);
        }
    }
}

void
NetworkBuilder::MakeHost(Ptr<Node> node)
{
    const auto nic = MakeOneOfMany<RdmaNic>(m_profile.nic);
    if (m_lanes.host)
    {
        nic->SetAttribute("SlToVl", StringValue(m_lanes.host->ToString()));
    }
    nic->SetFraming(m_framing);
    nic->GetConnectionFactory().GetPolicyFactories() = {Prepare(m_profile.congestionControl),
                                                        Prepare(m_profile.lossRecovery),
                                                        Prepare(m_profile.retransmissionTimer),
                                                        Prepare(m_profile.entropy)};
    if (const auto adapter = MakeOneOfMany<FabricAdapter>(m_profile.adapter); adapter->IsNeeded())
    {
        nic->SetAdapter(adapter);
    }
    if (node->GetObject<RdmaNic>())
    {
        AddExtraNic(*node, nic);
    }
    else
    {
        node->AggregateObject(nic);
    }
    if (!node->GetObject<FabricGpu>())
    {
        node->AggregateObject(MakeOneOfMany<FabricGpu>(m_profile.gpu));
    }
    if (m_network.hosts.GetN() < m_topology.GetMachineCount())
    {
        m_network.hosts.Add(node);
        m_network.gpus.push_back(node->GetObject<FabricGpu>());
        for (uint32_t further = 1; further < m_topology.gpusPerHost; ++further)
        {
            m_network.gpus.push_back(MakeOneOfMany<FabricGpu>(m_profile.gpu));
            m_network.gpus.back()->SetNode(node->GetId());
        }
    }
    m_network.nics.push_back(nic);
    m_network.transports.push_back(MakeOneOfMany<MessageTransport>(m_profile.transport));
    nic->AggregateObject(m_network.transports.back());
}

void
NetworkBuilder::MakeSwitch(uint32_t id, Ptr<Node> node)
{
    const auto fabricSwitch = MakeOneOfMany<FabricSwitch>(m_profile.fabricSwitch);
    const auto buffer = MakeOneOfMany<SwitchBuffer>(m_parts.Get(id).buffer);
    buffer->SetFastestRate(m_fastestbps[id]);
    fabricSwitch->SetBuffer(buffer);
    fabricSwitch->SetMarker(MakeOneOfMany<EcnMarker>(m_parts.Get(id).marker));
    const auto stage = MakeOneOfMany<SwitchStage>(m_parts.Get(id).stage);
    const auto selector = MakePathSelector(id, *stage);
    if (m_network.KeepsOrder() && !selector->KeepsOrder())
    {
        m_network.m_spreader = "PathSelector " + selector->GetInstanceTypeId().GetName();
    }
    m_takesDetours = m_takesDetours || selector->GetDetours();
    fabricSwitch->SetPathSelector(selector);
    if (stage->IsNeeded())
    {
        fabricSwitch->SetStage(stage);
    }
    node->AggregateObject(fabricSwitch);
    m_network.switches.Add(node);
    m_network.fabricSwitches.push_back(fabricSwitch);
    m_network.m_switchOfNode[id] = PeekPointer(fabricSwitch);
}

Ptr<PathSelector>
NetworkBuilder::MakePathSelector(uint32_t id, SwitchStage& stage)
{
    const auto* const tables = m_network.m_routes->GetTables();
    const bool lidsChoose = tables && tables->GetPathCount() > 1;
    Ptr<PathSelector> selector = stage.GetPathSelector();
    if (!selector)
    {
        selector = lidsChoose ? Ptr<PathSelector>(CreateObject<LidPathSelector>())
                              : MakeOneOfMany<PathSelector>(m_parts.Get(id).pathSelector);
    }
    const uint64_t seed = RandomDraws::GetSeed(DrawKind::PATHS);
    selector->SetSalt(static_cast<uint32_t>(HashDraw(seed, m_topology.nodes[id].name)));
    return selector;
}

void
NetworkBuilder::CheckParts()
{
    m_needs = CheckNetworkParts(m_profile, m_topology, m_parts, m_network, *m_framing);
    if (!m_network.transports.front()->HasCongestionControl() || !m_network.KeepsOrder())
    {
        return;
    }
    const auto entropy = MakeNetworkPart<EntropyPolicy>(m_profile.entropy);
    if (!entropy->KeepsOrder())
    {
        m_network.m_spreader = "EntropyPolicy " + entropy->GetInstanceTypeId().GetName();
    }
}

void
NetworkBuilder::MakeLinks()
{
    for (const auto& link : m_network.topology.links)
    {
        const auto channel = MakeOneOfMany<FabricChannel>(m_profile.channel);
        if (m_network.channels.empty())
        {
            CheckChannel(*channel); // no sample object: ns-3 lists every channel that is made
        }
        channel->SetAttribute("DataRate", DataRateValue(DataRate(link.ratebps)));
        channel->SetAttribute("ErrorRate", DoubleValue(link.errorRate));
        channel->SetDelayPs(link.delayPs);
        const auto first = MakePort(link.a);
        const auto second = MakePort(link.b);
        channel->Connect(first, second);
        m_network.channels.push_back(channel);
    }
    for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
    {
        StaticCast<FabricNetDevice>(m_network.devices.Get(i))->Start();
    }
    for (size_t link = m_topology.links.size(); link < m_network.channels.size(); ++link)
    {
        m_network.channels[link]->SetDown(true, 0);
    }
    for (const auto& nic : m_network.nics)
    {
        nic->Start();
    }
}

Ptr<FabricNetDevice>
NetworkBuilder::MakePort(uint32_t id)
{
    const uint32_t mtuBytes = m_network.nics.front()->GetMtuBytes();
    const auto port = m_portFactory.Create<FabricNetDevice>();
    port->SetMtu(static_cast<uint16_t>(mtuBytes));
    port->SetMaxWireBytes(m_framing->GetMaxWireBytes(mtuBytes) + m_telemetryBytes);
    port->SetFrameLimits({m_framing->GetLeastFrameBytes(), m_framing->GetGapBytes()});
    port->SetCodec(m_codec);
    port->SetArbiter(MakeOneOfMany<EgressArbiter>(m_profile.arbiter));
    port->SetFlowControl(MakeOneOfMany<LinkFlowControl>(m_profile.flowControl));
    if (const auto retry = MakeOneOfMany<LinkRetry>(m_profile.linkRetry); retry->IsNeeded())
    {
        port->SetRetry(retry);
    }
    m_nodes[id]->AddDevice(port);
    if (FabricSwitch* fabricSwitch = m_network.m_switchOfNode[id])
    {
        const auto inputs = MakeOneOfMany<InputArbiter>(m_profile.inputArbiter);
        port->SetInputArbiter(inputs->IsNeeded() ? inputs : nullptr);
        fabricSwitch->AddPort(port);
    }
    else
    {
        const uint32_t host = m_topology.hostIndex[id];
        m_network.nics[host]->Attach(host, port);
        m_network.transports[host]->Attach(m_network.nics[host]);
    }
    m_network.devices.Add(port);
    return port;
}

void
NetworkBuilder::StartManagers()
{
    if (m_profile.routeManager.IsTypeIdSet())
    {
        m_network.routeManager = MakeNetworkPart<RouteManager>(m_profile.routeManager);
        m_network.routeManager->Start({m_network.topology,
                                       static_cast<uint32_t>(m_topology.links.size()),
                                       m_profile.routing,
                                       m_network.m_routes,
                                       m_network.m_switchOfNode,
                                       m_network.m_telemetryRoom,
                                       m_takesDetours});
        if (m_network.switches.GetN() > 0)
        {
            m_network.switches.Get(0)->AggregateObject(m_network.routeManager); // for config paths
        }
    }
    const auto abilities = MakeNetworkPart<SwitchAggregation>(m_profile.aggregation);
    m_network.aggregation = std::make_shared<AggregationManager>(abilities);
    if (m_network.switches.GetN() > 0)
    {
        m_network.switches.Get(0)->AggregateObject(abilities); // for config paths
    }
}

/** Gives transports the paths through the network. */
void
NetworkBuilder::JoinTransports()
{
    FabricPaths::Selectors selectors;
    for (const FabricSwitch* fabricSwitch : m_network.m_switchOfNode)
    {
        PointerValue selector;
        if (fabricSwitch)
        {
            fabricSwitch->GetAttribute("PathSelector", selector);
        }
        selectors.push_back(selector.Get<PathSelector>());
    }
    m_network.paths = CreateObject<FabricPaths>(m_topology,
                                                m_network.m_routes,
                                                m_network.GetIdealHops(),
                                                std::move(selectors));
    for (const auto& transport : m_network.transports)
    {
        transport->Join(m_network.paths);
    }
}

void
NetworkBuilder::MeasureIdeal()
{
    // Several slow links together can carry the load of a fast one, also if order is restored
    // behind them.
    const bool isOnOnePath =
        m_network.KeepsOrder() && (GetReorderer(m_profile).empty() || !HasSlowLinks(m_topology));
    m_network.m_idealTime = std::make_shared<const IdealTime>(
        m_topology,
        IdealPaths(m_topology, m_network.m_routes, m_network.GetIdealHops()),
        IdealTime::Fabric{m_network.transports.front(),
                          m_telemetryBytes,
                          isOnOnePath,
                          m_takesDetours});
    m_network.m_routing = m_profile.routing;
    // The NICs release it when they are disposed.
    const auto shared = std::make_shared<const FabricNetwork>(m_network);
    for (uint32_t host = 0; host < m_network.nics.size(); ++host)
    {
        const auto& nic = m_network.nics[host];
        nic->GetConnectionFactory().SetBaseRttCallback(
            MakeBoundCallback(&GetBaseRttPs, shared, host, uint32_t{nic->GetMtuBytes()}));
    }
}

} // namespace ns3
