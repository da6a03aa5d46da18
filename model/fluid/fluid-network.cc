// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fluid-network.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FluidNetwork");

NS_OBJECT_ENSURE_REGISTERED(FluidNetwork);

namespace
{

constexpr uint64_t PER_BYTE = 8 * PS_PER_SECOND; //!< bit ps/s

} // namespace

TypeId
FluidNetwork::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FluidNetwork")
                            .SetParent<Object>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<FluidNetwork>();
    return tid;
}

Ptr<FluidNetwork>
FluidNetwork::Get(Ptr<NetworkPaths> paths, uint32_t host, uint32_t node)
{
    const uint32_t island = paths->GetIsland(host);
    const auto make = [&] {
        auto network = CreateObject<FluidNetwork>();
        network->m_paths = paths;
        network->m_island = island;
        network->m_event =
            MakeFabricEvent<FluidNetwork, &FluidNetwork::Update>(PeekPointer(network));
        if (island != NetworkPaths::NO_ISLAND)
        {
            network->m_event->SetContext(node);
        }
        return network;
    };
    const auto first = paths->GetObject<FluidNetwork>();
    if (!first)
    {
        paths->AggregateObject(make());
        return paths->GetObject<FluidNetwork>();
    }
    if (first->m_island == island)
    {
        return first;
    }
    auto& network = first->m_others[island];
    if (!network)
    {
        network = make();
    }
    return network;
}

void
FluidNetwork::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_event)
    {
        m_event->Clear();
    }
    m_flows.clear();
    m_paths = nullptr;
    for (const auto& [island, network] : m_others)
    {
        network->Dispose();
    }
    m_others.clear();
    m_ends.clear();
    m_begun.clear();
    m_arrivals = {};
    Object::DoDispose();
}

uint32_t
FluidNetwork::AddFlow(FluidClient& client, NetworkRoute route, int64_t backPs, uint64_t maxRatebps)
{
    std::vector<std::pair<uint32_t, double>> usage;
    for (const auto& link : route.links)
    {
        const auto [known, isNew] = m_numberOfLink.emplace(link.direction, 0);
        if (isNew)
        {
            known->second = m_shares.AddLink(m_paths->GetRatesbps()[link.direction]);
        }
        usage.emplace_back(known->second, link.share);
    }
    if (maxRatebps > 0)
    {
        usage.emplace_back(m_shares.AddLink(maxRatebps), 1.0); // the limit is a link of its own
    }
    Flow flow;
    flow.client = &client;
    flow.head = std::move(route.head);
    flow.backPs = backPs;
    m_flows.push_back(std::move(flow));
    return m_shares.AddFlow(usage);
}

void
FluidNetwork::Send(uint32_t flow, const FluidMessage& message)
{
    NS_LOG_FUNCTION(this << flow << message.wireBytes << message.immediate);
    auto& messages = m_flows[flow].messages;
    messages.push_back(message);
    if (messages.size() == 1)
    {
        m_begun.push_back(flow);
        if (!m_updating)
        {
            m_event->Schedule(NowTicks());
        }
    }
}

/** @return rest of the flow's first message in bit ps/s */
Uint128
FluidNetwork::GetLeft(const Flow& flow, int64_t nowPs)
{
    const Uint128 sent = Uint128{flow.ratebps} * static_cast<uint64_t>(nowPs - flow.lastPs);
    return sent < flow.left ? flow.left - sent : 0;
}

FluidNetwork::Progress
FluidNetwork::GetProgress(uint32_t number, int64_t nowPs) const
{
    const Flow& flow = m_flows[number];
    Progress progress{flow.ratebps, flow.sentPayload, flow.messages.size(), 0};
    for (const auto& message : flow.messages)
    {
        progress.leftBytes += message.payloadBytes;
    }
    if (flow.ratebps > 0)
    {
        const auto& first = flow.messages.front();
        const auto left = static_cast<uint64_t>((GetLeft(flow, nowPs) + PER_BYTE - 1) / PER_BYTE);
        const auto sent = static_cast<uint64_t>(Uint128{first.payloadBytes} *
                                                (first.wireBytes - left) / first.wireBytes);
        progress.sentPayload += sent;
        progress.leftBytes -= sent;
    }
    return progress;
}

/** Handles all due events, in the order of time. */
void
FluidNetwork::Update()
{
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    m_updating = true;
    do
    {
        for (int64_t endPs; (endPs = GetNextEndPs()) <= nowPs;)
        {
            while (GetNextEndPs() == endPs)
            {
                End(m_ends.front().second, endPs);
            }
            Share(endPs);
        }
        for (const uint32_t flow : std::exchange(m_begun, {}))
        {
            Begin(flow, nowPs);
        }
        Share(nowPs);
        Deliver(nowPs);
    } while (!m_begun.empty());
    m_updating = false;
    ScheduleNext();
}

