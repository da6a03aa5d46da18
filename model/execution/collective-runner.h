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

    /** Must be called before the start. @param shares number of shares of the job */
    void Begin(uint32_t shares)
    {
        m_underWay.resize(shares);
    }

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

    /** Forgets all collectives of which a part has not started. @return parts that had started */
    uint64_t Forget();

  private:
    /** A collective of which some parts have started. */
    struct Progress
    {
        uint32_t started{0};           //!< number of parts that have started
        std::vector<int64_t> startsPs; //!< by part: start in ps
    };

    std::shared_ptr<ServerCollectives> m_times;
    /** By share: collectives under way by the number of their first part. */
    std::vector<std::unordered_map<uint32_t, Progress>> m_underWay;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_RUNNER_H
