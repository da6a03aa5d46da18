// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_LAW_H
#define AI_FABRIC_COLLECTIVE_LAW_H

#include "collective-steps.h"
#include "law-network.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The time of collectives by a law, without packets: LogGP (Alexandrov and others, SPAA 1995) with
 * the rates and delays of the network, and links that are shared.
 *
 * Each message of W bytes on the wire
 *
 *     leaves      its host's link sends messages one after another, each for 8 W f / rate
 *     travels     for L, the delay of cables and pipelines
 *     arrives     the receiver's link takes messages one after another, each for 8 W / rate
 *
 * except that messages of one packet wait only for each other, as a network card serves its queue
 * pairs in turn. Messages, reductions, copies and delays follow each other as the graph of the
 * collective demands. The factor f >= 1 is that of the links between the hosts. Messages with the
 * same number of messages before them are at work at once (a step). With load(d) the bytes that a
 * step puts on direction d of a link, over all groups, shared evenly among the shortest paths,
 *
 *     f = max (load(d) / rate(d)) / (load(o) / rate(o))
 *
 * over the direction o that leaves the sender and all directions between switches that the sender's
 * messages of the step take. An operation in switches takes each member's link to the switches and
 * back as its kind demands.
 *
 * Messages of a collective that has one step, such as a direct all-to-all, are served in turn: each
 * arrives L after the busiest direction of its way has carried its load.
 *
 * If ranks begin at different times, the messages of a step that one sender has share its link in
 * turns, in eight pieces each. Operations in switches take links in the order in which they are
 * ready, so a broadcast goes between two reductions.
 *
 * A ring of n hosts that reduces S bytes therefore takes 2 (n - 1) (L + 8 S / (n rate)), and more
 * by f where its messages meet on a slower link.
 *
 * The law leaves out: collisions of hashed paths, queues, pauses, congestion control, other jobs,
 * and the sharing of a link by collectives of different kinds. GetPs() leaves out late ranks, too.
 */
class CollectiveLaw
{
  public:
    /** A group of ranks that performs a collective. */
    struct Party
    {
        std::shared_ptr<const CommunicationGraph> graph; //!< the collective; not empty
        std::vector<uint32_t> hosts;                     //!< host index by rank of the graph
    };

    /** @param network the network; outlives this object */
    explicit CollectiveLaw(const LawNetwork& network);

    CollectiveLaw(const CollectiveLaw&) = delete;
    CollectiveLaw& operator=(const CollectiveLaw&) = delete;

    /**
     * @param parties groups that begin at one time, at least one; groups with the same graph object
     *        are computed together
     * @return time until the last rank has finished, in ps
     */
    int64_t GetPs(const std::vector<Party>& parties);

    /**
     * @param party group that performs a collective alone
     * @param startsPs by rank of the graph: time when it begins, in ps
     * @return by rank: time when it has finished, in ps
     */
    std::vector<int64_t> GetEndsPs(const Party& party, const std::vector<int64_t>& startsPs);

    /** A message between two hosts. */
    struct Transfer
    {
        uint32_t from;  //!< host that sends
        uint32_t to;    //!< host that receives
        uint64_t bytes; //!< length, at least 1
    };

    /**
     * Network cards serve messages that begin at one time in turn, so the last one on a way has
     * arrived when the busiest link of the way has carried all its bytes:
     *
     *     max over messages (L + max over directions d of its way (load(d) / rate(d)))
     *
     * @param transfers messages that begin at one time
     * @return time until the last message has arrived, in ps
     */
    int64_t GetTransferPs(const std::vector<Transfer>& transfers) const;

    /**
     * @param pairs sending and receiving hosts of messages that begin at one time
     * @param bytes length of each message, at least 1
     * @return time until the last message has arrived, in ps
     */
    int64_t GetTransferPs(const std::vector<std::pair<uint32_t, uint32_t>>& pairs,
                          uint64_t bytes) const;

  private:
    using Flights = std::vector<CollectiveSteps::Flight>;

    /** The groups that have one graph. */
    struct Team
    {
        const CollectiveSteps* steps;      //!< steps of the graph
        std::vector<const Party*> parties; //!< the groups
    };

    /** @return steps of a graph, found at the first call */
    const CollectiveSteps& GetSteps(const std::shared_ptr<const CommunicationGraph>& graph);
    /**
     * @param parties groups
     * @param startsPs by rank of each group's graph: time when it begins, in ps; empty: all at 0
     * @return latest ends of all groups, and the ends of the ranks of the last one
     */
    CollectiveSteps::Ends GetEnds(const std::vector<Party>& parties,
                                  const std::vector<int64_t>& startsPs = {});
    /**
     * @param teams all groups
     * @param patterns by team: pattern of the step, or NONE
     * @return by team and message of its pattern: the longest times of all its groups
     */
    std::vector<Flights> FindFlights(const std::vector<Team>& teams,
                                     const std::vector<uint32_t>& patterns) const;

    static constexpr uint32_t NONE = UINT32_MAX; //!< pattern of a team that has no such step

    const LawNetwork& m_network;
    /** By graph; keeps the graphs, so that their addresses stay different. */
    std::map<std::shared_ptr<const CommunicationGraph>, CollectiveSteps> m_steps;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_LAW_H
