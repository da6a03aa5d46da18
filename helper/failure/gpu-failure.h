// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GPU_FAILURE_H
#define AI_FABRIC_GPU_FAILURE_H

#include "fabric-failure.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * A GPU fails and is back after a while. Jobs that restart (RestartOnFailure) begin again; for
 * others it only hangs: what runs and waits on it stands still, and goes on at Stop. Its NIC works,
 * so that no message fails.
 */
class GpuFailure final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    bool DoNeedsPackets() const override;
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    uint32_t m_host; //!< index
};

} // namespace ns3

#endif // AI_FABRIC_GPU_FAILURE_H
