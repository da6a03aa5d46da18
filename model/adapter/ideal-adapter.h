// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IDEAL_ADAPTER_H
#define AI_FABRIC_IDEAL_ADAPTER_H

#include "ns3/fabric-adapter.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Takes no time: a posted message may be sent at once, and software sees its end at once.
 */
class IdealAdapter final : public FabricAdapter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoIsNeeded() const override;
};

} // namespace ns3

#endif // AI_FABRIC_IDEAL_ADAPTER_H
