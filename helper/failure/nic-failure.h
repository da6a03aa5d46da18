// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NIC_FAILURE_H
#define AI_FABRIC_NIC_FAILURE_H

#include "fabric-failure.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The NIC of a host is out of service for a while: its link is down (SetLinkDown()). Packets of its
 * queue pairs are lost, and retries continue the transfers. If a host has several NICs, the NIC of
 * the first network fails.
 */
class NicFailure final : public FabricFailure
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
};

} // namespace ns3

#endif // AI_FABRIC_NIC_FAILURE_H
