// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ENTROPY_FIELD_PATH_SELECTOR_H
#define AI_FABRIC_ENTROPY_FIELD_PATH_SELECTOR_H

#include "pinned-path-selector.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Static paths chosen by the sender: with v = UDP source port - 49152, the entropy value,
 *
 *     port = (v / divisor) mod number of ports,
 *
 * and the divisor of PinnedPathSelector.
 *
 * This is the structured entropy of MRC, a field of the value per tier, and its source route (SRv6)
 * as a list of ports. Consecutive values take all paths in turn, and no two of them collide by a
 * hash.
 */
class EntropyFieldPathSelector final : public PinnedPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint32_t DoGetNumber(const FabricPacket& packet) const override;
};

} // namespace ns3

#endif // AI_FABRIC_ENTROPY_FIELD_PATH_SELECTOR_H
