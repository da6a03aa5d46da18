// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_VERBS_H
#define AI_FABRIC_RDMA_VERBS_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The operation of a message.
 */
enum class RdmaOperation : uint8_t
{
    WRITE,
    WRITE_IMM,
    SEND,
    SEND_IMM,
    READ,
    FETCH_ADD,
    COMPARE_SWAP
};

/**
 * @param operation operation
 * @return true if its answer carries data; such operations count against the READ limit
 */
constexpr bool
IsAnswered(RdmaOperation operation)
{
    return operation >= RdmaOperation::READ;
}

/**
 * @ingroup ai-fabric-transport
 * How a message ended (the work completion statuses of verbs).
 */
enum class RdmaStatus : uint8_t
{
    SUCCESS,            //!< acknowledged or answered; datagram: sent
    RETRY_EXCEEDED,     //!< no answer came after the allowed repeats
    RNR_RETRY_EXCEEDED, //!< the receiver had no receive request after the allowed repeats
    REMOTE_ERROR,       //!< the receiver refused the request
    LENGTH_ERROR,       //!< a datagram is longer than a packet
    FLUSHED             //!< the queue pair failed before the message's turn, or was not ready
};

/**
 * @param status status
 * @return its name in words
 */
const char* ToString(RdmaStatus status);

/**
 * @ingroup ai-fabric-transport
 * The states of a queue pair (IBTA vol. 1, 10.3.1). Transitions lead from each state to the next
 * one up to READY_TO_SEND, between that and SEND_QUEUE_DRAINED, and from any state to RESET and
 * ERROR.
 */
enum class RdmaQueuePairState : uint8_t
{
    RESET,              //!< initial: posting is not allowed, the other end is not set
    INIT,               //!< receive requests may be posted; arriving packets are ignored
    READY_TO_RECEIVE,   //!< arriving requests are served; sending is not allowed
    READY_TO_SEND,      //!< both directions work; state after RdmaNic::Connect()
    SEND_QUEUE_DRAINED, //!< begun messages end; no new message begins
    ERROR               //!< all posted messages are flushed, arriving packets are ignored
};

/**
 * @param state state
 * @return its name in words
 */
const char* ToString(RdmaQueuePairState state);

/**
 * @param from present state
 * @param to another state
 * @return true if the transition is allowed
 */
constexpr bool
CanChange(RdmaQueuePairState from, RdmaQueuePairState to)
{
    using State = RdmaQueuePairState;
    return to == State::RESET || to == State::ERROR ||
           static_cast<uint8_t>(to) == static_cast<uint8_t>(from) + 1 ||
           (from == State::SEND_QUEUE_DRAINED && to == State::READY_TO_SEND);
}

/**
 * @param state state
 * @return true if arriving packets are processed
 */
constexpr bool
TakesPackets(RdmaQueuePairState state)
{
    return state >= RdmaQueuePairState::READY_TO_RECEIVE &&
           state <= RdmaQueuePairState::SEND_QUEUE_DRAINED;
}

/**
 * @param state state
 * @return true if messages may be posted
 */
constexpr bool
TakesMessages(RdmaQueuePairState state)
{
    return state == RdmaQueuePairState::READY_TO_SEND ||
           state == RdmaQueuePairState::SEND_QUEUE_DRAINED;
}

/**
 * @ingroup ai-fabric-transport
 * The end of a message, at its sender.
 */
struct RdmaCompletion
{
    uint64_t workId;    //!< number of the post
    uint64_t bytes;     //!< length of the message
    int64_t postedPs;   //!< time of the post, in ps
    int64_t finishedPs; //!< time of the last acknowledgement or answer, in ps
    RdmaStatus status;  //!< success, or the reason of the failure
    uint64_t original;  //!< atomic operations: old value in memory

    /** @return time of the post */
    Time GetPosted() const
    {
        return PicoSeconds(postedPs);
    }

    /** @return time of the last acknowledgement or answer */
    Time GetFinished() const
    {
        return PicoSeconds(finishedPs);
    }
};

/**
 * @ingroup ai-fabric-transport
 * A complete message, at its receiver.
 */
struct RdmaArrival
{
    uint64_t bytes;      //!< length of the message
    int64_t finishedPs;  //!< arrival of its last byte, in ps
    uint32_t immediate;  //!< valid if hasImmediate
    bool hasImmediate;   //!< the message has immediate data
    uint32_t sourceHost; //!< host index
    uint32_t sourceQp;   //!< number of the sending queue pair

    /** @return time when its last byte arrived */
    Time GetFinished() const
    {
        return PicoSeconds(finishedPs);
    }
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_VERBS_H
