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
 * bytes on the wire, flags included. A rank notices what has come stepPs later; then it reduces it
 * or copies it to where it belongs, which takes
 *
 *     S * psPerByte
 *
 * besides what the GPU's memory takes. A channel is one block of threads: the latter follow one
 * another, and the former hold up a message but not those behind it. A block that sends what it did
 * not receive reads one operand in place of two, which takes S * psPerByte / 2.
 *
 * A block hands over roundBytes at a time: with flags what its threads hold. A message to a rank of
 * the same server leaves when its first round is done, one to another server when all are.
 *
 * A message between servers passes a proxy thread of each host. The thread serves one message at a
 * time, for proxyPs. The network's delay is the time until proxy and kernel see what has come; it
 * holds up a message as stepPs does.
 *
 * With blocks that share peers a message that is sent on as it came passes no kernel on its way:
 * the sender's has put it where the proxy thread takes it from.
 *
 * NVSwitches work on buffers of NCCL's own. The kernels copy what they reduce there, and the
 * results from there, a loop at a time, with nvlsPsPerByte each; a loop is a step of every owner.
 * So the first loop is reduced when all of it has been copied, and the last one is copied at the
 * end.
 */
struct NcclProtocolCost
{
    uint32_t dataBytes{1};     //!< of a line, at least 1
    uint32_t lineBytes{1};     //!< with flags, at least dataBytes
    int64_t stepPs{0};         //!< before a message that has come is noticed, in ps
    double psPerByte{0};       //!< of a step, by bytes of data without flags, in ps
    double nvlsPsPerByte{0};   //!< of a copy to or from the buffers of NVSwitches, in ps
    int64_t proxyPs{0};        //!< of a message between servers, at sender and receiver each, in ps
    int64_t networkDelayPs{0}; //!< the same for one from another server, besides stepPs, in ps
    int64_t launchPs{0};       //!< from the call to the kernel's start, at every rank, in ps
    uint64_t roundBytes{UINT64_MAX}; //!< that a block hands over at a time, at least 1
    uint32_t blocks{0};              //!< that share the messages by peer; 0: a channel is one block

    /** @param bytes of data @return bytes on the wire; throws InputError beyond 64 bits */
    uint64_t GetWireBytes(uint64_t bytes) const;
};

/**
 * @ingroup ai-fabric-nccl
 * Adds the cost of kernels to the graph of a collective.
 *
 * Messages become longer; what a step takes is added to its REDUCE, and what else is received is
 * copied in a COPY of its own, for which all wait that waited for its RECV; both run on the stream
 * 1 + block (modulo 254) of the GPU, after a JOIN of the delays. All rounds but the first
 * are a COMPUTE behind them on that stream, for which SENDs within the server do not wait. A SEND
 * that waits for nothing has a COMPUTE of its own; the proxies' work is a COMPUTE on
 * GraphNode::HOST_STREAM before a SEND and after a RECV. Copies to buffers of NVSwitches are
 * COMPUTEs before the REDUCEs of a loop, those from there behind its BROADCASTs, on the stream 101
 * + channel of their group. Whatever waits for nothing waits for a COMPUTE of the launch's length,
 * on stream 1. Reductions and copies by a rank on its own belong to channel 0.
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
