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
 * Division of a network into domains for several threads or processes.
 */
struct DomainPlan
{
    /** Direction from a domain of one process to a domain of another process. */
    struct Route
    {
        DomainMail* mail; //!< mail of this direction
        uint32_t from;    //!< domain of the sender
        uint32_t to;      //!< domain of the receiver
    };

    std::vector<uint32_t> domainOfNode; //!< domain by node id
    uint32_t domains{1};                //!< number of domains
    /** An effect of one domain on another is delayed by at least this time. */
    int64_t lookAheadTicks{0};
    /**
     * By domain: its side, 0 or 1. Domains of one side act only on domains of the other side, so an
     * effect returns to a side after twice the look-ahead at the earliest. Empty: each domain may
     * act on all others.
     */
    std::vector<uint8_t> sideOfDomain;
    uint32_t threads{
        1}; //!< number of threads at work, at most the number of domains of this process
    /** By domain: the rank (RankLink) that runs it. Empty: this process runs all domains. */
    std::vector<uint32_t> rankOfDomain;
    std::vector<Route> routes; //!< the same in all processes

    /** @param domain number of the domain @return its side; 0 if there are no sides */
    uint32_t GetSide(uint32_t domain) const
    {
        return sideOfDomain.empty() ? 0 : sideOfDomain[domain];
    }

    /** @return largest lead of one domain over another, in ticks */
    int64_t GetWindowTicks() const
    {
        return sideOfDomain.empty() ? lookAheadTicks : 2 * lookAheadTicks;
    }
};

/**
 * @ingroup ai-fabric-engine
 * Interface of the object that runs the events of no domain.
 */
class GlobalEvents
{
  public:
    /** @return time of the next event of no domain in ticks; UINT64_MAX: there is none */
    virtual uint64_t GetNextGlobal() const = 0;
    /** Runs the next event of no domain; no domain is at work meanwhile. */
    virtual void RunNextGlobal() = 0;
    /** @param requests requests of domains, in order */
    virtual void Accept(const std::vector<EventDomain::Request>& requests) = 0;
    /** @return true if the simulation must end */
    virtual bool IsStopped() const = 0;

  protected:
    ~GlobalEvents() = default;
};

} // namespace ns3

#endif // AI_FABRIC_DOMAIN_PLAN_H
