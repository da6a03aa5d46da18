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
 * UGAL with local queues (UGAL-L): what waits at the port by which a way leaves the first switch,
 * so congestion further on is felt when it has come back to that port. A detour has up to twice as
 * many links, so its queue counts Weight times:
 *
 *     wait(minimal) = queue(minimal),   wait(detour) = Weight * queue(detour)
 *
 * If both ways leave by one port, the queues are those of their lanes there (Kim et al., ISCA'08:
 * selective virtual-channel discrimination). Without a HopClassifier both have one lane, and the
 * packet takes the minimal way.
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
