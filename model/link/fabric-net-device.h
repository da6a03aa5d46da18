// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_NET_DEVICE_H
#define AI_FABRIC_FABRIC_NET_DEVICE_H

#include "control-queue.h"
#include "fabric-interface.h"
#include "fabric-port-owner.h"
#include "fabric-wire.h"
#include "flagged-trace.h"
#include "link-flow-control.h"
#include "link-retry.h"
#include "packet-consumer.h"
#include "port-counters.h"

#include "ns3/channel.h"
#include "ns3/egress-arbiter.h"
#include "ns3/ethernet-frame.h"
#include "ns3/fabric-packet-codec.h"
#include "ns3/input-arbiter.h"
#include "ns3/ns3-stack-port.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * A port: the queues, the flow control and the serializer of one end of a FabricChannel.
 *
 * A packet that finds the port idle leaves at once, without an event. A transmit event exists only
 * while packets wait for the wire:
 *     start = max(end of the previous packet, packet ready, flow control allows)
 *     end   = max(start + wire bits / rate, arrival of the packet's own last bit)
 * Times are exact picoseconds at any resolution of Time.
 *
 * Link control packets go first. Then the arbiter chooses among the lanes that have a packet and
 * are allowed by the flow control. There are as many queues as the flow control has lanes. In a
 * switch with an InputArbiter each queue consists of virtual output queues, one per input,
 * contiguous in one list; the first packet of the list has the turn.
 *
 * A source that has a packet at a known time is asked at that time, whatever the port is doing.
 * After every packet on the wire, of any kind, the port therefore chooses again at its end if a
 * queue is not empty or its owner waits, see SetOwnerWaiting(); and the flow control calls Kick()
 * when it opens.
 *
 * Invariants: the queue of lane n is not empty if and only if bit n of the backlog is set; the
 * port sends one packet at a time; enqueued = sent + queued.
 *
 * Send() and the receive callbacks, used by ns-3's own protocols, work where a ForeignPort is
 * installed: on hosts.
 *
 * The class has more than 20 members because all that a packet needs lies in four cache lines of
 * one object. Many of its methods read or set one member for switches, NICs and monitors.
 */
class alignas(64) FabricNetDevice : public FabricInterface
{
  public:
    /** Counters of sent packets, of the longest queue and of stalled time. */
    using Counters = PortCounters;

    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricNetDevice();
    ~FabricNetDevice() override;

    /**
     * @param owner receiver of packets; must outlive the port's last packet
     * @param refills true if FabricPortOwner::Refill() has an effect
     */
    void SetOwner(FabricPortOwner* owner, bool refills = true)
    {
        m_owner = owner;
        m_refills = refills || (m_watched & SORTS) != 0;
    }

    /** @return receiver of packets; null: none */
    FabricPortOwner* GetOwner() const
    {
        return m_owner;
    }

    /**
     * @param latencyPs latency of the pipeline in ps: from the last bit (cut-through: the first
     * bit) to the owner
     * @param cutThrough true if packets are delivered at the first bit
     */
    void SetPipeline(int64_t latencyPs, bool cutThrough);

    /** @return latency of the pipeline, in ps */
    int64_t GetLatencyPs() const
    {
        return m_latencyPs;
    }

    /** @return true if packets are delivered at the first bit */
    bool IsCutThrough() const
    {
        return m_cutThrough;
    }

    /**
     * Set once.
     *
     * @param flowControl flow control of this end
     */
    void SetFlowControl(Ptr<LinkFlowControl> flowControl);

    /** @return the flow control of this end */
    LinkFlowControl& GetFlowControl() const
    {
        return *m_flowControl;
    }

    /** @param arbiter arbiter between the lanes of this port */
    void SetArbiter(Ptr<EgressArbiter> arbiter);

    /**
     * For switches, before the first packet.
     *
     * @param arbiter arbiter between the inputs; null: none
     */
    void SetInputArbiter(Ptr<InputArbiter> arbiter)
    {
        m_inputArbiter = arbiter;
        m_watched = arbiter ? m_watched | ARBITRATES : m_watched & ~ARBITRATES;
    }

    /** @return arbiter between the inputs; null: none */
    Ptr<InputArbiter> GetInputArbiter() const
    {
        return m_inputArbiter;
    }

    /**
     * Set once, before the channel.
     *
     * @param retry link retry of this end, with IsNeeded() true
     */
    void SetRetry(Ptr<LinkRetry> retry);

    /** @return link retry of this end; null: none */
    Ptr<LinkRetry> GetRetry() const
    {
        return m_retry;
    }

    /** For LinkRetry: from now on only link control is sent. */
    void Hold()
    {
        m_control.Hold();
    }

    /**
     * For LinkRetry: ends Hold().
     *
     * @param nowPs current time, in ps
     */
    void EndHold(int64_t nowPs);

    /** For LinkRetry: removes its packets that have not left, and ends Hold(). */
    void DropRetry()
    {
        m_control.DropRetry();
    }

    /**
     * @param codec codec from packets of this link to bytes on the wire, for captures; null: none
     */
    void SetCodec(Ptr<const FabricPacketCodec> codec)
    {
        m_codec = codec;
    }

    /**
     * @return codec of packets of this link; may be null. A plain pointer: all ports share the
     * codec, and switches in several threads would race for the reference count of a Ptr
     */
    const FabricPacketCodec* GetCodec() const
    {
        return PeekPointer(m_codec);
    }

    /** @param wireBytes length of the network's longest packet on the wire */
    void SetMaxWireBytes(uint32_t wireBytes)
    {
        m_maxWireBytes = wireBytes;
    }

    /** @return length of the network's longest packet on the wire, in bytes */
    uint32_t GetMaxWireBytes() const
    {
        return m_maxWireBytes;
    }

    /** @param shortest shortest frame of this network, and the gap of each frame on the wire */
    void SetFrameLimits(FrameLimits shortest)
    {
        m_frameLimits = shortest;
    }

    /** @return shortest frame of this network, and the gap of each frame on the wire */
    FrameLimits GetFrameLimits() const
    {
        return m_frameLimits;
    }

    /** @param number number of this port at its owner */
    void SetPortNumber(uint16_t number)
    {
        m_portNumber = number;
    }

    /** @return number of this port at its owner */
    uint16_t GetPortNumber() const
    {
        return m_portNumber;
    }

    /**
     * For FabricChannel::Connect().
     *
     * @param channel channel of the wire, as ns-3 sees it
     * @param wire wire
     * @param side 0 or 1
     */
    void AttachChannel(Ptr<Channel> channel, FabricWire& wire, uint32_t side);

    /**
     * Starts the link retry, if there is one, and the flow control. Called when both ends of the
     * link are complete.
     *
     * @throw InputError if the two ends do not fit each other
     */
    void Start();

    /** @return the wire */
    FabricWire& GetWire() const
    {
        return *m_wire;
    }

    /** @return side of the wire, 0 or 1 */
    uint32_t GetSide() const
    {
        return m_side;
    }

    /** @return the port at the other end */
    Ptr<FabricNetDevice> GetPeer() const;

    /** @return sending rate, in bit/s */
    uint64_t GetRatebps() const
    {
        return m_wireTimer.GetRate();
    }

    /**
     * For FabricChannel.
     *
     * @param ratebps rate from the next packet on, in bit/s
     */
    void SetRatebps(uint64_t ratebps);

    /** @return delay of the wire, one way, in ps */
    int64_t GetDelayPs() const
    {
        return m_wire->GetDelayPs();
    }

    /** @return the clock that converts ticks of ns-3 to picoseconds and back */
    const TickClock& GetClock() const
    {
        return m_clock;
    }

    /**
     * @param packet packet to send; its readyPs is the current time or earlier, its lane chooses
     * the queue
     */
    void Enqueue(FabricPacketPtr&& packet)
    {
        const int64_t nowPs = packet->readyPs;
        const uint32_t lane = packet->lane;
        if (m_backlog == 0 && m_busyUntilPs <= nowPs && !m_transmit->IsPending() &&
            m_control.IsEmpty())
        {
            // An idle port has only one packet to choose.
            if (m_flowControl->IsOpen(lane))
            {
                Launch(std::move(packet), nowPs);
                return;
            }
            if (m_flowControl->SeesEveryPacket() && !m_refills &&
                (m_watched & (ENQUEUE | DEQUEUE)) == 0)
            {
                LaunchAlone(std::move(packet), nowPs);
                return;
            }
        }
        const bool isFirst = (m_backlog >> lane & 1) == 0;
        Put(std::move(packet));
        // A packet in front of it in the lane already waits for the wire or the flow control.
        if (isFirst || m_refills)
        {
            Kick(nowPs);
        }
    }

    /**
     * The same as Enqueue(), from within Refill().
     *
     * @param packet packet to send
     */
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
     * @param waits true if the owner has packets that may go as soon as the wire is free; the port
     * then calls Refill(). For packets of a later time the owner calls this function, and Kick(),
     * at that time. The value holds until the next call
     */
    void SetOwnerWaiting(bool waits)
    {
        m_ownerWaits = waits;
    }

    /**
     * For the flow control, which counts it.
     *
     * @param packet packet of a link control kind
     * @param nowPs current time, in ps
     */
    void SendControl(FabricPacketPtr packet, int64_t nowPs)
    {
        m_flowControl->NotifyControlSent();
        SendFirst(std::move(packet), nowPs);
    }

    /**
     * Sends a packet before all packets except waiting link control.
     *
     * @param packet packet of a link control kind
     * @param nowPs current time, in ps
     */
    void SendFirst(FabricPacketPtr packet, int64_t nowPs);

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

    /**
     * For FabricChannel.
     *
     * @param packet packet that arrived
     */
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

    /** @param stack sender and receiver for ns-3's own protocols; aggregated to this port */
    void SetForeignStack(Ns3StackPort* stack)
    {
        m_foreignStack = stack;
    }

    /**
     * @param kind kind of packets that are consumed at each hop
     * @param consumer receiver and sender of such packets; must outlive the last of them
     */
    void SetConsumer(PacketKind kind, PacketConsumer* consumer)
    {
        m_consumers.Add(kind, consumer);
    }

    /** @return number of queues: LinkFlowControl::GetLaneCount() */
    uint32_t GetLaneCount() const
    {
        return static_cast<uint32_t>(m_queues.size());
    }

    /**
     * @param lane lane number
     * @return bytes that wait in its queue
     */
    uint64_t GetQueueBytes(uint8_t lane) const
    {
        return m_queues[lane].GetBytes();
    }

    /**
     * @param lane lane number
     * @return queue of the lane
     */
    const PacketFifo& GetQueue(uint8_t lane) const
    {
        return m_queues[lane];
    }

    /**
     * Empties a queue without sending, to discard its packets.
     *
     * @param lane lane number
     * @param nowPs current time, in ps
     * @return packets that were in the queue
     */
    PacketFifo TakeQueue(uint8_t lane, int64_t nowPs);

    /** @return bit n: queue n is not empty */
    uint32_t GetBacklog() const
    {
        return m_backlog;
    }

    /** @return end of the packet on the wire, in ps */
    int64_t GetBusyUntilPs() const
    {
        return m_busyUntilPs;
    }

    /**
     * @param nowPs current time, in ps
     * @return counters up to this time
     */
    Counters GetCounters(int64_t nowPs) const;

    /**
     * Signature of the trace source Enqueue.
     *
     * @param packet queued packet
     * @param nowPs current time, in ps
     */
    typedef void (*EnqueueTracedCallback)(const FabricPacket& packet, int64_t nowPs);

    /**
     * Signature of the trace source Dequeue.
     *
     * @param packet packet that leaves its queue
     * @param nowPs current time, in ps
     */
    typedef void (*DequeueTracedCallback)(const FabricPacket& packet, int64_t nowPs);

    /**
     * Signature of the trace source Transmit.
     *
     * @param packet sent packet
     * @param startPs time of its first bit, in ps
     */
    typedef void (*TransmitTracedCallback)(const FabricPacket& packet, int64_t startPs);

    /**
     * Signature of the trace source Receive.
     *
     * @param packet received packet
     * @param endPs time of its last bit, in ps
     */
    typedef void (*ReceiveTracedCallback)(const FabricPacket& packet, int64_t endPs);

    Ptr<Channel> GetChannel() const override;
    bool IsLinkUp() const override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;

    /** For MemberEvent: prefetches the parts that choose the next packet. */
    template <void (FabricNetDevice::*)()>
    void PrefetchParts() const
    {
        constexpr size_t FLOW_CONTROL_BYTES = 192; // size of most flow controls
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
        ENQUEUE = 2,    //!< the trace source has a listener
        DEQUEUE = 4,
        TRANSMIT = 8,
        RECEIVE = 16,
        RETRIES = 32, //!< there is a LinkRetry
        SORTS = 64    //!< LaneGate::IsSorting()
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

    // Data that every packet needs, in four cache lines; rare data is behind it.

    std::vector<PacketFifo> m_queues;  //!< by lane
    Ptr<FabricEvent> m_transmit;       //!< pending only while packets wait for the wire
    FabricPortOwner* m_owner{nullptr}; //!< the switch or the NIC
    Ptr<LinkFlowControl> m_flowControl;
    Ptr<EgressArbiter> m_arbiter; //!< arbiter among lanes
    FabricWire* m_wire{nullptr};  //!< null before AttachChannel()
    TickClock m_clock;
    WireTimer m_wireTimer;    //!< computes transmission times at the port's rate
    int64_t m_busyUntilPs{0}; //!< end of the last sent packet
    /** Start of a time in which lanes have packets and none may send; else NEVER_PS. */
    int64_t m_stalledSincePs{NEVER_PS};
    uint32_t m_backlog{0}; //!< see GetBacklog()
    uint32_t m_side{0};    //!< side of the channel, 0 or 1
    uint16_t m_portNumber{0};
    bool m_cutThrough{false}; //!< packets are delivered at their first bit
    bool m_refills{true};     //!< the next packet may be another one than the first queued packet
    bool m_ownerWaits{false}; //!< Refill() must be called at the end of the packet on the wire
    uint8_t m_watched{0};     //!< bits of Watched
    Counters m_counters;
    ControlQueue m_control;                //!< link control packets that wait
    Ptr<InputArbiter> m_inputArbiter;      //!< null: first come, first served
    Ptr<const FabricPacketCodec> m_codec;  //!< for captures
    Ptr<LinkRetry> m_retry;                //!< null: damaged packets are lost
    Ns3StackPort* m_foreignStack{nullptr}; //!< protocol stack of ns-3 on a host; null: none
    PacketConsumers m_consumers;
    int64_t m_latencyPs{0};        //!< latency of the pipeline behind the port
    uint32_t m_maxWireBytes{1500}; //!< longest packet
    FlaggedTrace<const FabricPacket&, int64_t> m_enqueueTrace{m_watched, ENQUEUE};
    FlaggedTrace<const FabricPacket&, int64_t> m_dequeueTrace{m_watched, DEQUEUE};
    FlaggedTrace<const FabricPacket&, int64_t> m_transmitTrace{m_watched, TRANSMIT};
    FlaggedTrace<const FabricPacket&, int64_t> m_receiveTrace{m_watched, RECEIVE};
    Ptr<Channel> m_channel;    //!< channel of m_wire
    FrameLimits m_frameLimits; //!< limits of this network
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_NET_DEVICE_H
