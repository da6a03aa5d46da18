// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_AGGREGATION_H
#define AI_FABRIC_SWITCH_AGGREGATION_H

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * Aggregation abilities and speeds of a fabric's switches. The defaults are those of a Quantum-2 as
 * far as they are published (SHARP documentation 2.6.1 to 3.10); the presets have those of other
 * generations.
 *
 * A low-latency tree (LLT) has LowLatencyOutstanding requests of at most LowLatencyPayloadBytes
 * under way; larger operations are pipelined. A streaming tree (SAT) has packets of
 * StreamingPayloadBytes and a window of StreamingWindowBytes. Trees exist as long as the network,
 * and count as active all that time.
 */
class SwitchAggregation : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    uint32_t maxLowLatencyTrees;       //!< per switch; 0: no such trees
    uint32_t maxStreamingTrees;        //!< per switch; 0: no such trees
    uint32_t maxStreamingTreesPerPort; //!< 0: no limit
    uint32_t lowLatencyPayloadBytes;   //!< payload of a request in bytes, at least 1
    uint32_t lowLatencyOutstanding;    //!< outstanding requests of a tree, at least 1
    uint32_t streamingPayloadBytes;    //!< payload of a packet in bytes; 0: derived from the MTU of
                                       //!< the NIC
    uint64_t streamingWindowBytes;     //!< window in bytes of payload; 0: computed
    uint64_t maxStreamingMessageBytes; //!< longest operation in bytes
    uint32_t headerBytes;              //!< aggregation header in front of the payload, in bytes
    Time latency;                      //!< latency of the arithmetic in one switch
    DataRate rate;     //!< rate of the arithmetic in payload of results; 0: no limit
    Time timeout;      //!< time without a result after which an operation fails
    double efficiency; //!< share of the links' rate that data reach, up to 1
    bool rootToo;      //!< true: the root of a broadcast gets its data back
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_AGGREGATION_H
