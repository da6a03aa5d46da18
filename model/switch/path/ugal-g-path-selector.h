// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UGAL_G_PATH_SELECTOR_H
#define AI_FABRIC_UGAL_G_PATH_SELECTOR_H

#include "ugal-path-selector.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * UGAL with global queues (UGAL-G): the sum of the queues of all ports between switches on a path,
 * as an oracle sees them at this instant. Such a switch cannot be built; UGAL-G is the reference
 * for UGAL-L. The policy reads the queues of all switches, so one thread runs the network.
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
