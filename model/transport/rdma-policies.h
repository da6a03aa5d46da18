// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_POLICIES_H
#define AI_FABRIC_RDMA_POLICIES_H

#include "ns3/entropy-policy.h"
#include "ns3/loss-recovery.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/retransmission-timer.h"

namespace ns3
{

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

} // namespace ns3

#endif // AI_FABRIC_RDMA_POLICIES_H
