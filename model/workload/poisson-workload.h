// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_POISSON_WORKLOAD_H
#define AI_FABRIC_POISSON_WORKLOAD_H

#include "open-loop-workload.h"

#include "ns3/random-variable-stream.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Flows between random hosts at random times: the load of the data centre literature.
 *
 * Every host starts flows as a Poisson process of rate
 *
 *     lambda(host) = Load * rate(host) / (8 * mean size)
 *
 * The destination is drawn uniformly among all other hosts. With InterRack, it is behind another
 * leaf with that probability, and else behind the same leaf. Sizes are drawn from Sizes, see
 * FlowSizeDistribution::Load(). The processes of all hosts are drawn as one process whose rate is
 * the sum of theirs; each event falls to a host in proportion to its rate.
 */
class PoissonWorkload final : public OpenLoopWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    PoissonWorkload();

  private:
    class Peers;

    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    std::string m_sizesFile; //!< path of a file of sizes; empty: m_sizes is used
    std::string m_sizes;     //!< see FlowSizeDistribution::Load()
    double m_load;           //!< load as a share of the rate of the hosts' links, above 0
    double m_interRack;      //!< probability of a destination behind another leaf, in
                             //!< [0, 1]; below 0: all hosts alike
    Ptr<ExponentialRandomVariable> m_gap; //!< draws the time between flows
    Ptr<UniformRandomVariable> m_source;
    Ptr<UniformRandomVariable> m_dest;
    Ptr<UniformRandomVariable> m_size;
};

} // namespace ns3

#endif // AI_FABRIC_POISSON_WORKLOAD_H
