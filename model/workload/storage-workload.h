// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STORAGE_WORKLOAD_H
#define AI_FABRIC_STORAGE_WORKLOAD_H

#include "open-loop-workload.h"

#include "ns3/random-variable-stream.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * North-south traffic: hosts read from and write to a few hosts that are storage devices or
 * gateways.
 *
 * The hosts of the job outside Targets are its clients, ranks 0 to c - 1; the targets are the ranks
 * behind them. A write is a flow to a target; a read is a request of RequestBytes to the target
 * and, when that has arrived, a flow back. Each operation draws its target uniformly and its size
 * from Sizes, and is a read with probability ReadShare.
 *
 * Every client starts operations as a Poisson process of rate
 *
 *     lambda(client) = Load * rate(client) / (8 * mean size)
 *
 * or, with Interval, all clients start one at 0, Interval, 2 * Interval, ...: checkpoints.
 */
class StorageWorkload final : public OpenLoopWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    StorageWorkload();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    std::string m_targets;   //!< list of host indexes
    std::string m_sizesFile; //!< path of a file of sizes; empty: m_sizes is used
    std::string m_sizes;     //!< see FlowSizeDistribution::Load()
    double m_load;           //!< load as a share of the rate of a client's link, above 0
    double m_readShare;      //!< probability that an operation is a read, in [0, 1]
    uint64_t m_requestBytes; //!< size of a read's request in bytes, at least 1
    Time m_interval;         //!< time between synchronized operations; 0: Poisson process
    Ptr<ExponentialRandomVariable> m_gap; //!< draws the time between operations
    Ptr<UniformRandomVariable> m_who;     //!< draws client, target and kind of each operation
    Ptr<UniformRandomVariable> m_size;
};

} // namespace ns3

#endif // AI_FABRIC_STORAGE_WORKLOAD_H
