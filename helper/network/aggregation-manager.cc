// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregation-manager.h"

#include "fabric-network.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

/** @return port at one end of a link */
Ptr<FabricNetDevice>
GetPort(const FabricNetwork& network, uint32_t link, uint32_t node)
{
    const uint32_t side = network.topology.links[link].a == node ? 0 : 1;
    return StaticCast<FabricNetDevice>(network.devices.Get(2 * link + side));
}

/** @return object aggregated to another; made if it does not exist */
template <typename T, typename Init>
Ptr<T>
Obtain(Ptr<Object> whole, Init init)
{
    auto part = whole->GetObject<T>();
    if (!part)
    {
        part = CreateObject<T>();
        init(part);
    }
    return part;
}

/** @return first node of a group; the others have the same properties */
CommunicationGraph::Node
GetSample(const CommunicationGraph& graph, uint32_t group)
{
    const auto& nodes = graph.GetNodes();
    return *std::find_if(nodes.begin(), nodes.end(), [group](const auto& node) {
        return node.kind == Kind::AGGREGATE && node.channel == group;
    });
}

/** @return bytes of a full packet on the wire */
uint32_t
GetFullWireBytes(const AggregationMember::Settings& settings)
{
    return settings.overheadBytes + settings.payloadBytes + settings.gapBytes + settings.extraBytes;
}

} // namespace

AggregationManager::AggregationManager(Ptr<const SwitchAggregation> abilities)
    : m_abilities(abilities)
{
}

AggregateRunner::Members
AggregationManager::Install(const FabricNetwork& network, const FabricJob& job)
{
    AggregateRunner::Members members;
    for (uint32_t group = 0; group < job.graph.GetGroups().size(); ++group)
    {
        const bool inServer = IsInServer(network, job, group);
        const FabricNetwork& part = inServer ? *network.scaleUp : network;
        if (!part.transports.front()->HasPackets())
        {
            throw InputError("job " + job.name + ": uses reductions in switches, and " +
                             part.transports.front()->GetInstanceTypeId().GetName() +
                             " has no packets; choose an algorithm without such reductions, such "
                             "as ns3::RingAllReduce");
        }
        part.aggregation->Check(part, job, group, inServer);
        members.push_back(part.aggregation->InstallGroup(part, job, group, inServer));
    }
    return members;
}

void
AggregationManager::Check(const FabricNetwork& network,
                          const FabricJob& job,
                          uint32_t number,
                          bool inServer) const
{
    const auto& group = job.graph.GetGroups()[number];
    const std::string who = "job " + job.name + ": ";
    if ((group.streaming ? m_abilities->maxStreamingTrees : m_abilities->maxLowLatencyTrees) == 0)
    {
        if (inServer)
        {
            throw InputError(
                who + "needs NVSwitches that reduce (NVLS), and the NVSwitches of its server do "
                      "not; choose an algorithm without NVLS, such as ns3::RingAllReduce, or a "
                      "server with NvlinkGeneration 4 or later and Nvls");
        }
        throw InputError(who + "needs switches that aggregate, with " +
                         (group.streaming ? "streaming" : "low-latency") +
                         " trees, and the switches of this fabric have none; choose an algorithm "
                         "without aggregation, such as ns3::RingAllReduce, or set " +
                         (group.streaming ? "MaxStreamingTrees" : "MaxLowLatencyTrees") +
                         " of the fabric's Aggregation");
    }
    std::vector<uint32_t> nics;
    for (const uint32_t rank : group.ranks)
    {
        nics.push_back(network.GetNic(job.hostOfRank[rank]));
    }
    std::sort(nics.begin(), nics.end());
    const auto twice = std::adjacent_find(nics.begin(), nics.end());
    if (twice != nics.end())
    {
        throw InputError(who + (network.topology.gpusPerHost > 1 ? "NIC " : "host ") +
                         std::to_string(*twice) +
                         " has two ranks of a group that aggregates in the network; expected one");
    }
    for (const auto& node : job.graph.GetNodes())
    {
        if (node.kind == Kind::AGGREGATE && node.channel == number && group.streaming &&
            node.bytes > m_abilities->maxStreamingMessageBytes)
        {
            throw InputError(who + "streams an operation of " + std::to_string(node.bytes) +
                             " B; expected at most " +
                             std::to_string(m_abilities->maxStreamingMessageBytes));
        }
    }
}

