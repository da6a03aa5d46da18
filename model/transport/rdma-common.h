// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_COMMON_H
#define AI_FABRIC_RDMA_COMMON_H

#include "notification-point.h"
#include "packet-outlet.h"
#include "rdma-counters.h"
#include "rdma-packet-maker.h"
#include "rdma-policies.h"
#include "send-pacer.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Parts shared by both halves of a queue pair, RdmaRequester and RdmaResponder.
 */
struct RdmaCommon
{
    RdmaPolicies policies;               //!< for both halves
    RdmaPacketMaker packets;             //!< makes packets with the common fields
    SendPacer* pacer{nullptr};           //!< paces both halves; must outlive them
    PacketOutlet* outlet{nullptr};       //!< must outlive both halves
    RdmaCounters* counters{nullptr};     //!< counters of the NIC; must outlive both halves
    NotificationPoint notificationPoint; //!< notifies the other end of marks
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_COMMON_H
