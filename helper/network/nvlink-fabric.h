// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NVLINK_FABRIC_H
#define AI_FABRIC_NVLINK_FABRIC_H

#include "fabric-profile.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * NVLink and NVSwitch, the network inside a server: credits, fixed input buffers, cut-through
 * switches with a latency of 150 ns, no congestion control.
 *
 * The fabric has few events per byte, because its links carry ten times the load of other links:
 * packets of 16 KiB, credits sent when an eighth of the buffer is
 * free or after 20 us, and blocks of about 1 KiB so that the counters of CreditFlowControl cover
 * the data in flight. GpuServer sets these lengths for the networks inside servers. A scenario may
 * also choose it for a server that stands alone, or for a topology of chips.
 */
class NvlinkFabric final : public FabricProfile
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();
};

} // namespace ns3

#endif // AI_FABRIC_NVLINK_FABRIC_H
