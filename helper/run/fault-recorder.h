// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAULT_RECORDER_H
#define AI_FABRIC_FAULT_RECORDER_H

#include "ns3/fabric-failure.h"
#include "ns3/fabric-network.h"
#include "ns3/fabric-result.h"
#include "ns3/scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Records the faults of a running fabric, with their losses and retransmissions.
 *
 * Losses, and frames that links send again, are counted on the links of a fault while it lasts; if
 * two faults share a link at a time, both count them. Drops, retransmissions and timeouts are those
 * of the whole network from the begin of a fault to the begin of the next one or the end, so the
 * sum over all faults is the count of the run from the first fault on.
 */
class FaultRecorder
{
  public:
    /**
     * @param scenario scenario; outlives this
     * @param network network of the fabric, before it runs; outlives this
     */
    FaultRecorder(const FabricScenario& scenario, const FabricNetwork& network);
    ~FaultRecorder();

    FaultRecorder(const FaultRecorder&) = delete;
    FaultRecorder& operator=(const FaultRecorder&) = delete;

    /** @return all faults, with their effects until now */
    std::vector<FaultResult> Finish();

  private:
    /** Counters of the network. */
    struct Counts
    {
        uint64_t dataPacketHops{0};
        uint64_t dropped{0};
        uint64_t retransmitted{0};
        uint64_t timeouts{0};
    };

    /** Packets that links have lost and sent again so far. */
    struct Losses
    {
        uint64_t packets{0};
        uint64_t bytes{0};
        uint64_t replayed{0}; //!< frames
    };

    /** A fault that has not ended. */
    struct Open
    {
        size_t index;       //!< index of its result
        std::string origin; //!< index of the scenario's failure, in digits
        FabricFault fault;  //!< the fault
        Losses before;      //!< losses of its links until its begin
    };

    void OnBegin(std::string origin, const FabricFault& fault);
    void OnEnd(std::string origin, const FabricFault& fault);
    /** Ends the count of the last fault; gives it everything counted since its begin. */
    void CloseLast();
    void AddLosses(const Open& open);
    /** @return true if no link of a fault has carried data; false if it has no link */
    bool HasCarriedNothing(const FabricFault& fault) const;
    Counts GetCounts() const;
    Losses GetLosses(const FabricFault& fault) const;

    const FabricScenario& m_scenario;
    const FabricNetwork& m_network;
    std::vector<FaultResult> m_results;
    std::vector<Open> m_open;
    std::vector<std::pair<size_t, FabricFault>> m_idle; //!< index and fault; its links had no data
                                                        //!< at its begin
    Counts m_before;                                    //!< counters at the begin of the last fault
};

} // namespace ns3

#endif // AI_FABRIC_FAULT_RECORDER_H
