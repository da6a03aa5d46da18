// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "checkpointed-run.h"

#include "ns3/job-runner.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CheckpointedRun");
NS_OBJECT_ENSURE_REGISTERED(CheckpointedRun);

TypeId
CheckpointedRun::GetTypeId()
{
    static TypeId tid = TypeId("ns3::CheckpointedRun")
                            .SetParent<JobDriver>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<CheckpointedRun>();
    return tid;
}

CheckpointedRun::CheckpointedRun()
    : m_event(MakeFabricEvent<CheckpointedRun, &CheckpointedRun::StartStep>(this))
{
}

void
CheckpointedRun::DoDispose()
{
    m_event->Clear();
    m_lacksGpus = false;
    m_runner = nullptr;
    JobDriver::DoDispose();
}

void
CheckpointedRun::Begin(JobRunner* runner)
{
    m_runner = runner;
    if (const auto node = runner->GetNodeId())
    {
        m_event->SetContext(*node);
    }
    m_savedPs = runner->GetStartPs();
    m_lastStepPs = m_savedPs;
    StartStep();
}

void
CheckpointedRun::StartStep()
{
    m_waits = false;
    if (m_runner->AreGpusHung())
    {
        m_lacksGpus = true;
        return;
    }
    if (m_lacksGpus)
    {
        m_lacksGpus = false;
        const int64_t waitedPs = m_clock.ToPs(NowTicks()) - m_lastStepPs;
        m_costs.standingPs += waitedPs;
        m_savedPs += waitedPs;
        m_lastStepPs += waitedPs;
    }
    if (m_mustLoad)
    {
        // A second load, since GPUs failed after the first one, counts as standing time.
        (m_isLoaded ? m_costs.standingPs : m_costs.loadingPs) += m_plan.loadPs;
        m_mustLoad = false;
        m_isLoaded = true;
        m_savedPs = m_clock.ToPs(NowTicks()) + m_plan.loadPs;
        m_lastStepPs = m_savedPs;
        Wait(m_savedPs);
        return;
    }
    m_isLoaded = false;
    m_runner->StartPart(0);
}

void
CheckpointedRun::OnReplace()
{
    if (m_waits && m_isLoaded)
    {
        const int64_t againPs = m_clock.ToPs(NowTicks()) + m_plan.loadPs - m_savedPs;
        m_costs.standingPs += againPs;
        m_savedPs += againPs;
        m_lastStepPs = m_savedPs;
        Wait(m_savedPs);
    }
    else if (m_waits || m_lacksGpus)
    {
        m_mustLoad = true;
    }
}

void
CheckpointedRun::OnResume()
{
    if (m_lacksGpus && !m_runner->AreGpusHung())
    {
        m_event->Schedule(NowTicks());
    }
}

void
CheckpointedRun::Wait(int64_t untilPs)
{
    m_waits = true;
    m_event->Schedule(m_clock.ToTicks(untilPs));
}

void
CheckpointedRun::OnPartDone(uint32_t, int64_t finishedPs)
{
    ++m_steps;
    m_lastStepPs = finishedPs;
    if (IsDone())
    {
        return;
    }
    if (m_steps % m_plan.checkpointSteps != 0)
    {
        StartStep();
        return;
    }
    m_saved = m_steps;
    m_costs.savingPs += m_plan.savePs;
    m_savedPs = finishedPs + m_plan.savePs;
    m_lastStepPs = m_savedPs;
    if (m_plan.savePs > 0)
    {
        Wait(m_savedPs);
    }
    else
    {
        StartStep();
    }
}

bool
CheckpointedRun::OnFailure(int64_t nowPs)
{
    m_lacksGpus = false;
    m_costs.standingPs += nowPs - m_lastStepPs;
    if (m_costs.restarts >= m_plan.mostRestarts)
    {
        return false;
    }
    NS_LOG_INFO("job " << m_runner->GetJobName() << ": restarts at step " << m_saved << " of "
                       << m_plan.steps << ", " << m_steps - m_saved << " are lost");
    ++m_costs.restarts;
    m_costs.lostSteps += m_steps - m_saved;
    m_costs.lostWorkPs += m_lastStepPs - m_savedPs;
    m_costs.loadingPs += m_plan.loadPs;
    m_isLoaded = true;
    m_mustLoad = false;
    m_steps = m_saved;
    m_savedPs = nowPs + m_plan.loadPs;
    m_lastStepPs = m_savedPs;
    Wait(m_savedPs);
    return true;
}

bool
CheckpointedRun::IsDone() const
{
    return m_steps == m_plan.steps;
}

bool
CheckpointedRun::IsIdle() const
{
    return m_waits || m_lacksGpus;
}

} // namespace ns3
