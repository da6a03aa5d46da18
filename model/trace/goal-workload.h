// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GOAL_WORKLOAD_H
#define AI_FABRIC_GOAL_WORKLOAD_H

#include "trace-workload.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Reads a schedule of GOAL (Hoefler, Siebert and Lumsdaine, "Group Operation Assembly Language",
 * ICPP'09), as Schedgen writes it and LogGOPSim and ATLAHS run it, in its text form or in the
 * binary form of txt2bin, see GoalBinary. The text form:
 *
 *     num_ranks 2
 *     rank 0 {
 *     a: calc 8000
 *     b: send 4096b to 1 tag 7
 *     b requires a
 *     }
 *     rank 1 {
 *     a: recv 4096b from 0 tag 7
 *     }
 *
 * The words "cpu N" after an operation choose the stream of the GPU on which a calc runs, "nic N"
 * the channel of a send. A from or tag of -1 matches any. "x requires y" lets x start when y has
 * completed, "x irequires y" when y has started. Labels belong to their rank and may be used before
 * their definition. Comments are those of C++.
 *
 * A send completes when it is acknowledged. Messages are matched before the simulation, see
 * TraceProgram.
 */
class GoalWorkload final : public TraceWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoLoad(FabricJob& job, const HostMap& hosts, const std::string& file) const override;

    Time m_calcUnit; //!< duration of calc 1
};

} // namespace ns3

#endif // AI_FABRIC_GOAL_WORKLOAD_H
