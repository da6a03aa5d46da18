// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MAX_MIN_SHARES_H
#define AI_FABRIC_MAX_MIN_SHARES_H

#include "ns3/fabric-units.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-fluid
 * The max-min fair rates of flows that come and go.
 *
 * They are the rates of progressive filling (Bertsekas, Gallager, "Data Networks", 6.5.2): a level
 * rises from 0, and all flows have it as their rate. When a link is full, the flows on it stop
 * rising. Let C(l) be the capacity of link l, a(f, l) the share of the rate of flow f on it and
 * r(f) the rates. Link l is full at the level
 *     u(l) = floor((C(l) - sum of a(f, l) r(f) over its flows that stopped below u(l))
 *                  / sum of a(f, l) over its other flows).
 * Levels are multiples of 2^-16 bit/s, shares are multiples of 2^-56, and sums are exact. So rates
 * depend only on the flows that take part, not on the order in which they came.
 *
 * Share() obtains the same rates without filling all links. It follows only links that have
 * changed; any other link is full at its former level. A link changes
 *  - when a flow on it begins or ends;
 *  - at the level at which a flow on it stops, if that is lower than before, unless the link was
 *    not full: such a link has more left now;
 *  - at the level at which a flow on it stopped before, if it does not stop there now.
 * The cost is the number of links of all flows whose rates change and the number of flows on all
 * links whose levels change, and a logarithm of the number of links that have changed.
 *
 * A flow is open on a link while the link's sums do not have its rate. Invariants:
 *  - Link::open is the sum of the shares of the flows open on the link; Link::rest is what the
 *    others leave of its capacity.
 *  - Between calls of Share(), the flows open on a link that is full at u are those with the rate
 *    u; its others are slower. No flow is open on a link that is not full.
 */
class MaxMinShares
{
  public:
    static constexpr int RATE_BITS = 16; //!< binary places of a rate in bit/s

    /** @param ratebps capacity of the new link in bit/s, above 0 @return its number: 0, 1, ... */
    uint32_t AddLink(uint64_t ratebps);

    /**
     * Adds a flow that does not take part yet.
     *
     * @param usage links of the flow, at least one: number of the link, each once, and the share of
     *         the flow's rate that it carries, above 0, at most 1
     * @return number of the flow: 0, 1, ...
     */
    uint32_t AddFlow(const std::vector<std::pair<uint32_t, double>>& usage);

    /** @param flow number of a flow that takes part from the next Share() on */
    void Begin(uint32_t flow);

    /** @param flow number of a flow that has a rate; it does not take part from now on */
    void End(uint32_t flow);

    /** Computes the rates. @return flows whose rates may have changed, each once */
    const std::vector<uint32_t>& Share();

    /** @param flow number of a flow that has a rate @return the rate in 2^-16 bit/s */
    uint64_t GetRate(uint32_t flow) const
    {
        return m_flows[flow].level;
    }

  private:
    static constexpr int SHARE_BITS = 56;        //!< binary places of a share
    static constexpr uint64_t NONE = UINT64_MAX; //!< level above all others

    /** A link that a flow uses. */
    struct Use
    {
        uint32_t link;  //!< number of the link
        uint32_t place; //!< place of the flow in Link::flows
        uint64_t share; //!< share of the rate, in 2^-56
    };

    /** A flow. */
    struct Flow
    {
        uint64_t level;    //!< level at which it stops; in Share(), the former one until Stop();
                           //!< NONE: it has begun since, or does not stop there now
        uint32_t firstUse; //!< index in m_uses
        uint32_t useCount; //!< number of links
        bool hasStopped;   //!< it is in m_stopped
    };

    /** A flow on a link. */
    struct Entry
    {
        uint32_t flow; //!< number of the flow
        uint32_t use;  //!< index in m_uses
    };

    /** A link. */
    struct Link
    {
        Uint128 rest;             //!< see the class; in 2^-72 bit/s
        Uint128 open{0};          //!< see the class; in 2^-56
        uint64_t level{NONE};     //!< level at which it is full, in Share() the former one until
                                  //!< isFull; NONE: it is not full
        uint64_t openFrom{NONE};  //!< flows that have not stopped are open from this Flow::level on
        uint64_t queued{NONE};    //!< level of its first entry in m_queue
        std::vector<Entry> flows; //!< flows that take part
        bool isTouched{false};    //!< it is in m_touched
        bool isChanged{false};    //!< it is in m_changed
        bool isFull{false};       //!< it has its new level
        bool isReleased{false};   //!< Release() was called for it
    };

    Link& Touch(uint32_t number);
    static uint64_t Divide(Uint128 rest, Uint128 open);
    void Enqueue(uint64_t lowest);
    void Examine(uint64_t level);
    void SetOpenFrom(Link& link, uint64_t level);
    void Fill(const Link& link, uint64_t level);
    void Release(Link& link, uint64_t level);
    void Stop(uint32_t number, uint64_t level);

    std::vector<Link> m_links;       //!< by number
    std::vector<Flow> m_flows;       //!< by number
    std::vector<Use> m_uses;         //!< links of all flows, flow by flow
    std::vector<uint32_t> m_touched; //!< links to be put into m_queue
    std::vector<uint32_t> m_changed; //!< links that have changed
    std::vector<uint32_t> m_full;    //!< links that are full at the present level
    std::vector<uint32_t> m_risen;   //!< links that were full at the present level and are not now
    std::vector<uint32_t> m_stopped; //!< flows that have stopped in this call of Share()
    std::vector<uint32_t> m_result;  //!< see Share()
    using Visit = std::pair<uint64_t, uint32_t>; //!< level and number of a link
    /** Changed links and the levels at which to look at them, the lowest on top. */
    std::priority_queue<Visit, std::vector<Visit>, std::greater<>> m_queue;
};

} // namespace ns3

#endif // AI_FABRIC_MAX_MIN_SHARES_H
