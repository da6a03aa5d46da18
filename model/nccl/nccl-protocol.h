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
 * Time that a GPU's kernels and proxy threads add to a collective, besides network and memory.
 *
 * A message of S bytes of data has
 *
 *     ceil(S / dataBytes) * lineBytes
 *
 * bytes on the wire, flags included. The receiving rank notices a message stepPs after its arrival.
 * Then the rank reduces or copies the data, which takes
 *
 *     S * psPerByte
 *
 * in addition to the time of the GPU's memory. A channel is one block of threads: it reduces and
 * copies one message after another. The delay stepPs holds up one message but not those behind it.
 * A block that sends data of its own, not received data, reads one operand instead of two, which
 * takes S * psPerByte / 2.
 *
 * A block hands over roundBytes at a time; with flags, that is the data its threads hold. A message
 * to a rank of the same server leaves when its first round is done, a message to another server
 * when all rounds are done.
 *
 * A message between servers passes a proxy thread of each host. The thread serves one message at a
 * time, for proxyPs. The networkDelayPs is the time until proxy and kernel see that the message has
 * arrived; it holds up a message as stepPs does.
 *
 * If blocks share peers (blocks > 0), a message that is sent on unchanged does not pass a kernel on
 * its way: the sender's kernel has put the data where the proxy thread takes it from.
 *
 * NVSwitches work on buffers of NCCL's own. The kernels copy their operands into these buffers and
 * the results out of them, one loop at a time, with nvlsPsPerByte for each copy. A loop is one step
 * of every owner. So the first loop is reduced when all of it has been copied, and the last loop is
 * copied at the end.
 */
struct NcclProtocolCost
{
    uint32_t dataBytes{1};   //!< bytes of data in a line, at least 1
    uint32_t lineBytes{1};   //!< bytes of a line with flags, at least dataBytes
    int64_t stepPs{0};       //!< time from a message's arrival until the kernel notices it, in ps
    double psPerByte{0};     //!< time of a step per byte of data without flags, in ps
    double nvlsPsPerByte{0}; //!< time per byte copied to or from the buffers of NVSwitches, in ps
    int64_t proxyPs{0};      //!< proxy time per message between servers, at either end, in ps
    int64_t networkDelayPs{
        0};              //!< extra delay of a message from another server, besides stepPs, in ps
    int64_t launchPs{0}; //!< time from the call to the kernel's start, at every rank, in ps
    uint64_t roundBytes{UINT64_MAX}; //!< bytes that a block hands over at a time, at least 1
    uint32_t blocks{0}; //!< blocks that share the messages by peer; 0: a channel is one block

    /** @param bytes bytes of data @return bytes on the wire; throws InputError beyond 64 bits */
    uint64_t GetWireBytes(uint64_t bytes) const;
};

/**
 * @ingroup ai-fabric-nccl
 * Adds the cost of kernels to the graph of a collective.
 *
 * - Messages become longer.
 * - The time of a step is added to its REDUCE. Other received data is copied in a COPY of its own;
 *   the nodes that waited for the RECV now wait for the COPY. REDUCE and COPY run on the GPU's
 *   stream 1 + block (modulo 254), after a JOIN of the delays.
 * - All rounds but the first are a COMPUTE behind them on that stream. SENDs within the server do
 *   not wait for this COMPUTE.
 * - A SEND without predecessors gets a COMPUTE of its own.
 * - The proxies' work is a COMPUTE on GraphNode::HOST_STREAM before a SEND and after a RECV.
 * - Copies to the buffers of NVSwitches are COMPUTEs before the REDUCEs of a loop, copies out of
 *   them are COMPUTEs behind its BROADCASTs. Both run on stream 101 + channel of their group.
 * - A node without predecessors waits for a COMPUTE of the launch's length, on stream 1.
 * - Reductions and copies that a rank does without a message belong to channel 0.
 *
 * @param graph graph of a collective; each REDUCE waits for the RECV of its operand
 * @param layout ranks of the graph
 * @param cost cost of the protocol
 * @return the same graph; new nodes follow the old ones
 */
CommunicationGraph ApplyNcclProtocol(CommunicationGraph graph,
                                     const RankLayout& layout,
                                     const NcclProtocolCost& cost);

} // namespace ns3

#endif // AI_FABRIC_NCCL_PROTOCOL_H
