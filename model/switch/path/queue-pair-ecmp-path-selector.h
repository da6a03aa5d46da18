// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_QUEUE_PAIR_ECMP_PATH_SELECTOR_H
#define AI_FABRIC_QUEUE_PAIR_ECMP_PATH_SELECTOR_H

#include "ecmp-path-selector.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Enhanced ECMP (Gangidi et al., SIGCOMM'24): the hash includes the destination queue pair of the
 * BTH, besides addresses and UDP ports. Several queue pairs between two hosts are then several
 * flows, even if their adapters give all of them one source port (SourcePorts of an RdmaNic).
 */
class QueuePairEcmpPathSelector final : public EcmpPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
};

} // namespace ns3

#endif // AI_FABRIC_QUEUE_PAIR_ECMP_PATH_SELECTOR_H
