// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-block.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

namespace
{

/** @return a size in whole bytes */
uint64_t
Bytes(double bytes)
{
    return static_cast<uint64_t>(std::ceil(bytes));
}

uint64_t
CeilDivide(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

/** Makes blocks of layers and embeddings. */
class BlockMaker
{
  public:
    BlockMaker(const TrainingSetup& setup, const ParallelGrid& grid)
        : m_setup(setup),
          m_shape(setup.shape),
          m_tensor(grid.GetSize(ParallelGrid::TENSOR)),
          m_expert(grid.GetSize(ParallelGrid::EXPERT)),
          m_tokens(setup.GetTokens(grid.GetSize(ParallelGrid::CONTEXT))),
          m_streams(setup, grid),
          m_cost(setup.shape, m_tensor, setup.weightBytes, setup.activationBytes)
    {
    }

    TrainingBlock MakeLayers(uint32_t first, uint32_t count) const
    {
        const double kvShares = std::min(m_tensor, m_shape.GetKvHeads());
        const double numbers =
            m_tokens * m_shape.hidden; // numbers of the tokens' activations between layers
        TrainingBlock block;
        block.layers = count;
        block.experts = m_shape.HasExperts(first);
        block.attention = Times(count, m_cost.GetProjections(m_tokens));
        block.scores = Times(count, MakeScores());
        block.rebuilt = Times(count, m_cost.GetUpProjections(m_tokens));
        const double experts =
            static_cast<double>(m_shape.experts) / m_expert + m_shape.sharedExperts;
        block.ffn = Times(
            count,
            block.experts
                ? m_cost.GetExperts(m_tokens * m_shape.GetFfnFlops(first) / m_tensor,
                                    experts,
                                    m_tensor,
                                    {m_tokens * m_shape.activeExperts * m_expert / m_shape.experts,
                                     1.0 * m_shape.experts / m_expert,
                                     m_tokens})
                : m_cost.GetDense(m_tokens));
        block.attentionStreams = m_streams.GetAttention();
        block.scoreStreams = m_streams.GetScores();
        block.ffnStreams = m_streams.GetFeedForward(block.experts);
        for (auto* streams : {&block.attentionStreams, &block.scoreStreams, &block.ffnStreams})
        {
            streams->Repeat(count);
        }
        block.activationBytes = Bytes(numbers * m_setup.activationBytes);
        block.kvBytes = Bytes(count * m_tokens * static_cast<double>(m_shape.GetKvSize()) /
                              kvShares * m_setup.activationBytes);
        uint64_t shared = m_shape.GetAttentionParameters();
        uint64_t whole = 2 * m_shape.GetNormParameters();
        if (block.experts)
        {
            const double sent = count * numbers * m_shape.activeExperts / m_tensor;
            block.dispatchBytes = Bytes(sent * m_setup.dispatchBytes);
            block.combineBytes = Bytes(sent * m_setup.combineBytes);
            block.routedFlops = count * m_tokens * 2.0 * m_shape.activeExperts *
                                static_cast<double>(m_shape.GetExpertWeights()) / m_tensor;
            block.routing = m_setup.routings.empty() ? nullptr : m_setup.routings.at(first);
            block.expertParameters = count * CeilDivide(uint64_t{m_shape.experts} / m_expert *
                                                            m_shape.GetExpertParameters(),
                                                        m_tensor);
            shared += m_shape.sharedExperts * m_shape.GetExpertParameters();
            whole += m_shape.GetRouterWeights();
        }
        else
        {
            shared += m_shape.GetFfnParameters();
        }
        block.parameters = count * (CeilDivide(shared, m_tensor) + whole);
        return block;
    }

    TrainingBlock MakeInput() const
    {
        TrainingBlock block = MakeEmbedding();
        block.input = true;
        block.ffnStreams = m_streams.GetInput();
        block.parameters = CeilDivide(m_shape.GetEmbeddingParameters(), m_tensor);
        return block;
    }

    /** @param copy true: a second copy of a tied embedding, away from the input */
    TrainingBlock MakeOutput(bool copy) const
    {
        TrainingBlock block = MakeEmbedding();
        const uint64_t matrix =
            copy ? uint64_t{m_shape.vocabulary} * m_shape.hidden : m_shape.GetHeadParameters();
        block.parameters = CeilDivide(matrix, m_tensor) + m_shape.GetNormParameters();
        block.ffn = m_cost.GetHead(m_tokens);
        block.ffnStreams = m_streams.GetHead();
        return block;
    }

    /** @param number number of the module, from 0 @return its layer behind its projection */
    TrainingBlock MakePrediction(uint32_t number) const
    {
        TrainingBlock block = MakeLayers(m_shape.layers + number, 1);
        const auto weights = static_cast<double>(m_shape.GetPredictionWeights()) / m_tensor;
        block.attention.flops += 2 * m_tokens * weights;
        block.attention.bytes += m_setup.weightBytes * weights;
        ++block.attention.kernels;
        block.attention.shapes.push_back({KernelShape::Operation::MATRIX,
                                          m_tokens,
                                          1.0 * m_shape.hidden / m_tensor,
                                          2.0 * m_shape.hidden});
        block.attention.inTables = false; // another matrix is among them
        block.parameters +=
            CeilDivide(m_shape.GetPredictionWeights(), m_tensor) + 2 * m_shape.GetNormParameters();
        return block;
    }

    /** @return the output embedding of the model, once more, behind a norm of its own */
    TrainingBlock MakePredictionOutput() const
    {
        TrainingBlock block = MakeOutput(false);
        block.parameters = m_shape.GetNormParameters();
        return block;
    }

  private:
    /** @return cost of queries with keys and with values of a layer */
    LayerCost::Kernel MakeScores() const
    {
        LayerCost::Kernel scores =
            m_cost.GetScores(m_tokens, m_tokens * m_shape.GetKeys(m_setup.sequence), m_tokens);
        KernelShape& shape = scores.shapes.front();
        shape.sequence = m_setup.sequence;
        if (m_setup.attention == AttentionMode::UNFUSED)
        {
            const double heads = m_setup.microBatchSequences * 1.0 * m_shape.heads / m_tensor;
            const double rows = m_tokens / m_setup.microBatchSequences;
            const double keys = m_setup.sequence;
            const double size = shape.headSize;
            constexpr auto MATRIX = KernelShape::Operation::MATRIX;
            scores.shapes = {{MATRIX, rows, keys, size, heads}, {MATRIX, rows, size, keys, heads}};
            scores.inTables = false;
        }
        return scores;
    }

    /** @return the cost of `count` such kernels */
    static LayerCost::Kernel Times(uint32_t count, LayerCost::Kernel kernel)
    {
        kernel.flops *= count;
        kernel.bytes *= count;
        kernel.kernels *= count;
        kernel.repeats *= count;
        return kernel;
    }

    TrainingBlock MakeEmbedding() const
    {
        TrainingBlock block;
        block.activationBytes = Bytes(m_tokens * m_shape.hidden * m_setup.activationBytes);
        return block;
    }

    const TrainingSetup& m_setup;
    const ModelShape& m_shape;
    uint32_t m_tensor; //!< size of the dimension
    uint32_t m_expert; //!< size of the dimension
    double m_tokens;   //!< tokens of a micro-batch on one rank of a context-parallel group
    LayerStreams m_streams;
    LayerCost m_cost;
};

} // namespace

std::vector<uint32_t>
ShareLayers(uint32_t layers, uint32_t parts)
{
    if (parts == 0 || parts > layers + 2)
    {
        throw InputError("a model of " + std::to_string(layers) + " layers cannot be cut into " +
                         std::to_string(parts) + " parts; expected at most " +
                         std::to_string(layers + 2) +
                         ", one for each layer and one for each embedding");
    }
    const auto most = static_cast<uint32_t>(CeilDivide(layers, parts));
    std::vector<uint32_t> shares(parts, most);
    for (uint32_t i = 0; i < most * parts - layers; ++i)
    {
        --shares[i % 2 == 0 ? parts - 1 - i / 2 : i / 2];
    }
    return shares;
}

std::vector<std::vector<TrainingBlock>>
MakeTrainingBlocks(const TrainingSetup& setup, const ParallelGrid& grid, uint32_t parts)
{
    const BlockMaker maker(setup, grid);
    std::vector<std::vector<TrainingBlock>> blocks;
    uint32_t layer = 0;
    const uint32_t predictions = setup.shape.predictionLayers;
    auto shares = ShareLayers(setup.shape.layers + predictions, parts);
    if (shares.back() >= predictions)
    {
        shares.back() -= predictions; // they are layers of the last part
    }
    else
    {
        shares = ShareLayers(setup.shape.layers, parts);
    }
    for (const uint32_t share : shares)
    {
        auto& part = blocks.emplace_back();
        for (const uint32_t end = layer + share; layer < end;)
        {
            uint32_t next = layer + 1;
            while (next < end && next - layer < setup.layersPerKernel &&
                   setup.shape.HasExperts(next) == setup.shape.HasExperts(layer))
            {
                ++next;
            }
            part.push_back(maker.MakeLayers(layer, next - layer));
            layer = next;
        }
    }
    blocks.front().insert(blocks.front().begin(), maker.MakeInput());
    for (uint32_t number = 0; number < setup.shape.predictionLayers; ++number)
    {
        blocks.back().push_back(maker.MakePrediction(number));
        blocks.back().push_back(maker.MakePredictionOutput());
    }
    blocks.back().push_back(maker.MakeOutput(setup.shape.tied && parts > 1));
    return blocks;
}

uint64_t
GetBoundaryBytes(const TrainingSetup& setup, const ParallelGrid& grid)
{
    const double bytes = setup.GetTokens(grid.GetSize(ParallelGrid::CONTEXT)) * setup.shape.hidden *
                         setup.activationBytes;
    return Bytes(setup.sequenceParallel ? bytes / grid.GetSize(ParallelGrid::TENSOR) : bytes);
}

} // namespace ns3
