// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-records.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/failure-files.h"

namespace ns3
{

RunRecords::RunRecords(const FabricScenario& scenario, const FabricNetwork& network)
    : m_scenario(scenario),
      m_network(network),
      m_faults(scenario, network)
{
    if (scenario.pfcTrace || scenario.hpcc.pauses || scenario.timeline)
    {
        m_pauses.emplace(network.GetOwnParts());
    }
    if (scenario.paths)
    {
        m_paths.push_back(std::make_unique<PathRecorder>(network.GetOwnParts()));
        for (const auto& other : network.GetOthers())
        {
            m_paths.push_back(std::make_unique<PathRecorder>(other->GetOwnParts()));
        }
    }
}

void
RunRecords::Start(const std::vector<Ptr<GraphExecutor>>& jobs)
{
    if (m_scenario.sampler)
    {
        m_scenario.sampler->Start(m_network.GetJoinedParts(), m_scenario.JoinTopologies(), jobs);
    }
    if (m_scenario.hpcc.queues)
    {
        m_scenario.hpcc.queues->Start(m_network.GetOwnParts(), m_network.topology);
    }
}

void
RunRecords::FinishFaults(FabricResult& result)
{
    if (!m_scenario.failures.empty())
    {
        result.faults = m_faults.Finish();
    }
}

void
RunRecords::Finish(FabricResult& result)
{
    if (!m_scenario.failures.empty())
    {
        FindStandstills(result);
        NoteIdleFaults(result);
    }
    if (m_pauses)
    {
        result.pauses = m_pauses->Finish(TickClock().ToPs(NowTicks()));
    }
    for (const auto& recorder : m_paths)
    {
        result.paths.push_back(recorder->Collect());
    }
    if (m_scenario.sampler)
    {
        auto& sampler = *m_scenario.sampler;
        sampler.Stop();
        result.queues = sampler.GetQueues();
        result.queueSamples = sampler.GetQueueSamples();
        result.rateSamples = sampler.GetRateSamples();
    }
    if (m_scenario.hpcc.queues)
    {
        result.histogram = m_scenario.hpcc.queues->Finish();
    }
}

} // namespace ns3
