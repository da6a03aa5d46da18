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

    /** @param packet packet to send; its readyPs is the current time */
    virtual void Enqueue(FabricPacketPtr&& packet) = 0;
};

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

/**
 * @ingroup ai-fabric-transport
 * The policies of a queue pair. A queue pair gets new policies whenever it is reset.
 */
struct RdmaPolicies
{
    Ptr<RdmaCongestionControl> congestionControl; //!< started
    Ptr<LossRecovery> recovery;                   //!< started
    Ptr<RetransmissionTimer> retransmissionTimer; //!< computes timeouts
    /** Chooses UDP source ports, started; null: the port of the connection. */
    Ptr<EntropyPolicy> entropy;
    /** The NIC's receiver half of the congestion control, with this flow registered; null: none. */
    Ptr<CongestionReceiver> receiver;
};

/**
 * @ingroup ai-fabric-transport
 * Parts shared by both halves of a queue pair, RdmaRequester and RdmaResponder.
 */
struct RdmaCommon
{
    RdmaPolicies policies;           //!< for both halves
    RdmaPacketMaker packets;         //!< makes packets with the common fields
    CongestionNotifier notifier;     //!< notifies the other end of marks
    SendPacer* pacer{nullptr};       //!< paces both halves; must outlive them
    PacketOutlet* outlet{nullptr};   //!< must outlive both halves
    RdmaCounters* counters{nullptr}; //!< counters of the NIC; must outlive both halves
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_COMMON_H
