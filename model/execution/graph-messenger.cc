// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-messenger.h"

#include "ns3/callback.h"
#include "ns3/fabric-event.h"
#include "ns3/random-draws.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint64_t
DivideUp(uint64_t value, uint64_t by)
{
    return value / by + (value % by > 0);
}

} // namespace

uint64_t
GraphMessenger::GetPartBytes(uint64_t bytes, uint32_t queuePairs)
{
    return queuePairs == 1 ? bytes
                           : DivideUp(bytes, PART_UNIT_BYTES * queuePairs) * PART_UNIT_BYTES;
}

void
GraphMessenger::SetJob(const Job& job,
                       std::vector<HostNics> nicsOfRank,
                       GraphMessengerClient* client)
{
    m_job = &job;
    m_nics = std::move(nicsOfRank);
    m_client = client;
    CheckLanes();
}

void
GraphMessenger::Dispose()
{
    m_queuePairs.clear();
    m_connections.clear();
    m_nics.clear();
}

/** The one place that decides which NICs and which priority carry a message. */
GraphMessenger::Ends
GraphMessenger::GetEnds(const CommunicationGraph::Node& send) const
{
    const HostNics& from = m_nics[send.rank];
    const HostNics& to = m_nics[send.peer];
    const auto& sender = from.GetNicTo(to, send.channel);
    const bool scaleUp = from.IsScaleUp(to);
    // Priorities are of the network between servers: NVLink has its own.
    return {
        sender,
        to.GetNicTo(from, send.channel),
        sender->GetPriorityTo(m_job->hostOfRank[send.peer], scaleUp ? int16_t{-1} : send.priority),
        scaleUp};
}

/** Throws now what connecting would throw when the job starts. */
void
GraphMessenger::CheckLanes() const
{
    std::set<std::pair<const RdmaNic*, uint8_t>> checked;
    for (const auto& node : m_job->graph.GetNodes())
    {
        if (node.kind != CommunicationGraph::Kind::SEND || IsLocal(node))
        {
            continue;
        }
        const Ends ends = GetEnds(node);
        for (const auto& nic : {ends.sender, ends.receiver})
        {
            if (checked.emplace(PeekPointer(nic), ends.priority).second)
            {
                nic->CheckLanes(ends.priority);
            }
        }
    }
}

void
GraphMessenger::Connect()
{
    const auto& nodes = m_job->graph.GetNodes();
    std::vector<uint32_t> sends;
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        if (nodes[number].kind == CommunicationGraph::Kind::SEND && !IsLocal(nodes[number]))
        {
            sends.push_back(number);
        }
    }
    m_records.reserve(sends.size());
    m_index.assign(nodes.size(), 0);
    const auto key = [&](uint32_t number) {
        const auto& node = nodes[number];
        return std::make_tuple(node.rank, node.peer, node.channel, GetEnds(node).priority);
    };
    std::stable_sort(sends.begin(), sends.end(), [&](uint32_t a, uint32_t b) {
        return key(a) < key(b);
    });
    const uint64_t jobDraw = HashDraw(HashDraw(0, m_job->name), m_job->namesakes);
    uint64_t draw = 0;   // of two ranks and a channel
    uint32_t number = 0; // of the next queue pair of these
    for (size_t i = 0; i < sends.size(); ++i)
    {
        if (i == 0 || key(sends[i]) != key(sends[i - 1]))
        {
            const auto& node = nodes[sends[i]];
            const uint64_t before = draw;
            draw = HashDraw(HashDraw(HashDraw(jobDraw, node.rank), node.peer), node.channel);
            number = Connect(GetEnds(node), draw, draw == before ? number : 0);
        }
        m_index[sends[i]] = static_cast<uint32_t>(m_connections.size() - 1);
    }
}

/** @return number of the next queue pair of the same draw */
uint32_t
GraphMessenger::Connect(const Ends& ends, uint64_t draw, uint32_t number)
{
    const uint32_t count = ends.scaleUp ? 1 : m_job->queuePairs;
    m_connections.push_back({static_cast<uint32_t>(m_queuePairs.size()), count, 0});
    for (uint32_t i = 0; i < count; ++i)
    {
        const auto [sender, receiver] =
            RdmaNic::Connect(ends.sender, ends.receiver, ends.priority, HashDraw(draw, number++));
        sender->SetCompletionCallback(MakeCallback(&GraphMessenger::OnCompletion, this));
        receiver->SetArrivalCallback(MakeCallback(&GraphMessenger::OnArrival, this));
        m_queuePairs.push_back(sender);
    }
    return number;
}

