// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-messenger.h"

#include "ns3/fabric-event.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/random-draws.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GraphMessenger");

void
GraphMessenger::SetJob(const FabricJob& job,
                       std::vector<HostTransports> transportsOfRank,
                       GraphMessengerClient* client)
{
    NS_LOG_FUNCTION(this);
    m_job = &job;
    m_transports = std::move(transportsOfRank);
    m_client = client;
    CheckServiceLevels();
}

void
GraphMessenger::Dispose()
{
    m_channels.clear();
    m_transports.clear();
}

/** The one place that decides which transports and which service level carry a message. */
GraphMessenger::Ends
GraphMessenger::GetEnds(const CommunicationGraph::Node& send) const
{
    const HostTransports& from = m_transports[send.rank];
    const HostTransports& to = m_transports[send.peer];
    const auto& sender = from.GetTo(to, send.channel);
    const auto& receiver = to.GetTo(from, send.channel);
    const bool scaleUp = from.IsScaleUp(to);
    // Service levels are of the network between servers: NVLink has its own.
    return {sender,
            receiver,
            sender->GetServiceLevelTo(*receiver, scaleUp ? int16_t{-1} : send.serviceLevel),
            scaleUp};
}

/** Throws now what opening the channels would throw when the job starts. */
void
GraphMessenger::CheckServiceLevels() const
{
    std::set<std::pair<const MessageTransport*, uint8_t>> checked;
    for (const auto& node : m_job->graph.GetNodes())
    {
        if (node.kind != CommunicationGraph::Kind::SEND || IsLocal(node))
        {
            continue;
        }
        const Ends ends = GetEnds(node);
        if (m_job->queuePairs > 1 && !ends.scaleUp && !ends.sender->HasQueuePairs())
        {
            throw InputError("job " + m_job->name + ": wants " + std::to_string(m_job->queuePairs) +
                             " queue pairs, and " + ends.sender->GetInstanceTypeId().GetName() +
                             " has none; expected QueuePairs 1");
        }
        for (const auto& transport : {ends.sender, ends.receiver})
        {
            if (checked.emplace(PeekPointer(transport), ends.serviceLevel).second)
            {
                transport->CheckServiceLevel(ends.serviceLevel);
            }
        }
    }
}

void
GraphMessenger::Connect()
{
    NS_LOG_FUNCTION(this);
    const auto& nodes = m_job->graph.GetNodes();

    struct Channel
    {
        uint32_t number; // in the order of the first messages
        uint32_t send;   // the first message
    };

    // By sender, receiver, channel and service level, in whose order they are opened.
    std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint8_t>, Channel> channels;
    std::vector<uint32_t> sends;
    m_index.assign(nodes.size(), 0);
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto& node = nodes[number];
        if (node.kind != CommunicationGraph::Kind::SEND || IsLocal(node))
        {
            continue;
        }
        const Channel next{static_cast<uint32_t>(channels.size()), number};
        const auto [found, isNew] =
            channels.try_emplace({node.rank, node.peer, node.channel, GetEnds(node).serviceLevel},
                                 next);
        m_index[number] = found->second.number;
        sends.push_back(number);
    }
    m_records.reserve(sends.size());
    const uint64_t jobDraw = HashDraw(HashDraw(0, m_job->name), m_job->namesakes);
    uint64_t draw = 0; // of two ranks and a channel
    ChannelOptions options;
    options.splitMessages = m_job->splitMessages;
    std::vector<uint32_t> placeOf(channels.size()); // in m_channels
    for (const auto& [key, channel] : channels)
    {
        const auto& node = nodes[channel.send];
        const Ends ends = GetEnds(node);
        const uint64_t before = draw;
        draw = HashDraw(HashDraw(HashDraw(jobDraw, node.rank), node.peer), node.channel);
        options.firstPath = draw == before ? options.firstPath + options.paths : 0;
        options.draw = draw;
        options.paths = ends.scaleUp ? 1 : m_job->queuePairs;
        placeOf[channel.number] = static_cast<uint32_t>(m_channels.size());
        m_channels.push_back(ends.sender->Open(*ends.receiver, ends.serviceLevel, options));
        m_channels.back()->SetClient(this);
    }
    for (const uint32_t send : sends)
    {
        m_index[send] = placeOf[m_index[send]];
    }
}

void
GraphMessenger::Post(uint32_t send)
{
    NS_LOG_FUNCTION(this << send);
    const auto& node = m_job->graph.GetNodes()[send];
    MessageChannel& channel = *m_channels[m_index[send]];
    m_index[node.match] = static_cast<uint32_t>(m_records.size());
    MessageRecord& record = m_records.emplace_back();
    record.bytes = node.bytes;
    record.startPs = m_clock.ToPs(NowTicks());
    record.job = m_job->index;
    record.sourceHost = m_job->hostOfRank[node.rank];
    record.destHost = m_job->hostOfRank[node.peer];
    record.channel = node.channel;
    record.serviceLevel = channel.GetServiceLevel();
    channel.Post(node.bytes, node.match);
}

std::string
GraphMessenger::DescribeWait(uint32_t send) const
{
    return m_channels[m_index[send]]->DescribeWait(m_job->graph.GetNodes()[send].match);
}

void
GraphMessenger::OnEnd(uint32_t recv, const MessageEnd& end)
{
    MessageRecord& record = m_records[m_index[recv]];
    if (record.finishedPs != MessageRecord::NOT_YET)
    {
        return;
    }
    record.startPs = end.postedPs;
    record.finishedPs = end.finishedPs;
    record.failure = end.failure;
    m_client->OnMessageEnd(m_job->graph.GetNodes()[recv].match, record);
}

void
GraphMessenger::OnArrival(uint32_t recv, int64_t arrivedPs)
{
    if (!m_closed)
    {
        m_records[m_index[recv]].arrivedPs = arrivedPs;
        m_client->OnMessageArrival(recv, arrivedPs);
    }
}

} // namespace ns3
