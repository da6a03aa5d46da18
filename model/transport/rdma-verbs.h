// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_VERBS_H
#define AI_FABRIC_RDMA_VERBS_H

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

/** @param operation any @return whether its answer carries data, so that a READ limit counts it */
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
    SUCCESS,            //!< acknowledged, or answered; a datagram: sent
    RETRY_EXCEEDED,     //!< nothing came back, too often
    RNR_RETRY_EXCEEDED, //!< the receiver had no receive request, too often
    REMOTE_ERROR,       //!< the receiver refused the request
    LENGTH_ERROR,       //!< a datagram longer than a packet
    FLUSHED             //!< the queue pair had failed before its turn came, or was not ready
};

/** @param status any @return it in words */
const char* ToString(RdmaStatus status);

/**
 * @ingroup ai-fabric-transport
 * The states of a queue pair (IBTA vol. 1, 10.3.1). Transitions lead from each to the next one
 * up to READY_TO_SEND, between that and SEND_QUEUE_DRAINED, and from any state to RESET and ERROR.
 */
enum class RdmaQueuePairState : uint8_t
{
    RESET,              //!< initial: nothing may be posted, the other end is not set
    INIT,               //!< receive requests may be posted; what comes is ignored
    READY_TO_RECEIVE,   //!< requests that come are served; nothing may be sent
    READY_TO_SEND,      //!< both directions work; where RdmaNic::Connect() leaves it
    SEND_QUEUE_DRAINED, //!< messages that have begun end; none begins
    ERROR               //!< everything posted is flushed, what comes is ignored
};

/** @param state any @return it in words */
const char* ToString(RdmaQueuePairState state);

/** @param state any @return whether packets that come are looked at */
constexpr bool
TakesPackets(RdmaQueuePairState state)
{
    return state >= RdmaQueuePairState::READY_TO_RECEIVE &&
           state <= RdmaQueuePairState::SEND_QUEUE_DRAINED;
}

/** @param state any @return whether messages may be posted */
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
    uint64_t workId;    //!< as it was posted
    uint64_t bytes;     //!< its length
    int64_t postedPs;   //!< when it was posted
    int64_t finishedPs; //!< when its last packet was acknowledged or its last answer was there
    RdmaStatus status;  //!< whether it succeeded, or why not
    uint64_t original;  //!< atomic operations: what the memory held before
};

/**
 * @ingroup ai-fabric-transport
 * A complete message, at its receiver.
 */
struct RdmaArrival
{
    uint64_t bytes;      //!< its length
    int64_t finishedPs;  //!< when its last byte was there
    uint32_t immediate;  //!< if hasImmediate
    bool hasImmediate;   //!< it came with immediate data
    uint32_t sourceHost; //!< host index
    uint32_t sourceQp;   //!< number of the queue pair there
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_VERBS_H
