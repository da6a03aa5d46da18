// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_LIBRARY_H
#define AI_FABRIC_COLLECTIVE_LIBRARY_H

#include "collective-choices.h"
#include "expert-routing.h"

#include "ns3/collective-algorithm.h"
#include "ns3/communication-graph.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The graphs of the collectives of one job. Each operation, size and pattern of servers and
 * regions is built once: groups whose members share these in the same way have the same graph.
 */
class CollectiveLibrary
{
  public:
    /** Algorithm of each operation; null: none. */
    using Algorithms = std::array<Ptr<const CollectiveAlgorithm>, CollectiveChoices::OPERATIONS>;

    /**
     * @param algorithms algorithms of the operations that will be requested
     * @param serverOfRank number of the server, by rank of the job
     * @param isLawInServer true: collectives inside one server in which each rank needs data of all
     *        others are computed by a law, see CommunicationGraph::AddCollective()
     * @param regionOfRank number of the region, by rank of the job; empty: one region
     */
    CollectiveLibrary(Algorithms algorithms,
                      std::vector<uint32_t> serverOfRank,
                      bool isLawInServer = false,
                      std::vector<uint32_t> regionOfRank = {});

    /**
     * @param operation kind of the collective
     * @param group ranks of the job, at least 2
     * @param bytes size of the collective, at least 1
     * @param routing DISPATCH and COMBINE: routing of as many ranks; otherwise null
     * @return graph whose ranks are indexes into group
     */
    std::shared_ptr<const CommunicationGraph> Get(
        CollectiveOperation operation,
        const std::vector<uint32_t>& group,
        uint64_t bytes,
        const std::shared_ptr<const ExpertRouting>& routing = nullptr);

  private:
    using Routing = std::shared_ptr<const ExpertRouting>; //!< null: none
    /** By rank: number of the server, and of the region. */
    using Pattern = std::pair<std::vector<uint32_t>, std::vector<uint32_t>>;
    /** Operation, pattern, bytes, routing. */
    using Key = std::tuple<CollectiveOperation, Pattern, uint64_t, Routing>;

    Pattern GetPattern(const std::vector<uint32_t>& group) const;
    /** @return a newly built graph */
    CommunicationGraph Build(CollectiveOperation operation,
                             const Pattern& pattern,
                             uint64_t bytes) const;
    /** @return a newly built graph of DISPATCH or COMBINE */
    CommunicationGraph BuildExchange(CollectiveOperation operation,
                                     const Pattern& pattern,
                                     uint64_t bytes,
                                     const Routing& routing);

    Algorithms m_algorithms;
    std::vector<uint32_t> m_serverOfRank;
    std::vector<uint32_t> m_regionOfRank;
    bool m_isLawInServer;
    std::map<Key, std::shared_ptr<const CommunicationGraph>> m_built;
    std::map<std::pair<Routing, Pattern>, TokenCopies> m_copies;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_LIBRARY_H
