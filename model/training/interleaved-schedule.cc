// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "interleaved-schedule.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(InterleavedSchedule);

TypeId
InterleavedSchedule::GetTypeId()
{
    static TypeId tid = TypeId("ns3::InterleavedSchedule")
                            .SetParent<PipelineSchedule>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<InterleavedSchedule>()
                            .AddAttribute("Chunks",
                                          "Parts of the model per pipeline stage.",
                                          UintegerValue(2),
                                          MakeUintegerAccessor(&InterleavedSchedule::m_chunks),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
InterleavedSchedule::DoBuild(PipelinePlan& plan) const
{
    const auto stages = static_cast<uint32_t>(plan.stages.size());
    const auto microBatches = static_cast<uint32_t>(plan.pathOfMicroBatch.size());
    if (microBatches % stages != 0)
    {
        Fail("micro-batches", microBatches, "a multiple of the stages, " + std::to_string(stages));
    }
    auto& path = plan.paths.emplace_back();
    for (uint32_t part = 0; part < stages * m_chunks; ++part)
    {
        path.push_back({part % stages, part / stages});
    }
    const uint32_t passes = microBatches * m_chunks;
    const uint32_t round = stages * m_chunks; // passes of as many micro-batches as stages
    for (uint32_t stage = 0; stage < stages; ++stage)
    {
        auto& tasks = plan.stages[stage];
        const uint32_t lead = std::min(2 * (stages - stage - 1) + (m_chunks - 1) * stages, passes);
        for (uint32_t i = 0; i < passes + lead; ++i)
        {
            const auto add = [&](PipelinePlan::Kind kind, uint32_t pass) {
                const uint32_t chunk = pass % round / stages;
                const bool forward = kind == PipelinePlan::Kind::FORWARD;
                tasks.push_back({kind,
                                 pass / round * stages + pass % stages,
                                 forward ? chunk : m_chunks - 1 - chunk});
            };
            if (i < passes)
            {
                add(PipelinePlan::Kind::FORWARD, i);
            }
            if (i >= lead)
            {
                add(PipelinePlan::Kind::BACKWARD, i - lead);
            }
        }
    }
}

} // namespace ns3
