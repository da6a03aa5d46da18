// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FIXED_RATE_H
#define AI_FABRIC_FIXED_RATE_H

#include "rdma-congestion-control.h"

#include "ns3/data-rate.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * A constant rate, whatever happens:
 *     R = min(Rate, line rate),   Rate 0: the line rate
 * It offers an exact load, and shows the effect of rates computed in advance.
 */
class FixedRate final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;

    DataRate m_rate; //!< rate on the wire
};

} // namespace ns3

#endif // AI_FABRIC_FIXED_RATE_H
