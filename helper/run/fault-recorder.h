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
 * Writes down what goes wrong while a fabric runs, and what is lost and sent again by it.
 *
 * Losses, and frames that links send again, are those on the links of a fault while it lasts; of
 * two that share a link at a time both count them. Drops, retransmissions and timeouts are of the
 * whole network from the begin of a fault to that of the next one or the end, so those of all
 * faults add up to what the run has from the first one on.
 */
class FaultRecorder
{
  public:
    /** @param scenario outlives it @param network of the fabric, before it runs; outlives it */
    FaultRecorder(const FabricScenario& scenario, const FabricNetwork& network);
    ~FaultRecorder();

    FaultRecorder(const FaultRecorder&) = delete;
    FaultRecorder& operator=(const FaultRecorder&) = delete;

    /** @return all faults, with what they did until now */
    std::vector<FaultResult> Finish();

  private:
    /** Counters of the network at a time. */
    struct Counts
    {
        uint64_t dataPacketHops{0};
        uint64_t dropped{0};
        uint64_t retransmitted{0};
        uint64_t timeouts{0};
    };

    /** What links have lost and sent again so far. */
    struct Losses
    {
        uint64_t packets{0};
        uint64_t bytes{0};
        uint64_t replayed{0}; //!< frames
    };

    /** A fault that has not ended. */
    struct Open
    {
        size_t index;       //!< of its result
        std::string origin; //!< index of the scenario's failure, in digits
        FabricFault fault;  //!< what it is
        Losses before;      //!< on its links
    };

    void OnBegin(std::string origin, const FabricFault& fault);
    void OnEnd(std::string origin, const FabricFault& fault);
    /** What is counted since the begin of the last fault is that one's. */
    void CloseLast();
    void AddLosses(const Open& open);
    /** @return whether no link of a fault has carried data; false if it has no link */
    bool HasCarriedNothing(const FabricFault& fault) const;
    Counts GetCounts() const;
    Losses GetLosses(const FabricFault& fault) const;

    const FabricScenario& m_scenario;
    const FabricNetwork& m_network;
    std::vector<FaultResult> m_results;
    std::vector<Open> m_open;
    std::vector<std::pair<size_t, FabricFault>> m_idle; //!< links without data when it began
    Counts m_before;                                    //!< at the begin of the last fault
};

} // namespace ns3

#endif // AI_FABRIC_FAULT_RECORDER_H
