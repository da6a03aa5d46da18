// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DOMAIN_PLAN_H
#define AI_FABRIC_DOMAIN_PLAN_H

#include "event-domain.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * How a network is cut for several threads or processes.
 */
struct DomainPlan
{
    /** Where something goes from a domain of one process to one of another. */
    struct Route
    {
        DomainMail* mail; //!< of that direction
        uint32_t from;    //!< domain of the sender
        uint32_t to;      //!< domain of the receiver
    };

    std::vector<uint32_t> domainOfNode; //!< by node id
    uint32_t domains{1};                //!< how many
    /** Whatever one domain does to another takes effect this much later at the least. */
    int64_t lookAheadTicks{0};
    /**
     * By domain: on which of two sides it is, 0 or 1. Domains of one side act only on those of the
     * other, so that they have twice the look-ahead before it comes back to them. None: each may
     * act on all others.
     */
    std::vector<uint8_t> sideOfDomain;
    uint32_t threads{1}; //!< how many are at work, at most as many as domains of this process
    /** By domain: who of RankLink runs it; none: this process runs all. */
    std::vector<uint32_t> rankOfDomain;
    std::vector<Route> routes; //!< the same in all processes

    /** @param domain its number @return the side that it is on; 0 without sides */
    uint32_t GetSide(uint32_t domain) const
    {
        return sideOfDomain.empty() ? 0 : sideOfDomain[domain];
    }

    /** @return how far at the most one domain goes ahead of another, in ticks */
    int64_t GetWindowTicks() const
    {
        return sideOfDomain.empty() ? lookAheadTicks : 2 * lookAheadTicks;
    }
};

/**
 * @ingroup ai-fabric-engine
 * Who runs the events that belong to no domain.
 */
class GlobalEvents
{
  public:
    /** @return the time of the first of them in ticks; UINT64_MAX: there is none */
    virtual uint64_t GetNextGlobal() const = 0;
    /** Runs the first of them, on behalf of all domains, none of which is at work. */
    virtual void RunNextGlobal() = 0;
    /** @param requests that domains have made, in order */
    virtual void Accept(const std::vector<EventDomain::Request>& requests) = 0;
    /** @return whether the simulation is to end */
    virtual bool IsStopped() const = 0;

  protected:
    ~GlobalEvents() = default;
};

} // namespace ns3

#endif // AI_FABRIC_DOMAIN_PLAN_H
