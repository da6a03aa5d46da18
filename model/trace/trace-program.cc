// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "trace-program.h"

#include "ns3/graph-check.h"
#include "ns3/graph-cycle.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ns3
{

namespace
{

} // namespace

TraceProgram::TraceProgram(uint32_t ranks, Locate locate)
    : m_ranks(ranks),
      m_locate(std::move(locate))
{
}

uint32_t
TraceProgram::Add(const Operation& operation)
{
    if (m_operations.size() >= UINT32_MAX / 4)
    {
        throw InputError(m_locate(operation.rank, operation.place) + ": more than " +
                         std::to_string(UINT32_MAX / 4) + " operations");
    }
    m_operations.push_back(operation);
    return static_cast<uint32_t>(m_operations.size() - 1);
}

uint32_t
TraceProgram::AddCompute(uint32_t rank, int64_t durationPs, uint8_t stream, uint64_t place)
{
    Operation operation{Kind::COMPUTE};
    operation.rank = rank;
    operation.durationPs = durationPs;
    operation.stream = stream;
    operation.place = place;
    return Add(operation);
}

uint32_t
TraceProgram::AddJoin(uint32_t rank, uint64_t place)
{
    Operation operation{Kind::JOIN};
    operation.rank = rank;
    operation.place = place;
    return Add(operation);
}

uint32_t
TraceProgram::AddSend(uint32_t rank, const Message& message, uint64_t place)
{
    Operation operation{Kind::SEND};
    operation.rank = rank;
    operation.peer = message.peer;
    operation.channel = message.channel;
    operation.tag = message.tag;
    operation.bytes = std::max<uint64_t>(message.bytes, 1);
    operation.place = place;
    return Add(operation);
}

uint32_t
TraceProgram::AddRecv(uint32_t rank, const Message& message, uint64_t place)
{
    const uint32_t number = AddSend(rank, message, place);
    m_operations[number].kind = Kind::RECV;
    return number;
}

void
TraceProgram::SetCollective(std::vector<uint32_t> parts,
                            std::shared_ptr<const CommunicationGraph> graph,
                            const std::string& label)
{
    m_collectives.push_back({std::move(parts), std::move(graph), label});
}

void
TraceProgram::AddDependency(uint32_t before, uint32_t after)
{
    m_dependencies.emplace_back(before, after);
}

void
TraceProgram::AddStartDependency(uint32_t before, uint32_t after)
{
    m_startDependencies.emplace_back(before, after);
}

void
TraceProgram::Join(uint32_t send, uint32_t recv)
{
    m_operations[send].match = recv;
    m_operations[recv].match = send;
    if (m_operations[send].bytes > m_operations[recv].bytes)
    {
        const auto& other = m_operations[recv];
        throw InputError(Describe(send) + " does not fit its receive of " +
                         std::to_string(other.bytes) + " bytes at " +
                         m_locate(other.rank, other.place));
    }
}

std::string
TraceProgram::Describe(uint32_t number) const
{
    const auto& operation = m_operations[number];
    const bool send = operation.kind == Kind::SEND;
    const bool any = !send && operation.peer == ANY_RANK;
    const auto bytes = operation.bytes == ANY_BYTES ? "any" : std::to_string(operation.bytes);
    return m_locate(operation.rank, operation.place) + ": tag: rank " +
           std::to_string(operation.rank) + (send ? " sends " : " receives ") + bytes +
           (send ? " bytes to " : " bytes from ") +
           (any ? "any rank" : "rank " + std::to_string(operation.peer)) + " with " +
           (operation.tag == ANY_TAG ? "any tag" : "tag " + std::to_string(operation.tag));
}

/**
 * Describes the half without a partner, and the first other half that differs only in the tag.
 */
void
TraceProgram::FailUnmatched(uint32_t number) const
{
    const auto& operation = m_operations[number];
    const bool send = operation.kind == Kind::SEND;
    std::string hint = send ? "; no rank receives it" : "; no rank sends it";
    for (uint32_t other = 0; other < m_operations.size(); ++other)
    {
        const auto& half = m_operations[other];
        if (half.kind == (send ? Kind::RECV : Kind::SEND) &&
            half.match == CommunicationGraph::NONE && half.peer == operation.rank &&
            half.rank == operation.peer)
        {
            hint += ", but at " + m_locate(half.rank, half.place) + " rank " +
                    std::to_string(half.rank) + (send ? " waits for tag " : " sends tag ") +
                    std::to_string(half.tag);
            break;
        }
    }
    throw InputError(Describe(number) + hint);
}

void
TraceProgram::Match()
{
    MatchExactly();
    MatchAny();
    for (uint32_t number = 0; number < m_operations.size(); ++number)
    {
        const auto& operation = m_operations[number];
        const bool half = operation.kind == Kind::SEND || operation.kind == Kind::RECV;
        if (half && operation.match == CommunicationGraph::NONE)
        {
            FailUnmatched(number);
        }
    }
}

void
TraceProgram::MatchExactly()
{
    using Key = std::tuple<uint32_t, uint32_t, uint64_t, uint32_t>; // from, to, tag, order
    std::vector<Key> sends;
    std::vector<Key> recvs;
    for (uint32_t number = 0; number < m_operations.size(); ++number)
    {
        const auto& half = m_operations[number];
        if (half.kind == Kind::SEND)
        {
            sends.emplace_back(half.rank, half.peer, half.tag, number);
        }
        else if (half.kind == Kind::RECV && half.peer != ANY_RANK && half.tag != ANY_TAG)
        {
            recvs.emplace_back(half.peer, half.rank, half.tag, number);
        }
    }
    std::sort(sends.begin(), sends.end());
    std::sort(recvs.begin(), recvs.end());
    const auto ends = [](const Key& key) {
        return std::make_tuple(std::get<0>(key), std::get<1>(key), std::get<2>(key));
    };
    auto recv = recvs.begin();
    for (const auto& send : sends)
    {
        while (recv != recvs.end() && ends(*recv) < ends(send))
        {
            ++recv;
        }
        if (recv != recvs.end() && ends(*recv) == ends(send))
        {
            Join(std::get<3>(send), std::get<3>(*recv++));
        }
    }
}

void
TraceProgram::MatchAny()
{
    // Remaining messages for a rank, under each pattern by which a receive may ask for them.
    struct Queue
    {
        std::vector<uint32_t> sends;
        size_t next{0};
    };

    std::map<std::tuple<uint32_t, uint32_t, uint64_t>, Queue> queues; // to, from, tag
    for (uint32_t number = 0; number < m_operations.size(); ++number)
    {
        const auto& send = m_operations[number];
        if (send.kind == Kind::SEND && send.match == CommunicationGraph::NONE)
        {
            queues[{send.peer, send.rank, ANY_TAG}].sends.push_back(number);
            queues[{send.peer, ANY_RANK, send.tag}].sends.push_back(number);
            queues[{send.peer, ANY_RANK, ANY_TAG}].sends.push_back(number);
        }
    }
    for (uint32_t number = 0; number < m_operations.size(); ++number)
    {
        const auto& recv = m_operations[number];
        if (recv.kind != Kind::RECV || recv.match != CommunicationGraph::NONE ||
            (recv.peer != ANY_RANK && recv.tag != ANY_TAG))
        {
            continue;
        }
        const auto found = queues.find({recv.rank, recv.peer, recv.tag});
        if (found == queues.end())
        {
            continue;
        }
        auto& queue = found->second;
        while (queue.next < queue.sends.size() &&
               m_operations[queue.sends[queue.next]].match != CommunicationGraph::NONE)
        {
            ++queue.next;
        }
        if (queue.next < queue.sends.size())
        {
            Join(queue.sends[queue.next], number);
        }
    }
}

CommunicationGraph
TraceProgram::Build()
{
    Match();
    CommunicationGraph graph(m_ranks);
    std::vector<Ends> ends(m_operations.size());
    AddOperations(graph, ends);
    AddCollectives(graph, ends);
    for (const auto& [before, after] : m_startDependencies)
    {
        // A separate node marks the start; the operation's predecessors come before it.
        auto& first = ends[before].first;
        if (graph.GetNodes()[first].kind != CommunicationGraph::Kind::JOIN)
        {
            const uint32_t mark = graph.AddJoin(m_operations[before].rank);
            graph.AddDependency(mark, first);
            first = mark;
        }
    }
    for (const auto& [before, after] : m_startDependencies)
    {
        graph.AddDependency(ends[before].first, ends[after].first);
    }
    for (const auto& [before, after] : m_dependencies)
    {
        graph.AddDependency(ends[before].last, ends[after].first);
    }
    CheckAcyclic(graph);
    CheckGraph(graph);
    return graph;
}

void
TraceProgram::AddOperations(CommunicationGraph& graph, std::vector<Ends>& ends) const
{
    for (uint32_t number = 0; number < m_operations.size(); ++number)
    {
        const auto& operation = m_operations[number];
        switch (operation.kind)
        {
        case Kind::COMPUTE: {
            const uint32_t node = graph.AddCompute(operation.rank, operation.durationPs);
            graph.Edit(node, [&](auto& compute) { compute.stream = operation.stream; });
            ends[number] = {node, node};
            break;
        }
        case Kind::JOIN: {
            const uint32_t node = graph.AddJoin(operation.rank);
            ends[number] = {node, node};
            break;
        }
        case Kind::SEND:
            AddMessage(graph, ends, number);
            break;
        case Kind::RECV: // made together with its send
            break;
        }
    }
}

void
TraceProgram::AddMessage(CommunicationGraph& graph, std::vector<Ends>& ends, uint32_t number) const
{
    const auto& send = m_operations[number];
    if (send.peer == send.rank)
    {
        const uint32_t copy = graph.AddCopy(send.rank, send.bytes);
        const uint32_t arrival = graph.AddJoin(send.rank);
        graph.AddDependency(copy, arrival);
        ends[number] = {copy, copy};
        ends[send.match] = {arrival, arrival};
        return;
    }
    const auto [first, last] = graph.AddTransfer(send.rank, send.peer, send.bytes, send.channel);
    ends[number] = {first, first};
    ends[send.match] = {last, last};
}

void
TraceProgram::AddCollectives(CommunicationGraph& graph, std::vector<Ends>& ends) const
{
    for (const auto& collective : m_collectives)
    {
        CommunicationGraph::Placement placement;
        for (const uint32_t part : collective.parts)
        {
            placement.ranks.push_back(m_operations[part].rank);
            placement.after.push_back(ends[part].first);
        }
        placement.label = graph.AddLabel(collective.label);
        placement.firstStream = 1;
        const auto joins = graph.Append(*collective.graph, placement);
        for (size_t i = 0; i < joins.size(); ++i)
        {
            // A rank without work in the collective also waits until its turn has come.
            graph.AddDependency(placement.after[i], joins[i]);
            ends[collective.parts[i]].last = joins[i];
        }
    }
}

/** Throws, naming operations of the trace, if some operations wait for each other. */
void
TraceProgram::CheckAcyclic(const CommunicationGraph& graph) const
{
    const auto cycle = FindGraphCycle(graph);
    if (cycle.empty())
    {
        return;
    }
    // Nodes know their rank only, so each operation gives its place.
    std::vector<Ends> ends(m_operations.size());
    CommunicationGraph again(m_ranks);
    AddOperations(again, ends);
    std::vector<uint32_t> operationOf(graph.GetNodes().size(), CommunicationGraph::NONE);
    for (uint32_t number = 0; number < ends.size(); ++number)
    {
        operationOf[ends[number].first] = number;
        operationOf[ends[number].last] = number;
    }
    constexpr size_t SHOWN = 6;
    std::vector<std::string> places;
    for (const uint32_t node : cycle)
    {
        const uint32_t number = operationOf[node];
        if (number != CommunicationGraph::NONE)
        {
            const auto& operation = m_operations[number];
            const auto place = m_locate(operation.rank, operation.place);
            if (std::find(places.begin(), places.end(), place) == places.end())
            {
                places.push_back(place);
            }
        }
        if (places.size() > SHOWN)
        {
            break;
        }
    }
    std::string text = places.empty() ? "a collective" : places[0];
    text += ": waits for itself";
    for (size_t i = 1; i < std::min(places.size(), SHOWN); ++i)
    {
        text += (i == 1 ? ", by way of " : ", ") + places[i];
    }
    throw InputError(text + (places.size() > SHOWN ? " and more" : ""));
}

} // namespace ns3
