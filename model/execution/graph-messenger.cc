// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-messenger.h"

#include "ns3/fabric-event.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/random-draws.h"
#include "ns3/rdma-nic.h"

#include <algorithm>
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
                       const std::vector<uint32_t>& shareOfRank,
                       std::vector<HostTransports> transportsOfRank,
                       GraphMessengerClient* client)
{
    NS_LOG_FUNCTION(this);
    m_job = &job;
    m_shareOfRank = shareOfRank;
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

Ptr<Node>
GraphMessenger::FindNode(uint32_t rank) const
{
    const auto& transports = m_transports[rank].scaleOut;
    return transports.empty() || !transports.front()
               ? nullptr
               : transports.front()->GetNic()->GetPort().GetNode();
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
    MakeRoom(sends);
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

/** For one record of each SEND, so that none moves while another share writes when it arrived. */
void
GraphMessenger::MakeRoom(const std::vector<uint32_t>& sends)
{
    std::vector<size_t> counts(1);
    for (const uint32_t send : sends)
    {
        const uint32_t share = m_shareOfRank[m_job->graph.GetNodes()[send].rank];
        counts.resize(std::max<size_t>(counts.size(), share + 1));
        ++counts[share];
    }
    m_records.resize(counts.size());
    for (size_t share = 0; share < counts.size(); ++share)
    {
        m_records[share].reserve(counts[share]);
    }
}

MessageRecord&
GraphMessenger::GetRecord(uint32_t recv)
{
    const auto& node = m_job->graph.GetNodes()[recv];
    return m_records[m_shareOfRank[node.peer]][m_index[recv]];
}

const std::vector<MessageRecord>&
GraphMessenger::GetRecords() const
{
    if (m_records.size() == 1)
    {
        return m_records.front();
    }
    if (!m_closed)
    {
        m_allRecords.clear();
        for (const auto& records : m_records)
        {
            m_allRecords.insert(m_allRecords.end(), records.begin(), records.end());
        }
        std::stable_sort(m_allRecords.begin(),
                         m_allRecords.end(),
                         [](const auto& a, const auto& b) { return a.startPs < b.startPs; });
    }
    return m_allRecords;
}

void
GraphMessenger::Close()
{
    if (m_records.size() > 1)
    {
        GetRecords();
        m_records.clear(); // each is there once
    }
    m_closed = true;
}

void
GraphMessenger::Post(uint32_t send)
{
    NS_LOG_FUNCTION(this << send);
    const auto& node = m_job->graph.GetNodes()[send];
    MessageChannel& channel = *m_channels[m_index[send]];
    auto& records = m_records[m_shareOfRank[node.rank]];
    m_index[node.match] = static_cast<uint32_t>(records.size());
    if (m_spread)
    {
        m_spread->recvs[m_shareOfRank[node.rank]].push_back(node.match);
    }
    MessageRecord& record = records.emplace_back();
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
    if (m_closed)
    {
        return;
    }
    MessageRecord& record = GetRecord(recv);
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
        const auto& node = m_job->graph.GetNodes()[recv];
        if (m_spread && !m_spread->isHere[m_shareOfRank[node.peer]])
        {
            m_spread->arrivals[m_shareOfRank[node.rank]].push_back({recv, arrivedPs});
        }
        else
        {
            GetRecord(recv).arrivedPs = arrivedPs;
        }
        m_client->OnMessageArrival(recv, arrivedPs);
    }
}

} // namespace ns3
