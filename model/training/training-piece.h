// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_PIECE_H
#define AI_FABRIC_TRAINING_PIECE_H

#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-block.h"
#include "training-setup.h"

#include "ns3/collective-library.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Why ranks communicate; each has a stream and queue pairs of its own.
 */
enum class TrainingTraffic : uint8_t
{
    TENSOR,    //!< sums within a layer
    CONTEXT,   //!< keys and values of a sequence
    EXPERT,    //!< tokens to experts and back
    GRADIENTS, //!< of dense parameters
    EXPERT_GRADIENTS,
    PARAMETERS, //!< that data parallel ranks share out
    EMBEDDING,  //!< gradients of a tied embedding
    PIPELINE,   //!< between stages
    COUNT
};

/** @param traffic one @return how reports call it, such as "tensor parallel" */
const char* GetTrafficName(TrainingTraffic traffic);

/**
 * @ingroup ai-fabric-training
 * One piece of a task of the pipeline, the same on every rank of the stage. Pieces come one after
 * the other but for collectives with `async`, which the next AWAIT waits for.
 */
struct TrainingPiece
{
    /** What is done. */
    enum class Kind : uint8_t
    {
        COMPUTE,
        COLLECTIVE,
        AWAIT,      //!< the last collective that was begun with `async`
        PARAMETERS, //!< the next piece needs the parameters of `block`
        GRADIENTS   //!< those of `block` are complete
    };

    Kind kind{Kind::COMPUTE};                         //!< which of the members below count
    int64_t lengthPs{0};                              //!< COMPUTE
    TrainingTraffic traffic{TrainingTraffic::TENSOR}; //!< COLLECTIVE
    CollectiveOperation operation{CollectiveOperation::ALL_REDUCE}; //!< COLLECTIVE
    uint64_t bytes{0};             //!< COLLECTIVE: as nccl-tests counts them
    bool async{false};             //!< COLLECTIVE: what follows goes on
    uint32_t block{0};             //!< PARAMETERS, GRADIENTS: of the part
    ModelKernels::Count kernels{}; //!< COMPUTE
};

/**
 * What one pass of a micro-batch through one part consists of. Per layer, forward:
 *
 *     tensor     sum of the activations behind attention and behind the feed-forward part (arXiv
 *                1909.08053, 3), by all-reduce; with sequence parallelism all-gather before and
 *                reduce-scatter behind each (arXiv 2205.05198, 4.2.2); one more sum for the input
 *                embedding and, backward, for the output
 *     context    keys and values: all-gather before attention (Llama 3, arXiv 2407.21783, 3.3.2),
 * or ring attention (arXiv 2310.01889): while a share of the scores is computed the next one's keys
 * and values come expert     all-to-all to the experts and back (DeepSeek-V3, arXiv
 * 2412.19437, 3.2.2)
 *
 * Backward has the same collectives in the opposite direction, twice the FLOPs, and, with ring
 * attention, twice the bytes, as gradients of keys and values travel along. Recomputing puts a
 * forward pass in front. Gradients of inputs alone: the FLOPs of the matrices once, of scores
 * twice, and all collectives; those of weights alone: the FLOPs of the matrices once.
 *
 * @param setup of the step
 * @param grid of the ranks
 * @param blocks of the part
 * @param kind of the task
 * @return the pieces in order
 */
std::vector<TrainingPiece> MakeTrainingPieces(const TrainingSetup& setup,
                                              const ParallelGrid& grid,
                                              const std::vector<TrainingBlock>& blocks,
                                              PipelinePlan::Kind kind);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_PIECE_H
