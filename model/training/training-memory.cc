// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-memory.h"

#include "training-block.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace ns3
{

namespace
{

using Grid = ParallelGrid;

constexpr double NUMBER = 2;           //!< bytes of an activation or a parameter in memory, BF16
constexpr double LOGIT_BYTES = 4;      //!< FP32
constexpr double MASK_BYTES = 2;       //!< per number of the hidden size: two masks
constexpr double SCORE_MASK_BYTES = 1; //!< mask of dropout of a score
constexpr double SCALE_BYTES = 4;      //!< bytes of scale per block of numbers in FP8
constexpr double SCALE_NUMBERS = 128;  //!< numbers of a block

/** @return divisor of activations that are the same on all tensor parallel ranks */
double
GetWholeShares(const TrainingSetup& setup, const Grid& grid)
{
    return setup.sequenceParallel ? grid.GetSize(Grid::TENSOR) : 1;
}

/**
 * Adds parameters, gradients and optimizer state for parameters with a given number of copies.
 */
void
AddStates(TrainingMemory& memory, const TrainingSetup& setup, double parameters, double copies)
{
    memory.parameters += NUMBER * parameters / (setup.zeroStage >= 3 ? copies : 1);
    memory.gradients += setup.gradientBytes * parameters / (setup.zeroStage >= 2 ? copies : 1);
    memory.optimizer += setup.optimizerBytes * parameters / (setup.zeroStage >= 1 ? copies : 1);
}

} // namespace

std::string
TrainingMemory::Describe() const
{
    char text[200];
    std::snprintf(text,
                  sizeof(text),
                  "%.1f GB on stage %u: parameters %.1f, gradients %.1f, optimizer %.1f, "
                  "activations %.1f",
                  GetTotal() / 1e9,
                  stage,
                  parameters / 1e9,
                  gradients / 1e9,
                  optimizer / 1e9,
                  activations / 1e9);
    return text;
}

double
GetActivationBytes(const TrainingSetup& setup,
                   const Grid& grid,
                   uint32_t layer,
                   RecomputeMode recompute)
{
    const ModelShape& shape = setup.shape;
    const double tokens = setup.GetTokens(grid.GetSize(Grid::CONTEXT));
    const double whole = GetWholeShares(setup, grid);
    const double hidden = shape.hidden;
    if (recompute == RecomputeMode::FULL)
    {
        return tokens * NUMBER * hidden / whole;
    }
    const double rebuilt =
        recompute == RecomputeMode::NONE ? 1 : 0; // share of these activations that is kept
    const double input =
        setup.weightBytes < NUMBER ? setup.weightBytes + SCALE_BYTES / SCALE_NUMBERS : NUMBER;
    const double width = static_cast<double>(shape.heads) * shape.GetHeadSize();
    double outer = 2 * NUMBER * hidden + rebuilt * 2 * input * hidden +
                   (shape.biases ? MASK_BYTES * hidden : 0);
    double inner = NUMBER * width; // output of attention
    if (shape.keyValueRank > 0)
    {
        const double rotary = static_cast<double>(shape.heads) * shape.ropeHeadSize;
        outer += NUMBER * (shape.queryRank + shape.keyValueRank + shape.ropeHeadSize);
        inner += rebuilt * NUMBER * (3 * width + 2 * rotary);
    }
    else
    {
        inner += NUMBER * (width + static_cast<double>(shape.GetKvSize()));
    }
    const double functions = shape.gated ? 2 : 1; // inputs of the activation function
    if (shape.HasExperts(layer))
    {
        const double experts = shape.activeExperts + shape.sharedExperts;
        inner += input * (shape.activeExperts * hidden +
                          experts * (functions + rebuilt) * shape.expertHidden);
    }
    else
    {
        inner += (NUMBER * functions + rebuilt * input) *
                 (shape.ffnHidden > 0 ? shape.ffnHidden : 4 * hidden);
    }
    if (setup.attention == AttentionMode::UNFUSED)
    {
        // Outputs of the softmax, and of dropout with its mask.
        const double score = NUMBER + (shape.biases ? NUMBER + SCORE_MASK_BYTES : 0);
        inner += rebuilt * score * setup.sequence * shape.heads;
    }
    return tokens * (outer / whole + inner / grid.GetSize(Grid::TENSOR));
}

TrainingMemory
GetTrainingMemory(const TrainingSetup& setup, const Grid& grid, const PipelinePlan& plan)
{
    // Both stages that hold a part share its optimizer state.
    const double expertCopies = static_cast<double>(grid.GetSize(Grid::DATA)) *
                                grid.GetSize(Grid::CONTEXT) *
                                static_cast<double>(plan.paths.size());
    const double copies = expertCopies * grid.GetSize(Grid::EXPERT);
    const double tokens = setup.GetTokens(grid.GetSize(Grid::CONTEXT));
    const auto blocks = MakeTrainingBlocks(setup, grid, plan.GetPartCount());

    std::vector<double> kept; // activations of a micro-batch, by part
    double largest = 0;       // largest amount that a layer rebuilds
    uint32_t layer = 0;
    for (const auto& part : blocks)
    {
        double& bytes = kept.emplace_back(0);
        for (const auto& block : part)
        {
            for (const uint32_t end = layer + block.layers; layer < end; ++layer)
            {
                const double layerBytes = GetActivationBytes(setup, grid, layer, setup.recompute);
                bytes += layerBytes;
                largest = std::max(largest,
                                   GetActivationBytes(setup, grid, layer, RecomputeMode::NONE) -
                                       (setup.recompute == RecomputeMode::FULL ? 0 : layerBytes));
            }
            if (block.layers == 0 && !block.input)
            {
                bytes +=
                    tokens * (LOGIT_BYTES * setup.shape.vocabulary / grid.GetSize(Grid::TENSOR) +
                              NUMBER * setup.shape.hidden / GetWholeShares(setup, grid));
            }
        }
    }

    TrainingMemory most;
    for (uint32_t stage = 0; stage < plan.stages.size(); ++stage)
    {
        TrainingMemory memory;
        memory.stage = stage;
        for (const auto& path : plan.paths)
        {
            for (uint32_t part = 0; part < path.size(); ++part)
            {
                if (path[part].stage != stage)
                {
                    continue;
                }
                for (const auto& block : blocks[part])
                {
                    AddStates(memory, setup, static_cast<double>(block.parameters), copies);
                    AddStates(memory,
                              setup,
                              static_cast<double>(block.expertParameters),
                              expertCopies);
                }
            }
        }
        double now = 0;
        for (const auto& task : plan.stages[stage])
        {
            const double bytes = kept[plan.GetPart(stage, task.chunk)];
            now += task.kind == PipelinePlan::Kind::FORWARD          ? bytes
                   : task.kind == PipelinePlan::Kind::INPUT_GRADIENT ? 0
                                                                     : -bytes;
            memory.activations = std::max(memory.activations, now);
        }
        memory.activations += largest;
        if (memory.GetTotal() > most.GetTotal())
        {
            most = memory;
        }
    }
    return most;
}

} // namespace ns3
