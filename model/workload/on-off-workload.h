// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ON_OFF_WORKLOAD_H
#define AI_FABRIC_ON_OFF_WORKLOAD_H

#include "open-loop-workload.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Every host sends in bursts: messages of Bytes at a steady pace while it is on, none while off.
 *
 *     gap between messages = 8 * Bytes / (OnLoad * rate of the host)
 *     mean load            = OnLoad * OnTime / (OnTime + OffTime)
 *
 * A message is sent when the host has been on for one more gap; the rest of a gap at the end of a
 * burst counts in the next burst. All messages of a burst go to one destination: Target, or a host
 * drawn uniformly among the others. Messages between two hosts share a queue pair.
 *
 * The times on and off are exponential with their means, and a host is on at the start with the
 * same probability as later. Without Exponential the times are constant, and all hosts begin with a
 * burst and its first message: simultaneous bursts of all hosts, as in synchronous training.
 */
class OnOffWorkload final : public OpenLoopWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    OnOffWorkload();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    uint64_t m_bytes;   //!< bytes per message
    double m_load;      //!< load while on, as a share of the rate of the host's link
    Time m_on;          //!< mean time on
    Time m_off;         //!< mean time off
    bool m_exponential; //!< true: times on and off are exponential; false: constant
    int64_t m_target;   //!< host index; -1: drawn for each burst
    Ptr<ExponentialRandomVariable> m_length; //!< draws times on and off
    Ptr<UniformRandomVariable> m_dest; //!< draws destinations, and the state of hosts at the start
};

} // namespace ns3

#endif // AI_FABRIC_ON_OFF_WORKLOAD_H
