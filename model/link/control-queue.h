// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONTROL_QUEUE_H
#define AI_FABRIC_CONTROL_QUEUE_H

#include "ns3/packet-fifo.h"

#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Link control packets of a port that wait for the wire, and the hold of a LinkRetry, which keeps
 * all other packets from the wire. With a hold the queue is not empty, so a port without link
 * control has one test.
 */
class ControlQueue
{
  public:
    /** @return true if no packet waits and nothing is held */
    bool IsEmpty() const
    {
        return m_packets.IsEmpty();
    }

    /** @param packet packet that waits behind the others */
    void Push(FabricPacketPtr&& packet)
    {
        m_packets.Push(std::move(packet));
    }

    /**
     * Takes the next packet; the queue must not be empty.
     *
     * @return packet to send; null: there is only a hold
     */
    FabricPacketPtr Pop();

    /** Begins a hold. */
    void Hold();

    /** Ends the hold, if there is one. */
    void EndHold();

    /** Removes the packets of the LinkRetry, and ends its hold. */
    void DropRetry();

    /** Removes everything. */
    void Clear()
    {
        m_packets.Clear();
    }

  private:
    /** Removes packets. @param dropped returns true for such a packet */
    template <typename Predicate>
    void RemoveIf(Predicate dropped);

    PacketFifo m_packets; //!< a packet of length 0 is a hold
};

} // namespace ns3

#endif // AI_FABRIC_CONTROL_QUEUE_H
