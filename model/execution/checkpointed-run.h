// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHECKPOINTED_RUN_H
#define AI_FABRIC_CHECKPOINTED_RUN_H

#include "ns3/checkpoint-plan.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/job-driver.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Runs the graph of a job step by step and saves checkpoints. After a failed message or a crashed
 * GPU it restarts from the last checkpoint. While it saves or loads a checkpoint, or waits for
 * GPUs, a crash has no effect.
 *
 *     time of the job = steps that count + saving + lost work + standing still + loading
 *
 * Lost work is the time of whole steps since the last checkpoint. Standing still is the time from
 * the last whole step, or the last beginning, to the abort, and the time in which the next step
 * waits for GPUs that hang. Loading is LoadTime for each restart. If a GPU of the job is replaced
 * while the job saves, loads or waits, a checkpoint is loaded from then on; the time of the
 * interrupted load counts as standing still.
 *
 * If all steps last equally long (CheckpointPlan::equalSteps), the executor runs the first and the
 * last one. The steps between them are rows that end with a checkpoint, and one event each. A row
 * stands still while a GPU hangs.
 */
class CheckpointedRun final : public JobDriver
{
  public:
    /** Time that a failure cost the job. */
    struct Loss
    {
        int64_t atPs;   //!< time when the loss was known, in ps
        int64_t lostPs; //!< lost work, standing still or loading, in ps
    };

    /** Time and steps spent besides the steps that count. */
    struct Costs
    {
        uint64_t restarts{0};     //!< number of restarts
        uint64_t lostSteps{0};    //!< whole steps that had to be repeated
        int64_t savingPs{0};      //!< time of saving checkpoints
        int64_t lostWorkPs{0};    //!< time of the lost steps
        int64_t standingPs{0};    //!< time in steps that did not end or could not begin
        int64_t loadingPs{0};     //!< time of loading checkpoints
        std::vector<Loss> losses; //!< in the order of their times; their sum is that of lost work,
                                  //!< standing still and loading
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    CheckpointedRun();

    /** Must be called before Begin(). @param plan checkpoint plan of the job */
    void SetPlan(const CheckpointPlan& plan)
    {
        m_plan = plan;
    }

    void Begin(JobRunner* runner) override;
    void OnPartDone(uint32_t part, int64_t finishedPs) override;
    bool OnFailure(int64_t nowPs) override;
    bool IsDone() const override;
    bool IsIdle() const override;

    /** Called when a GPU of the job hangs. */
    void OnHang();

    /** Called when a GPU of the job works again after a hang. */
    void OnResume();

    /** Called before OnFailure() when a GPU of the job has crashed. */
    void OnCrash();

    /** Called when a GPU of the job was replaced; the new GPU must load a checkpoint. */
    void OnReplace();

    /** @return true if a crash of a GPU stops the job: it neither saves, nor loads, nor waits */
    bool IsInStep() const
    {
        return !m_waits && !m_lacksGpus;
    }

    /** @return number of completed steps, without lost steps */
    uint64_t GetSteps() const
    {
        return m_steps;
    }

    /**
     * @return number of whole steps that were only counted, lost ones included, divided by the
     *         number of those that the executor ran
     */
    double GetCountedPerRun() const
    {
        return m_runSteps > 0 ? static_cast<double>(m_countedSteps) / m_runSteps : 0;
    }

    /** @return costs so far */
    const Costs& GetCosts() const
    {
        return m_costs;
    }

  protected:
    void DoDispose() override;

  private:
    /** Steps that are not run, as all last equally long. */
    struct Row
    {
        uint64_t steps{0};    //!< number of steps; 0: the job is in no row
        int64_t frozenPs{-1}; //!< begin of a hang of GPUs; -1: none hangs
    };

    /** Starts the next step now, or as soon as all GPUs work. */
    void StartStep();
    /** Counts steps until the next checkpoint, but not the last one. @return false: there is none
     */
    bool StartRow();
    /** Called at the end of a row. */
    void OnRowDone();
    /** Counts steps of a row. @param steps number of whole steps */
    void CountSteps(uint64_t steps);
    /** Saves a checkpoint if one is due, and starts the next step. */
    void ContinueAfterStep();
    /** Starts the next step at a given time. @param untilPs time in ps */
    void Wait(int64_t untilPs);
    /** Adds a loss. @param cost member of m_costs @param ps lost time in ps */
    void Lose(int64_t& cost, int64_t ps);

    CheckpointPlan m_plan;
    Costs m_costs;
    uint64_t m_steps{0};     //!< completed steps
    uint64_t m_saved{0};     //!< steps in the last checkpoint
    int64_t m_savedPs{0};    //!< time when the steps behind the last checkpoint began
    int64_t m_lastStepPs{0}; //!< end of the last step, or begin of the next one after a wait
    bool m_waits{false};     //!< the run waits for the end of saving or loading a checkpoint
    bool m_lacksGpus{false}; //!< the next step waits for GPUs that hang
    bool m_isLoaded{false};  //!< a checkpoint was or is being loaded and no step has begun since
    bool m_mustLoad{false};  //!< a GPU of the next step has not loaded the checkpoint
    JobRunner* m_runner{nullptr}; //!< of the job; null before it starts
    Ptr<FabricEvent> m_event;     //!< end of the wait of m_waits
    Ptr<FabricEvent> m_rowEvent;  //!< end of m_row
    Row m_row;
    int64_t m_stepPs{0};        //!< length of each step of a row; 0: not known
    uint64_t m_runSteps{0};     //!< whole steps that the executor has run
    uint64_t m_countedSteps{0}; //!< whole steps that were in rows
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_CHECKPOINTED_RUN_H
