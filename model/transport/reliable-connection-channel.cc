// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reliable-connection-channel.h"

#include "rdma-nic.h"
#include "rdma-queue-pair.h"

#include "ns3/assert.h"
#include "ns3/random-draws.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint64_t
DivideUp(uint64_t value, uint64_t by)
{
    return value / by + (value % by > 0);
}

/** @return word for result tables; null: success */
const char*
GetFailure(RdmaStatus status)
{
    switch (status)
    {
    case RdmaStatus::SUCCESS:
        return nullptr;
    case RdmaStatus::RETRY_EXCEEDED:
        return "retry-exceeded";
    case RdmaStatus::RNR_RETRY_EXCEEDED:
        return "rnr-retry-exceeded";
    case RdmaStatus::REMOTE_ERROR:
        return "remote-error";
    case RdmaStatus::LENGTH_ERROR:
        return "length-error";
    case RdmaStatus::FLUSHED:
        break;
    }
    return "flushed";
}

} // namespace

uint64_t
ReliableConnectionChannel::GetPartBytes(uint64_t bytes, uint32_t queuePairs)
{
    const uint64_t units = DivideUp(bytes, PART_UNIT_BYTES * queuePairs);
    return queuePairs == 1 ? bytes : std::min(bytes, units * PART_UNIT_BYTES);
}

ReliableConnectionChannel::ReliableConnectionChannel(Ptr<RdmaNic> from,
                                                     Ptr<RdmaNic> to,
                                                     uint8_t level,
                                                     const ChannelOptions& options,
                                                     const Bond* bond)
    : m_splitMessages(options.splitMessages)
{
    if (bond)
    {
        const auto& [near, far] = bond->ends;
        m_ports.reset(new Ports{{{near, far}, bond->home, options.draw, bond->failoverPs},
                                {{far, near}, bond->home, options.draw, bond->failoverPs}});
    }
    m_connections.reserve(options.paths);
    const uint64_t atOnce = options.splitMessages ? options.paths : 1;
    for (uint32_t i = 0; i < options.paths; ++i)
    {
        if (bond)
        {
            PinnedPorts::Prepare(bond->ends.near);
            PinnedPorts::Prepare(bond->ends.far);
        }
        const auto [sender, receiver] =
            RdmaNic::Connect(from, to, level, HashDraw(options.draw, options.firstPath + i));
        sender->GetPacer().SetLimit(DivideUp(options.maxRatebps, atOnce));
        sender->SetClient(this);
        receiver->SetClient(this);
        m_connections.push_back({sender, receiver});
        if (m_ports)
        {
            m_ports->sender.Add(*sender);
            m_ports->receiver.Add(*receiver);
        }
    }
    if (options.paths > 1)
    {
        m_parts = std::make_unique<Parts>();
    }
}

void
ReliableConnectionChannel::DoPost(uint64_t bytes, uint32_t immediate)
{
    if (!m_parts)
    {
        m_connections.front().sender->PostWriteWithImmediate(bytes, immediate, immediate);
    }
    else
    {
        PostParts(bytes, immediate);
    }
}

/**
 * @param bytes length of a message
 * @return bytes of each part except the last
 */
uint64_t
ReliableConnectionChannel::GetPartBytes(uint64_t bytes) const
{
    return m_splitMessages ? GetPartBytes(bytes, static_cast<uint32_t>(m_connections.size()))
                           : bytes;
}

/** Sends a message over one of several queue pairs or all of them. */
void
ReliableConnectionChannel::PostParts(uint64_t bytes, uint32_t immediate)
{
    const auto count = static_cast<uint32_t>(m_connections.size());
    const uint64_t partBytes = GetPartBytes(bytes);
    const auto parts = static_cast<uint32_t>(DivideUp(bytes, partBytes));
    // A failed queue pair ends its part at once, so all parts are counted before the first post.
    m_parts->flights[immediate] = Flight{m_next, parts, parts, parts};
    for (uint64_t left = bytes; left > 0;)
    {
        const uint64_t next = std::min(left, partBytes);
        left -= next;
        const auto& queuePair = m_connections[m_next].sender;
        m_next = (m_next + 1) % count;
        queuePair->PostWriteWithImmediate(next, immediate, immediate);
    }
}

uint8_t
ReliableConnectionChannel::DoGetServiceLevel() const
{
    return m_connections[m_next].sender->GetServiceLevel();
}

std::vector<Ptr<const Object>>
ReliableConnectionChannel::DoGetSenders() const
{
    std::vector<Ptr<const Object>> senders;
    for (const auto& connection : m_connections)
    {
        senders.push_back(connection.sender);
    }
    return senders;
}

void
ReliableConnectionChannel::DoRetire()
{
    for (const auto& connection : m_connections)
    {
        connection.sender->Retire();
        connection.receiver->Retire();
    }
}

/**
 * Turns the last part that ends into the completion of the message.
 *
 * @return true for the last part
 */
bool
ReliableConnectionChannel::EndPart(uint32_t immediate, RdmaCompletion& completion)
{
    if (!m_parts)
    {
        return true;
    }
    auto& flights = m_parts->flights;
    const auto found = flights.find(immediate);
    NS_ASSERT_MSG(found != flights.end(), "Each part ends once.");
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
    flights.erase(found);
    return true;
}

/**
 * Turns the last part that arrives into the arrival of the message.
 *
 * @return true for the last part
 */
bool
ReliableConnectionChannel::ArrivePart(uint32_t immediate, int64_t& arrivedPs)
{
    if (!m_splitMessages || !m_parts)
    {
        return true;
    }
    auto& landings = m_parts->landings;
    auto found = landings.find(immediate);
    if (found == landings.end())
    {
        const uint64_t bytes = GetMessageBytes(immediate);
        const auto parts = static_cast<uint32_t>(DivideUp(bytes, GetPartBytes(bytes)));
        found = landings.emplace(immediate, Landing{parts}).first;
    }
    Landing& landing = found->second;
    landing.arrivedPs = std::max(landing.arrivedPs, arrivedPs);
    if (--landing.toArrive > 0)
    {
        return false;
    }
    arrivedPs = landing.arrivedPs;
    landings.erase(found);
    return true;
}

std::string
ReliableConnectionChannel::DoDescribeWait(uint32_t immediate) const
{
    if (!m_parts || m_parts->flights.count(immediate) == 0)
    {
        return m_connections.front().sender->DescribeWait();
    }
    const Flight& flight = m_parts->flights.at(immediate);
    const auto get = [&](uint32_t part) -> const RdmaQueuePair& {
        return *m_connections[(flight.first + part) % m_connections.size()].sender;
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
ReliableConnectionChannel::OnCompletion(const RdmaCompletion& part)
{
    const auto immediate = static_cast<uint32_t>(part.workId);
    RdmaCompletion completion = part;
    if (EndPart(immediate, completion))
    {
        End(immediate, {completion.postedPs, completion.finishedPs, GetFailure(completion.status)});
    }
}

void
ReliableConnectionChannel::OnDeparture(uint64_t workId)
{
    const auto immediate = static_cast<uint32_t>(workId);
    if (m_parts)
    {
        const auto found = m_parts->flights.find(immediate);
        if (found == m_parts->flights.end() || --found->second.toDepart > 0)
        {
            return;
        }
    }
    Depart(immediate);
}

void
ReliableConnectionChannel::OnArrival(const RdmaArrival& arrival)
{
    int64_t arrivedPs = arrival.finishedPs;
    if (ArrivePart(arrival.immediate, arrivedPs))
    {
        Arrive(arrival.immediate, arrivedPs);
    }
}

} // namespace ns3
