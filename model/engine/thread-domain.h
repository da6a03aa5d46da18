// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_THREAD_DOMAIN_H
#define AI_FABRIC_THREAD_DOMAIN_H

#include "event-domain.h"
#include "fabric-scheduler.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * The domain that a thread works for.
 */
class ThreadDomain
{
  public:
    /**
     * @return domain that this thread works for; null: the thread does not work for an engine of
     * class FabricSimulatorImpl
     */
    static EventDomain* Get()
    {
        return m_domain;
    }

    /** @param domain domain that this thread works for from now on */
    static void Set(EventDomain* domain)
    {
        m_domain = domain;
        m_list = domain ? domain->list : nullptr;
    }

    /**
     * @return list for lean events of this thread; null: no list; FabricSimulatorImpl chooses one
     */
    static FabricScheduler* GetList()
    {
        return m_list;
    }

  private:
    // Belongs to the program itself, so that it is found without a call from wherever it is asked.
    [[gnu::tls_model("initial-exec")]] static inline thread_local EventDomain* m_domain{nullptr};
    /** List of m_domain, copied here to save a look-up for every event. */
    [[gnu::tls_model("initial-exec")]] static inline thread_local FabricScheduler* m_list{nullptr};
};

} // namespace ns3

#endif // AI_FABRIC_THREAD_DOMAIN_H
