// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpipe-schedule.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GpipeSchedule);

TypeId
GpipeSchedule::GetTypeId()
{
    static TypeId tid = TypeId("ns3::GpipeSchedule")
                            .SetParent<PipelineSchedule>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<GpipeSchedule>();
    return tid;
}

void
GpipeSchedule::DoBuild(PipelinePlan& plan) const
{
    AddStraightPath(plan);
    const auto microBatches = static_cast<uint32_t>(plan.pathOfMicroBatch.size());
    for (auto& tasks : plan.stages)
    {
        for (const auto kind : {PipelinePlan::Kind::FORWARD, PipelinePlan::Kind::BACKWARD})
        {
            for (uint32_t i = 0; i < microBatches; ++i)
            {
                tasks.push_back({kind, i, 0});
            }
        }
    }
}

} // namespace ns3
