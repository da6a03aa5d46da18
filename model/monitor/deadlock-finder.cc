// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "deadlock-finder.h"

#include "ns3/shortest-cycle.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

/** All queues of a network, and the waits between them. */
class WaitGraph
{
  public:
    explicit WaitGraph(const FabricParts& parts)
    {
        // Vertices in the order of the ingress buffers that they fill.
        for (const auto& channel : parts.channels)
        {
            for (const uint32_t receiver : {0U, 1U})
            {
                const auto port = StaticCast<FabricNetDevice>(channel->GetDevice(1 - receiver));
                m_placeOfPort.emplace(PeekPointer(port), m_ports.size());
                m_ports.push_back(port);
            }
        }
        m_graph.resize(m_ports.size() * LANE_COUNT);
        for (const auto& fabricSwitch : parts.switches)
        {
            AddWaits(*fabricSwitch);
        }
        m_stuck.resize(m_graph.size());
        for (uint32_t vertex = 0; vertex < m_graph.size(); ++vertex)
        {
            auto& successors = m_graph[vertex];
            std::sort(successors.begin(), successors.end());
            successors.erase(std::unique(successors.begin(), successors.end()), successors.end());
            m_stuck[vertex] = !successors.empty() && IsBlocked(vertex);
        }
        TakeAwayWhatMayMove();
    }

    /** @return queues that are stuck, and the queues that each of them waits for */
    DirectedGraph GetStuckGraph() const
    {
        DirectedGraph graph(m_graph.size());
        for (uint32_t vertex = 0; vertex < m_graph.size(); ++vertex)
        {
            if (m_stuck[vertex])
            {
                graph[vertex] = m_graph[vertex];
            }
        }
        return graph;
    }

    uint32_t CountStuck() const
    {
        return static_cast<uint32_t>(std::count(m_stuck.begin(), m_stuck.end(), true));
    }

    /** @return port of a vertex */
    Ptr<FabricNetDevice> GetPort(uint32_t vertex) const
    {
        return m_ports[vertex / LANE_COUNT];
    }

    /** @return lane of a vertex */
    static uint8_t GetLane(uint32_t vertex)
    {
        return vertex % LANE_COUNT;
    }

  private:
    /** @return vertex of a lane at a port */
    uint32_t GetVertex(const FabricNetDevice& port, uint8_t lane) const
    {
        return m_placeOfPort.at(&port) * LANE_COUNT + lane;
    }

    /** @return true if the queue holds packets and its flow control lets none go */
    bool IsBlocked(uint32_t vertex) const
    {
        const auto& port = *GetPort(vertex);
        return port.GetQueueBytes(GetLane(vertex)) > 0 &&
               !port.GetFlowControl().DescribeBlock(GetLane(vertex)).empty();
    }

    /**
     * Notes for each packet in a switch: the queue that sent it waits for its present queue.
     */
    void AddWaits(const FabricSwitch& fabricSwitch)
    {
        const auto& ports = fabricSwitch.GetPorts();
        for (const auto& port : ports)
        {
            for (uint8_t lane = 0; lane < port->GetLaneCount(); ++lane)
            {
                const uint32_t waited = GetVertex(*port, lane);
                port->GetQueue(lane).ForEach([&](const FabricPacket& packet) {
                    if (!IsForwarded(packet.kind))
                    {
                        return; // made in this switch: occupies no ingress buffer
                    }
                    const auto sender = ports[packet.ingressPort]->GetPeer();
                    auto& successors = m_graph[GetVertex(*sender, packet.ingressLane)];
                    if (successors.empty() || successors.back() != waited)
                    {
                        successors.push_back(waited);
                    }
                });
            }
        }
    }

    /** Leaves in m_stuck only vertices that wait for themselves. */
    void TakeAwayWhatMayMove()
    {
        DirectedGraph waiters(m_graph.size());
        std::vector<uint32_t> moving;
        for (uint32_t vertex = 0; vertex < m_graph.size(); ++vertex)
        {
            for (const uint32_t next : m_graph[vertex])
            {
                waiters[next].push_back(vertex);
            }
            if (!m_stuck[vertex])
            {
                moving.push_back(vertex);
            }
        }
        while (!moving.empty())
        {
            const uint32_t vertex = moving.back();
            moving.pop_back();
            for (const uint32_t waiter : waiters[vertex])
            {
                if (m_stuck[waiter])
                {
                    m_stuck[waiter] = false;
                    moving.push_back(waiter);
                }
            }
        }
    }

