// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-messenger.h"

#include "ns3/byte-image.h"
#include "ns3/fabric-event.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/random-draws.h"
#include "ns3/rdma-nic.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GraphMessenger");

namespace
{

/** Whom late copies of messages are told that were given up. */
class Nobody final : public MessageClient
{
  public:
    void OnEnd(uint32_t, const MessageEnd&) override
    {
    }

    void OnArrival(uint32_t, int64_t) override
    {
    }

    uint64_t GetMessageBytes(const MessageChannel&, uint32_t) const override
    {
        return 1;
    }
};

Nobody g_nobody;

} // namespace

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

uint32_t
GraphMessenger::GetParts(const CommunicationGraph::Node& send) const
{
    return m_transports[send.rank].GetParts(m_transports[send.peer]);
}

/** The one place that decides which transports and which service level carry a message. */
GraphMessenger::Ends
GraphMessenger::GetEnds(const CommunicationGraph::Node& send, uint32_t part) const
{
    const HostTransports& from = m_transports[send.rank];
    const HostTransports& to = m_transports[send.peer];
    const auto& sender = from.GetTo(to, send.channel, part);
    const auto& receiver = to.GetTo(from, send.channel, part);
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

/** Throws the errors now that opening the channels would throw at the start of the job. */
void
GraphMessenger::CheckServiceLevels() const
{
    std::set<std::pair<const MessageTransport*, uint8_t>> checked;
    const auto& nodes = m_job->graph.GetNodes();
    std::vector<bool> isShapeChecked(nodes.GetShapeCount());
    for (size_t number = 0; number < nodes.size(); ++number)
    {
        if (isShapeChecked[nodes.GetShapeOf(number)])
        {
            continue;
        }
        isShapeChecked[nodes.GetShapeOf(number)] = true;
        const auto node = nodes[number];
        if (node.kind != CommunicationGraph::Kind::SEND || IsLocal(node))
        {
            continue;
        }
        for (uint32_t part = 0; part < GetParts(node); ++part)
        {
            const Ends ends = GetEnds(node, part);
            if (m_job->queuePairs > 1 && !ends.scaleUp && !ends.sender->HasQueuePairs())
            {
                throw InputError("job " + m_job->name + ": has " +
                                 std::to_string(m_job->queuePairs) +
                                 " queue pairs per connection, but " +
                                 ends.sender->GetInstanceTypeId().GetName() +
                                 " has no queue pairs; expected QueuePairs 1");
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
}

void
GraphMessenger::Connect()
{
    NS_LOG_FUNCTION(this);
    MakeRoom();
    OpenChannels();
}

void
GraphMessenger::Reconnect()
{
    NS_LOG_FUNCTION(this);
    for (const auto& channel : m_channels)
    {
        channel->SetClient(&g_nobody);
        channel->Retire();
    }
    m_channels.clear();
    m_channelOf.clear();
    for (auto* const parts : {&m_departing, &m_arriving, &m_ending})
    {
        std::for_each(parts->begin(), parts->end(), [](auto& some) { some.Clear(); });
    }
    OpenChannels();
}

void
GraphMessenger::OpenChannels()
{
    const auto& nodes = m_job->graph.GetNodes();

    struct Channel
    {
        uint32_t number; // in the order of the first messages
        uint32_t send;   // the first message
    };

    // Key: sender, receiver, channel and service level. Channels are opened in the order of the
    // keys.
    std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint8_t>, Channel> channels;
    constexpr uint32_t NONE = UINT32_MAX;
    constexpr uint32_t NOT_SEEN = NONE - 1;
    std::vector<uint32_t> channelOfShape(nodes.GetShapeCount(), NOT_SEEN);
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        uint32_t& channel = channelOfShape[nodes.GetShapeOf(number)];
        if (channel != NOT_SEEN)
        {
            continue;
        }
        channel = NONE;
        const auto node = nodes[number];
        if (node.kind == CommunicationGraph::Kind::SEND && !IsLocal(node))
        {
            const Channel next{static_cast<uint32_t>(channels.size()), number};
            const auto [found, isNew] = channels.try_emplace(
                {node.rank, node.peer, node.channel, GetEnds(node, 0).serviceLevel},
                next);
            channel = found->second.number;
        }
    }
    uint64_t draw = 0; // of two ranks and a channel
    const PreparedFactory::FixedDefaults fixedDefaults;
    ChannelOptions options;
    options.splitMessages = m_job->splitMessages;
    std::vector<uint32_t> placeOf(channels.size()); // in m_channels
    for (const auto& [key, channel] : channels)
    {
        const auto& node = nodes[channel.send];
        placeOf[channel.number] = static_cast<uint32_t>(m_channels.size());
        for (uint32_t part = 0; part < GetParts(node); ++part)
        {
            const Ends ends = GetEnds(node, part);
            const uint64_t before = draw;
            draw = HashDraw(HashDraw(HashDraw(m_job->draw, node.rank), node.peer), node.channel);
            options.firstPath = draw == before ? options.firstPath + options.paths : 0;
            options.draw = draw;
            options.paths = ends.scaleUp ? 1 : m_job->queuePairs;
            if (node.channel < m_job->flows.size())
            {
                const uint64_t parts = GetParts(node);
                options.maxRatebps = (m_job->flows[node.channel].maxRatebps + parts - 1) / parts;
            }
            m_channels.push_back(ends.sender->Open(*ends.receiver, ends.serviceLevel, options));
            m_channels.back()->SetClient(this);
            m_channelOf.push_back(node.channel);
        }
    }
    for (uint32_t& channel : channelOfShape)
    {
        channel = channel < placeOf.size() ? placeOf[channel] : 0;
    }
    const auto isMessage = [&](size_t number) {
        const auto& node = nodes.GetRelative(number);
        return node.IsTransfer() && !IsLocal(node);
    };
    m_index = NodeNumbers(nodes.size(), isMessage);
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        if (isMessage(number))
        {
            m_index[number] = channelOfShape[nodes.GetShapeOf(number)];
        }
    }
}

/** For one record of each SEND, so that none moves while another share writes when it arrived. */
void
GraphMessenger::MakeRoom()
{
    std::vector<size_t> counts(1);
    const auto& nodes = m_job->graph.GetNodes();
    for (size_t number = 0; number < nodes.size(); ++number)
    {
        const auto& node = nodes.GetRelative(number);
        if (node.kind == CommunicationGraph::Kind::SEND && !IsLocal(node))
        {
            const uint32_t share = m_shareOfRank[node.rank];
            counts.resize(std::max<size_t>(counts.size(), share + 1));
            ++counts[share];
        }
    }
    const size_t shares = m_shareOfRank.empty()
                              ? 0
                              : 1 + *std::max_element(m_shareOfRank.begin(), m_shareOfRank.end());
    m_departing.resize(shares);
    m_arriving.resize(shares);
    m_ending.resize(shares);
    m_records.assign(counts.size(), MessageRecords(m_job->index));
    for (size_t share = 0; share < counts.size(); ++share)
    {
        m_records[share].Reserve(counts[share]);
    }
}

MessageRecord
GraphMessenger::GetRecord(uint32_t send) const
{
    const auto node = m_job->graph.GetNodes()[send];
    return m_records[m_shareOfRank[node.rank]][m_index[node.match]];
}

const MessageRecords&
GraphMessenger::GetRecords() const
{
    if (m_records.size() == 1)
    {
        return m_records.front();
    }
    if (!m_records.empty())
    {
        m_allRecords = MessageRecords::Merge(m_records);
    }
    return m_allRecords;
}

MessageRecords
GraphMessenger::TakeRecords()
{
    GetRecords();
    MessageRecords records = std::move(m_records.size() == 1 ? m_records.front() : m_allRecords);
    m_records.clear();
    m_allRecords = MessageRecords();
    m_closed = true;
    return records;
}

void
GraphMessenger::Close(bool isComplete)
{
    m_closed = true;
    if (m_spread)
    {
        return; // until Load()
    }
    if (isComplete)
    {
        m_index = NodeNumbers();
    }
    if (m_records.size() > 1)
    {
        m_allRecords = MessageRecords::Merge(std::exchange(m_records, {})); // each is there once
    }
}

void
GraphMessenger::Post(uint32_t send)
{
    NS_LOG_FUNCTION(this << send);
    const auto node = m_job->graph.GetNodes()[send];
    const uint32_t first = m_index[send];
    const uint32_t share = m_shareOfRank[node.rank];
    m_index[node.match] = m_records[share].Add({node.bytes,
                                                m_job->hostOfRank[node.rank],
                                                m_job->hostOfRank[node.peer],
                                                node.channel,
                                                m_channels[first]->GetServiceLevel()},
                                               m_clock.ToPs(NowTicks()));
    if (m_spread)
    {
        m_spread->recvs[share].push_back(node.match);
    }
    const uint64_t partBytes = MessageParts::GetPartBytes(node.bytes, GetParts(node));
    uint64_t left = node.bytes;
    for (uint32_t channel = first; left > 0; ++channel)
    {
        const uint64_t next = std::min(left, partBytes);
        left -= next;
        m_channels[channel]->Post(next, node.match);
    }
}

std::string
GraphMessenger::DescribeWait(uint32_t send) const
{
    const auto node = m_job->graph.GetNodes()[send];
    const uint32_t count = MessageParts::Count(node.bytes, GetParts(node));
    std::string text;
    for (uint32_t part = 0; part < count; ++part)
    {
        text += count == 1 ? "" : (part == 0 ? "NIC " : "; NIC ") + std::to_string(part) + ": ";
        text += m_channels[m_index[send] + part]->DescribeWait(node.match);
    }
    return text;
}

bool
GraphMessenger::AddPart(MessageParts& parts,
                        uint32_t recv,
                        int64_t& timePs,
                        const char*& failure) const
{
    const auto node = m_job->graph.GetNodes()[recv];
    const uint32_t nics = GetParts(node);
    return nics == 1 || parts.Add(recv, MessageParts::Count(node.bytes, nics), timePs, failure);
}

void
GraphMessenger::OnEnd(uint32_t recv, const MessageEnd& end)
{
    if (m_closed)
    {
        return;
    }
    const auto node = m_job->graph.GetNodes()[recv];
    auto& records = m_records[m_shareOfRank[node.peer]];
    const uint32_t number = m_index[recv];
    if (records.HasEnded(number))
    {
        return;
    }
    int64_t finishedPs = end.finishedPs;
    const char* failure = end.failure;
    if (AddPart(m_ending[m_shareOfRank[node.peer]], recv, finishedPs, failure))
    {
        records.SetEnd(number, end.postedPs, finishedPs, failure);
        m_client->OnMessageEnd(node.match, finishedPs, failure);
    }
}

void
GraphMessenger::OnDeparture(uint32_t recv)
{
    if (m_closed)
    {
        return;
    }
    const auto node = m_job->graph.GetNodes()[recv];
    int64_t departedPs = 0;
    const char* failure = nullptr;
    if (AddPart(m_departing[m_shareOfRank[node.peer]], recv, departedPs, failure))
    {
        m_client->OnMessageDeparture(node.match);
    }
}

void
GraphMessenger::OnArrival(uint32_t recv, int64_t arrivedPs)
{
    if (!m_closed)
    {
        const auto node = m_job->graph.GetNodes()[recv];
        const char* failure = nullptr;
        if (!AddPart(m_arriving[m_shareOfRank[node.rank]], recv, arrivedPs, failure))
        {
            return;
        }
        if (m_spread && !m_spread->isHere[m_shareOfRank[node.peer]])
        {
            m_spread->arrivals[m_shareOfRank[node.rank]].push_back({recv, arrivedPs});
        }
        else
        {
            m_records[m_shareOfRank[node.peer]].SetArrival(m_index[recv], arrivedPs);
        }
        m_client->OnMessageArrival(recv, arrivedPs);
    }
}

/** Of a message over several NICs the channel of each has a part. */
uint64_t
GraphMessenger::GetMessageBytes(const MessageChannel& channel, uint32_t recv) const
{
    if (m_closed)
    {
        return 1;
    }
    const auto node = m_job->graph.GetNodes()[recv];
    const uint64_t partBytes = MessageParts::GetPartBytes(node.bytes, GetParts(node));
    uint64_t left = node.bytes;
    for (uint32_t number = m_index[node.match]; PeekPointer(m_channels[number]) != &channel;
         ++number)
    {
        left -= partBytes;
    }
    return std::min(left, partBytes);
}

void
GraphMessenger::SetRanks(std::vector<bool> isHere)
{
    m_spread = std::make_unique<Spread>();
    m_spread->recvs.resize(isHere.size());
    m_spread->arrivals.resize(isHere.size());
    m_spread->isHere = std::move(isHere);
}

void
GraphMessenger::Save(std::string& to) const
{
    for (size_t share = 0; share < m_spread->isHere.size(); ++share)
    {
        SaveValues(to, m_spread->recvs[share]);
        for (size_t i = 0; i < m_spread->recvs[share].size(); ++i)
        {
            // A pointer to a text is of no use elsewhere.
            const MessageRecord record = m_records[share][i];
            SaveValue(to, record);
            SaveText(to, record.failure ? record.failure : "");
        }
        SaveValues(to, m_spread->arrivals[share]);
    }
}

void
GraphMessenger::Load(const std::vector<const char*>& from)
{
    static std::set<std::string> failures; // message records point into this set
    std::vector<Spread::Arrival> arrivals;
    for (const char* image : from)
    {
        for (size_t share = 0; share < m_spread->isHere.size(); ++share)
        {
            const auto recvs = LoadValues<uint32_t>(image);
            for (const uint32_t recv : recvs)
            {
                auto record = LoadValue<MessageRecord>(image);
                const auto failure = LoadText(image);
                record.failure =
                    failure.empty() ? nullptr : failures.insert(failure).first->c_str();
                if (!m_spread->isHere[share])
                {
                    m_index[recv] = m_records[share].Add(record);
                }
            }
            const auto some = LoadValues<Spread::Arrival>(image);
            arrivals.insert(arrivals.end(), some.begin(), some.end());
        }
    }
    for (const auto& arrival : arrivals)
    {
        const uint32_t sender = m_job->graph.GetNodes()[arrival.recv].peer;
        m_records[m_shareOfRank[sender]].SetArrival(m_index[arrival.recv], arrival.arrivedPs);
    }
    if (m_closed)
    {
        m_spread.reset();
        Close(false);
    }
}

void
GraphMessenger::ChangeRecords(
    const std::function<bool(uint32_t send)>& isPosted,
    const std::function<std::vector<SentRecord>(std::vector<SentRecord> records)>& change)
{
    const auto& nodes = m_job->graph.GetNodes();
    std::vector<std::vector<SentRecord>> sent(m_records.size());
    for (size_t share = 0; share < m_records.size(); ++share)
    {
        sent[share].resize(m_records[share].size());
    }
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto node = nodes[number];
        if (node.kind == CommunicationGraph::Kind::SEND && !IsLocal(node) && isPosted(number))
        {
            const uint32_t share = m_shareOfRank[node.rank];
            const uint32_t place = m_index[node.match];
            sent[share][place] = {number, m_records[share][place]};
        }
    }
    for (size_t share = 0; share < m_records.size(); ++share)
    {
        const auto changed = change(std::move(sent[share]));
        m_records[share] = MessageRecords(m_job->index);
        m_records[share].Reserve(changed.size());
        for (const auto& one : changed)
        {
            m_records[share].Add(one.record);
        }
    }
}

} // namespace ns3
