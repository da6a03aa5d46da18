// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SLOW_GPU_H
#define AI_FABRIC_SLOW_GPU_H

#include "fabric-failure.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * A straggler: a GPU that takes Factor times as long for everything from Start to Stop, like a GPU
 * that runs hot and lowers its clock. Work under way at that moment continues at the new speed.
 */
class SlowGpu final : public FabricFailure
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
    double m_factor; //!< factor for all times
};

} // namespace ns3

#endif // AI_FABRIC_SLOW_GPU_H
