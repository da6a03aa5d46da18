// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FIXED_ENTROPY_POLICY_H
#define AI_FABRIC_FIXED_ENTROPY_POLICY_H

#include "entropy-policy.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * All packets of a connection have its UDP source port, and so take one path.
 */
class FixedEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoChoosePort(int64_t nowPs) override;
    bool DoIsNeeded() const override;
    bool DoKeepsOrder() const override;
    bool DoKeepsFlows() const override;
};

} // namespace ns3

#endif // AI_FABRIC_FIXED_ENTROPY_POLICY_H
