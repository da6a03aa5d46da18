// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NO_MARKER_H
#define AI_FABRIC_NO_MARKER_H

#include "ecn-marker.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Marks nothing.
 */
class NoMarker final : public EcnMarker
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoShouldMark(const MarkingEvent& event) override;
    bool DoCanMark() const override;
};

} // namespace ns3

#endif // AI_FABRIC_NO_MARKER_H
