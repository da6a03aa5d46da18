// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "restart-on-failure.h"

#include "fabric-workload.h"

#include "ns3/fabric-units.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RestartOnFailure);

TypeId
RestartOnFailure::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RestartOnFailure")
            .SetParent<OnFailure>()
            .SetGroupName("AiFabric")
            .AddConstructor<RestartOnFailure>()
            .AddAttribute("Steps",
                          "How often the job does what its workload says, one after the other.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RestartOnFailure::m_steps),
                          MakeUintegerChecker<uint64_t>(1, 1'000'000'000))
            .AddAttribute("CheckpointSteps",
                          "After how many steps there is a checkpoint.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RestartOnFailure::m_checkpointSteps),
                          MakeUintegerChecker<uint64_t>(1, 1'000'000'000))
            .AddAttribute("SaveTime",
                          "How long the job stands still for a checkpoint; 0 if it is saved while "
                          "the job goes on.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RestartOnFailure::m_saveTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("LoadTime",
                          "From the abort of the job to its first step: processes are started and "
                          "the checkpoint is read. 30 GB of each GPU take about 100 s (Alibaba "
                          "HPN, SIGCOMM 2024).",
                          TimeValue(Seconds(100)),
                          MakeTimeAccessor(&RestartOnFailure::m_loadTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MostRestarts",
                          "How often it begins again; the next failure ends it.",
                          UintegerValue(1000),
                          MakeUintegerAccessor(&RestartOnFailure::m_mostRestarts),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
RestartOnFailure::DoApply(FabricJob& job) const
{
    const auto& nodes = job.graph.GetNodes();
    if (job.driver)
    {
        Fail("Steps", "are of a job that decides while it runs; expected onFailure abort");
    }
    if (nodes.empty())
    {
        Fail("Steps", "are empty; expected a job that does something");
    }
    if (!job.graph.GetGroups().empty())
    {
        Fail("Steps",
             "are reduced in the network, whose trees do not begin again; expected another "
             "algorithm, or onFailure abort");
    }
    if (std::any_of(nodes.begin(), nodes.end(), [](const auto& node) {
            return node.kind == CommunicationGraph::Kind::SEND && node.timePs > 0;
        }))
    {
        Fail("Steps",
             "have messages that begin at times of their own, which cannot be done again; expected "
             "a job without such, or onFailure abort");
    }
    const TickClock clock;
    job.checkpoints = CheckpointPlan{m_steps,
                                     m_checkpointSteps,
                                     clock.ToPs(m_saveTime.GetTimeStep()),
                                     clock.ToPs(m_loadTime.GetTimeStep()),
                                     m_mostRestarts};
    job.iterations =
        static_cast<uint32_t>(std::min<uint64_t>(UINT32_MAX, m_steps * job.iterations));
}

} // namespace ns3
