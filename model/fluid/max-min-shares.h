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
 * 6.5.2): all rates grow equally; when a link is full, the flows that cross it keep their rate.
 *
 * Flow f takes a(f, l) of its rate on link l. Let C(l) be the capacity and F(l) the load of the
 * flows whose rate is final. Link l is full at the level
 *     u(l) = (C(l) - F(l)) / sum of a(f, l) over the flows not final
 * and the link with the lowest level is next. Fixing flows at u never lowers another u(l), so a
 * heap whose keys are checked again when they come up finds that link:
 * O(E log L) with E = sum of the links of all flows.
 */
class MaxMinShares
{
  public:
    /** @param capacity capacity of the new link, above 0 @return number of the link: 0, 1, ... */
    uint32_t AddLink(double capacity);

    /**
     * @param usage links of the flow, at least one: number of the link, each once, and the share of
     *         the flow's rate that it carries, above 0
     */
    void AddFlow(const std::vector<std::pair<uint32_t, double>>& usage);

    /** Computes the rates; to be called once. @return rates of the flows, in the order added */
    std::vector<double> Solve();

  private:
    /** State of a link during Solve(). */
    struct Link
    {
        double left;                 //!< capacity not used by final flows
        double weight{0};            //!< sum of the shares of the flows not final
        std::vector<uint32_t> flows; //!< numbers of the flows that cross it
        uint32_t open{0};            //!< number of these flows that are not final
    };

    /** Makes the rate of a flow final. */
    void Keep(uint32_t flow, double rate);

    std::vector<Link> m_links;                                     //!< by number
    std::vector<std::vector<std::pair<uint32_t, double>>> m_usage; //!< by flow
    std::vector<double> m_rates;                                   //!< by flow; negative: not final
};

} // namespace ns3

#endif // AI_FABRIC_MAX_MIN_SHARES_H
