// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_LOAD_H
#define AI_FABRIC_PATH_LOAD_H

#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * The load of the most loaded link of a path, averaged over about a round trip, from the telemetry
 * of acknowledgements (algorithm 1 of both HPCC, SIGCOMM 2019, and PowerTCP, NSDI 2022).
 *
 * What x is the load of a link is the algorithm's matter. With T the base RTT and dt the time
 * between two packets at a hop, the hop with the largest x and its dt, at most T, go into
 *     X = (1 - dt/T) X + (dt/T) x
 *
 * Counters are compared only with those of the same ports: each path that acknowledgements tell of
 * (TelemetryStack) is remembered on its own, and counts from its second acknowledgement on. So
 * packets of a flow may take many paths; each is then looked at less often. Of a path that has not
 * moved, and of an acknowledgement that was overtaken, nothing is learned.
 */
class PathLoad
{
  public:
    /** As many as the path identifier of a header tells apart; then all are forgotten. */
    static constexpr std::size_t MAX_PATHS = 4096;

    /** Forgets all paths. */
    void Reset()
    {
        m_paths.clear();
        m_hops.clear();
        m_recent = 0;
    }

    /** @return whether there is no telemetry yet to compare with */
    bool IsEmpty() const
    {
        return m_paths.empty();
    }

    /** @return how many paths it knows */
    std::size_t GetPathCount() const
    {
        return m_paths.size();
    }

    /**
     * @param stack of an acknowledgement
     * @param baseRttPs T, positive
     * @param load is given a hop, the same in the stack before, and the time between; returns x,
     *        not negative
     * @param average X, which moves
     * @return whether it moved: not if there was nothing to compare with
     */
    template <typename Load>
    bool Update(const TelemetryStack& stack, int64_t baseRttPs, const Load& load, double& average)
    {
        if (stack.count == 0)
        {
            return false;
        }
        const bool known = Find(stack);
        TelemetryHop* const lastHops = &m_hops[m_paths[m_recent].firstHop];
        if (known && stack.hops[0].timePs < lastHops[0].timePs)
        {
            return false; // it was overtaken
        }
        bool comparable = known;
        double largest = -1;
        int64_t largestPs = 0;
        for (uint32_t i = 0; comparable && i < stack.count; ++i)
        {
            const TelemetryHop& hop = stack.hops[i];
            const TelemetryHop& last = lastHops[i];
            const int64_t timePs = hop.timePs - last.timePs;
            comparable =
                timePs > 0 && hop.sentBytes >= last.sentBytes && hop.ratebps == last.ratebps;
            const double x = comparable ? load(hop, last, timePs) : 0;
            if (x > largest)
            {
                largest = x;
                largestPs = timePs;
            }
        }
        std::copy_n(stack.hops.begin(), stack.count, lastHops);
        if (comparable)
        {
            const double share = std::min(1.0, static_cast<double>(largestPs) / baseRttPs);
            average = (1 - share) * average + share * largest;
        }
        return comparable;
    }

  private:
    /** A path and where its hops are. */
    struct Path
    {
        uint64_t id;          //!< of its ports and how many hops it has
        std::size_t firstHop; //!< in m_hops
    };

    /** Has m_recent be the path of a stack. @return whether it was known; else its hops are open */
    bool Find(const TelemetryStack& stack)
    {
        const uint64_t id = stack.path << 4 | stack.count;
        if (m_recent < m_paths.size() && m_paths[m_recent].id == id)
        {
            return true;
        }
        if (m_paths.size() == MAX_PATHS)
        {
            Reset();
        }
        const auto below = [](const Path& path, uint64_t value) { return path.id < value; };
        const auto place = std::lower_bound(m_paths.begin(), m_paths.end(), id, below);
        m_recent = place - m_paths.begin();
        if (place != m_paths.end() && place->id == id)
        {
            return true;
        }
        m_paths.insert(place, {id, m_hops.size()});
        m_hops.resize(m_hops.size() + stack.count);
        return false;
    }

    std::vector<Path> m_paths;        //!< by id
    std::vector<TelemetryHop> m_hops; //!< what the acknowledgement before said, path by path
    std::size_t m_recent{0};          //!< of m_paths: that of the last acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_PATH_LOAD_H
