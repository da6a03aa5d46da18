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
 * A GPU fails and returns after a while. Jobs that restart (RestartOnFailure) begin again; for
 * other jobs the GPU only hangs: its running and waiting work stops, and continues at Stop. Its NIC
 * works, so no message fails.
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

    uint32_t m_host; //!< host index
};

} // namespace ns3

#endif // AI_FABRIC_GPU_FAILURE_H
