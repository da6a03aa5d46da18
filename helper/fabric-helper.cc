// SPDX-License-Identifier: GPL-2.0-only

#include "fabric-helper.h"

#include "sl-to-vl-file.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/lid-path-selector.h"
#include "ns3/port-capture.h"
#include "ns3/routing-engine.h"
#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

namespace
{

/** Creates a part of a profile. @tparam T its class */
template <typename T>
Ptr<T>
Make(const ObjectFactory& factory)
{
    const auto object = factory.Create();
    const auto part = DynamicCast<T>(object);
    if (!part)
    {
        throw InputError(factory.GetTypeId().GetName() + ": is no " + T::GetTypeId().GetName());
    }
    return part;
}

/**
 * What the network must give its congestion control.
 *
 * @param profile the parts
 * @param switches all of them, maybe none
 * @return the needs of the congestion control
 * @throw InputError if it contradicts itself, or the switches do not meet them
 */
CongestionNeeds
CheckCongestionNeeds(const FabricProfile& profile, const std::vector<Ptr<FabricSwitch>>& switches)
{
    const auto congestionControl = Make<RdmaCongestionControl>(profile.congestionControl);
    congestionControl->Validate();
    const auto needs = congestionControl->GetNeeds();
    const std::string name = profile.congestionControl.GetTypeId().GetName();
    if (switches.empty())
    {
        return needs;
    }
    if (needs.marks && !Make<EcnMarker>(profile.marker)->CanMark())
    {
        throw InputError("congestion control " + name +
                         " needs packets to be marked, and the marker " +
                         profile.marker.GetTypeId().GetName() +
                         " marks none; choose a marker that does, such as ns3::RedMarker or "
                         "ns3::StepMarker, or a congestion control that needs no marks");
    }
    if (needs.telemetry && !switches.front()->GivesTelemetry())
    {
        throw InputError("congestion control " + name +
                         " needs in-band telemetry, and the switch " +
                         profile.fabricSwitch.GetTypeId().GetName() +
                         " gives none; set its attribute Telemetry to true, or choose a congestion "
                         "control that needs no telemetry");
    }
    return needs;
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

/** @return that of the way there and back, for queue pairs */
uint8_t
GetServiceLevel(std::shared_ptr<const FabricRoutes> routes, uint32_t host, uint32_t dest)
{
    return routes->GetTables()->GetServiceLevel(host, dest);
}

} // namespace

FabricHelper::FabricHelper(Ptr<const FabricProfile> profile)
    : m_profile(profile)
{
}

FabricNetwork
FabricHelper::Install(const FabricTopology& topology) const
{
    FabricNetwork network;
    network.topology = topology;
    network.m_routes = std::make_shared<const FabricRoutes>(
        Make<RoutingEngine>(m_profile->routing)->Route(topology));
    const auto* const tables = network.m_routes->GetTables();
    const bool lidsChoose = tables && tables->GetPathCount() > 1;
    const auto framing = Make<RdmaFraming>(m_profile->framing);
    const auto codec = framing->MakeCodec();

    std::vector<Ptr<Node>> nodes;
    for (uint32_t id = 0; id < topology.nodes.size(); ++id)
    {
        const auto node = CreateObject<Node>();
        nodes.push_back(node);
        network.m_switchOfNode.push_back(nullptr);
        if (topology.IsHost(id))
        {
            const auto nic = Make<RdmaNic>(m_profile->nic);
            nic->SetFraming(framing);
            nic->SetCongestionControl(m_profile->congestionControl);
            nic->SetLossRecovery(m_profile->lossRecovery);
            nic->SetRetransmissionTimer(m_profile->retransmissionTimer);
            const auto gpu = Make<Gpu>(m_profile->gpu);
            node->AggregateObject(nic);
            node->AggregateObject(gpu);
            network.hosts.Add(node);
            network.nics.push_back(nic);
            network.gpus.push_back(gpu);
        }
        else
        {
            const auto fabricSwitch = Make<FabricSwitch>(m_profile->fabricSwitch);
            fabricSwitch->SetBuffer(Make<SwitchBuffer>(m_profile->buffer));
            fabricSwitch->SetMarker(Make<EcnMarker>(m_profile->marker));
            const auto selector = lidsChoose ? Ptr<PathSelector>(CreateObject<LidPathSelector>())
                                             : Make<PathSelector>(m_profile->pathSelector);
            selector->SetSwitchId(id);
            fabricSwitch->SetPathSelector(selector);
            node->AggregateObject(fabricSwitch);
            network.switches.Add(node);
            network.fabricSwitches.push_back(fabricSwitch);
            network.m_switchOfNode.back() = PeekPointer(fabricSwitch);
        }
    }

    const auto needs = CheckCongestionNeeds(*m_profile, network.fabricSwitches);
    const uint32_t mtu = network.nics.front()->GetMtuBytes();
    const uint32_t maxWireBytes =
        framing->GetMaxWireBytes(mtu) + (needs.telemetry ? TelemetryStack::WIRE_BYTES : 0);
    for (const auto& link : topology.links)
    {
        const auto channel = Make<FabricChannel>(m_profile->channel);
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
                fabricSwitch->AddPort(ends[side]);
            }
            else
            {
                const uint32_t host = topology.hostIndex[id];
                network.nics[host]->Attach(host, ends[side]);
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
        ReadSlToVlFile(network.fabricSwitches.front()->GetSlToVlFile(), network);
    }
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
        // Ports were added in the order of link ids, which is the order of linksByNode.
        const auto& links = linksByNode[id];
        const NodeRoutes& routes = network.m_routes->GetNode(id);
        std::vector<std::vector<uint16_t>> groups;
        for (const auto& group : routes.groups)
        {
            auto& ports = groups.emplace_back();
            for (const uint32_t link : group)
            {
                const auto place = std::lower_bound(links.begin(), links.end(), link);
                ports.push_back(static_cast<uint16_t>(place - links.begin()));
            }
        }
        std::vector<uint32_t> groupOfHost = routes.groupOfHost;
        std::replace(groupOfHost.begin(),
                     groupOfHost.end(),
                     FabricRoutes::NO_GROUP,
                     static_cast<uint32_t>(groups.size()));
        groups.emplace_back(); // no port: the destination cannot be reached
        fabricSwitch->SetForwarding(std::move(groupOfHost), std::move(groups));
        fabricSwitch->Configure();
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
    for (uint8_t lane = 0; lane < PRIORITY_COUNT; ++lane)
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
                         "are, such as ns3::CreditFlowControl");
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
    Job job = workload.Build(MakeHostMap(network.topology));
    job.index = index;
    std::vector<Ptr<RdmaNic>> nics;
    std::vector<Ptr<Gpu>> gpus;
    for (const uint32_t host : job.hostOfRank)
    {
        nics.push_back(network.nics[host]);
        gpus.push_back(network.gpus[host]);
    }
    const auto node = network.hosts.Get(job.hostOfRank.front());
    const auto executor = CreateObject<GraphExecutor>();
    executor->SetJob(std::move(job), std::move(nics), std::move(gpus));
    node->AddApplication(executor);
    return ApplicationContainer(executor);
}

int64_t
FabricHelper::AssignStreams(const FabricNetwork& network, int64_t stream) const
{
    const int64_t first = stream;
    for (const auto& channel : network.channels)
    {
        stream += channel->AssignStreams(stream);
    }
    for (const auto& fabricSwitch : network.fabricSwitches)
    {
        stream += fabricSwitch->AssignStreams(stream);
    }
    for (const auto& nic : network.nics)
    {
        stream += nic->AssignStreams(stream);
    }
    for (const auto& gpu : network.gpus)
    {
        stream += gpu->AssignStreams(stream);
    }
    return stream - first;
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
