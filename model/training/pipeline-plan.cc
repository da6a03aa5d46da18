// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pipeline-plan.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

using Kind = PipelinePlan::Kind;
using Task = PipelinePlan::Task;

constexpr double NOT_YET = -1;

bool
IsForward(const Task& task)
{
    return task.kind == Kind::FORWARD;
}

/** Times at which each micro-batch has passed each part, forward and backward. */
class Passages
{
  public:
    explicit Passages(const PipelinePlan& plan)
        : m_plan(plan),
          m_parts(plan.GetPartCount()),
          m_times(2 * m_parts * plan.pathOfMicroBatch.size(), NOT_YET)
    {
    }

    /** @return time at which the inputs of a task have been transferred, or NOT_YET */
    double GetInput(uint32_t stage, const Task& task, double transfer) const
    {
        const uint32_t part = m_plan.GetPart(stage, task.chunk);
        double time = 0;
        if (IsForward(task) && part > 0)
        {
            time = m_times[Index(task.microBatch, part - 1, true)];
        }
        else if (task.kind == Kind::WEIGHT_GRADIENT)
        {
            return m_times[Index(task.microBatch, part, false)];
        }
        else if (!IsForward(task))
        {
            const double own = m_times[Index(task.microBatch, part, true)];
            time = part + 1 < m_parts ? m_times[Index(task.microBatch, part + 1, false)] : own;
            if (part + 1 == m_parts || own == NOT_YET)
            {
                return own;
            }
        }
        else
        {
            return 0;
        }
        return time == NOT_YET ? NOT_YET : time + transfer;
    }

    void Set(uint32_t stage, const Task& task, double time)
    {
        if (task.kind != Kind::WEIGHT_GRADIENT)
        {
            m_times[Index(task.microBatch, m_plan.GetPart(stage, task.chunk), IsForward(task))] =
                time;
        }
    }

  private:
    /** @return index into m_times */
    size_t Index(uint32_t microBatch, uint32_t part, bool forward) const
    {
        return 2 * (size_t{microBatch} * m_parts + part) + (forward ? 0 : 1);
    }

    const PipelinePlan& m_plan;
    uint32_t m_parts;            //!< number of parts of the model
    std::vector<double> m_times; //!< time, or NOT_YET
};

double
GetLength(const Task& task, const PipelinePlan::Lengths& lengths)
{
    switch (task.kind)
    {
    case Kind::FORWARD:
        return lengths.forward;
    case Kind::BACKWARD:
        return lengths.inputGradient + lengths.weightGradient;
    case Kind::INPUT_GRADIENT:
        return lengths.inputGradient;
    case Kind::WEIGHT_GRADIENT:
        break;
    }
    return lengths.weightGradient;
}

[[noreturn]] void
FailSchedule(const std::string& problem)
{
    throw InputError("pipeline schedule: " + problem);
}

} // namespace

uint32_t
PipelinePlan::GetPart(uint32_t stage, uint32_t chunk) const
{
    for (const auto& path : paths)
    {
        for (uint32_t part = 0; part < path.size(); ++part)
        {
            if (path[part].stage == stage && path[part].chunk == chunk)
            {
                return part;
            }
        }
    }
    FailSchedule("stage " + std::to_string(stage) + " has no chunk " + std::to_string(chunk));
}

void
PipelinePlan::Check() const
{
    const uint32_t parts = GetPartCount();

    enum Pass : uint8_t
    {
        FORWARD = 1,
        INPUTS = 2,
        WEIGHTS = 4
    };

    std::vector<uint8_t> done(size_t{parts} * pathOfMicroBatch.size(), 0);
    for (uint32_t stage = 0; stage < stages.size(); ++stage)
    {
        for (const Task& task : stages[stage])
        {
            const std::string where = "stage " + std::to_string(stage) + ", micro-batch " +
                                      std::to_string(task.microBatch) + ", chunk " +
                                      std::to_string(task.chunk);
            const uint32_t part = GetPart(stage, task.chunk);
            const auto& place = paths.at(pathOfMicroBatch.at(task.microBatch)).at(part);
            if (place.stage != stage || place.chunk != task.chunk)
            {
                FailSchedule(where + ": is not on the path of its micro-batch");
            }
            auto& passes = done[size_t{task.microBatch} * parts + part];
            const auto require = [&](uint8_t before, uint8_t then) {
                if (passes != before)
                {
                    FailSchedule(where + ": is done twice or too early");
                }
                passes = static_cast<uint8_t>(before | then);
            };
            switch (task.kind)
            {
            case Kind::FORWARD:
                require(0, FORWARD);
                break;
            case Kind::BACKWARD:
                require(FORWARD, INPUTS | WEIGHTS);
                break;
            case Kind::INPUT_GRADIENT:
                require(FORWARD, INPUTS);
                break;
            case Kind::WEIGHT_GRADIENT:
                require(FORWARD | INPUTS, WEIGHTS);
                break;
            }
        }
    }
    if (std::any_of(done.begin(), done.end(), [](uint8_t passes) {
            return passes != (FORWARD | INPUTS | WEIGHTS);
        }))
    {
        FailSchedule("a micro-batch does not pass through every part forward and backward");
    }
    GetDuration({});
}

double
PipelinePlan::GetDuration(const Lengths& lengths) const
{
    Passages passages(*this);
    std::vector<size_t> next(stages.size(), 0);
    std::vector<double> free(stages.size(), 0);
    bool stuck = false;
    while (!stuck)
    {
        stuck = true;
        for (uint32_t stage = 0; stage < stages.size(); ++stage)
        {
            const auto& tasks = stages[stage];
            while (next[stage] < tasks.size())
            {
                const size_t first = next[stage];
                const size_t count = tasks[first].overlapsNext ? 2 : 1;
                double time = free[stage];
                bool ready = true;
                for (size_t i = first; i < first + count; ++i)
                {
                    const double input = passages.GetInput(stage, tasks.at(i), lengths.transfer);
                    ready = ready && input != NOT_YET;
                    time = std::max(time, input);
                }
                if (!ready)
                {
                    break;
                }
                for (size_t i = first; i < first + count; ++i)
                {
                    time += GetLength(tasks[i], lengths);
                }
                for (size_t i = first; i < first + count; ++i)
                {
                    passages.Set(stage, tasks[i], time);
                }
                free[stage] = time;
                next[stage] += count;
                stuck = false;
            }
        }
    }
    for (uint32_t stage = 0; stage < stages.size(); ++stage)
    {
        if (next[stage] < stages[stage].size())
        {
            FailSchedule("stage " + std::to_string(stage) + " waits forever in its task " +
                         std::to_string(next[stage]));
        }
    }
    return *std::max_element(free.begin(), free.end());
}

} // namespace ns3
