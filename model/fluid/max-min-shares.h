// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MAX_MIN_SHARES_H
#define AI_FABRIC_MAX_MIN_SHARES_H

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-fluid
 * The max-min fair rates of flows, by progressive filling (Bertsekas, Gallager, "Data Networks",
 * 6.5.2): all rates grow alike; when a link is full, the flows that cross it keep the rate they
 * have.
 *
 * Flow f takes a(f, l) of its rate on link l. With C(l) the capacity, F(l) what flows that are kept
 * take of it, and the others not kept, l is full at the level
 *     u(l) = (C(l) - F(l)) / sum of a(f, l) over the others
 * and the link that is full first is next. Keeping flows at u never lowers another u(l), so a heap
 * with keys that are looked at again when they come up finds it:
 * O(E log L) with E = sum of the links of all flows.
 */
class MaxMinShares
{
  public:
    /** @param capacity of a new link, positive @return its number: 0, 1, ... */
    uint32_t AddLink(double capacity);

    /**
     * @param usage numbers of links, each once, at least one, with what the flow takes there of
     *        its rate, positive
     */
    void AddFlow(const std::vector<std::pair<uint32_t, double>>& usage);

    /** Once. @return rates of the flows, in the order added */
    std::vector<double> Solve();

  private:
    /** A link while rates are shared out. */
    struct Link
    {
        double left;                 //!< capacity that kept flows leave
        double weight{0};            //!< sum of what the others take
        std::vector<uint32_t> flows; //!< that cross it
        uint32_t open{0};            //!< of these, not kept
    };

    /** The flow's rate is final. */
    void Keep(uint32_t flow, double rate);

    std::vector<Link> m_links;                                     //!< by number
    std::vector<std::vector<std::pair<uint32_t, double>>> m_usage; //!< by flow
    std::vector<double> m_rates;                                   //!< by flow; below 0: not kept
};

} // namespace ns3

#endif // AI_FABRIC_MAX_MIN_SHARES_H