/** Common settings of a group's members, except the window of a streaming tree. */
AggregationMember::Settings
AggregationManager::GetSettings(const FabricNetwork& network,
                                const FabricJob& job,
                                uint32_t number,
                                bool inServer) const
{
    const auto& group = job.graph.GetGroups()[number];
    const RdmaNic& nic = *network.nics[network.GetNic(job.hostOfRank[group.ranks.front()])];
    if (!DynamicCast<const RdmaFraming>(Ptr<const FabricFraming>(&nic.GetFraming())))
    {
        throw InputError("job " + job.name + ": uses reductions of RDMA packets in switches, and " +
                         nic.GetFraming().GetInstanceTypeId().GetName() +
                         " has no RDMA packets; choose an algorithm without such reductions, such "
                         "as ns3::RingAllReduce");
    }
    const RdmaFraming& framing = nic.GetRdmaFraming();
    const auto& sample = GetSample(job.graph, number);
    AggregationMember::Settings settings{};
    settings.tree = m_nextTree;
    settings.memberCount = static_cast<uint32_t>(group.ranks.size());
    // Priorities belong to the network between servers: NVLink has its own.
    settings.level = inServer || sample.serviceLevel < 0
                         ? nic.GetDefaultServiceLevel()
                         : static_cast<uint8_t>(sample.serviceLevel);
    settings.lane = nic.GetLane(settings.level);
    if (settings.lane >= nic.GetPort().GetFlowControl().GetDataLanes())
    {
        throw InputError("job " + job.name + ": service level " + std::to_string(settings.level) +
                         " has no lane; expected a service level with a lane");
    }
    if (m_abilities->headerBytes >= nic.GetMtuBytes())
    {
        throw InputError("SwitchAggregation HeaderBytes: is " +
                         std::to_string(m_abilities->headerBytes) + "; expected less than the MTU");
    }
    const uint32_t roomBytes = nic.GetMtuBytes() - m_abilities->headerBytes;
    const uint32_t wantedBytes =
        group.streaming ? m_abilities->streamingPayloadBytes : m_abilities->lowLatencyPayloadBytes;
    settings.payloadBytes = wantedBytes == 0 ? roomBytes : std::min(wantedBytes, roomBytes);
    settings.overheadBytes = framing.GetFrameBytes(RdmaOpcode::SEND_ONLY, m_abilities->headerBytes);
    settings.gapBytes = framing.GetGapBytes();
    settings.extraBytes = static_cast<uint32_t>(
        std::llround(settings.payloadBytes * (1 / m_abilities->efficiency - 1)));
    settings.window = m_abilities->lowLatencyOutstanding;
    settings.timeoutPs = TickClock().ToPs(m_abilities->timeout.GetTimeStep());
    return settings;
}

/**
 * @return time of a full packet from the farthest member to the root and back, in ps
 */
int64_t
AggregationManager::GetRoundTripPs(const FabricNetwork& network,
                                   const AggregationTree& tree,
                                   const AggregationMember::Settings& settings) const
{
    const uint32_t wireBytes = GetFullWireBytes(settings);
    const uint64_t ratebps = m_abilities->rate.GetBitRate();
    const int64_t aggregationPs =
        TickClock().ToPs(m_abilities->latency.GetTimeStep()) +
        (ratebps > 0 ? SerializationPs(settings.payloadBytes, ratebps) : 0);
    std::vector<int64_t> roundPs(tree.switches.size(),
                                 0); // by index of the switch: time from there up and back
    int64_t longestPs = 0;
    for (uint32_t place = 0; place < tree.switches.size(); ++place)
    {
        const auto& junction = tree.switches[place];
        roundPs[place] += aggregationPs;
        for (const auto& child : junction.children)
        {
            const auto& link = network.topology.links[child.link];
            const auto port = GetPort(network, child.link, junction.node);
            const int64_t pipelinesPs = port->GetLatencyPs() + port->GetPeer()->GetLatencyPs();
            const int64_t belowPs =
                roundPs[place] + pipelinesPs +
                2 * (SerializationPs(wireBytes, link.ratebps) + port->GetDelayPs());
            longestPs = std::max(longestPs, belowPs);
            if (child.place != AggregationTree::NONE)
            {
                roundPs[child.place] = belowPs;
            }
        }
    }
    return longestPs;
}

