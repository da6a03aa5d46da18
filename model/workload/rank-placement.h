// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANK_PLACEMENT_H
#define AI_FABRIC_RANK_PLACEMENT_H

#include "host-map.h"

#include "ns3/object.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Which of the hosts at hand a job gets, and in which order of its ranks.
 *
 * A new policy is a subclass with a TypeId; scenarios name it at once. Randomness comes from the
 * streams given by AssignStreams() only; every Select() draws anew.
 */
class RankPlacement : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param hosts all there are
     * @param candidates host indexes to choose from, all different
     * @param count how many ranks there are, at most as many as candidates
     * @return the host of each rank, all different
     */
    std::vector<uint32_t> Select(const HostMap& hosts,
                                 const std::vector<uint32_t>& candidates,
                                 size_t count) const;

    /** @param stream the first to use @return how many are used */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

  private:
    /** @return candidates in the order in which they are taken; the first ones suffice */
    virtual std::vector<uint32_t> DoOrder(const HostMap& hosts,
                                          std::vector<uint32_t> candidates) const = 0;

    /** @param stream the first to use @return how many are used; none by default */
    virtual int64_t DoAssignStreams(int64_t stream);
};

} // namespace ns3

#endif // AI_FABRIC_RANK_PLACEMENT_H
