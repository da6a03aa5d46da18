// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-law.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

/** What the law needs of a message, the worst case over all groups. */
struct Flight
{
    double sendPs{0};    //!< time that it takes of the sender's link
    double receivePs{0}; //!< time that it takes of the receiver's link
    int64_t headPs{0};   //!< delay of the way
    int64_t backPs{0};   //!< delay of the answer
    bool isShort{false}; //!< it is one packet, which passes longer messages
};

double
GetWirePs(double bytes, uint64_t ratebps)
{
    return bytes * 8 * static_cast<double>(PS_PER_SECOND) / static_cast<double>(ratebps);
}

} // namespace

/**
 * The messages of a graph in steps, and the order of its nodes. Steps with the same messages have
 * the same pattern.
 */
class CollectiveLaw::Steps
{
  public:
    /** A message between two ranks. */
    using Message = std::tuple<uint32_t, uint32_t, uint64_t>; // from, to, bytes

    explicit Steps(const CommunicationGraph& graph)
        : m_graph(graph),
          m_patternOfNode(graph.GetNodes().size(), 0),
          m_messageOfNode(graph.GetNodes().size(), 0)
    {
        FindSuccessors();
        FindSteps();
    }

    /** @return patterns of the steps; the messages of each are ascending and all different */
    const std::vector<std::vector<std::pair<Message, uint32_t>>>& GetPatterns() const
    {
        return m_patterns;
    }

    /** @return pattern of each step */
    const std::vector<uint32_t>& GetPatternOfStep() const
    {
        return m_patternOfStep;
    }

    /**
     * @param flights by step and message of its pattern
     * @param network network with the GPUs and the links of operations in switches
     * @param hosts host by rank, of any group
     * @return end of the last node, and arrival of the last message
     */
    Ends Run(const std::vector<const std::vector<Flight>*>& flights,
             const LawNetwork& network,
             const std::vector<uint32_t>& hosts) const;

  private:
    void FindSuccessors();
    void FindSteps();

    const CommunicationGraph& m_graph;
    std::vector<uint32_t> m_begin;      //!< by node: begin of its successors
    std::vector<uint32_t> m_successors; //!< packed
    std::vector<uint32_t> m_orderBegin; //!< by node: begin of the SENDs that wait until it has left
    std::vector<uint32_t> m_orders;     //!< packed
    std::vector<uint32_t> m_waitsFor;   //!< by node: number of its conditions
    /** Operations in switches: nodes of the members, by group and number of the operation. */
    std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> m_operations;
    std::vector<std::vector<std::pair<Message, uint32_t>>> m_patterns; //!< messages, with numbers
    std::vector<uint32_t> m_patternOfStep;
    std::vector<uint32_t> m_patternOfNode; //!< of a SEND: its step
    std::vector<uint32_t> m_messageOfNode; //!< of a SEND: index in its pattern
};

void
CollectiveLaw::Steps::FindSuccessors()
{
    const auto& nodes = m_graph.GetNodes();
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
    pack(m_graph.GetDependencies(), m_begin, m_successors);
    pack(m_graph.GetOrders(), m_orderBegin, m_orders);
    for (uint32_t number = 0; number < count; ++number)
    {
        const auto node = nodes[number];
        m_waitsFor[number] += node.kind == Kind::RECV ? 1 : 0; // for its SEND
        if (node.kind == Kind::AGGREGATE)
        {
            m_operations[{node.channel, node.match}].push_back(number);
        }
    }
}

