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
 * What goes from one domain to another, one way.
 *
 * Between domains of one thread nothing goes by mail. To another thread it goes item by item,
 * through a DomainOutbox; to another process as bytes, which the sender writes during a window and
 * the thread of the receiver reads behind it.
 */
class DomainMail
{
  public:
    /** By the receiver's thread. @param to receives it @param item of DomainOutbox::Post() */
    virtual void Deliver(EventDomain& to, void* item) = 0;

    /**
     * For a receiver in another process.
     *
     * @param to where the bytes of what has been sent are appended; they are forgotten here
     * @return when it is felt first, in ticks
     */
    virtual uint64_t Save(std::string& to) = 0;

    /**
     * In that process, by the receiver's thread.
     *
     * @param to receives it
     * @param from the first byte that Save() wrote
     * @param end behind the last one
     */
    virtual void Load(EventDomain& to, const char* from, const char* end) = 0;

    /** @param route its place among those between processes, see DomainPlan */
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
 * Nodes whose events are run by one thread, in order, and the time that they have come to. The
 * first cache line is all that an event needs, and no two threads write to one line.
 */
struct alignas(64) EventDomain
{
    /** An event of ns-3's own interface that this domain has scheduled during a window. */
    struct Request
    {
        uint64_t ticks;       //!< when it is to happen
        uint32_t context;     //!< its node
        EventImpl* event;     //!< with one reference; null: what all processes do
        uint64_t issuedTicks; //!< when it was scheduled
        uint64_t issuedOrder; //!< place of the event that did so
        uint32_t shared{0};   //!< of FabricSimulatorImpl::AddShared(), if there is no event
    };

    FabricScheduler* list{nullptr}; //!< for lean events; null: the engine decides
    int64_t nowTicks{0};            //!< the present time
    uint64_t order{0};              //!< place of the event that is run
    uint64_t windowEnd{0};          //!< first tick behind the window that is run; 0: none is
    uint64_t nextTicks{UINT64_MAX}; //!< of the first event; valid between windows
    uint64_t eventCount{0};         //!< events that were run
    uint32_t context{Simulator::NO_CONTEXT}; //!< node of the event that is run, if not lean
    uint32_t worker{0};                      //!< number of the thread that runs it
    DomainOutbox* outboxes{nullptr};         //!< by receiving thread, of the window that is run
    EventDomain* const* peers{nullptr};      //!< all domains, by number
    std::vector<DomainMail*> mail;           //!< for other processes, with something in it
    std::vector<Request> requests;           //!< of the window that is run
    std::exception_ptr error;                //!< what ended its last window, at nowTicks and order
};

} // namespace ns3

#endif // AI_FABRIC_EVENT_DOMAIN_H
