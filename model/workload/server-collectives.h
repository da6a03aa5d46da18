// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVER_COLLECTIVES_H
#define AI_FABRIC_SERVER_COLLECTIVES_H

#include "collective-law.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The times of collectives inside servers by CollectiveLaw: the links inside a server carry only
 * the messages of this collective, and all servers are equal.
 *
 * Each rank begins at its own time. No rank ends before the last one has begun, because
 * CollectiveLibrary uses this law only for collectives in which each rank needs data of all others.
 * Equal collectives with equal differences between the starts are computed once.
 *
 * The law leaves out that collectives and messages which overlap on a GPU share its links, and
 * GPUs that are slower than others.
 */
class ServerCollectives
{
  public:
    /** @param network network with the links inside the servers */
    explicit ServerCollectives(std::unique_ptr<const LawNetwork> network);

    /**
     * Threads may call it at the same time.
     *
     * @param graph graph of the collective's messages
     * @param hosts host index by rank of the graph; all in one server
     * @param startsPs by rank of the graph: start in ps
     * @return by rank: end in ps, not before the latest start
     */
    std::vector<int64_t> GetEndsPs(const std::shared_ptr<const CommunicationGraph>& graph,
                                   const std::vector<uint32_t>& hosts,
                                   const std::vector<int64_t>& startsPs);

  private:
    /** Times after the first start, by rank, in ps. */
    using Times = std::vector<int64_t>;

    static constexpr size_t MOST_KNOWN = 4096; //!< starts that are remembered for a graph

    std::unique_ptr<const LawNetwork> m_network;
    CollectiveLaw m_law;
    std::mutex m_mutex; //!< guards m_law and m_known
    /** By graph and starts: ends. */
    std::map<std::shared_ptr<const CommunicationGraph>, std::map<Times, Times>> m_known;
};

} // namespace ns3

#endif // AI_FABRIC_SERVER_COLLECTIVES_H
