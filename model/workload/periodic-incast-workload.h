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
 * At intervals many hosts send to one host at the same time, each time other hosts: the incast that
 * is mixed with other load in HPCC (SIGCOMM'19, section 5.1: 60 to 1, 500 KB each, 2 % of
 * capacity).
 *
 * At each event one receiver and Sources senders are drawn uniformly, all different, and all
 * senders start a flow of Bytes. The time between events is
 *
 *     interval = 8 * Sources * Bytes / (Load * sum of the rates of all hosts)
 *
 * or Interval if given. The times are constant, the first event one interval after the start, or
 * exponential with this mean.
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

    uint32_t m_sources; //!< senders per event, at least 1
    uint64_t m_bytes;   //!< bytes per sender and event
    double m_load;      //!< load as a share of the rate of all hosts' links
    Time m_interval;    //!< time between events; 0: derived from m_load
    bool m_exponential; //!< true: intervals are exponential; false: constant
    Ptr<ExponentialRandomVariable> m_gap;
    Ptr<UniformRandomVariable> m_who; //!< draws receivers and senders
};

} // namespace ns3

#endif // AI_FABRIC_PERIODIC_INCAST_WORKLOAD_H
