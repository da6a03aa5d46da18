// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARP_REDUCE_H
#define AI_FABRIC_SHARP_REDUCE_H

#include "sharp-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Reduce in the network: every rank sends S bytes, and Root receives the sum, S bytes. The other
 * ranks receive packets without data, which signal that the result is on its way to the root.
 */
class SharpReduce final : public ReduceOperation<SharpCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const override;

    uint32_t m_root; //!< rank number of the root
};

} // namespace ns3

#endif // AI_FABRIC_SHARP_REDUCE_H
