// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAUSE_STORM_H
#define AI_FABRIC_PAUSE_STORM_H

#include "fabric-failure.h"

#include <cstdint>

namespace ns3
{

class PriorityFlowControl;

/**
 * @ingroup ai-fabric-failure
 * A NIC that keeps pausing: from Start to Stop it requests from its switch a pause of one priority
 * and refreshes it, although it could receive. It is the best known way to stop a whole lossless
 * network from one port (RDMA over commodity Ethernet at scale, SIGCOMM'16, section 4.3).
 */
class PauseStorm final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    PriorityFlowControl& GetFlowControl(const FabricNetwork& network) const;

    uint32_t m_host; //!< host index
    uint8_t m_priority;
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_STORM_H