/** Counts the messages before each message, and compares the steps. */
void
CollectiveLaw::Steps::FindSteps()
{
    const auto& nodes = m_graph.GetNodes();
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
    std::map<std::vector<std::pair<Message, uint32_t>>, uint32_t> known;
    for (uint32_t step = 0; step < sendsOfStep.size(); ++step)
    {
        std::map<Message, uint32_t> numbers;
        for (const uint32_t number : sendsOfStep[step])
        {
            const auto node = nodes[number];
            ++numbers[{node.rank, node.peer, node.bytes}];
        }
        std::vector<std::pair<Message, uint32_t>> pattern(numbers.begin(), numbers.end());
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
            m_patternOfNode[number] = step;
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

CollectiveLaw::Ends
CollectiveLaw::Steps::Run(const std::vector<const std::vector<Flight>*>& flights,
                          const LawNetwork& network,
                          const std::vector<uint32_t>& hosts) const
{
    const auto& nodes = m_graph.GetNodes();
    const auto count = static_cast<uint32_t>(nodes.size());
    std::vector<double> startPs(count, 0);
    std::vector<uint32_t> waitsFor = m_waitsFor;
    std::vector<double> sends(m_graph.GetRankCount(), 0);    // end of the last message, by rank
    std::vector<double> receives(m_graph.GetRankCount(), 0); // the same
    std::unordered_map<uint64_t, double> streams;            // end of the last operation
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> missing;
    for (const auto& [key, members] : m_operations)
    {
        missing[key] = static_cast<uint32_t>(members.size());
    }
    using Entry = std::pair<double, uint32_t>; // time, node
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    for (uint32_t number = 0; number < count; ++number)
    {
        if (waitsFor[number] == 0)
        {
            ready.emplace(0, number);
        }
    }
    Ends ends;
    const auto release = [&](uint32_t next, double timePs) {
        startPs[next] = std::max(startPs[next], timePs);
        if (--waitsFor[next] == 0)
        {
            ready.emplace(startPs[next], next);
        }
    };
    const auto finish = [&](uint32_t number, double timePs) {
        ends.finishedPs = std::max(ends.finishedPs, timePs);
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
            const Flight& flight = (*flights[m_patternOfNode[number]])[m_messageOfNode[number]];
            const double beginPs = std::max(nowPs, timePs);
            const double leftPs = flight.isShort
                                      ? beginPs + flight.sendPs
                                      : occupy(sends[node.rank], beginPs, flight.sendPs);
            double arrivedPs = leftPs + static_cast<double>(flight.headPs);
            if (!flight.isShort)
            {
                const double firstPs = arrivedPs - flight.sendPs;
                arrivedPs = std::max(arrivedPs,
                                     occupy(receives[node.peer], firstPs, flight.receivePs));
            }
            for (uint32_t i = m_orderBegin[number]; i < m_orderBegin[number + 1]; ++i)
            {
                release(m_orders[i], leftPs);
            }
            ends.arrivedPs = std::max(ends.arrivedPs, arrivedPs);
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
            const uint32_t far =
                hosts[nodes[members.front() == number ? members.back() : members.front()].rank];
            const auto& way = network.GetWay(near, far);
            const double lengthPs =
                node.bytes == 0
                    ? 0
                    : GetWirePs(static_cast<double>(network.GetWireBytes(near, far, node.bytes)) /
                                    network.GetAggregateShare(near, far),
                                network.GetRatebps(way.links.front().first));
            double readyPs = 0;
            for (const uint32_t member : members)
            {
                const uint32_t rank = nodes[member].rank;
                const bool isRoot = rank == node.peer;
                const bool leaves = node.operation != AggregationOperation::BROADCAST || isRoot;
                readyPs = std::max(readyPs,
                                   leaves ? occupy(sends[rank], startPs[member], lengthPs)
                                          : startPs[member]);
            }
            double endPs = readyPs + static_cast<double>(network.GetHeadPs(near, far, node.bytes));
            const double firstPs = endPs - lengthPs;
            for (const uint32_t member : members)
            {
                const uint32_t rank = nodes[member].rank;
                if (node.operation != AggregationOperation::REDUCE || rank == node.peer)
                {
                    endPs = std::max(endPs, occupy(receives[rank], firstPs, lengthPs));
                }
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

CollectiveLaw::CollectiveLaw(const LawNetwork& network)
    : m_network(network)
{
}

CollectiveLaw::~CollectiveLaw() = default;

const CollectiveLaw::Steps&
CollectiveLaw::GetSteps(const std::shared_ptr<const CommunicationGraph>& graph)
{
    auto& steps = m_steps[graph];
    if (!steps)
    {
        steps = std::make_unique<Steps>(*graph);
    }
    return *steps;
}

int64_t
CollectiveLaw::GetPs(const std::vector<Party>& parties)
{
    return static_cast<int64_t>(std::llround(GetEnds(parties).finishedPs));
}

CollectiveLaw::Ends
CollectiveLaw::GetEnds(const std::vector<Party>& parties)
{
    // Groups with one graph are computed together.
    std::map<const Steps*, std::vector<const Party*>> ofSteps;
    size_t stepCount = 0;
    for (const auto& party : parties)
    {
        const Steps& steps = GetSteps(party.graph);
        ofSteps[&steps].push_back(&party);
        stepCount = std::max(stepCount, steps.GetPatternOfStep().size());
    }
    std::map<std::vector<uint32_t>, uint32_t> known; // patterns of all graphs at one step
    std::vector<std::map<const Steps*, std::vector<Flight>>> flightsOf; // by such combination
    std::vector<uint32_t> combinationOfStep;
    for (size_t step = 0; step < stepCount; ++step)
    {
        std::vector<uint32_t> key;
        for (const auto& [steps, group] : ofSteps)
        {
            const auto& patterns = steps->GetPatternOfStep();
            key.push_back(step < patterns.size() ? patterns[step] : UINT32_MAX);
        }
        const auto [entry, isNew] =
            known.emplace(std::move(key), static_cast<uint32_t>(flightsOf.size()));
        combinationOfStep.push_back(entry->second);
        if (!isNew)
        {
            continue;
        }
        std::unordered_map<uint32_t, double> loads; // bytes by direction
        const auto visit = [&](const auto& act) {
            size_t index = 0;
            for (const auto& [steps, group] : ofSteps)
            {
                const uint32_t pattern = entry->first[index++];
                if (pattern == UINT32_MAX)
                {
                    continue;
                }
                const auto& messages = steps->GetPatterns()[pattern];
                for (size_t i = 0; i < messages.size(); ++i)
                {
                    const auto& [from, to, bytes] = messages[i].first;
                    for (const Party* party : group)
                    {
                        if (party->hosts[from] != party->hosts[to])
                        {
                            act(steps,
                                i,
                                messages.size(),
                                party->hosts[from],
                                party->hosts[to],
                                bytes,
                                messages[i].second);
                        }
                    }
                }
            }
        };
        visit([&](const Steps*,
                  size_t,
                  size_t,
                  uint32_t from,
                  uint32_t to,
                  uint64_t bytes,
                  uint32_t number) {
            const double wire =
                number * static_cast<double>(m_network.GetWireBytes(from, to, bytes));
            for (const auto& [direction, share] : m_network.GetWay(from, to).links)
            {
                loads[direction] += wire * share;
            }
        });
        auto& flights = flightsOf.emplace_back();
        visit([&](const Steps* steps,
                  size_t message,
                  size_t messages,
                  uint32_t from,
                  uint32_t to,
                  uint64_t bytes,
                  uint32_t) {
            auto& ofGraph = flights[steps];
            ofGraph.resize(messages);
            Flight& flight = ofGraph[message];
            const auto& way = m_network.GetWay(from, to);
            const auto wire = static_cast<double>(m_network.GetWireBytes(from, to, bytes));
            const uint32_t out = way.links.front().first;
            const uint32_t in = way.links.back().first;
            double factor = 1;
            for (const auto& [direction, share] : way.links)
            {
                if (direction != out && direction != in)
                {
                    factor = std::max(factor,
                                      GetWirePs(loads[direction], m_network.GetRatebps(direction)) /
                                          GetWirePs(loads[out], m_network.GetRatebps(out)));
                }
            }
            flight.sendPs =
                std::max(flight.sendPs, GetWirePs(wire, m_network.GetRatebps(out)) * factor);
            flight.receivePs =
                std::max(flight.receivePs, GetWirePs(wire, m_network.GetRatebps(in)));
            flight.isShort = m_network.FitsPacket(from, to, bytes);
            flight.headPs = std::max(flight.headPs, m_network.GetHeadPs(from, to, bytes));
            flight.backPs = std::max(flight.backPs, way.backPs);
        });
    }
    Ends last;
    for (const auto& [steps, group] : ofSteps)
    {
        std::vector<const std::vector<Flight>*> flights;
        for (size_t step = 0; step < steps->GetPatternOfStep().size(); ++step)
        {
            flights.push_back(&flightsOf[combinationOfStep[step]][steps]);
        }
        const Ends ends = steps->Run(flights, m_network, group.front()->hosts);
        last.finishedPs = std::max(last.finishedPs, ends.finishedPs);
        last.arrivedPs = std::max(last.arrivedPs, ends.arrivedPs);
    }
    return last;
}

int64_t
CollectiveLaw::GetTransferPs(const std::vector<std::pair<uint32_t, uint32_t>>& pairs,
                             uint64_t bytes)
{
    // All messages are one graph, so that they share links.
    std::map<uint32_t, uint32_t> rankOf; // by host
    Party party;
    const auto getRank = [&](uint32_t host) {
        const auto [entry, isNew] = rankOf.emplace(host, static_cast<uint32_t>(party.hosts.size()));
        if (isNew)
        {
            party.hosts.push_back(host);
        }
        return entry->second;
    };
    std::vector<std::pair<uint32_t, uint32_t>> ranks;
    for (const auto& [from, to] : pairs)
    {
        const uint32_t source = getRank(from);
        ranks.emplace_back(source, getRank(to));
    }
    CommunicationGraph graph(static_cast<uint32_t>(party.hosts.size()));
    for (const auto& [from, to] : ranks)
    {
        graph.AddTransfer(from, to, bytes);
    }
    party.graph = std::make_shared<const CommunicationGraph>(std::move(graph));
    const auto timePs = static_cast<int64_t>(std::llround(GetEnds({party}).arrivedPs));
    m_steps.erase(party.graph);
    return timePs;
}

} // namespace ns3
