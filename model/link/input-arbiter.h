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
 * @ingroup ai-fabric-link
 * The virtual output queues of one output port of a switch, and the choice of the input that is
 * next.
 *
 * The EgressArbiter chooses the lane, the InputArbiter the input within each lane. The packets of a
 * lane that came by the same input stand side by side in the lane's one PacketFifo, in the order of
 * arrival. So the packets that wait for the output are one list with one length, and an input that
 * has no packet for the output costs nothing. Inputs stand in the order in which they are to be
 * served: one that was served goes behind the others.
 *
 *     Push     a packet came: behind those of its input, or last
 *     Choose   the port is about to send: the policy names an input; its packets move to the front
 *     Pop      the first packet is sent; the others of its input go to the back
 *
 * The policy is asked when the port is idle and more than one input has a packet for the lane. An
 * input that was chosen keeps its turn until its packet has left: a packet that lacks credits is
 * not overtaken by a shorter one of another input.
 *
 * Without credits (Ethernet) a packet that finds the port idle goes out at once and takes no turn,
 * since no other waited. Its input may be served next as well; still an input that waits sees each
 * other input served at most once before itself. With credits every packet takes a turn.
 *
 * Packets made in the switch itself (in-network aggregation) count as an input of their own.
 *
 * Invariants: packets of an input leave a lane in the order in which they came; of each lane, the
 * packets of an input are contiguous, and m_lanes knows the last of them, unless there is one
 * packet in all, the usual case, for which nothing is written down.
 */
class InputArbiter : public Object
{
  public:
    /** No input. */
    static constexpr uint32_t NONE = UINT32_MAX;

    /** The inputs that have a packet for a lane, in the order in which they are to be asked. */
    class Contenders
    {
      public:
        /** Walks through the first packets of the inputs. */
        class Iterator
        {
          public:
            /** @return the first packet of this input */
            const FabricPacket& operator*() const
            {
                return *m_head;
            }

            /** As operator*(). */
            const FabricPacket* operator->() const
            {
                return m_head;
            }

            /** @return the next input's */
            Iterator& operator++()
            {
                m_before = m_head->next ? m_arbiter->GetLast(*m_head) : m_head;
                m_head = m_before->next;
                return *this;
            }

            /** @param other any @return whether they are at different inputs */
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
            FabricPacket* m_before{nullptr}; //!< the last packet of the input before
            FabricPacket* m_head;            //!< the first packet of the input; null: end
        };

        /** @return the first input */
        Iterator begin() const
        {
            return {m_arbiter, m_first};
        }

        /** @return behind the last input */
        Iterator end() const
        {
            return {m_arbiter, nullptr};
        }

        /** @return the input that this lane served last; NONE at first */
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

    /** @return whether the port needs it: false if packets leave in the order of arrival anyway */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /**
     * Before the first packet.
     *
     * @param inputs ports of the switch
     * @param lanes of the output
     */
    void SetSize(uint32_t inputs, uint32_t lanes)
    {
        m_inputs = inputs;
        m_lanes.resize(lanes);
    }

    /** @param packet in a switch @return the input that it came by */
    uint32_t GetInput(const FabricPacket& packet) const
    {
        return IsForwarded(packet.kind) ? packet.ingressPort : m_inputs;
    }

    /** @param queue of the packet's lane @param packet that waits from now on */
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
            lane.lastOfInput.resize(m_inputs + 1); // once for each lane in use
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

    /** @param backlog bit n: queue n is not empty @param queues by lane */
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

    /** @param queue that was chosen and is not empty @return its first packet */
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

    /** @param packet that goes out at once, since no other waits: a turn of its input */
    void NotifyAlone(const FabricPacket& packet)
    {
        m_lanes[packet.lane].served = GetInput(packet);
    }

    /** @param queue of a lane, not empty @return the inputs that have a packet in it */
    Contenders GetContenders(const PacketFifo& queue) const
    {
        return {this, queue.GetFirst(), m_lanes[queue.Front().lane].served};
    }

    /** The queue of a lane was emptied by others. @param lane whose */
    void Forget(uint8_t lane)
    {
        m_lanes[lane].lastOfInput.clear();
        m_chosen &= ~(1U << lane);
    }

  private:
    /** One lane of the output. */
    struct Lane
    {
        std::vector<FabricPacket*> lastOfInput; //!< null: that input has none; empty: none has
        uint32_t served{NONE};                  //!< input whose packet was sent last
    };

    /** @return the last packet of the input of a packet that waits */
    FabricPacket* GetLast(const FabricPacket& packet) const
    {
        return m_lanes[packet.lane].lastOfInput[GetInput(packet)];
    }

    /** @param queue of a lane, not empty @return whether packets of two inputs are in it */
    bool HasContenders(const PacketFifo& queue) const
    {
        return queue.GetFirst() != queue.GetLast() && GetLast(*queue.GetFirst()) != queue.GetLast();
    }

    // Out of line and called last, so that a lane with one input needs no registers for them.

    /** @param lanes bit n: queue n is not empty @param queues by lane */
    void ChooseEach(uint32_t lanes, std::vector<PacketFifo>& queues);
    /** @param queue of a lane, in which packets of two inputs are */
    void ChooseAmong(PacketFifo& queue);

    /** Puts the packets of an input before those of all others. */
    void MoveToFront(PacketFifo& queue, const Contenders::Iterator& chosen)
    {
        if (chosen.m_before)
        {
            queue.MoveToFront(chosen.m_before, GetLast(*chosen));
        }
    }

    /** @return true by default */
    virtual bool DoIsNeeded() const;

    /** @param contenders at least two @return the one whose turn it is */
    virtual Contenders::Iterator DoSelect(const Contenders& contenders) = 0;

    std::vector<Lane> m_lanes; //!< by lane of the output
    uint32_t m_chosen{0};      //!< bit n: an input of lane n was chosen and has not been served yet
    uint32_t m_inputs{0}; //!< ports of the switch; also the input of packets made in the switch
};

} // namespace ns3

#endif // AI_FABRIC_INPUT_ARBITER_H
