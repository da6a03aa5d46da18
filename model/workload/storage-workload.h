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
 * North-south traffic: hosts read from and write to a few hosts that are storage or gateways.
 *
 * The hosts of the job that are none of Targets are its clients, ranks 0 to c - 1; the targets are
 * the ranks behind them. A write is a flow to a target; a read is a request of RequestBytes to it
 * and, when that has arrived, a flow back. The target of each operation is drawn uniformly, its
 * size is drawn from Sizes, and it is a read with probability ReadShare.
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

    std::string m_targets;                //!< list of host indexes
    std::string m_sizesFile;              //!< path; empty: by m_sizes
    std::string m_sizes;                  //!< see FlowSizeDistribution::Load()
    double m_load;                        //!< of a client's link, above 0
    double m_readShare;                   //!< in [0, 1]
    uint64_t m_requestBytes;              //!< of a read, at least 1
    Time m_interval;                      //!< 0: Poisson
    Ptr<ExponentialRandomVariable> m_gap; //!< between operations
    Ptr<UniformRandomVariable> m_who;     //!< client, target and kind
    Ptr<UniformRandomVariable> m_size;
};

} // namespace ns3

#endif // AI_FABRIC_STORAGE_WORKLOAD_H
