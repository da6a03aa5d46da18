// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UGAL_L_PATH_SELECTOR_H
#define AI_FABRIC_UGAL_L_PATH_SELECTOR_H

#include "ugal-path-selector.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * UGAL with local queues (UGAL-L): measures the queue of the port by which a path leaves the first
 * switch, so congestion further on counts only when it has spread back to that port. A detour has
 * up to twice as many links, so its queue is multiplied by Weight:
 *
 *     wait(minimal) = queue(minimal),   wait(detour) = Weight * queue(detour)
 *
 * If both paths leave by one port, the queues of their lanes at this port are compared (Kim et al.,
 * ISCA'08: selective virtual-channel discrimination). Without a HopClassifier both paths have one
 * lane, and the packet takes the minimal path.
 */
class UgalLPathSelector final : public UgalPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint64_t DoMeasure(const FabricPacket& packet, const Way& way, bool sharesPort) const override;

    uint32_t m_weight;
};

} // namespace ns3

#endif // AI_FABRIC_UGAL_L_PATH_SELECTOR_H
