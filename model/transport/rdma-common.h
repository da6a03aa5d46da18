// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_COMMON_H
#define AI_FABRIC_RDMA_COMMON_H

#include "congestion-notifier.h"
#include "rdma-packet-maker.h"
#include "send-pacer.h"

#include "ns3/entropy-policy.h"
#include "ns3/loss-recovery.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/retransmission-timer.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Sends packets that need no turn of the NicScheduler, such as acknowledgements.
 */
class PacketOutlet
{
  public:
    virtual ~PacketOutlet() = default;

    /** @param packet to send; its readyPs is now */
    virtual void Enqueue(FabricPacketPtr&& packet) = 0;
};

/**
 * @ingroup ai-fabric-transport
 * What happened to queue pairs of a NIC.
 */
struct RdmaCounters
{
    uint64_t cnpsSent{0};             //!< congestion notification packets
    uint64_t cnpsReceived{0};         //!< those in acknowledgements (CnpOnAck) included
    uint64_t naksSent{0};             //!< of every kind
    uint64_t timeouts{0};             //!< retransmission timers that ran out
    uint64_t retransmittedPackets{0}; //!< data sent again
    uint64_t deliveredBytes{0};       //!< payload taken in order
    uint64_t failedQueuePairs{0};     //!< that went to the error state
    uint64_t receiverNotReady{0};     //!< messages refused for want of a receive request
    uint64_t droppedDatagrams{0};     //!< without receive request, or to no queue pair
    uint64_t trimmedPackets{0};       //!< received without their payload
    uint64_t receivedPackets{0};      //!< of every kind
    uint64_t receivedBytes{0};        //!< frame bytes of these
};

/**
 * @ingroup ai-fabric-transport
 * The policies of a queue pair. It gets new ones whenever it is reset.
 */
struct RdmaPolicies
{
    Ptr<RdmaCongestionControl> congestionControl; //!< started
    Ptr<LossRecovery> recovery;                   //!< started
    Ptr<RetransmissionTimer> retransmissionTimer; //!< says when to repeat
    Ptr<EntropyPolicy> entropy; //!< chooses UDP source ports, started; null: that of the connection
    /** The NIC's receiver half, if the congestion control has one; the flow is registered there. */
    Ptr<CongestionReceiver> receiver;
};

/**
 * @ingroup ai-fabric-transport
 * What both halves of a queue pair work with, RdmaRequester and RdmaResponder.
 */
struct RdmaCommon
{
    RdmaPolicies policies;           //!< of both halves
    RdmaPacketMaker packets;         //!< makes packets with the fields that all of them share
    CongestionNotifier notifier;     //!< tells the other end of marks
    SendPacer* pacer{nullptr};       //!< paces both halves; outlives them
    PacketOutlet* outlet{nullptr};   //!< outlives them
    RdmaCounters* counters{nullptr}; //!< of the NIC, which outlives them
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_COMMON_H
