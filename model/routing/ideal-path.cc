// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-path.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

namespace
{

/** The recurrence: a path and, per link, the end of the last packet. */
class IdealPipeline
{
  public:
    explicit IdealPipeline(const std::vector<IdealHop>& hops)
        : m_hops(hops),
          m_links(hops.size())
    {
        for (size_t i = 0; i < hops.size(); ++i)
        {
            m_links[i].timer.SetRate(hops[i].ratebps);
        }
    }

    /**
     * @param bytes length of the next packet
     * @return time at which its tail is behind the last link
     */
    int64_t Send(uint32_t bytes)
    {
        int64_t availPs = 0;
        int64_t tailPs = 0;
        for (size_t i = 0; i < m_links.size(); ++i)
        {
            auto& link = m_links[i];
            const int64_t startPs = std::max(availPs, link.endPs);
            const int64_t endPs = startPs + link.timer.Take(bytes);
            link.selfBound = link.selfBound && availPs <= link.endPs && tailPs <= endPs;
            link.endPs = std::max(endPs, tailPs);
            const int64_t awayPs = m_hops[i].delayPs + m_hops[i].latencyPs;
            const bool early = m_hops[i].cutThrough && !IsSpeedUp(i);
            availPs = (early ? startPs : link.endPs) + awayPs;
            tailPs = link.endPs + awayPs;
        }
        return tailPs;
    }

    /** Starts a period. */
    void Mark()
    {
        for (auto& link : m_links)
        {
            link.markPs = link.endPs;
            link.selfBound = true;
        }
    }

    /** @return true if the next period will move every link as the period since Mark() did */
    bool IsSteady() const
    {
        int64_t upstreamPs = 0;
        for (const auto& link : m_links)
        {
            const int64_t movedPs = link.endPs - link.markPs;
            if (movedPs != upstreamPs && !(movedPs > upstreamPs && link.selfBound))
            {
                return false;
            }
            upstreamPs = movedPs;
        }
        return true;
    }

    /**
     * Repeats the period since Mark().
     *
     * @param times number of repetitions
     */
    void Repeat(int64_t times)
    {
        for (auto& link : m_links)
        {
            link.endPs += times * (link.endPs - link.markPs);
        }
    }

  private:
    /** State of a link of the path after a packet. */
    struct Link
    {
        WireTimer timer;      //!< wire times with carried remainder
        int64_t endPs{0};     //!< end of the last packet
        int64_t markPs{0};    //!< endPs at the start of the period
        bool selfBound{true}; //!< in this period the link waited only for its own last packet
    };

    /**
     * @param i index of a link
     * @return true if the next link is faster
     */
    bool IsSpeedUp(size_t i) const
    {
        return i + 1 < m_hops.size() && m_hops[i + 1].ratebps > m_hops[i].ratebps;
    }

    const std::vector<IdealHop>& m_hops; //!< the path
    std::vector<Link> m_links;           //!< by hop
};

/**
 * Number of packets of a length after which all remainders of the wire times repeat: a link repeats
 * after rate / gcd(rate, 8e12 * bytes) packets, all links after the least common multiple.
 *
 * @return period, or limit + 1 if it exceeds the limit
 */
uint64_t
GetPeriodPackets(const std::vector<IdealHop>& hops, uint32_t bytes, uint64_t limit)
{
    uint64_t period = 1;
    for (const auto& hop : hops)
    {
        const uint64_t own =
            hop.ratebps / std::gcd(hop.ratebps, uint64_t{bytes} * (8 * PS_PER_SECOND));
        const auto common = Uint128{period / std::gcd(period, own)} * own;
        if (common > limit)
        {
            return limit + 1;
        }
        period = static_cast<uint64_t>(common);
    }
    return period;
}

} // namespace

int64_t
IdealTransferPs(const std::vector<IdealHop>& hops, const IdealMessage& message)
{
    std::vector<PacketRun> runs;
    if (message.packets > 0)
    {
        runs.push_back({1, message.firstBytes});
    }
    if (message.packets > 1)
    {
        runs.push_back({message.packets - 2, message.middleBytes});
        runs.push_back({1, message.lastBytes});
    }
    return IdealTransferPs(hops, runs);
}

int64_t
IdealTransferPs(const std::vector<IdealHop>& hops, const std::vector<PacketRun>& runs)
{
    int64_t endPs = 0;
    if (hops.empty())
    {
        return endPs;
    }
    IdealPipeline pipeline(hops);
    for (const auto& run : runs)
    {
        uint64_t left = run.packets;
        const uint64_t period = left > 1 ? GetPeriodPackets(hops, run.bytes, left) : 1;
        uint64_t inPeriod = 0;
        for (pipeline.Mark(); left > 0;)
        {
            endPs = pipeline.Send(run.bytes);
            --left;
            if (++inPeriod == period)
            {
                if (left > period && pipeline.IsSteady())
                {
                    // At least one packet is left; its end is the result.
                    pipeline.Repeat(static_cast<int64_t>((left - 1) / period));
                    left -= (left - 1) / period * period;
                }
                pipeline.Mark();
                inPeriod = 0;
            }
        }
    }
    return endPs;
}

} // namespace ns3
