// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_COUNTERS_H
#define AI_FABRIC_RDMA_COUNTERS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Event counters of the queue pairs of a NIC.
 */
struct RdmaCounters
{
    uint64_t cnpsSent{0};             //!< congestion notification packets
    uint64_t cnpsReceived{0};         //!< including notifications in acknowledgements (CnpOnAck)
    uint64_t naksSent{0};             //!< NAKs of every kind
    uint64_t timeouts{0};             //!< expired retransmission timers
    uint64_t retransmittedPackets{0}; //!< data packets sent again
    uint64_t deliveredBytes{0};       //!< payload delivered in order
    uint64_t failedQueuePairs{0};     //!< queue pairs that went to the error state
    uint64_t receiverNotReady{0};     //!< messages refused because no receive request was posted
    uint64_t droppedDatagrams{0};     //!< datagrams without receive request or without queue pair
    uint64_t trimmedPackets{0};       //!< received without their payload
    uint64_t receivedPackets{0};      //!< packets of every kind
    uint64_t receivedBytes{0};        //!< frame bytes of these packets
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_COUNTERS_H
