// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EVENT_DOMAIN_H
#define AI_FABRIC_EVENT_DOMAIN_H

#include "fabric-scheduler.h"

#include "ns3/simulator.h"

#include <cstdint>
#include <exception>
#include <string>
#include <vector>

namespace ns3
{

class DomainOutbox;
struct EventDomain;

/**
 * @ingroup ai-fabric-engine
 * Mail from one domain to another, in one direction.
 *
 * Domains of one thread do not use mail. Mail to another thread goes item by item through a
 * DomainOutbox. Mail to another process goes as bytes: the sender writes them during a window, and
 * the receiver's thread reads them after it.
 */
class DomainMail
{
  public:
    /**
     * Delivers an item; called by the receiver's thread.
     *
     * @param to domain of the receiver
     * @param item pointer given to DomainOutbox::Post()
     */
    virtual void Deliver(EventDomain& to, void* item) = 0;

    /**
     * Writes the mail for a receiver in another process, and forgets it here.
     *
     * @param to string to which the bytes are appended
     * @return time of the first effect, in ticks
     */
    virtual uint64_t Save(std::string& to) = 0;

    /**
     * Reads the mail in that process; called by the receiver's thread.
     *
     * @param to domain of the receiver
     * @param from first byte that Save() wrote
     * @param end behind the last byte
     */
    virtual void Load(EventDomain& to, const char* from, const char* end) = 0;

    /** @param route index of this direction in DomainPlan::routes */
    void SetRoute(uint32_t route)
    {
        m_route = route;
    }

    /** @return see SetRoute() */
    uint32_t GetRoute() const
    {
        return m_route;
    }

  protected:
    ~DomainMail() = default;

  private:
    uint32_t m_route{0}; //!< see SetRoute()
};

/**
 * @ingroup ai-fabric-engine
 * Nodes whose events are run by one thread, in order, and the present time of these nodes. The
 * first cache line has all that an event needs. No two threads write to the same cache line.
 */
struct alignas(64) EventDomain
{
    /** An event of ns-3's own interface that this domain has scheduled during a window. */
    struct Request
    {
        uint64_t ticks;       //!< time of the event
        uint32_t context;     //!< node of the event
        EventImpl* event;     //!< event with one reference; null: a shared action, see shared
        uint64_t issuedTicks; //!< time of the request
        uint64_t issuedOrder; //!< place of the requesting event
        uint32_t shared{0};   //!< number from SharedActions::Add(), if event is null
    };

    FabricScheduler* list{nullptr}; //!< for lean events; null: the engine decides
    int64_t nowTicks{0};            //!< the present time
    uint64_t order{0};              //!< place of the running event
    uint64_t windowEnd{0};          //!< first tick behind the present window; 0: no window is run
    uint64_t nextTicks{UINT64_MAX}; //!< time of the first event; valid between windows
    uint64_t eventCount{0};         //!< number of events that were run
    uint32_t context{Simulator::NO_CONTEXT}; //!< node of the running event, if it is not lean
    uint32_t worker{0};                      //!< number of the thread that runs this domain
    DomainOutbox* outboxes{nullptr};         //!< by receiving thread, of the present window
    EventDomain* const* peers{nullptr};      //!< all domains, by number
    std::vector<DomainMail*> mail;           //!< non-empty mail for other processes
    std::vector<Request> requests;           //!< requests of the present window
    std::exception_ptr error; //!< exception that ended the last window, at nowTicks and order
};

} // namespace ns3

#endif // AI_FABRIC_EVENT_DOMAIN_H
