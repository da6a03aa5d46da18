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
 * The NIC of a host is out of service for a while: its link is down (SetLinkDown()). What its queue
 * pairs send is lost, and they go on by their retries. Of a host with several NICs it is that of
 * the first network.
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

    uint32_t m_host; //!< index
};

} // namespace ns3

#endif // AI_FABRIC_NIC_FAILURE_H