void
AggregationManager::InstallSwitch(const FabricNetwork& network,
                                  const AggregationTree::Junction& junction,
                                  const AggregationMember::Settings& settings) const
{
    AggregationEngine::TreeSettings part{};
    part.tree = settings.tree;
    part.parent = junction.parentLink == AggregationTree::NONE
                      ? AggregationEngine::NO_PORT
                      : GetPort(network, junction.parentLink, junction.node)->GetPortNumber();
    for (const auto& child : junction.children)
    {
        part.children.push_back({GetPort(network, child.link, junction.node)->GetPortNumber(),
                                 child.firstLeaf,
                                 child.leafCount});
    }
    part.window = settings.window;
    part.emptyFrameBytes = settings.overheadBytes;
    part.emptyWireBytes = settings.overheadBytes + settings.gapBytes;
    part.latencyPs = TickClock().ToPs(m_abilities->latency.GetTimeStep());
    part.ratebps = m_abilities->rate.GetBitRate();
    part.rootToo = m_abilities->rootToo;
    const auto node = GetPort(network, junction.children.front().link, junction.node)->GetNode();
    const auto engine = Obtain<AggregationEngine>(node, [&](Ptr<AggregationEngine> made) {
        made->Attach(*node->GetObject<FabricSwitch>());
        node->AggregateObject(made);
    });
    engine->AddTree(part);
}

bool
AggregationManager::IsInServer(const FabricNetwork& network, const FabricJob& job, uint32_t group)
{
    const auto& ranks = job.graph.GetGroups()[group].ranks;
    const uint32_t first = job.hostOfRank[ranks.front()];
    return ranks.size() > 1 && std::all_of(ranks.begin(), ranks.end(), [&](uint32_t rank) {
               return network.IsScaleUp(first, job.hostOfRank[rank]);
           });
}

std::vector<Ptr<AggregationMember>>
AggregationManager::InstallGroup(const FabricNetwork& network,
                                 const FabricJob& job,
                                 uint32_t number,
                                 bool inServer)
{
    const auto& group = job.graph.GetGroups()[number];
    if (group.operations == 0)
    {
        return {};
    }
    if (!m_builder)
    {
        m_builder = std::make_unique<AggregationTreeBuilder>(network.topology);
    }
    auto settings = GetSettings(network, job, number, inServer);
    std::vector<uint32_t> hosts; // NICs
    for (const uint32_t rank : group.ranks)
    {
        hosts.push_back(network.GetNic(job.hostOfRank[rank]));
    }
    const auto tree = group.streaming
                          ? m_builder->Build(hosts,
                                             1,
                                             {m_abilities->maxStreamingTrees,
                                              m_abilities->maxStreamingTreesPerPort})
                          : m_builder->Build(hosts, 0, {m_abilities->maxLowLatencyTrees, 0});
    if (group.streaming && m_abilities->streamingWindowBytes > 0)
    {
        settings.window =
            static_cast<uint32_t>((m_abilities->streamingWindowBytes + settings.payloadBytes - 1) /
                                  settings.payloadBytes);
    }
    else if (group.streaming)
    {
        uint64_t ratebps = 0;
        for (const uint32_t host : hosts)
        {
            ratebps = std::max(ratebps, network.nics[host]->GetPort().GetRatebps());
        }
        const uint64_t wireBytes = GetFullWireBytes(settings);
        const uint64_t roundBytes = BytesInPs(2 * GetRoundTripPs(network, tree, settings), ratebps);
        settings.window = static_cast<uint32_t>((roundBytes + wireBytes - 1) / wireBytes) + 2;
    }
    for (const auto& junction : tree.switches)
    {
        InstallSwitch(network, junction, settings);
    }
    ++m_nextTree;

    std::vector<Ptr<AggregationMember>> members(hosts.size());
    for (uint32_t place = 0; place < tree.order.size(); ++place)
    {
        const uint32_t index = tree.order[place];
        settings.member = place;
        settings.host = hosts[index];
        const Ptr<FabricNetDevice> port(&network.nics[hosts[index]]->GetPort());
        members[index] = Obtain<AggregationEndpoint>(port, [&](Ptr<AggregationEndpoint> made) {
                             made->Install(port);
                         })->Join(settings);
    }
    return members;
}

} // namespace ns3