/** @return time of the next end in ps, which is the first of m_ends; NEVER_PS if there is none */
int64_t
FluidNetwork::GetNextEndPs()
{
    while (!m_ends.empty() && m_flows[m_ends.front().second].endPs != m_ends.front().first)
    {
        std::pop_heap(m_ends.begin(), m_ends.end(), std::greater<>());
        m_ends.pop_back();
    }
    return m_ends.empty() ? NEVER_PS : m_ends.front().first;
}

void
FluidNetwork::ScheduleNext()
{
    int64_t nextPs = GetNextEndPs();
    if (!m_arrivals.empty())
    {
        nextPs = std::min(nextPs, m_arrivals.top().timePs);
    }
    if (nextPs == NEVER_PS)
    {
        m_event->Clear();
    }
    else
    {
        m_event->Schedule(m_clock.ToTicks(nextPs));
    }
}

/** Starts the first message of a flow that had none. */
void
FluidNetwork::Begin(uint32_t number, int64_t nowPs)
{
    Flow& flow = m_flows[number];
    flow.left = Uint128{flow.messages.front().wireBytes} * PER_BYTE;
    flow.lastPs = nowPs;
    m_shares.Begin(number);
}

/** Ends the first message of a flow; the next one follows at the same rate. */
void
FluidNetwork::End(uint32_t number, int64_t nowPs)
{
    Flow& flow = m_flows[number];
    flow.endPs = NEVER_PS;
    const FluidMessage message = flow.messages.front();
    flow.messages.pop_front();
    flow.sentPayload += message.payloadBytes;
    m_arrivals.push(
        {nowPs + flow.head.GetPs(message.firstBytes), m_sequence++, number, false, message});
    if (!flow.messages.empty())
    {
        flow.left = Uint128{flow.messages.front().wireBytes} * PER_BYTE;
        flow.lastPs = nowPs;
        const uint64_t ratebps = std::exchange(flow.ratebps, 0);
        SetRate(number, ratebps, nowPs);
    }
    else
    {
        flow.ratebps = 0;
        m_shares.End(number);
    }
    flow.client->OnDeparture(message);
}

/** Computes the rates from now on. */
void
FluidNetwork::Share(int64_t nowPs)
{
    const auto& flows = m_shares.Share();
    for (const uint32_t flow : flows)
    {
        const uint64_t halves = m_shares.GetRate(flow) >> (MaxMinShares::RATE_BITS - 1);
        SetRate(flow, std::max<uint64_t>(1, halves / 2 + halves % 2), nowPs); // nearest bit/s
    }
    if (m_ends.size() > 2 * m_flows.size())
    {
        const auto isOutdated = [this](const auto& end) {
            return m_flows[end.second].endPs != end.first;
        };
        m_ends.erase(std::remove_if(m_ends.begin(), m_ends.end(), isOutdated), m_ends.end());
        std::make_heap(m_ends.begin(), m_ends.end(), std::greater<>());
    }
    NS_LOG_LOGIC(flows.size() << " flows have another rate");
}

void
FluidNetwork::SetRate(uint32_t number, uint64_t ratebps, int64_t nowPs)
{
    Flow& flow = m_flows[number];
    if (flow.ratebps == ratebps)
    {
        return;
    }
    flow.left = GetLeft(flow, nowPs);
    flow.lastPs = nowPs;
    flow.ratebps = ratebps;
    flow.endPs = nowPs + static_cast<int64_t>((flow.left + ratebps - 1) / ratebps);
    m_ends.emplace_back(flow.endPs, number);
    std::push_heap(m_ends.begin(), m_ends.end(), std::greater<>());
}

/** Reports all messages and answers that have arrived. */
void
FluidNetwork::Deliver(int64_t nowPs)
{
    while (!m_arrivals.empty() && m_arrivals.top().timePs <= nowPs)
    {
        const Arrival arrival = m_arrivals.top();
        m_arrivals.pop();
        FluidClient* const client = m_flows[arrival.flow].client;
        if (arrival.answer)
        {
            client->OnAnswer(arrival.message, arrival.timePs);
            continue;
        }
        m_arrivals.push({arrival.timePs + m_flows[arrival.flow].backPs,
                         m_sequence++,
                         arrival.flow,
                         true,
                         arrival.message});
        client->OnArrival(arrival.message, arrival.timePs);
    }
}

} // namespace ns3
