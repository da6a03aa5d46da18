// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dual-pipe-schedule.h"

#include <algorithm>
#include <array>
#include <deque>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DualPipeSchedule);

namespace
{

using Kind = PipelinePlan::Kind;
using Task = PipelinePlan::Task;

/**
 * Writes the tasks of one stage. A direction is "near" if its micro-batches enter the pipeline at
 * the end closer to the stage, and "far" otherwise.
 */
class StageWriter
{
  public:
    enum Direction : uint32_t
    {
        NEAR,
        FAR
    };

    /** @param nearChunk chunk of the near direction @param perPath micro-batches of a direction */
    StageWriter(std::vector<Task>& tasks, uint32_t nearChunk, uint32_t perPath)
        : m_tasks(tasks),
          m_nearChunk(nearChunk),
          m_perPath(perPath)
    {
    }

    void Forward(Direction direction)
    {
        m_tasks.push_back(Make(Kind::FORWARD, direction, m_forward[direction]++));
    }

    void Backward(Direction direction)
    {
        m_tasks.push_back(Make(Kind::BACKWARD, direction, m_backward[direction]++));
    }

    /**
     * Adds a backward pass without the gradients of the weights, which WeightGradient() adds later.
     */
    void InputGradient(Direction direction)
    {
        const Task task = Make(Kind::INPUT_GRADIENT, direction, m_backward[direction]++);
        m_tasks.push_back(task);
        m_putOff.push_back(task);
    }

    void WeightGradient()
    {
        Task task = m_putOff.front();
        m_putOff.pop_front();
        task.kind = Kind::WEIGHT_GRADIENT;
        m_tasks.push_back(task);
    }

    /** Adds a forward pass in one direction together with a backward pass in the other. */
    void Overlap(Direction forward)
    {
        Forward(forward);
        m_tasks.back().overlapsNext = true;
        Backward(forward == NEAR ? FAR : NEAR);
    }

  private:
    /** Micro-batches of the second path are numbered after those of the first. */
    Task Make(Kind kind, Direction direction, uint32_t index) const
    {
        const uint32_t chunk = direction == NEAR ? m_nearChunk : 1 - m_nearChunk;
        return {kind, chunk * m_perPath + index, chunk};
    }

    std::vector<Task>& m_tasks;
    uint32_t m_nearChunk;                 //!< 0 or 1
    uint32_t m_perPath;                   //!< micro-batches of a direction
    std::array<uint32_t, 2> m_forward{};  //!< next micro-batch, by direction
    std::array<uint32_t, 2> m_backward{}; //!< next micro-batch, by direction
    std::deque<Task> m_putOff;            //!< delayed gradients of weights, in order
};

/**
 * @param write tasks of the stage
 * @param depth number of stages between it and its end of the pipeline
 * @param half half the number of stages
 * @param perPath micro-batches of a direction
 */
void
WriteStage(StageWriter& write, uint32_t depth, uint32_t half, uint32_t perPath)
{
    constexpr auto NEAR = StageWriter::NEAR;
    constexpr auto FAR = StageWriter::FAR;
    const uint32_t inner = half - 1 - depth; // stages between it and the middle
    for (uint32_t i = 0; i < 2 * inner; ++i)
    {
        write.Forward(NEAR);
    }
    for (uint32_t i = 0; i <= depth; ++i)
    {
        write.Forward(NEAR);
        write.Forward(FAR);
    }
    for (uint32_t i = 0; i < inner; ++i)
    {
        write.InputGradient(FAR);
        write.WeightGradient();
        write.Forward(FAR);
    }
    for (uint32_t i = 0; i < perPath - 2 * half + depth + 1; ++i)
    {
        if (i == 0 && inner == 0) // the pass to overlap is on its way from the twin stage
        {
            write.Forward(NEAR);
            write.Backward(FAR);
        }
        else
        {
            write.Overlap(NEAR);
        }
        write.Overlap(FAR);
    }
    for (uint32_t i = 0; i < inner; ++i)
    {
        write.Backward(FAR);
        write.Overlap(FAR);
    }
    // The second half of these 2 (depth + 1) passes delays the gradients of weights.
    for (uint32_t i = 0; i < 2 * (depth + 1); ++i)
    {
        const auto direction = i % 2 == 0 ? FAR : NEAR;
        if (i < depth + 1)
        {
            write.Backward(direction);
        }
        else
        {
            write.InputGradient(direction);
        }
    }
    for (uint32_t i = 0; i < inner; ++i)
    {
        write.WeightGradient();
        write.InputGradient(NEAR);
    }
    for (uint32_t i = 0; i <= depth; ++i)
    {
        write.WeightGradient();
    }
}

} // namespace

TypeId
DualPipeSchedule::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DualPipeSchedule")
                            .SetParent<PipelineSchedule>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DualPipeSchedule>();
    return tid;
}

void
DualPipeSchedule::DoBuild(PipelinePlan& plan) const
{
    const auto stages = static_cast<uint32_t>(plan.stages.size());
    const auto microBatches = static_cast<uint32_t>(plan.pathOfMicroBatch.size());
    if (stages % 2 != 0)
    {
        Fail("stages", stages, "an even number");
    }
    if (microBatches % 2 != 0 || microBatches < 2 * stages)
    {
        Fail("micro-batches",
             microBatches,
             "an even number of at least twice the stages, " + std::to_string(2 * stages));
    }
    plan.paths.resize(2);
    for (uint32_t part = 0; part < stages; ++part)
    {
        plan.paths[0].push_back({part, 0});
        plan.paths[1].push_back({stages - 1 - part, 1});
    }
    const uint32_t perPath = microBatches / 2;
    std::fill(plan.pathOfMicroBatch.begin() + perPath, plan.pathOfMicroBatch.end(), 1);
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        const uint32_t depth = std::min(stage, stages - 1 - stage);
        StageWriter write(plan.stages[stage], stage == depth ? 0 : 1, perPath);
        WriteStage(write, depth, stages / 2, perPath);
    }
}

} // namespace ns3
