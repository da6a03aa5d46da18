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
 * What backpressure flow control writes in FabricPacket::pathTag. On the wire it is the queue
 * alone.
 */
struct FlowQueueTag : PathTag<FlowQueueTag>
{
    uint16_t queue;    //!< of the port where it waits, or that it has left
    uint16_t upstream; //!< in a switch: of the port before
    uint32_t holds;    //!< in a switch: 1 if it is one of those for which upstream is paused
};

/**
 * @ingroup ai-fabric-backpressure
 * The physical queues of a port in one lane, which take turns packet by packet.
 *
 * The packets of a queue stand side by side in the lane's list, in the order of arrival, and queues
 * in the order in which they are to be served; one that was served goes behind the others.
 *
 * Invariants: the first packet of the list is of a queue that is not paused, unless all that have
 * packets are; the bytes and packets of the queues are those of the list.
 */
class FlowQueues
{
  public:
    /** Before anything else. @param queues 1 to FlowFilter::BITS */
    void SetSize(uint32_t queues)
    {
        m_queues.assign(queues, {});
    }

    /**
     * @param list of the lane; the same at each call
     * @param packet whose tag says the queue
     */
    void Push(PacketFifo& list, FabricPacketPtr packet);

    /** The first packet of the list has left it. @param packet it */
    void NotifyPopped(const FabricPacket& packet);

    /** The list was emptied by others. */
    void Clear();

    /** @param paused queues that may not send from now on; the others may */
    void SetPaused(const FlowFilter& paused);

    /** @return queues that may not send */
    const FlowFilter& GetPaused() const
    {
        return m_paused;
    }

    /** @return whether the first packet of the list may go */
    bool IsOpen() const
    {
        return m_list && !m_list->IsEmpty() && !m_paused.Has(QueueOf(*m_list->GetFirst()));
    }

    /**
     * @param hash of a flow
     * @return a queue that is empty and not paused, the first from the one that the hash names; if
     *         there is none that one itself
     */
    uint16_t Choose(uint64_t hash) const;

    /** @param queue which @return the frames in it, in bytes */
    uint64_t GetBytes(uint16_t queue) const
    {
        return m_queues[queue].bytes;
    }

    /** @return queues that have packets and are not paused */
    uint32_t CountActive() const;

    /** @return queues that have packets */
    uint32_t CountOccupied() const;

  private:
    /** One of them. */
    struct Queue
    {
        FabricPacket* last{nullptr}; //!< null: it is empty
        uint64_t bytes{0};           //!< of frames
    };

    static uint16_t QueueOf(const FabricPacket& packet)
    {
        return FlowQueueTag::Of(packet).queue;
    }

    void BringOpenToFront();

    std::vector<Queue> m_queues;
    FlowFilter m_occupied; //!< queues that have packets
    FlowFilter m_paused;
    PacketFifo* m_list{nullptr}; //!< of the lane; null: nothing has come yet
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_QUEUES_H
