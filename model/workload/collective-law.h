// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_LAW_H
#define AI_FABRIC_COLLECTIVE_LAW_H

#include "law-network.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <map>
#include <memory>
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
 * except that a message of one packet does not wait for others, as a network card serves its queue
 * pairs in turn. Messages, reductions, copies and delays follow each other as the graph of the collective
 * demands. The factor f >= 1 is that of the links between the hosts. Messages with the same number
 * of messages before them are at work at once (a step). With load(d) the bytes that a step puts on
 * direction d of a link, over all groups, shared evenly among the shortest paths,
 *
 *     f = max over the directions d of the way of   (load(d) / rate(d)) / (load(o) / rate(o))
 *
 * where o is the direction that leaves the sender. An operation in switches takes each member's
 * link to the switches and back as its kind demands.
 *
 * A ring of n hosts that reduces S bytes therefore takes 2 (n - 1) (L + 8 S / (n rate)), and more
 * by f where its messages meet on a slower link.
 *
 * The law leaves out: collisions of hashed paths, queues, pauses, congestion control, other jobs,
 * late ranks, and the sharing of a link by collectives of different kinds.
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
    ~CollectiveLaw();

    CollectiveLaw(const CollectiveLaw&) = delete;
    CollectiveLaw& operator=(const CollectiveLaw&) = delete;

    /**
     * @param parties groups that begin at one time, at least one; groups with the same graph object
     *        are computed together
     * @return time until the last rank has finished, in ps
     */
    int64_t GetPs(const std::vector<Party>& parties);

    /**
     * @param pairs sending and receiving hosts of messages that begin at one time
     * @param bytes length of each message, at least 1
     * @return time until the last message has arrived, in ps
     */
    int64_t GetTransferPs(const std::vector<std::pair<uint32_t, uint32_t>>& pairs, uint64_t bytes);

  private:
    class Steps;

    /** Ends of collectives in ps. */
    struct Ends
    {
        double finishedPs{0}; //!< last end of a node
        double arrivedPs{0};  //!< last arrival of a message
    };

    Ends GetEnds(const std::vector<Party>& parties);
    /** @return the steps of a graph, found at the first call */
    const Steps& GetSteps(const std::shared_ptr<const CommunicationGraph>& graph);

    const LawNetwork& m_network;
    /** Keeps the graphs, too, so that their addresses stay different. */
    std::map<std::shared_ptr<const CommunicationGraph>, std::unique_ptr<Steps>> m_steps;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_LAW_H
