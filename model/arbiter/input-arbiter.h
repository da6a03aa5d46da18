// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INPUT_ARBITER_H
#define AI_FABRIC_INPUT_ARBITER_H

#include "ns3/object.h"
#include "ns3/packet-fifo.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-arbiter
 * The virtual output queues of one output port of a switch, and the choice of the next input.
 *
 * The EgressArbiter chooses the lane, the InputArbiter the input within each lane. Packets of a
 * lane from the same input are contiguous in the lane's one PacketFifo, in order of arrival. Thus
 * all packets for the output are one list with one length, and an input without packets for the
 * output costs nothing. Inputs stand in the order of their next service: an input that was served
 * goes behind the others.
 *
 *     Push     a packet comes: it goes behind the packets of its input, or to the end
 *     Choose   the port is about to send: the policy chooses an input, whose packets go first
 *     Pop      the first packet is sent; the other packets of its input move to the back
 *
 * The policy is called when the port is idle and more than one input has a packet for the lane. A
 * chosen input keeps its turn until its packet has left: a shorter packet of another input does not
 * overtake a packet that lacks credits.
 *
 * Without credits (Ethernet) a packet that finds the port idle leaves at once and takes no turn,
 * because no other packet waited. Its input may be served next as well; still, a waiting input sees
 * each other input served at most once before itself. With credits every packet takes a turn.
 *
 * Packets made in the switch itself (in-network aggregation) count as packets of one additional
 * input.
 *
 * Invariants: packets of an input leave a lane in order of arrival; in each lane the packets of an
 * input are contiguous, and m_lanes has the last of them. The usual case of a single packet is an
 * exception: for it m_lanes is not written.
 */
class InputArbiter : public Object
{
  public:
    /** Value for no input. */
    static constexpr uint32_t NONE = UINT32_MAX;

    /** The inputs that have a packet for a lane, in the order of service. */
    class Contenders
    {
      public:
        /** Iterates over the first packets of the inputs. */
        class Iterator
        {
          public:
            /** @return first packet of this input */
            const FabricPacket& operator*() const
            {
                return *m_head;
            }

            /** The same as operator*(). */
            const FabricPacket* operator->() const
            {
                return m_head;
            }

            /** @return iterator at the next input */
            Iterator& operator++()
            {
                m_before = m_head->next ? m_arbiter->GetLast(*m_head) : m_head;
                m_head = m_before->next;
                return *this;
            }

            /**
             * @param other another iterator
             * @return true if the iterators are at different inputs
             */
            bool operator!=(const Iterator& other) const
            {
                return m_head != other.m_head;
            }

          private:
            friend class InputArbiter;
            friend class Contenders;

            Iterator(const InputArbiter* arbiter, FabricPacket* head)
                : m_arbiter(arbiter),
                  m_head(head)
            {
            }

            const InputArbiter* m_arbiter;
            FabricPacket* m_before{nullptr}; //!< last packet of the previous input
            FabricPacket* m_head;            //!< first packet of the input; null: end
        };

        /** @return iterator at the first input */
        Iterator begin() const
        {
            return {m_arbiter, m_first};
        }

        /** @return iterator behind the last input */
        Iterator end() const
        {
            return {m_arbiter, nullptr};
        }

        /** @return input that this lane served last; NONE at first */
        uint32_t GetServed() const
        {
            return m_served;
        }

      private:
        friend class InputArbiter;

        Contenders(const InputArbiter* arbiter, FabricPacket* first, uint32_t served)
            : m_arbiter(arbiter),
              m_first(first),
              m_served(served)
        {
        }

        const InputArbiter* m_arbiter;
        FabricPacket* m_first; //!< first packet of the lane
        uint32_t m_served;     //!< see GetServed()
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return true if the port needs this arbiter; false if packets leave in order of arrival
     * anyway
     */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /**
     * Called before the first packet.
     *
     * @param inputs number of ports of the switch
     * @param lanes number of lanes of the output
     */
    void SetSize(uint32_t inputs, uint32_t lanes)
    {
        m_inputs = inputs;
        m_lanes.resize(lanes);
    }

    /**
     * @param packet packet in a switch
     * @return input by which it came
     */
    uint32_t GetInput(const FabricPacket& packet) const
    {
        return IsForwarded(packet.kind) ? packet.ingressPort : m_inputs;
    }

