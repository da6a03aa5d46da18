// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_STEPS_H
#define AI_FABRIC_COLLECTIVE_STEPS_H

#include "law-network.h"

#include "ns3/communication-graph.h"

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The graph of a collective in steps, for CollectiveLaw. A step is all messages that have the same
 * number of messages before them; steps with the same messages have the same pattern.
 */
class CollectiveSteps
{
  public:
    /** A message between two ranks. */
    using Message = std::tuple<uint32_t, uint32_t, uint64_t>; //!< sender, receiver, bytes

    /** The messages of one or more steps, all different, with the number of each. */
    using Pattern = std::vector<std::pair<Message, uint32_t>>;

    /** The times of a message. */
    struct Flight
    {
        uint32_t out{0};      //!< direction that leaves the sender
        uint32_t in{0};       //!< direction that enters the receiver
        double sendPs{0};     //!< time that it takes of the sender's link, in ps; 0: not known yet
        double receivePs{0};  //!< time that it takes of the receiver's link, in ps
        double togetherPs{0}; //!< time that all messages of the step take of the busiest link of
                              //!< its way, in ps
        int64_t headPs{0};    //!< delay of the way, in ps
        int64_t backPs{0};    //!< delay of the answer, in ps
        bool isShort{false};  //!< it is one packet, which passes longer messages
        bool isShared{false}; //!< its sender has other messages in the step
    };

    /** Ends of a collective, in ps. */
    struct Ends
    {
        double finishedPs{0};                   //!< last end of a node
        std::vector<double> finishedPsOfRank{}; //!< by rank: last end of a node
    };

    /** @param graph graph of a collective */
    explicit CollectiveSteps(std::shared_ptr<const CommunicationGraph> graph);

    /** @return patterns of the steps; the messages of each are ascending and all different */
    const std::vector<Pattern>& GetPatterns() const
    {
        return m_patterns;
    }

    /** @return pattern of each step */
    const std::vector<uint32_t>& GetPatternOfStep() const
    {
        return m_patternOfStep;
    }

    /**
     * Computes when the nodes end.
     *
     * @param flights by step and message of its pattern
     * @param network network with the GPUs and the links of operations in switches
     * @param hosts host by rank, of any group
     * @param startsPs by rank: time when it begins, in ps
     * @return ends of the ranks
     */
    Ends Run(const std::vector<const std::vector<Flight>*>& flights,
             const LawNetwork& network,
             const std::vector<uint32_t>& hosts,
             const std::vector<int64_t>& startsPs) const;

  private:
    void FindSuccessors();
    void FindSteps();

    std::shared_ptr<const CommunicationGraph> m_graph;
    bool m_reduces{false};              //!< a node is a reduction
    std::vector<uint32_t> m_begin;      //!< by node: begin of its successors
    std::vector<uint32_t> m_successors; //!< packed
    std::vector<uint32_t> m_orderBegin; //!< by node: begin of the SENDs that wait until it has left
    std::vector<uint32_t> m_orders;     //!< packed
    std::vector<uint32_t> m_waitsFor;   //!< by node: number of its conditions
    /** Operations in switches: nodes of the members, by group and number of the operation. */
    std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> m_operations;
    std::vector<Pattern> m_patterns; //!< messages, with numbers
    std::vector<uint32_t> m_patternOfStep;
    std::vector<uint32_t> m_stepOfNode;    //!< of a SEND: its step
    std::vector<uint32_t> m_messageOfNode; //!< of a SEND: index in its pattern
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_STEPS_H
