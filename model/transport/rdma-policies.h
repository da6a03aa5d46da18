// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_POLICIES_H
#define AI_FABRIC_RDMA_POLICIES_H

#include "ns3/entropy-policy.h"
#include "ns3/fabric-packet.h"
#include "ns3/loss-recovery.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/retransmission-timer.h"

#include <cstdint>

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

    /**
     * Sets the path of a data packet by the entropy policy. Not inlined, as few queue pairs choose
     * paths.
     *
     * @param packet packet that is being made
     */
    [[gnu::noinline, gnu::cold]] void ChoosePath(FabricPacket& packet) const;

    /**
     * Writes the tag of a data packet. Not inlined, for the same reason.
     *
     * @param packet packet with a TelemetryTag
     * @param leftBytes posted payload that is left to send, with that of the packet, in bytes
     */
    [[gnu::noinline, gnu::cold]] void WriteTag(FabricPacket& packet, uint64_t leftBytes) const;

    /**
     * Reports an acknowledgement to congestion control and entropy policy.
     *
     * @param ack acknowledgement
     * @param event the same, without the values of the acknowledgement's extras
     */
    void NotifyAck(const FabricPacket& ack, AckEvent& event) const
    {
        if (ack.extras)
        {
            ReadExtras(ack, event);
        }
        congestionControl->NotifyAck(event);
        if (entropy)
        {
            TellEntropy(ack, event);
        }
    }

    /** @param event loss to report to congestion control and entropy policy */
    void NotifyLoss(const LossEvent& event) const
    {
        congestionControl->NotifyLoss(event);
        if (entropy)
        {
            entropy->NotifyLoss(event);
        }
    }

  private:
    /**
     * Not inlined, as few acknowledgements have extras.
     *
     * @param ack acknowledgement
     * @param event receives the values of its extras
     */
    [[gnu::noinline, gnu::cold]] static void ReadExtras(const FabricPacket& ack, AckEvent& event);
    /** Not inlined, as most queue pairs have no entropy policy. */
    [[gnu::noinline, gnu::cold]] void TellEntropy(const FabricPacket& ack,
                                                  const AckEvent& event) const;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_POLICIES_H