    /**
     * @param queue queue of the packet's lane
     * @param packet packet that begins to wait
     */
    void Push(PacketFifo& queue, FabricPacketPtr packet)
    {
        if (queue.IsEmpty())
        {
            queue.Push(std::move(packet));
            return;
        }
        Lane& lane = m_lanes[packet->lane];
        if (lane.lastOfInput.empty())
        {
            lane.lastOfInput.resize(m_inputs + 1); // once for each used lane
        }
        if (queue.GetFirst() == queue.GetLast())
        {
            lane.lastOfInput[GetInput(queue.Front())] = queue.GetFirst();
        }
        FabricPacket*& last = lane.lastOfInput[GetInput(*packet)];
        FabricPacket* const raw = packet.get();
        if (last)
        {
            queue.PushBehind(last, std::move(packet));
        }
        else
        {
            queue.Push(std::move(packet));
        }
        last = raw;
    }

    /**
     * @param backlog bit n: queue n is not empty
     * @param queues queues by lane
     */
    void Choose(uint32_t backlog, std::vector<PacketFifo>& queues)
    {
        const uint32_t rest = backlog & ~m_chosen;
        m_chosen |= backlog;
        if (rest & (rest - 1))
        {
            ChooseEach(rest, queues);
        }
        else if (rest && HasContenders(queues[__builtin_ctz(rest)]))
        {
            ChooseAmong(queues[__builtin_ctz(rest)]);
        }
    }

    /**
     * @param queue chosen queue, not empty
     * @return its first packet
     */
    FabricPacketPtr Pop(PacketFifo& queue)
    {
        FabricPacketPtr packet = queue.Pop();
        Lane& lane = m_lanes[packet->lane];
        lane.served = GetInput(*packet);
        m_chosen &= ~(1U << packet->lane);
        if (queue.IsEmpty())
        {
            return packet;
        }
        FabricPacket*& last = lane.lastOfInput[lane.served];
        if (last == packet.get())
        {
            last = nullptr;
        }
        else if (last != queue.GetLast())
        {
            queue.MoveToBack(last);
        }
        if (queue.GetFirst() == queue.GetLast())
        {
            lane.lastOfInput[GetInput(queue.Front())] = nullptr;
        }
        return packet;
    }

    /** @param packet packet that leaves at once because no other waits: a turn of its input */
    void NotifyAlone(const FabricPacket& packet)
    {
        m_lanes[packet.lane].served = GetInput(packet);
    }

    /**
     * @param queue queue of a lane, not empty
     * @return inputs that have a packet in it
     */
    Contenders GetContenders(const PacketFifo& queue) const
    {
        return {this, queue.GetFirst(), m_lanes[queue.Front().lane].served};
    }

    /**
     * Called when another part has emptied the queue of a lane.
     *
     * @param lane lane number
     */
    void Forget(uint8_t lane)
    {
        m_lanes[lane].lastOfInput.clear();
        m_chosen &= ~(1U << lane);
    }

  private:
    /** State of one lane of the output. */
    struct Lane
    {
        /** Null: this input has no packet; empty vector: no input has. */
        std::vector<FabricPacket*> lastOfInput;
        uint32_t served{NONE}; //!< input of the last sent packet
    };

    /** @return last packet of the input of a waiting packet */
    FabricPacket* GetLast(const FabricPacket& packet) const
    {
        return m_lanes[packet.lane].lastOfInput[GetInput(packet)];
    }

    /**
     * @param queue queue of a lane, not empty
     * @return true if it has packets of two inputs
     */
    bool HasContenders(const PacketFifo& queue) const
    {
        return queue.GetFirst() != queue.GetLast() && GetLast(*queue.GetFirst()) != queue.GetLast();
    }

    // Not inlined and called last, so that a lane with one input needs no registers for them.

    /**
     * @param lanes bit n: queue n is not empty
     * @param queues queues by lane
     */
    void ChooseEach(uint32_t lanes, std::vector<PacketFifo>& queues);
    /** @param queue queue of a lane with packets of two inputs */
    void ChooseAmong(PacketFifo& queue);

    /** Moves the packets of an input before those of all others. */
    void MoveToFront(PacketFifo& queue, const Contenders::Iterator& chosen)
    {
        if (chosen.m_before)
        {
            queue.MoveToFront(chosen.m_before, GetLast(*chosen));
        }
    }

    /** @return true by default */
    virtual bool DoIsNeeded() const;

    /**
     * @param contenders at least two inputs
     * @return input that is served next
     */
    virtual Contenders::Iterator DoSelect(const Contenders& contenders) = 0;

    std::vector<Lane> m_lanes; //!< by lane of the output
    uint32_t m_chosen{0};      //!< bit n: an input of lane n is chosen and has not been served yet
    /** Ports of the switch; also the number of the input for packets made in the switch. */
    uint32_t m_inputs{0};
};

} // namespace ns3

#endif // AI_FABRIC_INPUT_ARBITER_H
