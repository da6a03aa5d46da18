// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pipeline-schedule.h"

#include "ns3/input-error.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PipelineSchedule);

TypeId
PipelineSchedule::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PipelineSchedule").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

PipelinePlan
PipelineSchedule::Build(uint32_t stages, uint32_t microBatches) const
{
    if (stages == 0)
    {
        Fail("stages", stages, "at least 1");
    }
    if (microBatches == 0)
    {
        Fail("micro-batches", microBatches, "at least 1");
    }
    PipelinePlan plan;
    plan.stages.resize(stages);
    plan.pathOfMicroBatch.resize(microBatches, 0);
    DoBuild(plan);
    plan.Check();
    return plan;
}

void
PipelineSchedule::Fail(const std::string& what, uint32_t count, const std::string& expected) const
{
    throw InputError(GetInstanceTypeId().GetName() + ": " + std::to_string(count) + " " + what +
                     "; expected " + expected);
}

void
PipelineSchedule::AddStraightPath(PipelinePlan& plan)
{
    auto& path = plan.paths.emplace_back();
    for (uint32_t stage = 0; stage < plan.stages.size(); ++stage)
    {
        path.push_back({stage, 0});
    }
}

} // namespace ns3
