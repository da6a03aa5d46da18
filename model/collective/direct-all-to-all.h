// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIRECT_ALL_TO_ALL_H
#define AI_FABRIC_DIRECT_ALL_TO_ALL_H

#include "all-to-all.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * All-to-all in one step: each rank sends to each other rank, all at the same time.
 *
 * Rank r posts its n - 1 messages in the order r + 1, r + 2, ... (modulo n), so that no receiver is
 * the first on more than one list. Of S bytes, one n-th per rank, it sends (n - 1)/n S:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links; with a table, the most that a rank
 * sends or receives replaces (n - 1)/n S.
 */
class DirectAllToAll final : public AllToAll
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_DIRECT_ALL_TO_ALL_H
