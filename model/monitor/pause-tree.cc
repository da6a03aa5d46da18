// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pause-tree.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <numeric>
#include <ostream>
#include <utility>

namespace ns3
{

namespace
{

/** @return microseconds with three decimals, rounded down */
std::string
FormatUs(int64_t ps)
{
    char text[40];
    std::snprintf(text,
                  sizeof(text),
                  "%" PRId64 ".%03" PRId64 " us",
                  ps / 1'000'000,
                  ps / 1'000 % 1'000);
    return text;
}

std::string
Count(uint64_t number, const std::string& what)
{
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

} // namespace

PauseTree::PauseTree(const PauseLog& log)
{
    Place(log);
    FindVictims(log);
    Sort();
}

void
PauseTree::Place(const PauseLog& log)
{
    const std::size_t count = log.intervals.size();
    PausesOfPort pausesOfPort;
    for (std::size_t i = 0; i < count; ++i)
    {
        const PauseInterval& interval = log.intervals[i];
        pausesOfPort[{interval.pausedPort, interval.priority, interval.queue}].push_back(i);
    }
    std::vector<std::size_t> parents; // its own index: no parent
    for (std::size_t i = 0; i < count; ++i)
    {
        parents.push_back(FindParent(log, pausesOfPort, i, count));
    }
    m_nodeOf.assign(count, NONE);
    m_rootOf.assign(count, NONE);
    std::vector<bool> closed(count, false); // true: the chain came back to it
    std::vector<bool> onChain(count, false);
    for (std::size_t i = 0; i < count; ++i)
    {
        std::vector<std::size_t> chain;
        for (std::size_t at = i; m_nodeOf[at] == NONE;)
        {
            chain.push_back(at);
            onChain[at] = true;
            const std::size_t next = parents[at];
            if (next == at)
            {
                break;
            }
            at = next;
            if (onChain[at])
            {
                // A cycle began with its earliest pause, whose cause must be before it.
                const auto earliest =
                    *std::min_element(std::find(chain.begin(), chain.end(), at), chain.end());
                parents[earliest] = FindParent(log, pausesOfPort, earliest, earliest);
                closed[earliest] = true;
                for (const std::size_t link : chain)
                {
                    onChain[link] = false;
                }
                chain.clear();
                at = i;
            }
        }
        for (auto link = chain.rbegin(); link != chain.rend(); ++link)
        {
            onChain[*link] = false;
            PlaceBelow(log, *link, parents[*link], closed[*link]);
        }
    }
}

/**
 * Puts an interval into the tree.
 *
 * @param parent index of its parent, which is in the tree; its own index if it has none
 */
void
PauseTree::PlaceBelow(const PauseLog& log, std::size_t index, std::size_t parent, bool closed)
{
    const PauseInterval& interval = log.intervals[index];
    const uint32_t above = parent == index ? NONE : m_nodeOf[parent];
    const uint32_t root = parent == index ? FindRoot(log, interval) : m_rootOf[parent];
    uint32_t node = above;
    while (node != NONE && m_nodes[node].port != interval.pausedPort)
    {
        node = m_parents[node];
    }
    closed = closed || node != NONE;
    if (node == NONE)
    {
        // Taken out and put back, because a new node moves the list in memory.
        auto children =
            std::exchange(above == NONE ? m_roots[root].children : m_nodes[above].children, {});
        node = FindChild(children, interval.pausedPort, above);
        (above == NONE ? m_roots[root].children : m_nodes[above].children) = std::move(children);
    }
    const auto add = [&interval](auto& sum) {
        sum.firstPs = sum.pauses == 0 ? interval.startPs : std::min(sum.firstPs, interval.startPs);
        ++sum.pauses;
        sum.pausedPs += interval.endPs - interval.startPs;
    };
    add(m_nodes[node]);
    add(m_roots[root]);
    m_nodes[node].cycle = m_nodes[node].cycle || closed;
    m_nodeOf[index] = node;
    m_rootOf[index] = root;
}

/** @return index of the parent, less than end; its own index if it has none */
std::size_t
PauseTree::FindParent(const PauseLog& log,
                      const PausesOfPort& pausesOfPort,
                      std::size_t interval,
                      std::size_t end)
{
    const PauseInterval& child = log.intervals[interval];
    Cover cover = FindCover(log, pausesOfPort, interval, end, child.congestedQueue);
    if (child.congestedQueue != PauseEvent::ALL_QUEUES)
    {
        const Cover ofAll = FindCover(log, pausesOfPort, interval, end, PauseEvent::ALL_QUEUES);
        cover = ofAll.pausedPs > cover.pausedPs ? ofAll : cover;
    }
    const int64_t waitPs = child.endPs - child.waitingSincePs;
    return cover.longestPs > 0 &&
                   static_cast<double>(cover.pausedPs) >= MIN_SHARE * static_cast<double>(waitPs)
               ? cover.longest
               : interval;
}

PauseTree::Cover
PauseTree::FindCover(const PauseLog& log,
                     const PausesOfPort& pausesOfPort,
                     std::size_t interval,
                     std::size_t end,
                     uint16_t queue)
{
    const PauseInterval& child = log.intervals[interval];
    Cover cover;
    const auto found = pausesOfPort.find({child.congestedPort, child.priority, queue});
    if (found == pausesOfPort.end())
    {
        return cover;
    }
    const int64_t fromPs = child.waitingSincePs;
    const int64_t toPs = child.endPs;
    // Pauses of one queue do not overlap: sorted by start they are sorted by end, too.
    const auto& pauses = found->second;
    auto i = std::partition_point(pauses.begin(), pauses.end(), [&](std::size_t pause) {
        return log.intervals[pause].endPs <= fromPs;
    });
    for (; i != pauses.end() && *i < end && log.intervals[*i].startPs < toPs; ++i)
    {
        const PauseInterval& pause = log.intervals[*i];
        const int64_t coveredPs = std::min(pause.endPs, toPs) - std::max(pause.startPs, fromPs);
        cover.pausedPs += coveredPs;
        if (coveredPs > cover.longestPs)
        {
            cover.longestPs = coveredPs;
            cover.longest = *i;
        }
    }
    return cover;
}

uint32_t
PauseTree::FindRoot(const PauseLog& log, const PauseInterval& interval)
{
    const uint32_t asker = interval.pausedPort ^ 1;
    const bool storm = !interval.hasCause;
    const bool slowReceiver = !storm && log.hostOfPort[asker] != NO_HOST;
    const uint32_t port = storm || slowReceiver ? asker : interval.congestedPort;
    const auto found = std::find_if(m_roots.begin(), m_roots.end(), [&](const Root& root) {
        return root.port == port && root.priority == interval.priority && root.storm == storm;
    });
    if (found != m_roots.end())
    {
        return static_cast<uint32_t>(found - m_roots.begin());
    }
    Root root;
    root.port = port;
    root.priority = interval.priority;
    root.storm = storm;
    root.slowReceiver = slowReceiver;
    m_roots.push_back(std::move(root));
    return static_cast<uint32_t>(m_roots.size() - 1);
}

/** @return the child for a port; it is made if it does not exist */
uint32_t
PauseTree::FindChild(std::vector<uint32_t>& children, uint32_t port, uint32_t parent)
{
    for (const uint32_t child : children)
    {
        if (m_nodes[child].port == port)
        {
            return child;
        }
    }
    const auto made = static_cast<uint32_t>(m_nodes.size());
    Node node;
    node.port = port;
    m_nodes.push_back(std::move(node));
    m_parents.push_back(parent);
    children.push_back(made);
    return made;
}

void
PauseTree::FindVictims(const PauseLog& log)
{
    // By root and flow, then by port: time held, in ps.
    std::vector<std::map<PauseFlow, std::map<uint32_t, int64_t>>> held(m_roots.size());
    for (std::size_t i = 0; i < log.intervals.size(); ++i)
    {
        const PauseInterval& interval = log.intervals[i];
        for (const auto& flow : interval.held)
        {
            held[m_rootOf[i]][flow][interval.pausedPort] += interval.endPs - interval.startPs;
        }
    }
    for (std::size_t i = 0; i < m_roots.size(); ++i)
    {
        Root& root = m_roots[i];
        uint32_t host = NO_HOST;
        if (root.port < log.hostOfPort.size())
        {
            host = log.hostOfPort[root.GetEgress() ^ 1];
        }
        const auto queued = log.queued.find({root.GetEgress(), root.priority});
        for (const auto& [flow, ports] : held[i])
        {
            if (flow.destHost == host ||
                (queued != log.queued.end() && queued->second.count(flow) > 0))
            {
                continue;
            }
            Victim victim{flow, 0, -1};
            for (const auto& [port, heldPs] : ports)
            {
                if (heldPs > victim.heldPs)
                {
                    victim.port = port;
                    victim.heldPs = heldPs;
                }
            }
            root.victims.push_back(victim);
        }
        std::stable_sort(root.victims.begin(),
                         root.victims.end(),
                         [](const Victim& a, const Victim& b) { return a.heldPs > b.heldPs; });
    }
}

/** Sorts by the time paused, the longest first; stable. */
void
PauseTree::Sort()
{
    const auto byNode = [this](uint32_t a, uint32_t b) {
        return m_nodes[a].pausedPs > m_nodes[b].pausedPs;
    };
    for (auto& node : m_nodes)
    {
        std::stable_sort(node.children.begin(), node.children.end(), byNode);
    }
    std::vector<uint32_t> order(m_roots.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [this](uint32_t a, uint32_t b) {
        return m_roots[a].pausedPs > m_roots[b].pausedPs;
    });
    std::vector<Root> sorted;
    std::vector<uint32_t> newIndex(m_roots.size());
    for (const uint32_t old : order)
    {
        std::stable_sort(m_roots[old].children.begin(), m_roots[old].children.end(), byNode);
        newIndex[old] = static_cast<uint32_t>(sorted.size());
        sorted.push_back(std::move(m_roots[old]));
    }
    m_roots = std::move(sorted);
    for (auto& root : m_rootOf)
    {
        root = newIndex[root];
    }
}

void
PauseTree::Write(std::ostream& out, const std::vector<std::string>& portNames) const
{
    if (m_roots.empty())
    {
        out << "no port was paused\n";
    }
    for (const auto& root : m_roots)
    {
        const std::string name =
            root.port < portNames.size() ? portNames[root.port] : "an empty queue";
        const char* const what = root.storm          ? "pause storm of "
                                 : root.slowReceiver ? "slow receiver at "
                                                     : "congestion at ";
        out << what << name << ", priority " << unsigned{root.priority} << ": "
            << Count(root.pauses, "pause") << ", " << FormatUs(root.pausedPs) << " in all, from "
            << FormatUs(root.firstPs) << " on\n";
        for (const uint32_t child : root.children)
        {
            WriteNode(out, portNames, child, 1);
        }
        if (!root.victims.empty())
        {
            out << "  victims: " << Count(root.victims.size(), "flow")
                << " held back that go elsewhere\n";
        }
        for (const auto& victim : root.victims)
        {
            out << "    host " << victim.flow.sourceHost << " -> host " << victim.flow.destHost
                << ", " << FormatUs(victim.heldPs) << " at " << portNames[victim.port] << '\n';
        }
    }
}

void
PauseTree::WriteNode(std::ostream& out,
                     const std::vector<std::string>& portNames,
                     uint32_t node,
                     uint32_t depth) const
{
    const Node& n = m_nodes[node];
    out << std::string(2 * depth, ' ') << portNames[n.port] << " paused, "
        << Count(n.pauses, "pause") << ", " << FormatUs(n.pausedPs) << ", from "
        << FormatUs(n.firstPs) << " on" << (n.cycle ? ", and by its own pauses: a cycle" : "")
        << '\n';
    for (const uint32_t child : n.children)
    {
        WriteNode(out, portNames, child, depth + 1);
    }
}

} // namespace ns3
