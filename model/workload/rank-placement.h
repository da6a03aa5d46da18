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
 * Selects the hosts of a job among the candidates, in the order of its ranks.
 *
 * A new policy is a subclass with a TypeId; scenarios name it at once. Random numbers come only
 * from the streams of AssignStreams(); every Select() draws anew.
 */
class RankPlacement : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param hosts all hosts
     * @param candidates host indexes to choose from, all different
     * @param count number of ranks, at most the number of candidates
     * @return host index of each rank, all different
     */
    std::vector<uint32_t> Select(const HostMap& hosts,
                                 const std::vector<uint32_t>& candidates,
                                 size_t count) const;

    /** @param stream number of the first stream @return number of streams used */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

  private:
    /** @return candidates in the order of selection; entries beyond the ranks may be missing */
    virtual std::vector<uint32_t> DoOrder(const HostMap& hosts,
                                          std::vector<uint32_t> candidates) const = 0;

    /** @param stream number of the first stream @return number of streams used; 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);
};

} // namespace ns3

#endif // AI_FABRIC_RANK_PLACEMENT_H
