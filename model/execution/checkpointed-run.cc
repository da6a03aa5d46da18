// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "checkpointed-run.h"

#include "ns3/input-error.h"
#include "ns3/job-runner.h"
#include "ns3/log.h"

#include <algorithm>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CheckpointedRun");
NS_OBJECT_ENSURE_REGISTERED(CheckpointedRun);

namespace
{

constexpr int64_t PS_PER_US = 1'000'000;
constexpr double PS_PER_DAY = 86'400.0 * PS_PER_SECOND;
constexpr double MOST_PS = 90 * PS_PER_DAY; //!< Time in ps ends after 106 days

} // namespace

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
    : m_event(MakeFabricEvent<CheckpointedRun, &CheckpointedRun::StartStep>(this)),
      m_rowEvent(MakeFabricEvent<CheckpointedRun, &CheckpointedRun::OnRowDone>(this))
{
}

void
CheckpointedRun::DoDispose()
{
    m_event->Clear();
    m_rowEvent->Clear();
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
        m_rowEvent->SetContext(*node);
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
        Lose(m_costs.standingPs, waitedPs);
        m_savedPs += waitedPs;
        m_lastStepPs += waitedPs;
    }
    if (m_mustLoad)
    {
        // A second load, since GPUs failed after the first one, counts as standing time.
        Lose(m_isLoaded ? m_costs.standingPs : m_costs.loadingPs, m_plan.loadPs);
        m_mustLoad = false;
        m_isLoaded = true;
        m_savedPs = m_clock.ToPs(NowTicks()) + m_plan.loadPs;
        m_lastStepPs = m_savedPs;
        Wait(m_savedPs);
        return;
    }
    m_isLoaded = false;
    if (!StartRow())
    {
        m_runner->StartPart(0);
    }
}

bool
CheckpointedRun::StartRow()
{
    // The executor runs the last step, and so learns when the job ends.
    m_row.steps = m_stepPs == 0
                      ? 0
                      : std::min(m_plan.checkpointSteps - m_steps % m_plan.checkpointSteps,
                                 m_plan.steps - 1 - m_steps);
    if (m_row.steps > 0)
    {
        const auto durationPs = static_cast<int64_t>(m_row.steps) * m_stepPs;
        m_rowEvent->Schedule(m_clock.ToTicks(m_lastStepPs + durationPs));
    }
    return m_row.steps > 0;
}

void
CheckpointedRun::OnRowDone()
{
    CountSteps(m_row.steps);
    m_row.steps = 0;
    ContinueAfterStep();
}

void
CheckpointedRun::CountSteps(uint64_t steps)
{
    m_steps += steps;
    m_countedSteps += steps;
    m_lastStepPs += static_cast<int64_t>(steps) * m_stepPs;
}

void
CheckpointedRun::OnHang()
{
    if (m_row.steps > 0)
    {
        m_rowEvent->Clear();
        m_row.frozenPs = m_clock.ToPs(NowTicks());
        const auto whole = static_cast<uint64_t>((m_row.frozenPs - m_lastStepPs) / m_stepPs);
        CountSteps(std::min(whole, m_row.steps - 1)); // OnRowDone() counts the last one
        m_row.steps = 0;
    }
}

void
CheckpointedRun::OnCrash()
{
    OnHang();
    m_row.frozenPs = -1;
}

void
CheckpointedRun::OnReplace()
{
    if (m_waits && m_isLoaded)
    {
        const int64_t againPs = m_clock.ToPs(NowTicks()) + m_plan.loadPs - m_savedPs;
        Lose(m_costs.standingPs, againPs);
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
    if (m_runner->AreGpusHung())
    {
        return;
    }
    if (m_row.frozenPs >= 0)
    {
        const int64_t waitedPs = m_clock.ToPs(NowTicks()) - m_row.frozenPs;
        Lose(m_costs.standingPs, waitedPs);
        m_savedPs += waitedPs;
        m_lastStepPs += waitedPs;
        m_row.frozenPs = -1;
        StartRow();
    }
    else if (m_lacksGpus)
    {
        m_event->Schedule(NowTicks());
    }
}

void
CheckpointedRun::Lose(int64_t& cost, int64_t ps)
{
    cost += ps;
    m_costs.losses.push_back({m_clock.ToPs(NowTicks()), ps});
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
    ++m_runSteps;
    if (m_plan.equalSteps && m_stepPs == 0)
    {
        m_stepPs = finishedPs - m_lastStepPs;
        const double wholePs = static_cast<double>(m_stepPs) * static_cast<double>(m_plan.steps);
        if (wholePs > MOST_PS)
        {
            throw InputError("job " + m_runner->GetJobName() +
                             ": OnFailure Steps: " + std::to_string(m_plan.steps) + " steps of " +
                             std::to_string(m_stepPs / PS_PER_US) + " us last " +
                             std::to_string(static_cast<int64_t>(wholePs / PS_PER_DAY)) +
                             " days; expected at most 90");
        }
    }
    m_lastStepPs = finishedPs;
    if (!IsDone())
    {
        ContinueAfterStep();
    }
}

void
CheckpointedRun::ContinueAfterStep()
{
    if (m_steps % m_plan.checkpointSteps != 0)
    {
        StartStep();
        return;
    }
    m_saved = m_steps;
    m_costs.savingPs += m_plan.savePs;
    m_savedPs = m_lastStepPs + m_plan.savePs;
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
    Lose(m_costs.standingPs, nowPs - m_lastStepPs);
    if (m_costs.restarts >= m_plan.mostRestarts)
    {
        return false;
    }
    NS_LOG_INFO("job " << m_runner->GetJobName() << ": restarts at step " << m_saved << " of "
                       << m_plan.steps << ", " << m_steps - m_saved << " are lost");
    ++m_costs.restarts;
    m_costs.lostSteps += m_steps - m_saved;
    Lose(m_costs.lostWorkPs, m_lastStepPs - m_savedPs);
    Lose(m_costs.loadingPs, m_plan.loadPs);
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
    return m_waits || m_lacksGpus || m_row.steps > 0 || m_row.frozenPs >= 0;
}

} // namespace ns3
