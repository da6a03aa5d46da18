// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHECKPOINTED_RUN_H
#define AI_FABRIC_CHECKPOINTED_RUN_H

#include "ns3/checkpoint-plan.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/job-driver.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Runs the graph of a job step by step, saves checkpoints and begins again at the last one when a
 * message has failed, or a GPU has crashed. While it saves or loads a checkpoint, or waits for
 * GPUs, no crash harms it.
 *
 *     time of the job = steps that count + saving + lost work + standing still + loading
 *
 * where lost work is that of whole steps since the last checkpoint, standing still the time from
 * the last whole step, or the last beginning, to the abort, and that in which a step that is to
 * begin waits for GPUs that hang; and loading LoadTime for each restart. Where another GPU takes
 * the place of one of the job while it saves, loads or waits, a checkpoint is loaded from then on;
 * what was loaded before was in vain, and that time is standing still.
 */
class CheckpointedRun final : public JobDriver
{
  public:
    /** What its time went to, besides steps that count. */
    struct Costs
    {
        uint64_t restarts{0};  //!< how often it began again
        uint64_t lostSteps{0}; //!< whole ones, done again
        int64_t savingPs{0};   //!< checkpoints
        int64_t lostWorkPs{0}; //!< of the lost steps
        int64_t standingPs{0}; //!< in steps that did not end, or could not begin
        int64_t loadingPs{0};  //!< checkpoints
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    CheckpointedRun();

    /** Before it begins. @param plan of the job */
    void SetPlan(const CheckpointPlan& plan)
    {
        m_plan = plan;
    }

    void Begin(GraphExecutor* executor) override;
    void OnPartDone(uint32_t part, int64_t finishedPs) override;
    bool OnFailure(int64_t nowPs) override;
    bool IsDone() const override;
    bool IsIdle() const override;

    /** A GPU of the job hung, and works again. */
    void OnResume();

    /** Another one is in the place of a GPU of the job, and has to load a checkpoint. */
    void OnReplace();

    /** @return steps that are done, without those that were lost */
    uint64_t GetSteps() const
    {
        return m_steps;
    }

    /** @return what its time went to so far */
    const Costs& GetCosts() const
    {
        return m_costs;
    }

  protected:
    void DoDispose() override;

  private:
    /** The next step begins, or as soon as all GPUs work. */
    void StartStep();
    /** The next step begins at a time. */
    void Wait(int64_t untilPs);

    CheckpointPlan m_plan;
    Costs m_costs;
    uint64_t m_steps{0};     //!< that are done
    uint64_t m_saved{0};     //!< of these, in the last checkpoint
    int64_t m_savedPs{0};    //!< when steps behind it began
    int64_t m_lastStepPs{0}; //!< when the last step ended, or the next one began after a wait
    bool m_waits{false};     //!< for the end of a checkpoint
    bool m_lacksGpus{false}; //!< the next step waits for GPUs that hang
    bool m_isLoaded{false};  //!< no step has begun since a checkpoint was loaded, or is being
    bool m_mustLoad{false};  //!< the GPUs of the next step are not those that have loaded it
    GraphExecutor* m_executor{nullptr}; //!< of the job; null before it starts
    Ptr<FabricEvent> m_event;           //!< end of that wait
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_CHECKPOINTED_RUN_H
