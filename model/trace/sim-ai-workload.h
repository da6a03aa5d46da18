// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SIM_AI_WORKLOAD_H
#define AI_FABRIC_SIM_AI_WORKLOAD_H

#include "collective-trace-workload.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Reads a training workload in the text of SimAI (Wang et al., "SimAI", NSDI'25), as AICB writes
 * it:
 *
 *     HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 8 ep: 1 pp: 1 vpp: 8 ga: 1 ...
 *     layers
 *     name -1 fwd-time type bytes  input-grad-time type bytes  weight-grad-time type bytes  update
 *
 * one line per layer, times in ns. Each of Passes goes through all layers forward, then back; the
 * forward pass of a layer waits for its own weight gradients of the pass before:
 *
 *     forward   compute, then the collective
 *     backward  compute input gradients, then their collective, then compute weight gradients;
 *               their collective runs aside, after those before it, and then the update
 *
 * A type is NONE, ALLREDUCE, ALLGATHER, REDUCESCATTER or ALLTOALL. It runs in groups of tensor
 * parallel ranks, or, for weight gradients, of data parallel ranks. The suffix _EP selects expert
 * parallel ranks, and _DP_EP the data parallel ranks that hold the same experts. With t ranks per
 * tensor parallel group (model_parallel_NPU_group) and e of these groups per expert parallel group
 * (ep)
 *
 *     tensor   t ranks that follow one another           data        every t-th rank
 *     expert   e tensor groups that follow one another,  data-expert every e-th tensor group,
 *              the same place in each                                the same place in each
 *
 * as in SimAI's own network simulation, which also leaves out the pipeline: pp, vpp, ga and pp_comm
 * have no effect. DATA is the same with t = 1, MODEL with t = all ranks. The ranks are all hosts
 * that Hosts selects.
 */
class SimAiWorkload final : public CollectiveTraceWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    class Builder;

    void DoLoad(FabricJob& job, const HostMap& hosts, const std::string& file) const override;

    uint32_t m_passes; //!< number of passes, at least 1
};

} // namespace ns3

#endif // AI_FABRIC_SIM_AI_WORKLOAD_H
