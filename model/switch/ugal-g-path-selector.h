// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UGAL_G_PATH_SELECTOR_H
#define AI_FABRIC_UGAL_G_PATH_SELECTOR_H

#include "ugal-path-selector.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * UGAL with global queues (UGAL-G): the sum of those at all ports between switches on a way, as an
 * oracle sees them at this instant. No switch can be built so; it is what UGAL-L is compared with.
 * It looks at all switches at once, so one thread runs the network.
 */
class UgalGPathSelector final : public UgalPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint64_t DoMeasure(const FabricPacket& packet, const Way& way, bool sharesPort) const override;
    bool DoLooksFar() const override;
};

} // namespace ns3

#endif // AI_FABRIC_UGAL_G_PATH_SELECTOR_H
