// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REWIRING_IDEAL_TIMES_H
#define AI_FABRIC_REWIRING_IDEAL_TIMES_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-result.h"
#include "ns3/ideal-time.h"
#include "ns3/scenario.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-run
 * Ideal times of the wirings that optical switches made during a run; each holds from the time when
 * its links had light, see JobResult::GetIdealPs().
 */
class RewiringIdealTimes
{
  public:
    /**
     * @param scenario scenario that was run
     * @param fabric index of the fabric
     * @param network network of the fabric; outlives this
     * @param faults faults of the run, in any order
     */
    RewiringIdealTimes(const FabricScenario& scenario,
                       size_t fabric,
                       const FabricNetwork& network,
                       const std::vector<FaultResult>& faults);

    /**
     * @param result result of a job on the network, with its records and their first ideal times;
     *         gets the later ones
     * @param queuePairs number of queue pairs that share a message
     */
    void AddTo(JobResult& result, uint32_t queuePairs) const;

  private:
    const FabricNetwork& m_network;
    std::vector<std::pair<int64_t, IdealTime>> m_wirings; //!< begin in ps and ideal times;
                                                          //!< ascending
};

} // namespace ns3

#endif // AI_FABRIC_REWIRING_IDEAL_TIMES_H
