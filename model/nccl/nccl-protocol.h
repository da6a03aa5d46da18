// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NCCL_PROTOCOL_H
#define AI_FABRIC_NCCL_PROTOCOL_H

#include "ns3/communication-graph.h"
#include "ns3/rank-layout.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-nccl
 * What carrying out a collective by a GPU's kernels costs beside network and memory.
 *
 * A message of S bytes of data has
 *
 *     ceil(S / dataBytes) * lineBytes
 *
 * bytes on the wire, flags included, and every step of a rank - it notices that a message has come,
 * reduces it or copies it to where it belongs, and lets the next rank know - takes
 *
 *     stepPs + S * psPerByte
 *
 * besides what the GPU's memory takes. A channel is one block of threads: its steps at a rank
 * follow one another. A block that sends what it did not receive reads one operand in place of two,
 * which takes S * psPerByte / 2.
 *
 * A message between servers passes a proxy thread of each host. The thread serves one message at a
 * time, for proxyPs. The network's delay is the time until proxy and kernel see what has come; it
 * holds up a message but not those behind it.
 */
struct NcclProtocolCost
{
    uint32_t dataBytes{1};     //!< of a line, at least 1
    uint32_t lineBytes{1};     //!< with flags, at least dataBytes
    int64_t stepPs{0};         //!< of every message, in ps
    double psPerByte{0};       //!< of a step, by bytes of data without flags, in ps
    int64_t proxyPs{0};        //!< of a message between servers, at sender and receiver each, in ps
    int64_t networkDelayPs{0}; //!< before the step of a message from another server, in ps
    int64_t launchPs{0};       //!< from the call to the kernel's start, at every rank, in ps
    uint32_t blocks{0};        //!< that share the messages by peer; 0: a channel is one block

    /** @param bytes of data @return bytes on the wire; throws InputError beyond 64 bits */
    uint64_t GetWireBytes(uint64_t bytes) const;
};

/**
 * @ingroup ai-fabric-nccl
 * Adds the cost of kernels to the graph of a collective.
 *
 * Messages become longer; a REDUCE gets the time of its step; what else is received is copied in a
 * step of its own, for which all wait that waited for its RECV; all steps run on the stream
 * 1 + block (modulo 254) of the GPU, those of messages from other servers after a JOIN of the
 * network's delay; a SEND that waits for nothing waits for a COMPUTE of its own; the proxies' work
 * is a COMPUTE on GraphNode::HOST_STREAM before a SEND and after a RECV; and whatever waits for
 * nothing waits for a COMPUTE of the launch's length, on stream 1. Reductions and copies by a rank
 * on its own belong to channel 0.
 *
 * @param graph of a collective in which a REDUCE waits for the RECV of what it adds
 * @param layout its ranks
 * @param cost of the protocol
 * @return the same graph with more nodes behind its own
 */
CommunicationGraph ApplyNcclProtocol(CommunicationGraph graph,
                                     const RankLayout& layout,
                                     const NcclProtocolCost& cost);

} // namespace ns3

#endif // AI_FABRIC_NCCL_PROTOCOL_H
