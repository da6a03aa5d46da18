// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-steps.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <queue>
#include <unordered_map>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

constexpr uint32_t PIECES = 8;    // of a message whose sender has others
constexpr double TAIL = 0.001;    // share of a message that is sent last
constexpr double TURN_PS = 0.001; // lets the other messages go first

} // namespace

CollectiveSteps::CollectiveSteps(std::shared_ptr<const CommunicationGraph> graph)
    : m_graph(std::move(graph)),
      m_stepOfNode(m_graph->GetNodes().size(), 0),
      m_messageOfNode(m_graph->GetNodes().size(), 0)
{
    FindSuccessors();
    FindSteps();
}

void
CollectiveSteps::FindSuccessors()
{
    const auto& nodes = m_graph->GetNodes();
    const auto count = static_cast<uint32_t>(nodes.size());
    m_waitsFor.assign(count, 0);
    const auto pack = [&](const auto& pairs, auto& begin, auto& packed) {
        begin.assign(count + 1U, 0);
        for (const auto& [before, after] : pairs)
        {
            ++begin[before + 1];
            ++m_waitsFor[after];
        }
        for (uint32_t node = 0; node < count; ++node)
        {
            begin[node + 1] += begin[node];
        }
        packed.resize(pairs.size());
        std::vector<uint32_t> next(begin.begin(), begin.end() - 1);
        for (const auto& [before, after] : pairs)
        {
            packed[next[before]++] = after;
        }
    };
    pack(m_graph->GetDependencies(), m_begin, m_successors);
    pack(m_graph->GetOrders(), m_orderBegin, m_orders);
    for (uint32_t number = 0; number < count; ++number)
    {
        const auto node = nodes[number];
        m_waitsFor[number] += node.kind == Kind::RECV ? 1 : 0; // for its SEND
        if (node.kind == Kind::AGGREGATE)
        {
            m_operations[{node.channel, node.match}].push_back(number);
        }
        m_reduces = m_reduces || node.kind == Kind::REDUCE;
    }
}

/** Counts the messages before each message, and compares the steps. */
void
CollectiveSteps::FindSteps()
{
    const auto& nodes = m_graph->GetNodes();
    const auto count = static_cast<uint32_t>(nodes.size());
    std::vector<uint32_t> before(count, 0); // messages before a node
    std::vector<uint32_t> waitsFor = m_waitsFor;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> missing; // members of operations
    for (const auto& [key, members] : m_operations)
    {
        missing[key] = static_cast<uint32_t>(members.size());
    }
    std::vector<uint32_t> ready;
    for (uint32_t number = 0; number < count; ++number)
    {
        if (waitsFor[number] == 0)
        {
            ready.push_back(number);
        }
    }
    std::vector<std::vector<uint32_t>> sendsOfStep;
    const auto release = [&](uint32_t next, uint32_t messages) {
        before[next] = std::max(before[next], messages);
        if (--waitsFor[next] == 0)
        {
            ready.push_back(next);
        }
    };
    const auto finish = [&](uint32_t number, uint32_t messages) {
        for (uint32_t i = m_begin[number]; i < m_begin[number + 1]; ++i)
        {
            release(m_successors[i], messages);
        }
        for (uint32_t i = m_orderBegin[number]; i < m_orderBegin[number + 1]; ++i)
        {
            release(m_orders[i], messages);
        }
    };
    while (!ready.empty())
    {
        const uint32_t number = ready.back();
        ready.pop_back();
        const auto node = nodes[number];
        uint32_t messages = before[number];
        if (node.kind == Kind::AGGREGATE)
        {
            const std::pair<uint32_t, uint32_t> key{node.channel, node.match};
            if (--missing[key] == 0)
            {
                const auto& members = m_operations.at(key);
                for (const uint32_t member : members)
                {
                    messages = std::max(messages, before[member]);
                }
                for (const uint32_t member : members)
                {
                    finish(member, messages + 1);
                }
            }
            continue;
        }
        if (node.kind == Kind::SEND)
        {
            if (sendsOfStep.size() <= messages)
            {
                sendsOfStep.resize(messages + 1U);
            }
            sendsOfStep[messages].push_back(number);
            ++messages;
            release(node.match, messages);
        }
        finish(number, messages);
    }
    std::map<Pattern, uint32_t> known;
    for (uint32_t step = 0; step < sendsOfStep.size(); ++step)
    {
        std::map<Message, uint32_t> numbers;
        for (const uint32_t number : sendsOfStep[step])
        {
            const auto node = nodes[number];
            ++numbers[{node.rank, node.peer, node.bytes}];
        }
        Pattern pattern(numbers.begin(), numbers.end());
        for (const uint32_t number : sendsOfStep[step])
        {
            const auto node = nodes[number];
            const Message message{node.rank, node.peer, node.bytes};
            const auto found = std::lower_bound(
                pattern.begin(),
                pattern.end(),
                message,
                [](const auto& entry, const Message& wanted) { return entry.first < wanted; });
            m_messageOfNode[number] = static_cast<uint32_t>(found - pattern.begin());
            m_stepOfNode[number] = step;
        }
        const auto [entry, isNew] =
            known.emplace(std::move(pattern), static_cast<uint32_t>(m_patterns.size()));
        if (isNew)
        {
            m_patterns.push_back(entry->first);
        }
        m_patternOfStep.push_back(entry->second);
    }
}

