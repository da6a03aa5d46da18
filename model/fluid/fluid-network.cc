// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fluid-network.h"

#include "max-min-shares.h"

#include "ns3/log.h"

#include <algorithm>
#include <cmath>

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
    m_links.clear();
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
FluidNetwork::AddFlow(FluidClient& client, NetworkRoute route, int64_t backPs)
{
    Flow flow;
    flow.client = &client;
    flow.route = std::move(route);
    flow.backPs = backPs;
    for (auto& link : flow.route.links)
    {
        const auto number = static_cast<uint32_t>(m_links.size());
        const auto [known, isNew] = m_numberOfLink.emplace(link.direction, number);
        if (isNew)
        {
            m_links.push_back({m_paths->GetRatesbps()[link.direction], {}, 0, 0});
        }
        link.direction = known->second;
    }
    m_flows.push_back(std::move(flow));
    return static_cast<uint32_t>(m_flows.size() - 1);
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
        while (!m_ends.empty() && m_ends.begin()->first <= nowPs)
        {
            const int64_t endPs = m_ends.begin()->first;
            while (!m_ends.empty() && m_ends.begin()->first == endPs)
            {
                End(m_ends.begin()->second, endPs);
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

void
FluidNetwork::ScheduleNext()
{
    int64_t nextPs = m_ends.empty() ? NEVER_PS : m_ends.begin()->first;
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
    for (const auto& link : flow.route.links)
    {
        m_links[link.direction].flows.push_back(number);
        m_touched.push_back(link.direction);
    }
}

/** Ends the first message of a flow; the next one follows at the same rate. */
void
FluidNetwork::End(uint32_t number, int64_t nowPs)
{
    Flow& flow = m_flows[number];
    m_ends.erase({flow.endPs, number});
    const FluidMessage message = flow.messages.front();
    flow.messages.pop_front();
    flow.sentPayload += message.payloadBytes;
    flow.client->OnDeparture(message);
    m_arrivals.push(
        {nowPs + flow.route.head.GetPs(message.firstBytes), m_sequence++, number, false, message});
    if (!flow.messages.empty())
    {
        flow.left = Uint128{flow.messages.front().wireBytes} * PER_BYTE;
        flow.lastPs = nowPs;
        const uint64_t ratebps = std::exchange(flow.ratebps, 0);
        SetRate(number, ratebps, nowPs);
        return;
    }
    flow.ratebps = 0;
    for (const auto& link : flow.route.links)
    {
        auto& flows = m_links[link.direction].flows;
        flows.erase(std::find(flows.begin(), flows.end(), number));
        m_touched.push_back(link.direction);
    }
}

/**
 * Finds the links and flows whose rates may change.
 *
 * @param links links reached from m_touched through flows, each once; their numbers are set
 * @param flows flows on these links, each once
 */
void
FluidNetwork::FindTouched(std::vector<uint32_t>& links, std::vector<uint32_t>& flows)
{
    ++m_computations;
    const auto add = [&](uint32_t direction) {
        Link& link = m_links[direction];
        if (link.seen != m_computations)
        {
            link.seen = m_computations;
            link.number = static_cast<uint32_t>(links.size());
            links.push_back(direction);
        }
    };
    for (const uint32_t direction : m_touched)
    {
        add(direction);
    }
    m_touched.clear();
    for (size_t next = 0; next < links.size(); ++next)
    {
        for (const uint32_t number : m_links[links[next]].flows)
        {
            Flow& flow = m_flows[number];
            if (flow.seen != m_computations)
            {
                flow.seen = m_computations;
                flows.push_back(number);
                for (const auto& link : flow.route.links)
                {
                    add(link.direction);
                }
            }
        }
    }
}

/** Computes the rates from now on. */
void
FluidNetwork::Share(int64_t nowPs)
{
    if (m_touched.empty())
    {
        return;
    }
    std::vector<uint32_t> links;
    std::vector<uint32_t> flows;
    FindTouched(links, flows);
    MaxMinShares shares;
    for (const uint32_t direction : links)
    {
        shares.AddLink(static_cast<double>(m_links[direction].ratebps));
    }
    std::vector<std::pair<uint32_t, double>> usage;
    for (const uint32_t number : flows)
    {
        usage.clear();
        for (const auto& link : m_flows[number].route.links)
        {
            usage.emplace_back(m_links[link.direction].number, link.share);
        }
        shares.AddFlow(usage);
    }
    const auto rates = shares.Solve();
    for (size_t i = 0; i < flows.size(); ++i)
    {
        SetRate(flows[i], static_cast<uint64_t>(std::max(1LL, std::llround(rates[i]))), nowPs);
    }
    NS_LOG_LOGIC(flows.size() << " flows on " << links.size() << " links share anew");
}

void
FluidNetwork::SetRate(uint32_t number, uint64_t ratebps, int64_t nowPs)
{
    Flow& flow = m_flows[number];
    if (flow.ratebps == ratebps)
    {
        return;
    }
    if (flow.ratebps > 0)
    {
        m_ends.erase({flow.endPs, number});
    }
    flow.left = GetLeft(flow, nowPs);
    flow.lastPs = nowPs;
    flow.ratebps = ratebps;
    flow.endPs = nowPs + static_cast<int64_t>((flow.left + ratebps - 1) / ratebps);
    m_ends.emplace(flow.endPs, number);
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
