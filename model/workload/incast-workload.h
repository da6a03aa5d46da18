// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INCAST_WORKLOAD_H
#define AI_FABRIC_INCAST_WORKLOAD_H

#include "fabric-workload.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Many hosts send to one at the same time.
 *
 * The first Sources of Hosts, the target left out, send to Target over FlowsPerSource queue pairs
 * each: Bytes per flow, Rounds times. A flow has InFlight messages under way: it posts the next one
 * when the oldest of them is acknowledged. The sources are ranks 0 ... n - 1, the target is rank n;
 * flow f of a source is channel f.
 */
class IncastWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;

    uint32_t m_sources;  //!< number of senders; 0: all
    int64_t m_target;    //!< host index of the receiver; -1: the last of Hosts
    uint32_t m_flows;    //!< flows per source, at least 1
    uint64_t m_bytes;    //!< bytes per flow and round
    uint32_t m_rounds;   //!< number of rounds, at least 1
    uint32_t m_inFlight; //!< messages of a flow in flight, at least 1
};

} // namespace ns3

#endif // AI_FABRIC_INCAST_WORKLOAD_H