CollectiveSteps::Ends
CollectiveSteps::Run(const std::vector<const std::vector<Flight>*>& flights,
                     const LawNetwork& network,
                     const std::vector<uint32_t>& hosts,
                     const std::vector<int64_t>& startsPs) const
{
    const auto& nodes = m_graph->GetNodes();
    const auto count = static_cast<uint32_t>(nodes.size());
    std::vector<double> startPs(count, 0);
    std::vector<uint32_t> waitsFor = m_waitsFor;
    // End of the last message by direction of a link: of long messages, and of those of one packet.
    using LinkEnds = std::array<double, 2>;
    std::unordered_map<uint32_t, LinkEnds> links;
    std::unordered_map<uint64_t, double> streams; // end of the last operation
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> missing;
    for (const auto& [key, members] : m_operations)
    {
        missing[key] = static_cast<uint32_t>(members.size());
    }
    // With late ranks the messages of a sender end apart, and so share its link in pieces.
    const bool isLate = std::any_of(startsPs.begin(), startsPs.end(), [&startsPs](int64_t otherPs) {
        return otherPs != startsPs.front();
    });
    // Network cards serve messages in turn, so those that begin together end together. Behind late
    // ranks they do so in pieces, and the reductions of a direct reduce-scatter wait for their
    // tails.
    const bool hasOneStep = m_patternOfStep.size() == 1 && m_orders.empty();
    const bool allTogether = hasOneStep && !isLate;
    const uint32_t allPieces = hasOneStep && m_reduces ? PIECES + 1 : PIECES;
    std::vector<uint8_t> piecesOf(isLate ? count : 0); // sent, by node
    using Entry = std::pair<double, uint32_t>;         // time, node
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    for (uint32_t number = 0; number < count; ++number)
    {
        startPs[number] = static_cast<double>(startsPs[nodes.GetRelative(number).rank]);
        if (waitsFor[number] == 0)
        {
            ready.emplace(startPs[number], number);
        }
    }
    Ends ends;
    ends.finishedPsOfRank.assign(startsPs.begin(), startsPs.end());
    const auto release = [&](uint32_t next, double timePs) {
        startPs[next] = std::max(startPs[next], timePs);
        if (--waitsFor[next] == 0)
        {
            ready.emplace(startPs[next], next);
        }
    };
    const auto finish = [&](uint32_t number, double timePs) {
        ends.finishedPs = std::max(ends.finishedPs, timePs);
        double& ofRank = ends.finishedPsOfRank[nodes.GetRelative(number).rank];
        ofRank = std::max(ofRank, timePs);
        for (uint32_t i = m_begin[number]; i < m_begin[number + 1]; ++i)
        {
            release(m_successors[i], timePs);
        }
    };
    const auto occupy = [](double& untilPs, double fromPs, double lengthPs) {
        untilPs = std::max(untilPs, fromPs) + lengthPs;
        return untilPs;
    };
    while (!ready.empty())
    {
        const auto [nowPs, number] = ready.top();
        ready.pop();
        const auto node = nodes[number];
        const auto timePs = static_cast<double>(node.timePs);
        switch (node.kind)
        {
        case Kind::SEND: {
            if (hosts[node.rank] == hosts[node.peer])
            {
                const auto copyPs =
                    static_cast<double>(network.GetCopyPs(hosts[node.rank], node.bytes));
                finish(number, nowPs + copyPs);
                release(node.match, nowPs + copyPs);
                break;
            }
            const Flight& flight = (*flights[m_stepOfNode[number]])[m_messageOfNode[number]];
            const double beginPs = std::max(nowPs, timePs);
            if (allTogether && !flight.isShort)
            {
                const double leftPs = beginPs + flight.togetherPs;
                const double arrivedPs = leftPs + static_cast<double>(flight.headPs);
                release(node.match, arrivedPs);
                finish(number, arrivedPs + static_cast<double>(flight.backPs));
                break;
            }
            const size_t queue = flight.isShort ? 1 : 0;
            double& freePs = links[flight.out][queue];
            const bool takesTurns = isLate && flight.isShared && !flight.isShort;
            double piece = 1;
            if (takesTurns)
            {
                if (freePs > beginPs)
                {
                    // In turns with the sender's other messages, a tail behind them.
                    ready.emplace(freePs + (piecesOf[number] == PIECES ? TURN_PS : 0), number);
                    break;
                }
                const double even = allPieces > PIECES ? 1 - TAIL : 1;
                piece = piecesOf[number] == PIECES ? TAIL : even / PIECES;
            }
            const double sendPs = flight.sendPs * piece;
            const double leftPs = occupy(freePs, beginPs, sendPs);
            const double lastPs = leftPs + static_cast<double>(flight.headPs);
            const double arrivedPs = std::max(
                lastPs,
                occupy(links[flight.in][queue], lastPs - sendPs, flight.receivePs * piece));
            if (takesTurns && ++piecesOf[number] < allPieces)
            {
                ready.emplace(leftPs + TURN_PS, number);
                break;
            }
            for (uint32_t i = m_orderBegin[number]; i < m_orderBegin[number + 1]; ++i)
            {
                release(m_orders[i], leftPs);
            }
            release(node.match, arrivedPs);
            finish(number, arrivedPs + static_cast<double>(flight.backPs));
            break;
        }
        case Kind::REDUCE:
        case Kind::COPY:
        case Kind::COMPUTE: {
            const uint32_t host = hosts[node.rank];
            const int64_t ownPs = node.kind == Kind::REDUCE ? network.GetReducePs(host, node.bytes)
                                  : node.kind == Kind::COPY ? network.GetCopyPs(host, node.bytes)
                                                            : 0;
            auto& stream = streams[(uint64_t{node.rank} << 8) | node.stream];
            finish(number, occupy(stream, nowPs, timePs + static_cast<double>(ownPs)));
            break;
        }
        case Kind::JOIN:
            finish(number, nowPs + timePs);
            break;
        case Kind::RECV:
        case Kind::COLLECTIVE: // a law has messages only
            finish(number, nowPs);
            break;
        case Kind::AGGREGATE: {
            const std::pair<uint32_t, uint32_t> key{node.channel, node.match};
            if (--missing[key] > 0)
            {
                break;
            }
            // All members have started; this one is the last.
            const auto& members = m_operations.at(key);
            const uint32_t near = hosts[node.rank];
            const auto findOther = [&](uint32_t host) {
                const uint32_t first = hosts[nodes[members.front()].rank];
                return first == host ? hosts[nodes[members.back()].rank] : first;
            };
            const uint32_t far = findOther(near);
            const double lengthPs =
                node.bytes == 0
                    ? 0
                    : network.GetWirePs(
                          static_cast<double>(network.GetWireBytes(near, far, node.bytes)) /
                              network.GetAggregateShare(near, far),
                          network.GetWay(near, far).links.front().first);
            const auto headPs = static_cast<double>(network.GetHeadPs(near, far, node.bytes));
            std::vector<double*> outs; // ends of the links that it takes
            std::vector<double*> ins;
            double freePs = std::numeric_limits<double>::infinity();
            for (const uint32_t member : members)
            {
                const uint32_t rank = nodes[member].rank;
                const uint32_t other = findOther(hosts[rank]);
                if (node.operation != AggregationOperation::BROADCAST || rank == node.peer)
                {
                    outs.push_back(
                        &links[network.GetWay(hosts[rank], other).links.front().first][0]);
                    freePs = std::min(freePs, *outs.back());
                }
                if (node.operation != AggregationOperation::REDUCE || rank == node.peer)
                {
                    ins.push_back(&links[network.GetWay(other, hosts[rank]).links.back().first][0]);
                }
            }
            if (freePs > nowPs)
            {
                // An operation that is ready before goes first: a broadcast between reductions.
                missing[key] = 1;
                ready.emplace(freePs, number);
                break;
            }
            double readyPs = nowPs;
            for (double* const out : outs)
            {
                readyPs = std::max(readyPs, occupy(*out, nowPs, lengthPs));
            }
            double endPs = readyPs + headPs;
            for (double* const in : ins)
            {
                endPs = std::max(endPs, occupy(*in, readyPs + headPs - lengthPs, lengthPs));
            }
            for (const uint32_t member : members)
            {
                finish(member, endPs);
            }
            break;
        }
        }
    }
    return ends;
}

} // namespace ns3
