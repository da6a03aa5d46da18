// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHANNEL_COUNTER_H
#define AI_FABRIC_CHANNEL_COUNTER_H

#include "ns3/communication-graph.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Counts the messages in flight on each channel of each rank, to detect when a channel starts work
 * and when it ends.
 */
class ChannelCounter
{
  public:
    ChannelCounter() = default;

    /** @param graph valid graph */
    explicit ChannelCounter(const CommunicationGraph& graph);

    /**
     * @param send number of a SEND that is posted
     * @return true if its channel had nothing in flight
     */
    bool Begin(uint32_t send)
    {
        return m_inFlight[m_channelOfNode[send]]++ == 0;
    }

    /**
     * @param send number of a SEND that has ended
     * @return true if its channel has nothing left in flight
     */
    bool End(uint32_t send)
    {
        return --m_inFlight[m_channelOfNode[send]] == 0;
    }

    /** Takes nodes out of the graph. @param cut nodes that have not started */
    void Cut(const GraphCut& cut)
    {
        CutList(m_channelOfNode, cut);
    }

  private:
    std::vector<uint32_t>
        m_channelOfNode;              //!< by SEND node: index of its rank and channel in m_inFlight
    std::vector<uint32_t> m_inFlight; //!< messages in flight, by rank and channel
};

} // namespace ns3

#endif // AI_FABRIC_CHANNEL_COUNTER_H
