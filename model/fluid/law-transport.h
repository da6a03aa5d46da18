// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAW_TRANSPORT_H
#define AI_FABRIC_LAW_TRANSPORT_H

#include "ideal-transport.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-fluid
 * Chooses laws instead of messages: FabricHelper computes the time of each collective of a job by
 * CollectiveLaw, and the job runs as FabricWorkload::Fold() says. Jobs without a law, such as
 * flows, run as in an ideal network, and do not meet the jobs with a law.
 */
class LawTransport final : public IdealTransport
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return time that a job waits for a host that is cut off before it fails */
    Time GetAbortTime() const
    {
        return m_abortTime;
    }

  private:
    Time m_abortTime; //!< at least 1 ns
};

} // namespace ns3

#endif // AI_FABRIC_LAW_TRANSPORT_H