void
GraphMessenger::Post(uint32_t send)
{
    const auto& node = m_job->graph.GetNodes()[send];
    Connection& connection = m_connections[m_index[send]];
    const auto& queuePair = m_queuePairs[connection.begin + connection.next];
    m_index[node.match] = static_cast<uint32_t>(m_records.size());
    MessageRecord& record = m_records.emplace_back();
    record.bytes = node.bytes;
    record.startPs = m_clock.ToPs(NowTicks());
    record.job = m_job->index;
    record.sourceHost = m_job->hostOfRank[node.rank];
    record.destHost = m_job->hostOfRank[node.peer];
    record.channel = node.channel;
    record.priority = queuePair->GetServiceLevel();
    if (connection.count == 1)
    {
        queuePair->PostWriteWithImmediate(node.bytes, node.match, send);
    }
    else
    {
        PostParts(send, connection);
    }
}

/** Sends a message over one of several queue pairs or all of them. */
void
GraphMessenger::PostParts(uint32_t send, Connection& connection)
{
    const auto& node = m_job->graph.GetNodes()[send];
    uint64_t partBytes = node.bytes;
    uint32_t parts = 1;
    if (m_job->splitMessages)
    {
        partBytes = GetPartBytes(node.bytes, connection.count);
        parts = static_cast<uint32_t>(DivideUp(node.bytes, partBytes));
    }
    // A queue pair that has failed tells of the end at once, so all parts are counted before.
    m_flights[node.match] = Flight{connection.next, parts, parts, parts};
    for (uint64_t left = node.bytes; left > 0;)
    {
        const uint64_t bytes = std::min(left, partBytes);
        left -= bytes;
        const auto& queuePair = m_queuePairs[connection.begin + connection.next];
        connection.next = (connection.next + 1) % connection.count;
        queuePair->PostWriteWithImmediate(bytes, node.match, send);
    }
}

/** Of the last part to end makes the completion of the message. @return whether it is the last */
bool
GraphMessenger::EndPart(uint32_t recv, RdmaCompletion& completion)
{
    const auto found = m_flights.find(recv);
    if (found == m_flights.end())
    {
        return true; // the only part
    }
    Flight& flight = found->second;
    flight.finishedPs = std::max(flight.finishedPs, completion.finishedPs);
    if (flight.status == RdmaStatus::SUCCESS)
    {
        flight.status = completion.status;
    }
    if (--flight.toEnd > 0)
    {
        return false;
    }
    completion.finishedPs = flight.finishedPs;
    completion.status = flight.status;
    if (flight.toArrive == 0)
    {
        m_flights.erase(found);
    }
    return true;
}

/** Of the last part to arrive makes the arrival of the message. @return whether it is the last */
bool
GraphMessenger::ArrivePart(uint32_t recv, int64_t& arrivedPs)
{
    const auto found = m_flights.find(recv);
    if (found == m_flights.end())
    {
        return true; // the only part
    }
    Flight& flight = found->second;
    flight.arrivedPs = std::max(flight.arrivedPs, arrivedPs);
    if (--flight.toArrive > 0)
    {
        return false;
    }
    arrivedPs = flight.arrivedPs;
    if (flight.toEnd == 0)
    {
        m_flights.erase(found);
    }
    return true;
}

std::string
GraphMessenger::DescribeWait(uint32_t send) const
{
    const Connection& connection = m_connections[m_index[send]];
    const auto found = m_flights.find(m_job->graph.GetNodes()[send].match);
    if (found == m_flights.end())
    {
        return m_queuePairs[connection.begin]->DescribeWait();
    }
    const Flight& flight = found->second;
    const auto get = [&](uint32_t part) -> const RdmaQueuePair& {
        return *m_queuePairs[connection.begin + (flight.first + part) % connection.count];
    };
    uint32_t part = 0;
    while (part + 1 < flight.parts && !get(part).HasWork())
    {
        ++part;
    }
    return (flight.parts == 1 ? ""
                              : std::to_string(flight.toEnd) + " of " +
                                    std::to_string(flight.parts) + " parts left, one of them: ") +
           get(part).DescribeWait();
}

void
GraphMessenger::OnCompletion(const RdmaCompletion& part)
{
    const auto send = static_cast<uint32_t>(part.workId);
    const uint32_t recv = m_job->graph.GetNodes()[send].match;
    MessageRecord& record = m_records[m_index[recv]];
    RdmaCompletion completion = part;
    if (record.finishedPs != MessageRecord::NOT_YET || !EndPart(recv, completion))
    {
        return;
    }
    record.startPs = completion.postedPs;
    record.finishedPs = completion.finishedPs;
    record.status = completion.status;
    m_client->OnMessageEnd(send, record);
}

void
GraphMessenger::OnArrival(const RdmaArrival& arrival)
{
    if (m_closed)
    {
        return;
    }
    const uint32_t recv = arrival.immediate;
    int64_t arrivedPs = arrival.finishedPs;
    if (ArrivePart(recv, arrivedPs))
    {
        m_records[m_index[recv]].arrivedPs = arrivedPs;
        m_client->OnMessageArrival(recv, arrivedPs);
    }
}

} // namespace ns3
