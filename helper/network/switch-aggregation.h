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
 * What the switches of a fabric can aggregate, and how fast. The defaults are those of a Quantum-2
 * as far as they are published (SHARP documentation 2.6.1 to 3.10); the presets have those of other
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

    uint32_t maxLowLatencyTrees;       //!< per switch; 0: it has none
    uint32_t maxStreamingTrees;        //!< per switch; 0: it has none
    uint32_t maxStreamingTreesPerPort; //!< 0: no limit
    uint32_t lowLatencyPayloadBytes;   //!< of a request, at least 1
    uint32_t lowLatencyOutstanding;    //!< requests of a tree, at least 1
    uint32_t streamingPayloadBytes;    //!< of a packet; 0: what the MTU of the NIC leaves
    uint64_t streamingWindowBytes;     //!< of payload; 0: computed
    uint64_t maxStreamingMessageBytes; //!< of one operation
    uint32_t headerBytes;              //!< of aggregation, in front of the payload
    Time latency;                      //!< of summing up in one switch
    DataRate rate;                     //!< of summing up, in payload of results; 0: no limit
    Time timeout;                      //!< without a result until an operation fails
    double efficiency;                 //!< share of the links' rate that data reach, up to 1
    bool rootToo;                      //!< whether the root of a broadcast gets its data back
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_AGGREGATION_H
