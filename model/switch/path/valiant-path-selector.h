// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VALIANT_PATH_SELECTOR_H
#define AI_FABRIC_VALIANT_PATH_SELECTOR_H

#include "detour-path-selector.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Every packet goes via the switch of a random host (Valiant, "A scheme for fast parallel
 * communication", SIAM J. Comput. 11 (2), 1982): with any traffic, links carry at most twice the
 * load of uniform traffic.
 */
class ValiantPathSelector final : public DetourPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoTakesDetour(const FabricPacket& packet,
                       const Way& minimal,
                       const Way& detour) const override;
};

} // namespace ns3

#endif // AI_FABRIC_VALIANT_PATH_SELECTOR_H
