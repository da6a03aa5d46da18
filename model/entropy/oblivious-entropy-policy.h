// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OBLIVIOUS_ENTROPY_POLICY_H
#define AI_FABRIC_OBLIVIOUS_ENTROPY_POLICY_H

#include "entropy-policy.h"
#include "shuffled-paths.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * Oblivious packet spraying by the sender, as in htsim's UET: packets take the UDP source ports
 * 49152 to 49152 + 2^PathBits - 1 in turn (ShuffledPaths), without feedback from the network.
 */
class ObliviousEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoChoosePort(int64_t nowPs) override;

    uint32_t m_pathBits;
    ShuffledPaths m_turn;
};

} // namespace ns3

#endif // AI_FABRIC_OBLIVIOUS_ENTROPY_POLICY_H
