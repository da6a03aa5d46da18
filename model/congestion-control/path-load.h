// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_PATH_LOAD_H
#define AI_FABRIC_PATH_LOAD_H

#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <cstdint>

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
 * A path of other hops than before is a new path: it counts from its second acknowledgement on.
 */
class PathLoad
{
  public:
    /** Forgets the path. */
    void Reset()
    {
        m_last.count = 0;
    }

    /** @return whether there is no telemetry yet to compare with */
    bool IsEmpty() const
    {
        return m_last.count == 0;
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
        bool samePath = stack.count > 0 && stack.count == m_last.count;
        double largest = -1;
        int64_t largestPs = 0;
        for (uint32_t i = 0; samePath && i < stack.count; ++i)
        {
            const TelemetryHop& hop = stack.hops[i];
            const TelemetryHop& last = m_last.hops[i];
            const int64_t timePs = hop.timePs - last.timePs;
            samePath = timePs > 0 && hop.sentBytes >= last.sentBytes && hop.ratebps == last.ratebps;
            const double x = load(hop, last, timePs);
            if (x > largest)
            {
                largest = x;
                largestPs = timePs;
            }
        }
        m_last = stack;
        if (samePath)
        {
            const double share = std::min(1.0, static_cast<double>(largestPs) / baseRttPs);
            average = (1 - share) * average + share * largest;
        }
        return samePath;
    }

  private:
    TelemetryStack m_last; //!< what the acknowledgement before said
};

} // namespace ns3

#endif // AI_FABRIC_PATH_LOAD_H
