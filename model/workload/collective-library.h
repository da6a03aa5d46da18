// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_LIBRARY_H
#define AI_FABRIC_COLLECTIVE_LIBRARY_H

#include "collective-choices.h"

#include "ns3/collective-algorithm.h"
#include "ns3/communication-graph.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The graphs of the collectives of one job. Each operation, size and pattern of servers is built
 * once: groups whose members share servers in the same way have the same graph.
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
     */
    CollectiveLibrary(Algorithms algorithms,
                      std::vector<uint32_t> serverOfRank,
                      bool isLawInServer = false);

    /**
     * @param operation kind of the collective
     * @param group ranks of the job, at least 2
     * @param bytes size of the collective, at least 1
     * @return graph whose ranks are indexes into group
     */
    std::shared_ptr<const CommunicationGraph> Get(CollectiveOperation operation,
                                                  const std::vector<uint32_t>& group,
                                                  uint64_t bytes);

  private:
    /** Operation, server number by rank, bytes. */
    using Key = std::tuple<CollectiveOperation, std::vector<uint32_t>, uint64_t>;

    std::vector<uint32_t> GetPattern(const std::vector<uint32_t>& group) const;
    /** @return a newly built graph */
    CommunicationGraph Build(CollectiveOperation operation,
                             const std::vector<uint32_t>& pattern,
                             uint64_t bytes) const;

    Algorithms m_algorithms;
    std::vector<uint32_t> m_serverOfRank;
    bool m_isLawInServer;
    std::map<Key, std::shared_ptr<const CommunicationGraph>> m_built;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_LIBRARY_H
