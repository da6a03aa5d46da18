// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOW_QUEUES_H
#define AI_FABRIC_FLOW_QUEUES_H

#include "ns3/flow-filter.h"
#include "ns3/packet-fifo.h"
#include "ns3/path-tag.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-backpressure
 * The path tag of backpressure flow control (FabricPacket::pathTag). On the wire it is the queue
 * alone.
 */
struct FlowQueueTag : PathTag<FlowQueueTag>
{
    uint16_t queue;    //!< number of the queue where the packet waits, or that it has left
    uint16_t upstream; //!< in a switch: number of its queue at the port before
    uint32_t holds;    //!< in a switch: 1 if this packet holds the upstream queue, else 0
};

/**
 * @ingroup ai-fabric-backpressure
 * The physical queues of a port in one lane, which take turns packet by packet.
 *
 * The packets of a queue stand side by side in the lane's list, in the order of arrival, and queues
 * in the order in which they are to be served; one that was served goes behind the others.
 *
 * Invariants: if any queue with packets may send, the first packet of the list is of such a queue;
 * the bytes and packets of the queues are those of the list.
 */
class FlowQueues
{
  public:
    /**
     * Sets the number of queues; call it before anything else.
     *
     * @param queues 1 to FlowFilter::BITS
     */
    void SetSize(uint32_t queues)
    {
        m_queues.assign(queues, {});
    }

    /**
     * @param list packets of the lane; the same list at each call
     * @param packet packet whose tag names the queue
     */
    void Push(PacketFifo& list, FabricPacketPtr packet);

    /** The first packet of the list has left it. @param packet this packet */
    void NotifyPopped(const FabricPacket& packet);

    /** The caller has emptied the list. */
    void Clear();

    /** @param paused queues that may not send from now on; all others may */
    void SetPaused(const FlowFilter& paused);

    /** @return queues that may not send */
    const FlowFilter& GetPaused() const
    {
        return m_paused;
    }

    /** @return true if the first packet of the list may go */
    bool IsOpen() const
    {
        return m_list && !m_list->IsEmpty() && !m_paused.Has(QueueOf(*m_list->GetFirst()));
    }

    /**
     * @param hash hash of a flow
     * @return the first queue, counted from the one that the hash names, that is empty and not
     *         paused; if there is none, the queue that the hash names
     */
    uint16_t Choose(uint64_t hash) const;

    /** @param queue number of a queue @return sum of its frames in bytes */
    uint64_t GetBytes(uint16_t queue) const
    {
        return m_queues[queue].bytes;
    }

    /** @return queues that have packets and are not paused */
    uint32_t CountActive() const;

    /** @return queues that have packets */
    uint32_t CountOccupied() const;

  private:
    /** State of one queue. */
    struct Queue
    {
        FabricPacket* last{nullptr}; //!< last packet of the queue; null: the queue is empty
        uint64_t bytes{0};           //!< sum of its frames in bytes
    };

    static uint16_t QueueOf(const FabricPacket& packet)
    {
        return FlowQueueTag::Of(packet).queue;
    }

    void BringOpenToFront();

    std::vector<Queue> m_queues;
    FlowFilter m_occupied; //!< queues that have packets
    FlowFilter m_paused;
    PacketFifo* m_list{nullptr}; //!< packets of the lane; null: no packet has come yet
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_QUEUES_H
