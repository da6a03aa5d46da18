// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NO_CONGESTION_CONTROL_H
#define AI_FABRIC_NO_CONGESTION_CONTROL_H

#include "rdma-congestion-control.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * No congestion control: line rate and an open window, whatever happens, so that only the flow
 * control of the links limits the sender.
 */
class NoCongestionControl final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_NO_CONGESTION_CONTROL_H
