// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_CYCLES_H
#define AI_FABRIC_GRAPH_CYCLES_H

#include "graph-messenger.h"
#include "graph-progress.h"
#include "job-gpus.h"
#include "job-shares.h"

#include "ns3/communication-graph.h"
#include "ns3/dependency-counter.h"
#include "ns3/fabric-workload.h"
#include "ns3/graph-cut.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Cycles of a running graph: where it stands, whether it repeats itself from there on, and the
 * removal of whole cycles from it.
 *
 * A graph and the network below it repeat themselves if their state is the same at two times but
 * for the numbers of the nodes at work. If the graph is periodic from there on, the next cycles are
 * copies of the last one: each takes as long and moves every node at work on by as many numbers.
 * Remove() takes such cycles out of the graph, and nothing else changes: the nodes at work keep
 * their numbers, the clock and the network go on as if the nodes behind were the next ones. After
 * the run Restore() puts the nodes back, with copies of the last cycle's times, and moves the times
 * of all that came later. The result is that of the whole run, to the picosecond.
 *
 * A node is at work from its start, or from the time when it waits for fewer things than at first,
 * until it is done. A RECV is also at work while its SEND is; one without predecessors, which
 * starts with the job, only then.
 *
 * All nodes at work must move on by the same number, and all nodes before them must be done. So no
 * node at work gets another number.
 *
 * The class knows the graph only. The caller of Remove() answers for the state of the network.
 */
class GraphCycles
{
  public:
    /** Where a graph stands. */
    struct Position
    {
        std::vector<uint32_t> nodes; //!< nodes at work, ascending
        uint64_t digest{0};          //!< hash of what they wait for, without their numbers
        uint32_t firstLeft{0};       //!< number of the first node that is not done
        std::vector<int64_t> busyPs; //!< by rank: time in which its GPU was busy, in ps
    };

    /** Parts of the job that is run; they outlive this. */
    struct Parts
    {
        FabricJob& job;                  //!< job with the graph
        DependencyCounter& dependencies; //!< what nodes wait for
        GraphProgress& progress;         //!< progress of nodes
        JobShares& shares;               //!< shares with their timers
        GraphMessenger& messenger;       //!< messages and their records
        JobGpus& gpus;                   //!< GPUs
    };

    /** @param parts parts of the job */
    explicit GraphCycles(const Parts& parts);

    /** Called when the job starts, after its dependencies were counted. */
    void Begin();

    /** @param node node that starts, or a RECV whose message has arrived */
    void NoteStart(uint32_t node)
    {
        if (!OnlyReceives(node))
        {
            SetAtWork(node);
        }
    }

    /** @param node node that waits for one thing less */
    void NoteRelease(uint32_t node)
    {
        SetAtWork(node);
    }

    /** Called after the successors of a node were released. @param node node that is done */
    void NoteDone(uint32_t node)
    {
        m_counts[node / BLOCK] -= m_isAtWork[node];
        m_isAtWork[node] = 0;
        NoteReleases(node, m_parts.dependencies.GetSuccessors());
    }

    /** @param node SEND that has left; those that waited for it were released */
    void NoteLeft(uint32_t node)
    {
        NoteReleases(node, m_parts.dependencies.GetFollowers());
    }

    /** @param nowPs present time in ps @return where the graph stands */
    Position GetPosition(int64_t nowPs);

    /**
     * @param before where the graph stood a cycle ago
     * @param now where it stands
     * @return number of cycles that follow and are copies of the last one; 0: none
     */
    uint32_t Count(const Position& before, const Position& now) const;

    /**
     * Takes cycles out of the graph.
     *
     * @param before where the graph stood a cycle ago
     * @param now where it stands
     * @param cycles number of cycles, at least 1 and at most Count()
     * @param periodPs time of a cycle in ps
     * @param nowPs present time in ps
     */
    void Remove(const Position& before,
                const Position& now,
                uint32_t cycles,
                int64_t periodPs,
                int64_t nowPs);

    /** @return sum of the times that were removed, in ps */
    int64_t GetRemovedPs() const;

    /** @return number of nodes that were removed */
    uint64_t GetRemovedNodes() const;

    /** Called after the run, before GraphMessenger::Close(): puts all cycles back, once. */
    void Restore();

  private:
    static constexpr uint32_t BLOCK = 1024; //!< nodes that are counted together

    /** Cycles that were removed at one instant. */
    struct Removal
    {
        GraphCut cut;     //!< nodes that were taken out
        int64_t periodPs; //!< time of a cycle in ps
        int64_t atPs;     //!< time of the removal in ps, as the run counted it

        /** @return time that was removed, in ps */
        int64_t GetLengthPs() const
        {
            return cut.cycles * periodPs;
        }
    };

    /** @param node number of a node @return true if it is a RECV without predecessors */
    bool OnlyReceives(uint32_t node) const
    {
        return m_initial[node] == 0 &&
               m_parts.job.graph.GetNodes().GetRelative(node).kind == GraphNodeKind::RECV;
    }

    void SetAtWork(uint32_t node)
    {
        m_counts[node / BLOCK] += 1 - m_isAtWork[node];
        m_isAtWork[node] = 1;
    }

    void NoteReleases(uint32_t node, const NeighbourLists& lists);
    /** @return cut without cycles behind the nodes at work; period 0: there is none */
    static GraphCut MakeCut(const Position& before, const Position& now);
    /**
     * Visits a node that a run had after a removal as the nodes that it stands for.
     *
     * @param removal removal
     * @param number number of the node after it
     * @param visit called with the number of each node before it, and a callable that moves a time
     *        in ps
     */
    template <typename Visit>
    static void VisitCopies(const Removal& removal, uint32_t number, const Visit& visit);
    void RestoreSpans(const Removal& removal);
    static std::vector<GraphMessenger::SentRecord> RestoreRecords(
        const Removal& removal,
        const std::vector<GraphMessenger::SentRecord>& records);

    Parts m_parts;
    std::vector<uint8_t> m_initial;  //!< by node: number of things that it waits for at first
    std::vector<uint8_t> m_isAtWork; //!< by node: 1: it is at work, see NoteStart(); 0: it is not
    std::vector<uint32_t> m_counts;  //!< by BLOCK nodes: number of nodes at work
    uint32_t m_firstLeft{0};         //!< see Position; a lower bound between two looks
    std::vector<Removal> m_removals; //!< in the order of time
    bool m_isRestored{false};        //!< see Restore()
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_CYCLES_H