    std::vector<Ptr<FabricNetDevice>> m_ports;                //!< queue n is of port n / LANE_COUNT
    std::map<const FabricNetDevice*, uint32_t> m_placeOfPort; //!< used for look-ups only
    DirectedGraph m_graph;     //!< by queue: queues where its packets wait
    std::vector<bool> m_stuck; //!< by queue
};

} // namespace

DeadlockFinder::DeadlockFinder(const FabricParts& parts)
    : m_names(parts.names)
{
    const WaitGraph waits(parts);
    for (const uint32_t vertex : FindShortestCycle(waits.GetStuckGraph()).vertices)
    {
        const auto port = waits.GetPort(vertex);
        const uint8_t lane = WaitGraph::GetLane(vertex);
        m_cycle.push_back({port, lane, 0});
    }
    m_victims = waits.CountStuck() - static_cast<uint32_t>(m_cycle.size());
    for (size_t i = 0; i < m_cycle.size(); ++i)
    {
        const auto blocker = m_cycle[i].port->GetPeer();
        for (const auto& fabricSwitch : parts.switches)
        {
            const auto& ports = fabricSwitch->GetPorts();
            if (std::find(ports.begin(), ports.end(), blocker) != ports.end())
            {
                m_cycle[i].heldBytes = fabricSwitch->GetBuffer()
                                           .GetAccount(blocker->GetPortNumber(), m_cycle[i].lane)
                                           .ingressBytes;
            }
        }
    }
}

std::string
DeadlockFinder::NameNode(const FabricNetDevice& port) const
{
    const uint32_t id = port.GetNode()->GetId();
    const auto name = m_names.find(id);
    return name == m_names.end() ? "node " + std::to_string(id) : name->second;
}

std::string
DeadlockFinder::NamePort(const FabricNetDevice& port) const
{
    return NameNode(port) + " port " + std::to_string(port.GetPortNumber());
}

std::string
DeadlockFinder::GetSummary() const
{
    if (m_cycle.empty())
    {
        return {};
    }
    // One lane is shown for all, unless switches change the lane.
    const uint8_t lane = m_cycle.front().lane;
    const bool one = std::all_of(m_cycle.begin(), m_cycle.end(), [&](const auto& queue) {
        return queue.lane == lane;
    });
    const auto nameLane = [one](const auto& queue) {
        return one ? std::string() : " lane " + std::to_string(queue.lane);
    };
    std::string text;
    for (const auto& queue : m_cycle)
    {
        text += NamePort(*queue.port->GetPeer()) + nameLane(queue) + " (from " +
                NameNode(*queue.port) + ") -> ";
    }
    const auto& first = m_cycle.front();
    return text + NamePort(*first.port->GetPeer()) + nameLane(first) +
           (one ? ", priority " + std::to_string(lane) : "");
}

std::string
DeadlockFinder::Describe() const
{
    std::string text;
    for (size_t i = 0; i < m_cycle.size(); ++i)
    {
        const auto& queue = m_cycle[i];
        const auto& next = m_cycle[(i + 1) % m_cycle.size()];
        const auto& port = *queue.port;
        text += "  " + NamePort(port) + " priority " + std::to_string(queue.lane) + ", " +
                std::to_string(port.GetQueueBytes(queue.lane)) + " B queued, " +
                port.GetFlowControl().DescribeBlock(queue.lane) + " by " +
                NamePort(*port.GetPeer()) + ", which holds " + std::to_string(queue.heldBytes) +
                " B that wait for " + NamePort(*next.port) + "\n";
    }
    if (m_victims > 0)
    {
        text += "  " + std::to_string(m_victims) + " other queues wait for these\n";
    }
    return text;
}

} // namespace ns3
