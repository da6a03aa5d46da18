// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-operation.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace ns3
{

namespace
{

using Kind = PipelinePlan::Kind;
using Part = ModelKernels::Part;
using Pass = ModelKernels::Pass;

/** Writes the pieces of one pass. */
class PieceWriter
{
  public:
    PieceWriter(const TrainingSetup& setup, const ParallelGrid& grid)
        : m_setup(setup),
          m_tensor(grid.GetSize(ParallelGrid::TENSOR)),
          m_context(grid.GetSize(ParallelGrid::CONTEXT)),
          m_expert(grid.GetSize(ParallelGrid::EXPERT))
    {
    }

    std::vector<TrainingOperation> Take()
    {
        return std::move(m_pieces);
    }

    void Forward(const TrainingBlock& block)
    {
        const uint64_t bytes = block.activationBytes * std::max(1u, block.layers);
        if (block.input)
        {
            Compute(Streams(block.ffnStreams.forward));
            Sum(bytes);
            return;
        }
        if (block.layers > 0)
        {
            Attention(block, Pass::FORWARD);
        }
        Gather(bytes);
        Exchange(block, CollectiveOperation::DISPATCH, block.dispatchBytes);
        ComputeFfn(block, Pass::FORWARD, Streams(block.ffnStreams.forward));
        Exchange(block, CollectiveOperation::COMBINE, block.combineBytes);
        if (block.layers > 0)
        {
            Sum(bytes);
        }
    }

    /** @param pass BACKWARD, or INPUT_GRADIENTS without the gradients of weights */
    void Backward(const TrainingBlock& block, Pass pass)
    {
        const uint64_t bytes = block.activationBytes * std::max(1u, block.layers);
        if (block.input)
        {
            Gather(bytes);
            Compute(Streams(block.ffnStreams.backward));
            return;
        }
        if (block.layers > 0)
        {
            Gather(bytes);
        }
        Exchange(block, CollectiveOperation::DISPATCH, block.dispatchBytes);
        ComputeFfn(block, pass, BackwardStreams(block.ffnStreams, pass));
        Exchange(block, CollectiveOperation::COMBINE, block.combineBytes);
        Sum(bytes);
        if (block.layers > 0)
        {
            Attention(block, pass);
        }
    }

    void WeightGradients(const TrainingBlock& block)
    {
        auto others = m_setup.kernels.Get(Part::MATRICES, block.attention, Pass::WEIGHT_GRADIENTS);
        others += Streams(block.attentionStreams.weights);
        others += Streams(block.ffnStreams.weights);
        ComputeFfn(block, Pass::WEIGHT_GRADIENTS, others);
    }

    void Mark(TrainingOperation::Kind kind, size_t block)
    {
        TrainingOperation piece;
        piece.kind = kind;
        piece.block = static_cast<uint32_t>(block);
        m_pieces.push_back(piece);
    }

  private:
    static ModelKernels::Time Add(ModelKernels::Time one, const ModelKernels::Time& other)
    {
        one += other;
        return one;
    }

    ModelKernels::Time GetFfn(const TrainingBlock& block, Pass pass) const
    {
        return m_setup.kernels.Get(block.layers > 0 ? Part::MATRICES : Part::HEAD, block.ffn, pass);
    }

    ModelKernels::Time Streams(const StreamWork& work) const
    {
        return m_setup.kernels.GetStreams(work.bytes, work.kernels);
    }

    /** @return element-wise kernels of a backward pass, and those it repeats */
    ModelKernels::Time BackwardStreams(const PassStreams& streams, Pass pass) const
    {
        StreamWork work = streams.backward;
        if (pass == Pass::BACKWARD)
        {
            work.Add(streams.weights);
        }
        if (m_setup.recompute == RecomputeMode::SELECTIVE)
        {
            work.Add(streams.rebuilt);
        }
        return Streams(work);
    }

    void Compute(const ModelKernels::Time& time)
    {
        TrainingOperation piece;
        piece.lengthPs = time.ps;
        piece.kernels = time.kernels;
        if (piece.lengthPs > 0)
        {
            m_pieces.push_back(piece);
        }
    }

    /** Adds the feed-forward part behind other kernels. */
    void ComputeFfn(const TrainingBlock& block, Pass pass, const ModelKernels::Time& others = {})
    {
        Compute(Add(others, GetFfn(block, pass)));
        if (!block.routing || block.routing->GetLoads().empty())
        {
            return;
        }
        TrainingOperation& piece = m_pieces.back();
        for (const double load : block.routing->GetLoads())
        {
            TrainingBlock ofRank(block);
            ofRank.ffn.flops += (load - 1) * block.routedFlops;
            for (KernelShape& shape : ofRank.ffn.shapes)
            {
                shape.m *= shape.routed ? load : 1;
            }
            piece.lengthsPs.push_back(others.ps + GetFfn(ofRank, pass).ps);
        }
        piece.lengthPs =
            std::accumulate(piece.lengthsPs.begin(), piece.lengthsPs.end(), int64_t{0}) /
            static_cast<int64_t>(piece.lengthsPs.size());
    }

    void Collective(TrainingTraffic traffic,
                    CollectiveOperation operation,
                    uint64_t bytes,
                    bool async = false)
    {
        TrainingOperation piece;
        piece.kind = TrainingOperation::Kind::COLLECTIVE;
        piece.traffic = traffic;
        piece.operation = operation;
        piece.bytes = bytes;
        piece.async = async;
        m_pieces.push_back(piece);
    }

    /** Adds the sum of the tensor parallel ranks' partial activations. */
    void Sum(uint64_t bytes)
    {
        if (m_tensor > 1)
        {
            Collective(TrainingTraffic::TENSOR,
                       m_setup.sequenceParallel ? CollectiveOperation::REDUCE_SCATTER
                                                : CollectiveOperation::ALL_REDUCE,
                       bytes);
        }
    }

    /** Adds the all-gather of activations that sequence parallelism has divided. */
    void Gather(uint64_t bytes)
    {
        if (m_tensor > 1 && m_setup.sequenceParallel)
        {
            Collective(TrainingTraffic::TENSOR, CollectiveOperation::ALL_GATHER, bytes);
        }
    }

    /** @param bytes bytes of the rank's tokens, once for each of their experts */
    void Exchange(const TrainingBlock& block, CollectiveOperation operation, uint64_t bytes)
    {
        if (block.experts && m_expert > 1 && !block.routing)
        {
            Collective(TrainingTraffic::EXPERT, CollectiveOperation::ALL_TO_ALL, bytes);
        }
        else if (block.experts && m_expert > 1)
        {
            Collective(TrainingTraffic::EXPERT, operation, bytes / m_setup.shape.activeExperts);
            m_pieces.back().routing = block.routing;
        }
    }

    /** @param pass pass of the matrices; scores have gradients of their inputs only */
    void Attention(const TrainingBlock& block, Pass pass)
    {
        const uint64_t bytes = block.activationBytes * block.layers;
        const bool backward = pass != Pass::FORWARD;
        const bool rebuilds = backward && m_setup.recompute == RecomputeMode::SELECTIVE;
        Gather(bytes);
        auto matrices = m_setup.kernels.Get(Part::MATRICES, block.attention, pass);
        matrices += backward ? BackwardStreams(block.attentionStreams, pass)
                             : Streams(block.attentionStreams.forward);
        if (rebuilds && block.rebuilt.kernels > 0)
        {
            matrices += m_setup.kernels.Get(Part::MATRICES, block.rebuilt);
        }
        const auto scores = [&](double share) {
            auto time = m_setup.kernels.Get(Part::SCORES,
                                            block.scores,
                                            backward ? Pass::BACKWARD : Pass::FORWARD,
                                            share);
            StreamWork streams;
            streams.Add(backward ? block.scoreStreams.backward : block.scoreStreams.forward, share);
            if (rebuilds && m_setup.attention == AttentionMode::UNFUSED)
            {
                time += m_setup.kernels.Get(Part::SCORES, block.scores, Pass::FORWARD, share);
                streams.Add(block.scoreStreams.rebuilt, share);
            }
            time += Streams(streams);
            return time;
        };
        if (m_context == 1)
        {
            Compute(Add(matrices, scores(1)));
        }
        else if (m_setup.ringAttention)
        {
            Compute(matrices);
            for (uint32_t step = 1; step <= m_context; ++step)
            {
                if (step < m_context)
                {
                    Collective(TrainingTraffic::CONTEXT,
                               CollectiveOperation::SHIFT,
                               (backward ? 2 : 1) * block.kvBytes,
                               true);
                }
                Compute(scores(1.0 / m_context));
                if (step < m_context)
                {
                    Mark(TrainingOperation::Kind::AWAIT, 0);
                }
            }
        }
        else
        {
            if (!backward)
            {
                Collective(TrainingTraffic::CONTEXT,
                           CollectiveOperation::ALL_GATHER,
                           block.kvBytes * m_context);
            }
            Compute(Add(matrices, scores(1)));
            if (backward)
            {
                Collective(TrainingTraffic::CONTEXT,
                           CollectiveOperation::REDUCE_SCATTER,
                           block.kvBytes * m_context);
            }
        }
        Sum(bytes);
    }

    const TrainingSetup& m_setup;
    uint32_t m_tensor;  //!< size of the dimension
    uint32_t m_context; //!< size of the dimension
    uint32_t m_expert;  //!< size of the dimension
    std::vector<TrainingOperation> m_pieces;
};

} // namespace

const char*
GetTrafficName(TrainingTraffic traffic)
{
    static const std::array<const char*, static_cast<size_t>(TrainingTraffic::COUNT)> NAMES{
        "tensor parallel",
        "context parallel",
        "expert parallel",
        "data parallel",
        "data parallel",
        "data parallel",
        "tied embedding",
        "pipeline",
        "outer step",
        "outer step"};
    return NAMES.at(static_cast<size_t>(traffic));
}

std::vector<TrainingOperation>
MakeTrainingOperations(const TrainingSetup& setup,
                       const ParallelGrid& grid,
                       const std::vector<TrainingBlock>& blocks,
                       PipelinePlan::Kind kind)
{
    PieceWriter writer(setup, grid);
    if (kind == Kind::FORWARD)
    {
        for (size_t i = 0; i < blocks.size(); ++i)
        {
            writer.Mark(TrainingOperation::Kind::PARAMETERS, i);
            writer.Forward(blocks[i]);
        }
        return writer.Take();
    }
    for (size_t i = blocks.size(); i-- > 0;)
    {
        writer.Mark(TrainingOperation::Kind::PARAMETERS, i);
        if (kind == Kind::WEIGHT_GRADIENT)
        {
            writer.WeightGradients(blocks[i]);
        }
        else
        {
            if (setup.recompute == RecomputeMode::FULL && blocks[i].layers > 0)
            {
                writer.Forward(blocks[i]);
            }
            writer.Backward(blocks[i],
                            kind == Kind::BACKWARD ? Pass::BACKWARD : Pass::INPUT_GRADIENTS);
        }
        if (kind != Kind::INPUT_GRADIENT)
        {
            writer.Mark(TrainingOperation::Kind::GRADIENTS, i);
        }
    }
    return writer.Take();
}

} // namespace ns3
