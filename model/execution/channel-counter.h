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
 * Counts the messages in flight on each channel of each rank, to tell when a channel begins to work
 * and when it ends.
 */
class ChannelCounter
{
  public:
    ChannelCounter() = default;

    /** @param graph a valid one */
    explicit ChannelCounter(const CommunicationGraph& graph);

    /** @param send that is posted @return whether its channel has nothing else in flight */
    bool Begin(uint32_t send)
    {
        return m_inFlight[m_channelOfNode[send]]++ == 0;
    }

    /** @param send that has ended @return whether its channel has nothing in flight any more */
    bool End(uint32_t send)
    {
        return --m_inFlight[m_channelOfNode[send]] == 0;
    }

  private:
    std::vector<uint32_t> m_channelOfNode; //!< by node, of a SEND: counts its rank's channels too
    std::vector<uint32_t> m_inFlight;      //!< messages, by channel of all ranks
};

} // namespace ns3

#endif // AI_FABRIC_CHANNEL_COUNTER_H
