// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_NET_DEVICE_H
#define AI_FABRIC_FABRIC_NET_DEVICE_H

#include "egress-arbiter.h"
#include "fabric-channel.h"
#include "fabric-interface.h"
#include "fabric-port-owner.h"
#include "input-arbiter.h"
#include "link-flow-control.h"
#include "link-retry.h"
#include "packet-consumer.h"
#include "port-counters.h"
#include "watched-trace.h"

#include "ns3/ethernet-frame.h"
#include "ns3/fabric-packet-codec.h"
#include "ns3/foreign-stack.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * A port: the queues, the flow control and the serializer of one end of a FabricChannel.
 *
 * A packet that finds the port idle leaves at once, without an event; a transmit event exists only
 * while packets wait for the wire:
 *     start = max(end of the packet before, packet ready, flow control allows)
 *     end   = max(start + wire bits / rate, the packet's own last bit is here)
 * Times are exact picoseconds whatever the resolution of Time.
 *
 * Link control packets go first, then the arbiter chooses among the lanes that have a packet
 * and that the flow control lets go. There are as many queues as the flow control has lanes. In a
 * switch with an InputArbiter each of them is made of virtual output queues, one per input, side by
 * side in one list; the first packet of the list is the one whose turn it is.
 *
 * Whoever has something to send at a known time is asked at that time, whatever the port is doing
 * then. Hence after every packet that takes the wire, of whatever kind, the port comes back at its
 * end if a queue is not empty or its owner waits, see SetOwnerWaiting(); and the flow control calls
 * Kick() when it opens.
 *
 * Invariants: the queue of lane n is not empty if and only if bit n of the backlog is set; the
 * port sends one packet at a time; enqueued = sent + queued.
 *
 * Send() and the receive callbacks, by which ns-3's own protocols use a NetDevice, work where a
 * ForeignPort is installed: on hosts.
 */
class alignas(64) FabricNetDevice : public FabricInterface
{
  public:
    /** What it has sent, its longest queue, and how long it stood still. */
    using Counters = PortCounters;

    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricNetDevice();
    ~FabricNetDevice() override;

    /**
     * @param owner receives packets; outlives the port's last packet
     * @param refills whether FabricPortOwner::Refill() does anything
     */
    void SetOwner(FabricPortOwner* owner, bool refills = true)
    {
        m_owner = owner;
        m_refills = refills || (m_watched & SORTS) != 0;
    }

    /** @return who receives packets; null: nobody */
    FabricPortOwner* GetOwner() const
    {
        return m_owner;
    }

    /**
     * @param latencyPs of the pipeline: from the last bit (cut-through: the first) to the owner
     * @param cutThrough whether packets are handed over at the first bit
     */
    void SetPipeline(int64_t latencyPs, bool cutThrough);

    /** @return latency of the pipeline, in picoseconds */
    int64_t GetLatencyPs() const
    {
        return m_latencyPs;
    }

    /** @return whether packets are handed over at the first bit */
    bool IsCutThrough() const
    {
        return m_cutThrough;
    }

    /** Set once. @param flowControl of this end */
    void SetFlowControl(Ptr<LinkFlowControl> flowControl);

    /** @return the flow control of this end */
    LinkFlowControl& GetFlowControl() const
    {
        return *m_flowControl;
    }

    /** @param arbiter of this port */
    void SetArbiter(Ptr<EgressArbiter> arbiter);

    /** For switches, before the first packet. @param arbiter between the inputs; null: none */
    void SetInputArbiter(Ptr<InputArbiter> arbiter)
    {
        m_inputArbiter = arbiter;
        m_watched = arbiter ? m_watched | ARBITRATES : m_watched & ~ARBITRATES;
    }

    /** @return the arbiter between the inputs; null: there is none */
    Ptr<InputArbiter> GetInputArbiter() const
    {
        return m_inputArbiter;
    }

    /** Set once, before the channel. @param retry of this end; it is needed */
    void SetRetry(Ptr<LinkRetry> retry);

    /** @return what sends damaged frames again; null: nothing does */
    Ptr<LinkRetry> GetRetry() const
    {
        return m_retry;
    }

    /** For LinkRetry: from now on nothing leaves but link control. */
    void Hold();

    /** For LinkRetry: the end of Hold(). @param nowPs current time, in ps */
    void EndHold(int64_t nowPs);

    /** For LinkRetry: takes away its packets that have not left, and ends Hold(). */
    void DropRetry();

    /** @param codec encodes packets of this link as on the wire, for captures; null: none */
    void SetCodec(Ptr<const FabricPacketCodec> codec)
    {
        m_codec = codec;
    }

    /**
     * @return codec of packets of this link; may be null. A plain pointer, as all ports share it
     * and switches in several threads ask for it, whose counts of a Ptr would be a race
     */
    const FabricPacketCodec* GetCodec() const
    {
        return PeekPointer(m_codec);
    }

    /** @param wireBytes of the longest packet of this network, on the wire */
    void SetMaxWireBytes(uint32_t wireBytes)
    {
        m_maxWireBytes = wireBytes;
    }

    /** @return the longest packet of this network, in bytes on the wire */
    uint32_t GetMaxWireBytes() const
    {
        return m_maxWireBytes;
    }

    /** @param shortest frame of this network, and what each takes on the wire besides */
    void SetFrameLimits(FrameLimits shortest)
    {
        m_frameLimits = shortest;
    }

    /** @return the shortest frame of this network, and what each takes on the wire besides */
    FrameLimits GetFrameLimits() const
    {
        return m_frameLimits;
    }

    /** @param number of this port in its owner */
    void SetPortNumber(uint16_t number)
    {
        m_portNumber = number;
    }

    /** @return number of this port in its owner */
    uint16_t GetPortNumber() const
    {
        return m_portNumber;
    }

    /** For FabricChannel::Connect(). @param channel the wire @param side 0 or 1 */
    void AttachChannel(FabricChannel* channel, uint32_t side);

    /** @return the wire */
    FabricChannel& GetFabricChannel() const
    {
        return *m_channel;
    }

    /** @return which end of the wire this is, 0 or 1 */
    uint32_t GetSide() const
    {
        return m_side;
    }

    /** @return the port at the other end */
    Ptr<FabricNetDevice> GetPeer() const;

    /** @return rate at which it sends, in bit/s */
    uint64_t GetRatebps() const
    {
        return m_wire.GetRate();
    }

    /** For FabricChannel. @param ratebps bit/s from the next packet on */
    void SetRatebps(uint64_t ratebps);

    /** @return delay of the wire, one way, in picoseconds */
    int64_t GetDelayPs() const
    {
        return m_channel->GetDelayPs();
    }

    /** @return the clock that converts ticks of ns-3 to picoseconds and back */
    const TickClock& GetClock() const
    {
        return m_clock;
    }

    /** @param packet to send; its readyPs is now or earlier, its lane chooses the queue */
    void Enqueue(FabricPacketPtr&& packet)
    {
        const int64_t nowPs = packet->readyPs;
        const uint32_t lane = packet->lane;
        if (m_backlog == 0 && m_busyUntilPs <= nowPs && !m_transmit->IsPending() &&
            m_control.IsEmpty())
        {
            // An idle port: nothing to choose from.
            if (m_flowControl->IsOpen(lane))
            {
                Launch(std::move(packet), nowPs);
                return;
            }
            if (m_flowControl->IsTold() && !m_refills && (m_watched & (ENQUEUE | DEQUEUE)) == 0)
            {
                LaunchAlone(std::move(packet), nowPs);
                return;
            }
        }
        const bool isFirst = (m_backlog >> lane & 1) == 0;
        Put(std::move(packet));
        // What is before it in its lane waits for the wire, or for the flow control.
        if (isFirst || m_refills)
        {
            Kick(nowPs);
        }
    }

    /** As Enqueue(), from within Refill(). @param packet to send */
    void Put(FabricPacketPtr&& packet)
    {
        const uint32_t lane = packet->lane;
        PacketFifo& queue = m_queues[lane];
        if ((m_watched & (ARBITRATES | ENQUEUE | SORTS)) != 0)
        {
            PutWatched(queue, std::move(packet));
        }
        else
        {
            queue.Push(std::move(packet));
        }
        m_backlog |= 1U << lane;
        m_counters.NoteQueue(queue.GetBytes());
    }

    /**
     * @param waits whether the owner has packets that may go as soon as the wire is free; the port
     *        then calls Refill(). For packets of a later time the owner calls this, and Kick(), at
     *        that time. Holds until the next call.
     */
    void SetOwnerWaiting(bool waits)
    {
        m_ownerWaits = waits;
    }

    /** @param packet of a link control kind @param nowPs current time, in ps */
    void SendControl(FabricPacketPtr packet, int64_t nowPs);

    /** Sends the next packet if the wire is free, else at its end. @param nowPs current time, in ps
     */
    void Kick(int64_t nowPs)
    {
        if (m_transmit->IsPending())
        {
            return;
        }
        if (m_busyUntilPs > nowPs)
        {
            m_transmit->Schedule(m_clock.ToTicks(m_busyUntilPs));
            return;
        }
        TransmitNext(nowPs);
    }

    /** For FabricChannel. @param packet that arrived */
    void Receive(FabricPacketPtr&& packet)
    {
        if ((m_watched & RECEIVE) != 0)
        {
            TraceReceive(*packet);
        }
        if (packet->kind == PacketKind::TRANSPORT)
        {
            m_owner->Receive(*this, std::move(packet));
        }
        else
        {
            ReceiveOther(std::move(packet));
        }
    }

    /** @param stack that sends and receives for ns-3's own protocols; aggregated to this */
    void SetForeignStack(ForeignStack* stack)
    {
        m_foreignStack = stack;
    }

    /**
     * @param kind of packets that go hop by hop
     * @param consumer that receives and sends them; outlives the last of them
     */
    void SetConsumer(PacketKind kind, PacketConsumer* consumer);

    /** @return how many queues it has: LinkFlowControl::GetLaneCount() */
    uint32_t GetLaneCount() const
    {
        return static_cast<uint32_t>(m_queues.size());
    }

    /** @param lane which @return the bytes that wait in its queue */
    uint64_t GetQueueBytes(uint8_t lane) const
    {
        return m_queues[lane].GetBytes();
    }

    /** @param lane which @return its queue */
    const PacketFifo& GetQueue(uint8_t lane) const
    {
        return m_queues[lane];
    }

    /**
     * Empties a queue without sending, to discard its packets.
     *
     * @param lane which
     * @param nowPs current time, in ps
     * @return the packets that were in it
     */
    PacketFifo TakeQueue(uint8_t lane, int64_t nowPs);

    /** @return bit n: queue n is not empty */
    uint32_t GetBacklog() const
    {
        return m_backlog;
    }

    /** @return until when the wire is busy, in picoseconds */
    int64_t GetBusyUntilPs() const
    {
        return m_busyUntilPs;
    }

    /** @param nowPs current time, in ps @return the counters up to now */
    Counters GetCounters(int64_t nowPs) const;

    /** Signature of the trace source Enqueue. @param packet it @param nowPs current time, in ps */
    typedef void (*EnqueueTracedCallback)(const FabricPacket& packet, int64_t nowPs);

    /** Signature of the trace source Dequeue. @param packet it @param nowPs current time, in ps */
    typedef void (*DequeueTracedCallback)(const FabricPacket& packet, int64_t nowPs);

    /** Signature of the trace source Transmit. @param packet it @param startPs of its first bit */
    typedef void (*TransmitTracedCallback)(const FabricPacket& packet, int64_t startPs);

    /** Signature of the trace source Receive. @param packet it @param endPs of its last bit */
    typedef void (*ReceiveTracedCallback)(const FabricPacket& packet, int64_t endPs);

    Ptr<Channel> GetChannel() const override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

    /** For MemberEvent: what chooses the packet that is sent next. */
    template <void (FabricNetDevice::*)()>
    void PrefetchParts() const
    {
        constexpr size_t FLOW_CONTROL_BYTES = 192; // of most
        Prefetch(PeekPointer(m_flowControl), FLOW_CONTROL_BYTES);
        Prefetch(PeekPointer(m_arbiter), 1);
        Prefetch(m_queues.data(), 1);
    }

  protected:
    void DoDispose() override;

  private:
    /** Bits of m_watched: reasons to leave the fast path when a packet comes or goes. */
    enum Watched : uint8_t
    {
        ARBITRATES = 1, //!< there is an InputArbiter
        ENQUEUE = 2,    //!< somebody listens to this trace source
        DEQUEUE = 4,
        TRANSMIT = 8,
        RECEIVE = 16,
        RETRIES = 32, //!< there is a LinkRetry
        SORTS = 64    //!< LinkFlowControl::IsSorting()
    };

    void TellLanes();
    void PutWatched(PacketFifo& queue, FabricPacketPtr&& packet);
    [[gnu::noinline]] void PutTold(PacketFifo& queue, FabricPacketPtr&& packet);
    FabricPacketPtr PopWatched(PacketFifo& queue, int64_t nowPs);
    void TransmitWaiting();
    void TransmitNext(int64_t nowPs);
    void Launch(FabricPacketPtr&& packet, int64_t nowPs);
    void LaunchAlone(FabricPacketPtr&& packet, int64_t nowPs);
    void LaunchWatched(FabricPacketPtr packet, int64_t startPs);
    void TransmitControl(int64_t nowPs);
    void Stall(int64_t nowPs);
    void TraceReceive(const FabricPacket& packet);
    void ReceiveOther(FabricPacketPtr&& packet);
    void LaunchHopByHop(const FabricPacket& packet, int64_t startPs);
    PacketConsumer* FindConsumer(PacketKind kind) const;

    // What every packet needs, in four cache lines; what is rare is behind it.

    std::vector<PacketFifo> m_queues;  //!< by lane
    Ptr<FabricEvent> m_transmit;       //!< only while packets wait for the wire
    FabricPortOwner* m_owner{nullptr}; //!< the switch or the NIC
    Ptr<LinkFlowControl> m_flowControl;
    Ptr<EgressArbiter> m_arbiter; //!< among lanes
    Ptr<FabricChannel> m_channel;
    TickClock m_clock;
    WireTimer m_wire;                   //!< how long packets take at the port's rate
    int64_t m_busyUntilPs{0};           //!< end of the packet sent last
    int64_t m_stalledSincePs{NEVER_PS}; //!< lanes have packets and none may send; else NEVER_PS
    uint32_t m_backlog{0};              //!< see GetBacklog()
    uint32_t m_side{0};                 //!< of the channel, 0 or 1
    uint16_t m_portNumber{0};
    bool m_cutThrough{false}; //!< takes packets at their first bit
    bool m_refills{true};     //!< what it sends next may be another packet than the first queued
    bool m_ownerWaits{false}; //!< to be asked by Refill() at the end of the packet on the wire
    uint8_t m_watched{0};     //!< of Watched
    Counters m_counters;
    PacketFifo m_control;                  //!< packets of link control that wait
    Ptr<InputArbiter> m_inputArbiter;      //!< null: first come, first served
    Ptr<const FabricPacketCodec> m_codec;  //!< for captures
    Ptr<LinkRetry> m_retry;                //!< null: what is damaged is lost
    ForeignStack* m_foreignStack{nullptr}; //!< hosts that have a protocol stack of ns-3
    std::vector<std::pair<PacketKind, PacketConsumer*>> m_consumers; //!< one or two, if any
    int64_t m_latencyPs{0};        //!< of the pipeline behind the port
    uint32_t m_maxWireBytes{1500}; //!< of the longest packet
    WatchedTrace<const FabricPacket&, int64_t> m_enqueueTrace{m_watched, ENQUEUE};
    WatchedTrace<const FabricPacket&, int64_t> m_dequeueTrace{m_watched, DEQUEUE};
    WatchedTrace<const FabricPacket&, int64_t> m_transmitTrace{m_watched, TRANSMIT};
    WatchedTrace<const FabricPacket&, int64_t> m_receiveTrace{m_watched, RECEIVE};
    FrameLimits m_frameLimits; //!< of this network
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_NET_DEVICE_H
