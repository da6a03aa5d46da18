// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHANNEL_CLIENT_H
#define AI_FABRIC_CHANNEL_CLIENT_H

#include "ns3/message-channel.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Remembers what it is told of messages. */
class ChannelClient : public MessageClient
{
  public:
    /** An end at the sender. */
    struct Ended
    {
        uint32_t immediate;
        MessageEnd end;
    };

    /** An arrival at the receiver. */
    struct Arrived
    {
        uint32_t immediate;
        int64_t arrivedPs;
    };

    void OnEnd(uint32_t immediate, const MessageEnd& end) override
    {
        ends.push_back({immediate, end});
    }

    void OnArrival(uint32_t immediate, int64_t arrivedPs) override
    {
        arrivals.push_back({immediate, arrivedPs});
    }

    uint64_t GetMessageBytes(const MessageChannel& /* channel */,
                             uint32_t /* immediate */) const override
    {
        return messageBytes;
    }

    uint64_t messageBytes{1};      //!< of every message, for channels that ask
    std::vector<Ended> ends;       //!< in the order in which it was told
    std::vector<Arrived> arrivals; //!< likewise
};

} // namespace ns3

#endif // AI_FABRIC_CHANNEL_CLIENT_H
