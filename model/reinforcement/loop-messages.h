// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOOP_MESSAGES_H
#define AI_FABRIC_LOOP_MESSAGES_H

#include "ns3/communication-graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * Adds messages of one purpose to a graph, on queue pairs of their own and with one label.
 */
class LoopMessages
{
  public:
    static constexpr uint32_t NONE = CommunicationGraph::NONE; //!< stands for no node

    /** Bytes of a message that only reports an event. */
    static constexpr uint64_t NOTICE_BYTES = 64;

    /** Both ends of a message. */
    struct Ends
    {
        uint32_t send{NONE}; //!< node that completes when the message is acknowledged
        uint32_t recv{NONE}; //!< node that completes when the message has arrived
    };

    /**
     * @param graph graph that gets the nodes; outlives this object
     * @param label label of the nodes
     * @param channel first channel of the messages
     */
    LoopMessages(CommunicationGraph& graph, const std::string& label, uint32_t channel);

    /**
     * @param from rank that sends
     * @param to another rank
     * @param bytes length, at least 1
     * @param after node of the sender to wait for, or NONE
     * @param wish node of the receiver after which it wants the message, or NONE
     * @return both ends
     */
    Ends Send(uint32_t from, uint32_t to, uint64_t bytes, uint32_t after, uint32_t wish = NONE);

    /**
     * @param rank rank of the node
     * @param nodes nodes of that rank to wait for; may contain NONE
     * @return node that completes after all of them; NONE if all are NONE
     */
    uint32_t Join(uint32_t rank, std::vector<uint32_t> nodes);

    /**
     * Adds a collective of some ranks.
     *
     * @param collective its graph
     * @param ranks rank by rank of that graph
     * @param after by rank of that graph: node to wait for, or NONE
     * @return by rank of that graph: node that completes when the rank has done its part
     */
    std::vector<uint32_t> Append(const CommunicationGraph& collective,
                                 const std::vector<uint32_t>& ranks,
                                 const std::vector<uint32_t>& after);

    /** @return bytes of all messages added by Send() and Append() */
    uint64_t GetBytes() const
    {
        return m_bytes;
    }

  private:
    CommunicationGraph& m_graph;
    uint16_t m_label;    //!< label of the nodes
    uint32_t m_channel;  //!< first channel
    uint64_t m_bytes{0}; //!< see GetBytes()
};

} // namespace ns3

#endif // AI_FABRIC_LOOP_MESSAGES_H
