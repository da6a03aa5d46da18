// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SLOW_RECEIVER_H
#define AI_FABRIC_SLOW_RECEIVER_H

#include "fabric-failure.h"

#include "ns3/data-rate.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The memory of a host takes payload from its NICs at most at Rate from Start to Stop, as when
 * address translations miss, the memory bus is busy or PCIe has fewer lanes; see ReceiveStage. A
 * write under way at that moment continues at the new rate. If several such failures overlap, the
 * lowest rate holds.
 */
class SlowReceiver final : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const override;
    void DoBegin(const FabricNetwork& network) const override;
    void DoEnd(const FabricNetwork& network) const override;
    FabricFault DoDescribe(const FabricNetwork& network) const override;

    uint32_t m_host; //!< host index
    DataRate m_rate; //!< payload rate of each NIC
};

} // namespace ns3

#endif // AI_FABRIC_SLOW_RECEIVER_H
