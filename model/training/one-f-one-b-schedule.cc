// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "one-f-one-b-schedule.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(OneFOneBSchedule);

TypeId
OneFOneBSchedule::GetTypeId()
{
    static TypeId tid = TypeId("ns3::OneFOneBSchedule")
                            .SetParent<PipelineSchedule>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<OneFOneBSchedule>();
    return tid;
}

void
OneFOneBSchedule::DoBuild(PipelinePlan& plan) const
{
    AddStraightPath(plan);
    const auto stages = static_cast<uint32_t>(plan.stages.size());
    const auto microBatches = static_cast<uint32_t>(plan.pathOfMicroBatch.size());
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        auto& tasks = plan.stages[stage];
        const uint32_t lead = std::min(stages - stage - 1, microBatches);
        for (uint32_t i = 0; i < microBatches + lead; ++i)
        {
            if (i < microBatches)
            {
                tasks.push_back({PipelinePlan::Kind::FORWARD, i, 0});
            }
            if (i >= lead)
            {
                tasks.push_back({PipelinePlan::Kind::BACKWARD, i - lead, 0});
            }
        }
    }
}

} // namespace ns3
