// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PARALLEL_LAYOUT_H
#define AI_FABRIC_PARALLEL_LAYOUT_H

#include "model-shape.h"
#include "parallel-grid.h"

#include "ns3/object.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Distribution of a model over ranks: the sizes of tensor, context, expert, data and pipeline
 * parallelism, and the order of these dimensions.
 *
 *     ranks = Tensor * Context * Data * Pipeline,   Expert divides Data
 *
 * The order is that of Megatron-LM (arXiv 2104.04473, 5: tensor parallelism within a server,
 * pipelines between them): "tp-cp-ep-dp-pp", the fastest dimension first.
 */
class ParallelLayout : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param ranks number of ranks
     * @return grid of the ranks
     * @throw InputError if the sizes do not fit the number of ranks
     */
    ParallelGrid MakeGrid(uint32_t ranks) const;

    /**
     * @param shape dimensions of a model
     * @throw InputError if its heads, experts or sequence cannot be divided like this
     */
    void Check(const ModelShape& shape) const;

  private:
    uint32_t m_tensor;   //!< ranks of a tensor-parallel group
    uint32_t m_context;  //!< ranks that share a sequence
    uint32_t m_expert;   //!< ranks that share the experts; divides the data parallel copies
    uint32_t m_data;     //!< data parallel copies; 0: as many as the ranks allow
    uint32_t m_pipeline; //!< stages of the pipeline
    std::string m_order; //!< order of dimensions, such as "tp-cp-ep-dp-pp"
};

} // namespace ns3

#endif // AI_FABRIC_PARALLEL_LAYOUT_H
