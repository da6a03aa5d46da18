// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MESSAGE_RECORD_H
#define AI_FABRIC_MESSAGE_RECORD_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * The fate of one message, which the literature calls a flow: a SEND of a communication graph.
 *
 * Invariant of a message that succeeded: startPs < arrivedPs < finishedPs. Times are absolute.
 */
struct MessageRecord
{
    static constexpr int64_t NOT_YET = -1; //!< in place of a time

    /** Signature of traces of messages. @param record record of a message that has ended */
    using TracedCallback = void (*)(const MessageRecord& record);

    uint64_t bytes{0};            //!< payload
    int64_t startPs{NOT_YET};     //!< time of posting
    int64_t arrivedPs{NOT_YET};   //!< time when the receiver had the last byte
    int64_t finishedPs{NOT_YET};  //!< time when it was acknowledged or given up
    uint32_t job{0};              //!< FabricJob::index
    uint32_t sourceHost{0};       //!< host index
    uint32_t destHost{0};         //!< host index
    uint32_t channel{0};          //!< CommunicationGraph::Node::channel
    uint8_t serviceLevel{0};      //!< MessageChannel::GetServiceLevel()
    const char* failure{nullptr}; //!< MessageEnd::failure; meaningful once finishedPs is set

    /** @return time of posting */
    Time GetStart() const
    {
        return PicoSeconds(startPs);
    }

    /** @return time from posting until the receiver had the last byte, which it must have */
    Time GetCompletionTime() const
    {
        return PicoSeconds(arrivedPs - startPs);
    }
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_RECORD_H
