// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROOTED_COLLECTIVE_H
#define AI_FABRIC_ROOTED_COLLECTIVE_H

#include "chunked-collective.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * A collective in which one rank, the root, has another role: broadcast, reduce, gather, scatter.
 */
class RootedCollective : public ChunkedCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param builder builder with the ranks
     * @param index index in [0, n)
     * @return root + index, modulo n
     */
    uint32_t GetRank(const CollectiveBuilder& builder, uint32_t index) const;

    /**
     * @param builder builder with the ranks
     * @return ring of its channel, from the root on
     */
    std::vector<uint32_t> GetChain(const CollectiveBuilder& builder) const;

  private:
    uint32_t m_root; //!< rank number of the root
};

} // namespace ns3

#endif // AI_FABRIC_ROOTED_COLLECTIVE_H
