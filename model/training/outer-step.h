// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OUTER_STEP_H
#define AI_FABRIC_OUTER_STEP_H

#include "pipeline-plan.h"
#include "storage-steps.h"
#include "training-block.h"
#include "training-collectives.h"
#include "training-graph.h"
#include "training-groups.h"
#include "training-setup.h"

#include "ns3/communication-graph.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Training by workers that seldom meet, as in DiLoCo (Douillard et al., arXiv 2311.08105, algorithm
 * 1): each worker makes H steps of its own, and then all workers average the changes of their
 * parameters.
 *
 * The W workers are equal parts of the data dimension. A worker reduces gradients among its own
 * copies. The outer step is an all-reduce of
 *
 *     parameters of the rank * outerBytes
 *
 * among all ranks of all workers that hold these parameters, part by part. With RegionAllReduce and
 * a worker per region, each of the g ranks of a worker sends 2 (W - 1)/W of 1/g of that to another
 * region, once every H steps. Stream 0 waits for it, and the outer optimizer takes no time.
 */
class OuterStep
{
  public:
    /**
     * All arguments outlive this object.
     *
     * @param setup settings of the step, with workers and innerSteps
     * @param plan plan of the pipeline; each part has one holder
     * @param blocks blocks by part
     * @param groups groups of the ranks of the graph, of as many workers
     * @param collectives makes the communication
     */
    OuterStep(const TrainingSetup& setup,
              const PipelinePlan& plan,
              const std::vector<std::vector<TrainingBlock>>& blocks,
              const TrainingGroups& groups,
              TrainingCollectives& collectives);

    /** @return estimated number of nodes of the outer step alone */
    double CountNodes() const;

    /**
     * @param inner graph of one inner step
     * @param storage adds reads and checkpoints; null: there are none
     * @return graph of innerSteps of them and one outer step; each rank goes on at its own pace
     */
    CommunicationGraph Build(const CommunicationGraph& inner, StorageSteps* storage = nullptr);

    /** @return by rank: node of Build() that ends the steps of the warm-up; empty: there are none
     */
    const std::vector<uint32_t>& GetWarmUpEnds() const
    {
        return m_warmUpEnds;
    }

  private:
    /** @return bytes of the parameters of a part in an outer step */
    uint64_t GetBytes(uint32_t part, TrainingTraffic traffic) const;

    const TrainingSetup& m_setup;
    const PipelinePlan& m_plan;
    const std::vector<std::vector<TrainingBlock>>& m_blocks; //!< by part
    const TrainingGroups& m_groups;
    TrainingGraph m_outer;              //!< the outer step
    std::vector<uint32_t> m_warmUpEnds; //!< see GetWarmUpEnds()
};

} // namespace ns3

#endif // AI_FABRIC_OUTER_STEP_H
