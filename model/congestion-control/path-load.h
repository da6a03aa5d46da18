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
 * The algorithm defines the load x of a link. With T the base RTT and dt the time between two
 * packets at a hop, the hop with the largest x and its dt, at most T, update
 *     X = (1 - dt/T) X + (dt/T) x
 *
 * Counters are compared only with those of the same ports: each path reported by acknowledgements
 * (TelemetryStack) is remembered separately, and counts from its second acknowledgement on. Packets
 * of a flow may thus take many paths; each path is then measured less often. An acknowledgement
 * that was overtaken, or a path without progress, is ignored.
 */
class PathLoad
{
  public:
    /**
     * Number of paths that the path identifier of a header distinguishes; beyond it all are
     * forgotten.
     */
    static constexpr std::size_t MAX_PATHS = 4096;

    /** Forgets all paths. */
    void Reset()
    {
        m_paths.clear();
        m_hops.clear();
        m_recent = 0;
    }

    /** @return true if there is no earlier telemetry to compare with */
    bool IsEmpty() const
    {
        return m_paths.empty();
    }

    /** @return number of known paths */
    std::size_t GetPathCount() const
    {
        return m_paths.size();
    }

    /**
     * @param stack telemetry of an acknowledgement
     * @param baseRttPs T in ps, positive
     * @param load function of a hop, the same hop in the previous stack, and the time between them
     * in ps; returns x, at least 0
     * @param average X, which is updated
     * @return true if X was updated; false if there was no earlier telemetry to compare with
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
            return false; // the acknowledgement was overtaken
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
    /** A path and the place of its hops. */
    struct Path
    {
        uint64_t id;          //!< identifies its ports and number of hops
        std::size_t firstHop; //!< index in m_hops
    };

    /**
     * Sets m_recent to the path of a stack.
     *
     * @return true if the path was known; false if its hops are not filled yet
     */
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
    std::vector<TelemetryHop> m_hops; //!< hops of the previous acknowledgements, path by path
    std::size_t m_recent{0};          //!< index in m_paths of the last acknowledgement's path
};

} // namespace ns3

#endif // AI_FABRIC_PATH_LOAD_H
