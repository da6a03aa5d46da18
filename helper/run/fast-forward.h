// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FAST_FORWARD_H
#define AI_FABRIC_FAST_FORWARD_H

#include "run-records.h"

#include "ns3/event-trace.h"
#include "ns3/fabric-build.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-result.h"
#include "ns3/graph-cycles.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * Leaves out the cycles in which a run of packets repeats itself, so that the results are those of
 * the whole run, to the picosecond and to the packet.
 *
 * Whenever a message to rank 0 is complete, it notes where the job stands (GraphCycles), what every
 * pending event waits for and what every queue holds, all relative to the present. A cycle lies
 * between two equal states. Two cycles in a row must have the same events at the same times at the
 * same places (EventTrace), the same counts on every link and no random draw. Then what follows is
 * a copy as long as the graph is periodic, and GraphCycles takes the copies out.
 *
 * State that has no effect yet may have one later, so a cycle counts only if there is none:
 * congestion controls must act on marks or notifications alone, and nothing may have been marked,
 * dropped, lost or sent again. A run that does not allow it (several jobs, failures, background
 * traffic, records over time) is simulated whole, and a note says why.
 *
 * Invariant: without cycles to leave out, the run is the same as without this class, event by
 * event but for the looks.
 */
class FastForward
{
  public:
    /**
     * @param scenario scenario of the run
     * @param options options of the command line
     * @param built fabric of which nothing has run; outlives this
     * @param records recorders of the run
     */
    FastForward(const FabricScenario& scenario,
                const RunOptions& options,
                const BuiltFabric& built,
                const RunRecords& records);
    ~FastForward();
    FastForward(const FastForward&) = delete;
    FastForward& operator=(const FastForward&) = delete;

    /** Called after the run: a job that did not end is described whole. */
    void Finish();

    /**
     * Adds the cycles left out to counts and times, and a note about them; called after the run.
     *
     * @param result result with the counts of what was simulated
     */
    void AddTo(FabricResult& result);

  private:
    /** State at a look. */
    struct Look
    {
        int64_t ticks{0};               //!< time of the look
        uint64_t digest{0};             //!< hash of the state of job and network
        uint64_t parts{0};              //!< number of parts of the state that were read
        GraphCycles::Position position; //!< where the job stands
    };

    /** A cycle that has been seen, while the next ones are compared with it. */
    struct Trial
    {
        int64_t periodTicks{0};        //!< length of the cycle
        uint64_t digest{0};            //!< of its begin and its end
        Look begin;                    //!< state at the begin of the present cycle
        std::vector<uint64_t> numbers; //!< all numbers of the counts at that time
        uint64_t draws{0};             //!< draws at that time
        std::vector<uint64_t> growth;  //!< of the numbers in the cycle before; empty: there is none
        uint64_t trace{0};             //!< of the cycle before
    };

    /** Cycles that were left out at one place. */
    struct LeftOut
    {
        std::vector<uint64_t> growth; //!< growth of all numbers of the counts in a cycle
        uint32_t cycles;              //!< number of cycles
        int64_t periodPs;             //!< time of a cycle in ps
    };

    /** @return reason why nothing may be left out; empty: none */
    static std::string FindObstacle(const FabricScenario& scenario,
                                    const RunOptions& options,
                                    const BuiltFabric& built,
                                    const RunRecords& records);
    /** Looks whether the run repeats itself. */
    void OnLook();
    Look TakeLook() const;
    uint64_t GetNetworkDigest(int64_t nowTicks) const;
    /** Goes on with a trial, at a look. @return false: the trial is over */
    bool Continue(Look& look);
    void BeginCycle(Look& look, std::vector<uint64_t> numbers);
    /** @return reason why the network may have hidden state; empty: none */
    std::string FindHiddenState(const FabricResult& counts) const;
    void LeaveOut(const Look& look, uint32_t cycles, std::vector<uint64_t> growth);

    const BuiltFabric& m_built;
    std::string m_obstacle;         //!< why nothing is left out; empty: nothing prevents it
    GraphCycles* m_cycles{nullptr}; //!< null: nothing is left out
    FabricParts m_parts;            //!< of all networks
    EventTrace m_trace;
    Ptr<FabricEvent> m_event; //!< look
    std::deque<Look> m_looks; //!< the last looks
    /** Last look by its digest, and by its digest and the number of cycles to come. */
    std::unordered_map<uint64_t, uint64_t> m_seen;
    size_t m_keptNodes{0};            //!< nodes at work in the last looks
    uint64_t m_count{0};              //!< number of looks
    uint64_t m_calls{0};              //!< number of messages to rank 0
    uint64_t m_stride{1};             //!< every so many of them is a look
    uint64_t m_events{0};             //!< events of the run before the last look
    std::unique_ptr<Trial> m_trial;   //!< null: no cycle is known
    std::vector<LeftOut> m_left;      //!< in the order of time
    std::set<std::string> m_refusals; //!< reasons that kept cycles
};

} // namespace ns3

#endif // AI_FABRIC_FAST_FORWARD_H
