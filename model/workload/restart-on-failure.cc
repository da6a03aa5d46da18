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

namespace
{

constexpr uint64_t MOST_BYTES = 1'000'000'000'000'000; //!< of a checkpoint: 1 PB

} // namespace

TypeId
RestartOnFailure::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RestartOnFailure")
            .SetParent<OnFailure>()
            .SetGroupName("AiFabric")
            .AddConstructor<RestartOnFailure>()
            .AddAttribute("Steps",
                          "Number of times the job runs its workload, one after the other.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RestartOnFailure::m_steps),
                          MakeUintegerChecker<uint64_t>(1, 1'000'000'000))
            .AddAttribute("CheckpointSteps",
                          "Steps between two checkpoints.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RestartOnFailure::m_checkpointSteps),
                          MakeUintegerChecker<uint64_t>(1, 1'000'000'000))
            .AddAttribute("SaveTime",
                          "Time that the job stops for a checkpoint; 0: the checkpoint is saved "
                          "while the job runs.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RestartOnFailure::m_saveTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CheckpointBytes",
                          "Bytes that all ranks write for a checkpoint, at StorageRate; the job "
                          "stops for this time, too. 14 bytes of a parameter are BF16 and the "
                          "state of Adam in FP32 with a copy. 0: SaveTime alone counts.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RestartOnFailure::m_checkpointBytes),
                          MakeUintegerChecker<uint64_t>(0, MOST_BYTES))
            .AddAttribute("StorageRate",
                          "Rate at which the storage takes CheckpointBytes; above 0. Llama 3's has "
                          "2 TB/s (arXiv 2407.21783, section 3.3.1).",
                          DataRateValue(DataRate("16000Gbps")),
                          MakeDataRateAccessor(&RestartOnFailure::m_storageRate),
                          MakeDataRateChecker())
            .AddAttribute(
                "LoadTime",
                "Time from the abort of the job to its next step: processes start and read the "
                "checkpoint. 30 GB per GPU take about 100 s (Alibaba HPN, SIGCOMM 2024).",
                TimeValue(Seconds(100)),
                MakeTimeAccessor(&RestartOnFailure::m_loadTime),
                MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("MostRestarts",
                          "Largest number of restarts; the next failure ends the job.",
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
        Fail("Steps", "belong to a job that decides while it runs; expected onFailure abort");
    }
    if (nodes.empty())
    {
        Fail("Steps", "have no operations; expected a job that sends or computes");
    }
    if (!job.graph.GetGroups().empty())
    {
        Fail("Steps",
             "use reductions in the network, whose trees cannot restart; expected another "
             "algorithm, or onFailure abort");
    }
    if (std::any_of(nodes.begin(), nodes.end(), [](const auto& node) {
            return node.kind == CommunicationGraph::Kind::SEND && node.timePs > 0;
        }))
    {
        Fail("Steps",
             "have messages with start times of their own, which cannot be repeated; expected a "
             "job without such messages, or onFailure abort");
    }
    if (m_checkpointBytes > 0 && m_storageRate.GetBitRate() == 0)
    {
        Fail("StorageRate", "is 0bps; expected more, since CheckpointBytes are written");
    }
    const int64_t writePs =
        m_checkpointBytes > 0 ? SerializationPs(m_checkpointBytes, m_storageRate.GetBitRate()) : 0;
    const TickClock clock;
    job.checkpoints = CheckpointPlan{m_steps,
                                     m_checkpointSteps,
                                     clock.ToPs(m_saveTime.GetTimeStep()) + writePs,
                                     clock.ToPs(m_loadTime.GetTimeStep()),
                                     m_mostRestarts};
    job.iterations =
        static_cast<uint32_t>(std::min<uint64_t>(UINT32_MAX, m_steps * job.iterations));
}

} // namespace ns3
