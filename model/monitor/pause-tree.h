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
 * Pauses arranged by cause: from the root, along the ports that were paused because others were
 * paused, to the flows that suffer although they have nothing to do with the root.
 *
 * Pause i was requested because packets waited at an egress, its congested port, since w. If that
 * egress was itself paused for at least MIN_SHARE of [w, i.end), the pause that covers most of that
 * time is the parent of i; it may have begun later than i and be the reason why i lasted. Otherwise
 * the egress was sending at its full rate and is a root: congestion. A pause without a packet as
 * its cause has a broken NIC as its root: a storm. A pause whose packet is at a NIC has as its root
 * a host that does not take the packets: a slow receiver. In a cycle (a deadlock) the earliest
 * pause has a parent that began before it, or none. Pauses of one port with the same chain of ports
 * up to the root are one node of the tree, for all its queues.
 *
 * A flow is a victim of a root if a pause below the root held its data back and the flow does not
 * feed the root. A flow feeds the root if its destination is the host behind the root port, or if
 * it was seen waiting there.
 *
 * Invariants: every pause of the log belongs to exactly one node; no port is below itself (a chain
 * that would close ends there, and the node has its flag `cycle` set).
 */
class PauseTree
{
  public:
    static constexpr double MIN_SHARE = 0.05; //!< least share of the wait

    /** A paused port at one place of the tree. */
    struct Node
    {
        uint32_t port{0};               //!< as in PauseInterval
        uint64_t pauses{0};             //!< number of pauses
        int64_t pausedPs{0};            //!< sum of their durations in ps
        int64_t firstPs{0};             //!< start of the first in ps
        bool cycle{false};              //!< true: the pauses that it caused came back to it
        std::vector<uint32_t> children; //!< indexes into the nodes; the longest paused first
    };

    /** A flow that was held back by a root although it does not feed the root. */
    struct Victim
    {
        PauseFlow flow;    //!< the flow
        uint32_t port{0};  //!< port that held it longest
        int64_t heldPs{0}; //!< sum of the pauses there that held it, in ps
    };

    /** The cause of a tree of pauses. */
    struct Root
    {
        uint32_t port{PauseInterval::NO_PORT}; //!< congested egress, or port of the NIC
        uint8_t priority{0};                   //!< priority of all its pauses
        bool storm{false};                     //!< true: a NIC kept pausing
        bool slowReceiver{false};              //!< true: the host of a NIC did not take the packets
        uint64_t pauses{0};                    //!< number of pauses in the tree
        int64_t pausedPs{0};                   //!< sum of their durations in ps
        int64_t firstPs{0};                    //!< start of the first in ps
        std::vector<uint32_t> children;        //!< as in Node
        std::vector<Victim> victims;           //!< the longest held first

        /** @return the congested egress, or the egress towards the NIC */
        uint32_t GetEgress() const
        {
            return storm || slowReceiver ? port ^ 1 : port;
        }
    };

    /** @param log pauses of a run */
    explicit PauseTree(const PauseLog& log);

    /** @return the roots; the one with the longest pauses first */
    const std::vector<Root>& GetRoots() const
    {
        return m_roots;
    }

    /** @param index index of a node @return the node */
    const Node& GetNode(uint32_t index) const
    {
        return m_nodes[index];
    }

    /** @param interval index into the log @return index of the pause's root */
    uint32_t GetRootOf(std::size_t interval) const
    {
        return m_rootOf[interval];
    }

    /**
     * Writes the trees as text, a line per node; times in us.
     *
     * @param out stream to write to
     * @param portNames names for people, by port
     */
    void Write(std::ostream& out, const std::vector<std::string>& portNames) const;

  private:
    static constexpr uint32_t NONE = UINT32_MAX; //!< stands for no node or root

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

    /** Part of an interval that pauses of the congested port cover. */
    struct Cover
    {
        int64_t pausedPs{0};    //!< time covered by all of them, in ps
        int64_t longestPs{0};   //!< longest part covered by one of them, in ps
        std::size_t longest{0}; //!< index of that pause
    };

    static Cover FindCover(const PauseLog& log,
                           const PausesOfPort& pausesOfPort,
                           std::size_t interval,
                           std::size_t end,
                           uint16_t queue);
    /** @return index into m_roots; the root is added if it is new */
    uint32_t FindRoot(const PauseLog& log, const PauseInterval& interval);
    uint32_t FindChild(std::vector<uint32_t>& children, uint32_t port, uint32_t parent);
    /** Finds the victims of every root. */
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
