// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_RUNNER_H
#define AI_FABRIC_COLLECTIVE_RUNNER_H

#include "ns3/fabric-workload.h"
#include "ns3/server-collectives.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Runs the COLLECTIVE nodes of a graph: notes when the parts of a collective start, and computes
 * the ends of all parts when the last one has started.
 *
 * All ranks of a collective belong to one share of the job, and shares may run in parallel.
 */
class CollectiveRunner
{
  public:
    /** @param times law of the collectives; null: no part starts any more */
    void SetTimes(std::shared_ptr<ServerCollectives> times)
    {
        m_times = std::move(times);
    }

    /**
     * Must be called before the start.
     *
     * @param graph graph of the job
     * @param shares number of shares of the job
     */
    void Begin(const CommunicationGraph& graph, uint32_t shares);

    /**
     * Starts a part of a collective.
     *
     * @param job job of the part
     * @param node number of the part
     * @param share number of the share of its rank
     * @param nowPs time in ps
     * @return number of the first part, and end of each part in ps; empty while a part has not
     *         started
     */
    std::pair<uint32_t, std::vector<int64_t>> Start(const FabricJob& job,
                                                    uint32_t node,
                                                    uint32_t share,
                                                    int64_t nowPs);

    /**
     * @param job job of the part
     * @param part a part of a collective
     * @return hosts of all parts of the collective, in order
     */
    static std::vector<uint32_t> GetHosts(const FabricJob& job, const GraphNode& part);

    /** @return bytes that the messages of all collectives begun so far would have */
    uint64_t GetBytes() const;

    /** Forgets all collectives of which a part has not started. @return parts that had started */
    uint64_t Forget();

  private:
    /** A collective of which some parts have started. */
    struct Progress
    {
        uint32_t started{0};           //!< number of parts that have started
        std::vector<int64_t> startsPs; //!< by part: start in ps
    };

    /** Collectives of a share of the job. */
    struct Share
    {
        std::unordered_map<uint32_t, Progress> underWay; //!< by the number of the first part
        uint64_t bytes{0};                               //!< see GetBytes()
    };

    std::shared_ptr<ServerCollectives> m_times;
    std::vector<uint64_t> m_bytesOfLaw; //!< by number of the graph's laws
    std::vector<Share> m_shares;        //!< by number
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_RUNNER_H
