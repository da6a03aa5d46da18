// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAUSE_TREE_H
#define AI_FABRIC_PAUSE_TREE_H

#include "pause-log.h"

#include <iosfwd>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Pauses by what caused them: from the root, along the ports that were paused because others had
 * been, to the flows that suffer without having to do with the root.
 *
 * A pause i was asked for because packets waited at an egress, its congested port, since w. If that
 * egress was itself paused for at least MIN_SHARE of [w, i.end), the pause of it that covers most
 * of that time is the parent of i: it may have begun later and be why i lasted. Otherwise the
 * egress was sending at its full rate and is a root: congestion. A pause that no packet caused has
 * a broken NIC as its root: a storm; one that a packet caused at a NIC, a host that does not take
 * what comes: a slow receiver. In a cycle (a deadlock) the earliest pause has a parent that
 * began before it, or none. Pauses of one port with the same chain of ports up to the root are one
 * node of the tree, whatever queues of it they are of.
 *
 * A flow is a victim of a root if a pause below it held its data back, and it is not among those
 * that feed it: a flow to the host behind the root port, or one that was seen waiting there.
 *
 * Invariants: every pause of the log belongs to exactly one node; no port is below itself (where a
 * chain would close, it ends, and the node says so).
 */
class PauseTree
{
  public:
    static constexpr double MIN_SHARE = 0.05; //!< of the time that a wait lasted

    /** A port that was paused, in one place of the tree. */
    struct Node
    {
        uint32_t port{0};               //!< as in PauseInterval
        uint64_t pauses{0};             //!< how many
        int64_t pausedPs{0};            //!< their sum
        int64_t firstPs{0};             //!< start of the first
        bool cycle{false};              //!< what it caused came back to it
        std::vector<uint32_t> children; //!< indexes into the nodes; the longest paused first
    };

    /** A flow that was held back by a root with which it has nothing to do. */
    struct Victim
    {
        PauseFlow flow;    //!< which
        uint32_t port{0};  //!< where it was held longest
        int64_t heldPs{0}; //!< for how long there: sum of the pauses that held it
    };

    /** The cause of a tree of pauses. */
    struct Root
    {
        uint32_t port{PauseInterval::NO_PORT}; //!< the congested egress, or the port of the NIC
        uint8_t priority{0};                   //!< of all its pauses
        bool storm{false};                     //!< a NIC that kept pausing
        bool slowReceiver{false};              //!< a NIC whose host did not take what came
        uint64_t pauses{0};                    //!< of the whole tree
        int64_t pausedPs{0};                   //!< their sum
        int64_t firstPs{0};                    //!< start of the first
        std::vector<uint32_t> children;        //!< as of Node
        std::vector<Victim> victims;           //!< the longest held first

        /** @return the congested egress, or that towards the NIC */
        uint32_t GetEgress() const
        {
            return storm || slowReceiver ? port ^ 1 : port;
        }
    };

    /** @param log of a run */
    explicit PauseTree(const PauseLog& log);

    /** @return the roots; the one with the longest pauses first */
    const std::vector<Root>& GetRoots() const
    {
        return m_roots;
    }

    /** @param index of a node @return it */
    const Node& GetNode(uint32_t index) const
    {
        return m_nodes[index];
    }

    /** @param interval index into the log @return index of its root */
    uint32_t GetRootOf(std::size_t interval) const
    {
        return m_rootOf[interval];
    }

    /**
     * Writes the trees as text, a line per node; times in us.
     *
     * @param out where to
     * @param portNames for people, by port
     */
    void Write(std::ostream& out, const std::vector<std::string>& portNames) const;

  private:
    static constexpr uint32_t NONE = UINT32_MAX; //!< in place of a node or root

    /** Indexes of the intervals of a port, priority and queue, in order. */
    using PausesOfPort =
        std::map<std::tuple<uint32_t, uint8_t, uint16_t>, std::vector<std::size_t>>;

    /** Finds the node of every pause. */
    void Place(const PauseLog& log);
    void PlaceBelow(const PauseLog& log, std::size_t index, std::size_t parent, bool closed);
    static std::size_t FindParent(const PauseLog& log,
                                  const PausesOfPort& pausesOfPort,
                                  std::size_t interval,
                                  std::size_t end);

    /** What pauses of the congested port, of a queue or all, cover of an interval. */
    struct Cover
    {
        int64_t pausedPs{0};    //!< in all
        int64_t longestPs{0};   //!< by one of them
        std::size_t longest{0}; //!< which
    };

    static Cover FindCover(const PauseLog& log,
                           const PausesOfPort& pausesOfPort,
                           std::size_t interval,
                           std::size_t end,
                           uint16_t queue);
    /** @return index into m_roots, of a new one if need be */
    uint32_t FindRoot(const PauseLog& log, const PauseInterval& interval);
    uint32_t FindChild(std::vector<uint32_t>& children, uint32_t port, uint32_t parent);
    /** Of every root. */
    void FindVictims(const PauseLog& log);
    void Sort();
    void WriteNode(std::ostream& out,
                   const std::vector<std::string>& portNames,
                   uint32_t node,
                   uint32_t depth) const;

    std::vector<Root> m_roots;
    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_parents; //!< by node; NONE below a root
    std::vector<uint32_t> m_nodeOf;  //!< by interval
    std::vector<uint32_t> m_rootOf;  //!< by interval
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_TREE_H
