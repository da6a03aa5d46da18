// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OBLIVIOUS_ENTROPY_POLICY_H
#define AI_FABRIC_OBLIVIOUS_ENTROPY_POLICY_H

#include "entropy-policy.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Oblivious packet spraying by the sender, as htsim's UET does it:
 *
 *     UDP source port = 49152 + (counter XOR r),   counter = 0, 1, ... 2^PathBits - 1, 0, ...
 *
 * with another r below 2^PathBits for each turn of the counter. Each turn uses every port once,
 * whatever the network says.
 */
class ObliviousEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoChoosePort(int64_t nowPs) override;

    uint32_t m_pathBits;
    uint32_t m_counter{0};
    uint32_t m_mask{0}; //!< r
};

} // namespace ns3

#endif // AI_FABRIC_OBLIVIOUS_ENTROPY_POLICY_H
