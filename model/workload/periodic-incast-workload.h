// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PERIODIC_INCAST_WORKLOAD_H
#define AI_FABRIC_PERIODIC_INCAST_WORKLOAD_H

#include "open-loop-workload.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Now and then many hosts send to one at the same time, each time other ones: the incast that is
 * mixed with other load in HPCC (SIGCOMM'19, section 5.1: 60 to 1, 500 KB each, 2 % of capacity).
 *
 * At each event one receiver and Sources senders are drawn uniformly, all different, and all
 * senders start a flow of Bytes. The time between events is
 *
 *     interval = 8 * Sources * Bytes / (Load * sum of the rates of all hosts)
 *
 * or Interval if given: exactly that, from one interval after the start on, or exponential with
 * that mean.
 */
class PeriodicIncastWorkload final : public OpenLoopWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    PeriodicIncastWorkload();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    uint32_t m_sources; //!< per event, at least 1
    uint64_t m_bytes;   //!< per sender and event
    double m_load;      //!< of the hosts' links
    Time m_interval;    //!< 0: by m_load
    bool m_exponential; //!< interval
    Ptr<ExponentialRandomVariable> m_gap;
    Ptr<UniformRandomVariable> m_who; //!< receiver and senders
};

} // namespace ns3

#endif // AI_FABRIC_PERIODIC_INCAST_WORKLOAD_H
