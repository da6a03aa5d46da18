// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_OPERATION_H
#define AI_FABRIC_TRAINING_OPERATION_H

#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-block.h"
#include "training-setup.h"

#include "ns3/collective-library.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Purposes of communication; each has a stream and queue pairs of its own.
 */
enum class TrainingTraffic : uint8_t
{
    TENSOR,    //!< sums within a layer
    CONTEXT,   //!< keys and values of a sequence
    EXPERT,    //!< tokens to experts and back
    GRADIENTS, //!< gradients of dense parameters
    EXPERT_GRADIENTS,
    PARAMETERS, //!< parameters that data parallel ranks share
    EMBEDDING,  //!< gradients of a tied embedding
    PIPELINE,   //!< between stages
    OUTER,      //!< changes of dense parameters between workers, see OuterStep
    OUTER_EXPERTS,
    COUNT
};

/** @param traffic kind of traffic @return its name in reports, such as "tensor parallel" */
const char* GetTrafficName(TrainingTraffic traffic);

/**
 * @ingroup ai-fabric-training
 * One piece of a task of the pipeline, the same on every rank of the stage. Pieces run one after
 * the other, except collectives with `async`, for which the next AWAIT waits.
 */
struct TrainingOperation
{
    /** Kind of a piece. */
    enum class Kind : uint8_t
    {
        COMPUTE,
        COLLECTIVE,
        AWAIT,      //!< waits for the last collective that was begun with `async`
        PARAMETERS, //!< the next piece needs the parameters of `block`
        GRADIENTS   //!< the gradients of `block` are complete
    };

    using Routing = std::shared_ptr<const ExpertRouting>; //!< routing of tokens, or null

    Kind kind{Kind::COMPUTE};         //!< kind of the piece; decides which members are used
    int64_t lengthPs{0};              //!< COMPUTE: mean duration of all ranks in ps
    std::vector<int64_t> lengthsPs{}; //!< COMPUTE: duration by index among expert parallel ranks,
                                      //!< in ps; empty: the same on all
    TrainingTraffic traffic{TrainingTraffic::TENSOR};               //!< COLLECTIVE: purpose
    CollectiveOperation operation{CollectiveOperation::ALL_REDUCE}; //!< COLLECTIVE: kind
    uint64_t bytes{0};             //!< COLLECTIVE: size, see CollectiveOperation
    Routing routing{};             //!< COLLECTIVE: of DISPATCH and COMBINE
    bool async{false};             //!< COLLECTIVE: true: the next pieces do not wait for it
    uint32_t block{0};             //!< PARAMETERS, GRADIENTS: number of the block in the part
    ModelKernels::Count kernels{}; //!< COMPUTE: its kernels
};

/**
 * Makes the pieces of one pass of a micro-batch through one part. Per layer, forward:
 *
 *     tensor     sum of the activations behind attention and behind the feed-forward part (arXiv
 *                1909.08053, 3), by all-reduce; with sequence parallelism all-gather before and
 *                reduce-scatter behind each (arXiv 2205.05198, 4.2.2); one more sum for the input
 *                embedding and, backward, for the output
 *     context    keys and values: all-gather before attention (Llama 3, arXiv 2407.21783, 3.3.2),
 *                or ring attention (arXiv 2310.01889): while a share of the scores is computed,
 *                the keys and values of the next share arrive
 *     expert     all-to-all to the experts and back (DeepSeek-V3, arXiv 2412.19437, 3.2.2);
 * dispatch and combine if the layer has a routing
 *
 * Backward has the same collectives in the opposite direction, twice the FLOPs, and, with ring
 * attention, twice the bytes, because gradients of keys and values travel along. Recomputing adds a
 * forward pass in front. Gradients of inputs alone take the FLOPs of the matrices once, of scores
 * twice, and all collectives; gradients of weights alone take the FLOPs of the matrices once.
 *
 * @param setup settings of the step
 * @param grid grid of the ranks
 * @param blocks blocks of the part
 * @param kind kind of the task
 * @return pieces in order
 */
std::vector<TrainingOperation> MakeTrainingOperations(const TrainingSetup& setup,
                                                      const ParallelGrid& grid,
                                                      const std::vector<TrainingBlock>& blocks,
                                                      PipelinePlan::Kind kind);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_OPERATION_H
