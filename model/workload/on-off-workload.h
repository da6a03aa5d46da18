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
 * A message is sent whenever the host has been on for another gap; what a burst leaves of a gap
 * counts in the next one. All messages of a burst go to one destination: Target, or one drawn
 * uniformly among the others. Messages between two hosts share a queue pair.
 *
 * Times on and off are exponential with their means, and a host is on at the start as often as
 * later on. Without Exponential they are always the same and all hosts begin with a burst and its
 * first message: bursts of all hosts together, as synchronous training makes them.
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

    uint64_t m_bytes;                        //!< per message
    double m_load;                           //!< while on, of the host's link
    Time m_on;                               //!< mean
    Time m_off;                              //!< mean
    bool m_exponential;                      //!< times on and off
    int64_t m_target;                        //!< host index; -1: drawn for each burst
    Ptr<ExponentialRandomVariable> m_length; //!< of times on and off
    Ptr<UniformRandomVariable> m_dest;       //!< destinations, and where hosts are at the start
};

} // namespace ns3

#endif // AI_FABRIC_ON_OFF_WORKLOAD_H
