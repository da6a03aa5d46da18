// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_CHANNEL_H
#define AI_FABRIC_FABRIC_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/event-domain.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/lazy-stream.h"
#include "ns3/packet-fifo.h"
#include "ns3/read-once.h"
#include "ns3/thread-domain.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * A full-duplex wire between two ports.
 *
 * Packets in flight wait in a FIFO per direction, with one event for the first packet. A packet is
 * delivered at
 *     store and forward:  end of transmission   + delay + latency of the receiver
 *     cut-through:        start of transmission + delay + latency of the receiver
 * where delay is the time of propagation and forward error correction. The receiver's latency is
 * included, so its pipeline needs no event of its own. Link control packets (PFC frames, credits)
 * are consumed before the pipeline, without the latency, and have their own FIFO. Other packets
 * that are consumed at each hop (in-network aggregation) are always stored and forwarded.
 *
 * A wire that is down loses all packets on it and all packets sent over it. The flow controls at
 * its ends are notified, and start again when the wire is up.
 *
 * Between two ranks of ns-3's own DistributedSimulatorImpl (MpiMessages) a packet travels as a
 * message, which comes at the time of its first bit; from then on it is in flight at the receiver's
 * rank. The attribute Delay is the look-ahead. Sending in a rank that does not run the sender's
 * node is an error.
 *
 * With a LinkRetry at its ends, every packet except link control is judged when its first bit
 * arrives, by its own event. Discarded packets then wait outside of the FIFOs until they have been
 * sent again.
 *
 * Invariant, for packets and bytes of a direction: sent = received + discarded + lost + in flight.
 */
class FabricChannel : public Channel, public ReadOnceAttributes
{
  public:
    /** Packets and bytes of one direction. */
    struct Counters
    {
        uint64_t sentPackets{0};      //!< packets of every kind
        uint64_t receivedPackets{0};  //!< packets delivered to the port
        uint64_t lostPackets{0};      //!< packets lost to bit errors, or while the wire was down
        uint64_t sentBytes{0};        //!< frame bytes
        uint64_t receivedBytes{0};    //!< frame bytes
        uint64_t lostBytes{0};        //!< frame bytes
        uint64_t discardedPackets{0}; //!< packets discarded by a LinkRetry: sent again now or later
        uint64_t discardedBytes{0};   //!< frame bytes
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricChannel();
    ~FabricChannel() override;

    /**
     * @param first port of one end
     * @param second port of the other end
     */
    void Connect(Ptr<FabricNetDevice> first, Ptr<FabricNetDevice> second);

    /** @return rate of the faster direction, in bit/s; each port has its own rate */
    uint64_t GetRatebps() const
    {
        return m_rate.GetBitRate();
    }

    /** @return delay of propagation and error correction, one way, in ps */
    int64_t GetDelayPs() const
    {
        return m_delayPs;
    }

    /** @param delayPs delay of propagation, one way, in ps; may be finer than Time */
    void SetDelayPs(int64_t delayPs)
    {
        m_delayPs = delayPs + m_fecPs;
    }

    /** @return true if packets may be lost to bit errors, now or at any earlier time */
    bool IsLossy() const
    {
        return m_lossy;
    }

    /**
     * Sets the bit error rate of a direction from now on. A frame of L bytes is lost with
     * probability 1 - (1 - rate)^(8 L), in addition to the losses of ErrorRate.
     *
     * @param side 0 or 1: side of the sender
     * @param rate probability that a bit is wrong, in [0, 1)
     */
    void SetBitErrorRate(uint32_t side, double rate);

    /**
     * Sets ErrorRate of one direction from now on.
     *
     * @param side 0 or 1: side of the sender
     * @param rate probability that a packet is lost, in [0, 1]
     */
    void SetErrorRate(uint32_t side, double rate);

    /**
     * Sets the rates from now on.
     *
     * @param ratesbps rates in bit/s, positive, by side of the sender
     */
    void SetRates(std::array<uint64_t, 2> ratesbps);

    /**
     * Breaks or repairs the wire. The wire is up when it was repaired as often as it was broken.
     *
     * @param down true: the wire breaks; false: it is repaired
     * @param nowPs current time, in ps
     */
    void SetDown(bool down, int64_t nowPs);

    /** @return true if the wire is down now */
    bool IsDown() const
    {
        return m_outages > 0;
    }

    /** @return true if the wire has ever been down */
    bool HasFailed() const
    {
        return m_hasFailed;
    }

    /**
     * @param side 0 or 1: side of the sender
     * @return counters of that direction
     */
    Counters GetCounters(uint32_t side) const
    {
        const Direction& direction = m_directions[side];
        return {direction.sentPackets,
                direction.receivedPackets,
                direction.lostPackets,
                direction.sentBytes,
                direction.receivedBytes,
                direction.lostBytes,
                direction.unchecked ? direction.unchecked->discardedPackets : 0,
                direction.unchecked ? direction.unchecked->discardedBytes : 0};
    }

    /**
     * @param side 0 or 1: side of the sender
     * @return packets of that direction in flight
     */
    uint64_t GetInFlight(uint32_t side) const;

    /**
     * @param side 0 or 1: side of the sender
     * @return packets that arrived and will be sent again
     */
    uint64_t GetAwaited(uint32_t side) const
    {
        const Direction& direction = m_directions[side];
        return direction.unchecked ? direction.unchecked->awaited.GetPackets() : 0;
    }

    /**
     * @param side 0 or 1: side of the sender
     * @return lost packets that a LinkRetry gave up
     */
    uint64_t GetGivenUp(uint32_t side) const
    {
        const Direction& direction = m_directions[side];
        return direction.unchecked ? direction.unchecked->givenUpPackets : 0;
    }

    /**
     * Visits the packets in flight, without changing them.
     *
     * @param side 0 or 1: side of the sender
     * @param action function called with each packet on the wire or in the pipeline behind it,
     * without link control: first packets that will be sent again, then those in the pipeline, then
     * those on the wire, each group in the order of last bits; returns true to continue
     */
    template <typename Action>
    void ForEachInFlight(uint32_t side, Action action) const
    {
        const Direction& direction = m_directions[side];
        if (direction.unchecked)
        {
            direction.unchecked->awaited.ForEachWhile(action);
        }
        direction.data.packets.ForEachWhile(action);
        if (direction.unchecked)
        {
            direction.unchecked->packets.ForEachWhile([&](const FabricPacket& packet) {
                return IsLinkControl(packet.kind) || action(packet); // sent again: no other
            });
        }
    }

    /**
     * @param side 0 or 1: side of the sender
     * @param packet packet of a kind that switches forward
     * @param startPs time at which the first bit leaves, in ps
     * @param endPs time at which the last bit has left, in ps
     */
    void Transmit(uint32_t side, FabricPacketPtr&& packet, int64_t startPs, int64_t endPs)
    {
        Direction& direction = m_directions[side];
        FabricPacket& sent = *packet;
        ++direction.sentPackets;
        direction.sentBytes += sent.frameBytes;
        const int64_t latePs = m_delayPs + direction.latencyPs;
        sent.tailPs = endPs + latePs;
        sent.readyPs = direction.cutThrough ? startPs + latePs : sent.tailPs;
        Carry(direction, direction.data, sent, std::move(packet));
    }

    /**
     * The same as Transmit(), for packets that are consumed at the other end.
     *
     * @param side 0 or 1: side of the sender
     * @param packet packet of any other kind
     * @param endPs time at which the last bit has left, in ps
     */
    void TransmitHopByHop(uint32_t side, FabricPacketPtr packet, int64_t endPs);

    /**
     * The same as Transmit(), for packets that a LinkRetry protects.
     *
     * @param side 0 or 1: side of the sender
     * @param packet packet of any kind except link control, or a repetition of such a packet
     * @param startPs time at which the first bit leaves, in ps
     * @param endPs time at which the last bit has left, in ps
     */
    void TransmitNumbered(uint32_t side, FabricPacketPtr&& packet, int64_t startPs, int64_t endPs);

    /**
     * Called by the receiving port.
     *
     * @param side 0 or 1: side of the sender
     * @param latencyPs latency of the pipeline behind the other end, in ps
     * @param cutThrough true if the receiver takes packets at their first bit
     */
    void SetPipeline(uint32_t side, int64_t latencyPs, bool cutThrough)
    {
        m_directions[side].latencyPs = latencyPs;
        m_directions[side].cutThrough = cutThrough;
    }

    /**
     * Declares that the ends are in different domains of FabricSimulatorImpl: packets sent in a
     * window are in flight from its end on.
     *
     * @param domains domains of the first and the second end
     */
    void SetDomains(std::array<uint32_t, 2> domains);

    /**
     * Called after SetDomains() if another process runs at least one end.
     *
     * @param isHere true for the first and the second end if this process runs it
     * @return by side of the sender: mail to the other end
     */
    std::array<DomainMail*, 2> SetRanks(std::array<bool, 2> isHere);

    /**
     * Sets the counters of the sender's process.
     *
     * @param side 0 or 1: side of the sender
     * @param packets sent packets of every kind
     * @param bytes bytes of their frames
     */
    void SetSent(uint32_t side, uint64_t packets, uint64_t bytes)
    {
        m_directions[side].sentPackets = packets;
        m_directions[side].sentBytes = bytes;
    }

    /**
     * @param stream the first stream to use, one for each direction
     * @return how many streams were used
     */
    int64_t AssignStreams(int64_t stream);

    /** For MemberEvent: prefetches the first packet in flight and its receiving port. */
    template <void (FabricChannel::*METHOD)()>
    void PrefetchParts() const
    {
        // The other direction may be another thread's. Types are compared, as GCC's sanitizer does
        // not take == of member functions for a constant.
        using Event = std::integral_constant<void (FabricChannel::*)(), METHOD>;
        using First =
            std::integral_constant<void (FabricChannel::*)(), &FabricChannel::Arrive<0, false>>;
        using Second =
            std::integral_constant<void (FabricChannel::*)(), &FabricChannel::Arrive<1, false>>;
        if constexpr (std::is_same_v<Event, First>)
        {
            PrefetchFirst(m_directions[0]);
        }
        else if constexpr (std::is_same_v<Event, Second>)
        {
            PrefetchFirst(m_directions[1]);
        }
    }

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * Packets in flight in the order of their arrival, and the event of the arrival of the first.
     */
    struct Lane
    {
        PacketList packets;
        Ptr<FabricEvent> arrival;
    };

    /** Packets protected by a LinkRetry that are on the wire before their first bit has arrived. */
    struct Unchecked : public Lane
    {
        /** Discarded packets that will be delivered when they are sent again. */
        PacketFifo awaited;
        uint64_t discardedPackets{0}; //!< these, and others that were sent again
        uint64_t discardedBytes{0};   //!< frame bytes of these
        uint64_t givenUpPackets{0};   //!< see GetGivenUp()
    };

    /** Transfer of packets from one domain to another; keeps packets for another process. */
    struct Crossing final : public DomainMail
    {
        Crossing(FabricChannel& of, uint32_t from)
            : channel(of),
              side(from)
        {
        }

        void Deliver(EventDomain& to, void* item) override;
        uint64_t Save(std::string& to) override;
        void Load(EventDomain& to, const char* from, const char* end) override;

        FabricChannel& channel;
        const uint32_t side;             //!< side of the sender
        bool leaves{false};              //!< packets go to another process, even between windows
        bool isForeign{false};           //!< another process runs the sender
        bool byNs3{false};               //!< packets go by MpiMessages and do not wait
        uint32_t packets{0};             //!< packets that wait for Save()
        uint64_t firstTicks{UINT64_MAX}; //!< time of the first effect of these packets, in ticks
        std::string images;              //!< images of these packets, see SavePacket()
    };

    /**
     * One direction of the wire; each end writes its own cache lines. The size is a power of two,
     * so that an index needs no multiplication.
     */
    struct alignas(128) Direction
    {
        // Of the sender:
        uint64_t sentPackets{0};            //!< packets of every kind
        uint64_t sentBytes{0};              //!< bytes of their frames
        int64_t latencyPs{0};               //!< latency of the receiver
        std::unique_ptr<Crossing> crossing; //!< null: both ends are in one domain
        Ptr<FabricNetDevice> sender;        //!< null before Connect()
        uint32_t domain{0};                 //!< domain of the receiver, if there is a crossing
        bool isBetweenRanks{false};         //!< the crossing is between processes
        bool cutThrough{false};             //!< the receiver takes packets at their first bit
        // Of the receiver, for data:
        alignas(64) Lane data;              //!< all packets except link control
        uint64_t receivedPackets{0};        //!< packets delivered to the port
        FabricNetDevice* receiver{nullptr}; //!< null before Connect()
        /** Not next to receivedPackets: adding to both at once is slower. */
        uint64_t receivedBytes{0};
        // Of the receiver, for rare events:
        Lane control; //!< link control packets, consumed before the pipeline
        /** Packets lost to bit errors, or while the wire was down. */
        uint64_t lostPackets{0};
        uint64_t lostBytes{0};                //!< bytes of their frames
        std::unique_ptr<LazyStream> random;   //!< decides which packets are lost
        std::unique_ptr<Unchecked> unchecked; //!< null: there is no LinkRetry
        double errorRate{0};                  //!< probability that a packet is lost
        double bitErrorRate{0};               //!< probability that a bit is wrong
    };

    static_assert((sizeof(Direction) & (sizeof(Direction) - 1)) == 0, "see there");

    /**
     * Called when the first packet in flight arrives.
     *
     * @tparam SIDE side of its sender
     * @tparam CONTROL true for link control
     */
    template <uint32_t SIDE, bool CONTROL>
    void Arrive();

    /**
     * Called when the first bit of a packet protected by a LinkRetry arrives.
     *
     * @tparam SIDE side of its sender
     */
    template <uint32_t SIDE>
    void Check();

    static void PrefetchFirst(const Direction& direction);

    /** Creates the state for a LinkRetry at the ends. */
    void StartRetry();

    /** @return packets in flight to which a packet of this kind belongs */
    static Lane& GetLane(Direction& direction, PacketKind kind);

    /** Counts and keeps a discarded packet, unless it repeats another packet. */
    static void Discard(Direction& direction, FabricPacketPtr&& packet);

    /** Counts discarded packets as lost, because they will not be sent again. */
    static void LoseAwaited(Direction& direction);

    /**
     * @param direction direction of the packet
     * @param packet packet that arrived
     * @param isControl true for link control
     * @return true if the packet ends here: it is lost, or it belongs to the LinkRetry itself
     */
    bool EndsHere(Direction& direction, const FabricPacket& packet, bool isControl) const;
    void UpdateMayLose();
    void NoteErrors(double rate);

    /**
     * Sends a packet to another domain of this process.
     *
     * @param direction direction of the packet
     * @param lane packets in flight to which it belongs
     * @param sender domain of the sender
     * @param packet to send
     */
    void Cross(Direction& direction, Lane& lane, EventDomain& sender, FabricPacketPtr packet);
    /**
     * Sends a packet to another process.
     *
     * @param direction direction of the packet
     * @param packet packet to send
     */
    void CrossRanks(Direction& direction, FabricPacketPtr packet);
    /** Puts in flight, in all processes, the packets sent to another process in this instant. */
    void ShareInFlight();
    /** Creates the state for ranks of an ns-3 simulator, if there are any. */
    void StartMessages();
    /**
     * Sends a packet as a message.
     *
     * @param direction direction of the packet
     * @param packet packet to send
     */
    void SendMessage(const Direction& direction, FabricPacketPtr packet);
    /**
     * Handles a message that has come.
     *
     * @param direction direction of the packet
     * @param bytes contents written by SendMessage()
     */
    void ReceiveMessage(Direction& direction, const char* bytes);
    /**
     * Appends a packet to those in flight.
     *
     * @param lane packets in flight to which it belongs
     * @param to domain of the receiver, whose time may be earlier
     * @param packet packet to append
     */
    void Append(Lane& lane, EventDomain& to, FabricPacketPtr&& packet);

    /**
     * Appends a packet to those in flight, in the same or another domain.
     *
     * @param direction direction of the packet
     * @param lane packets in flight to which it belongs
     * @param sent the packet
     * @param packet the same packet
     */
    [[gnu::always_inline]] void Carry(Direction& direction,
                                      Lane& lane,
                                      const FabricPacket& sent,
                                      FabricPacketPtr&& packet)
    {
        if (direction.crossing)
        {
            if (direction.isBetweenRanks)
            {
                CrossRanks(direction, std::move(packet));
                return;
            }
            EventDomain* const domain = ThreadDomain::Get();
            if (domain->windowEnd > 0)
            {
                Cross(direction, lane, *domain, std::move(packet));
                return;
            }
        }
        const bool first = lane.packets.IsEmpty();
        lane.packets.Push(std::move(packet));
        if (first)
        {
            lane.arrival->Schedule(m_clock.ToTicks(sent.readyPs));
        }
    }

    /**
     * Draws a random number unless the link is down.
     *
     * @return true if this packet is lost
     */
    bool IsLost(const Direction& direction, const FabricPacket& packet) const;
    /** Counts a lost packet. */
    static void Lose(Direction& direction, const FabricPacket& packet);
    void SetErrorRates(double rate);
    double GetErrorRate() const;
    void SetDelay(Time delay);
    Time GetDelay() const;
    void SetFecLatency(Time latency);
    Time GetFecLatency() const;

    DataRate m_rate;         //!< rate of the faster direction
    int64_t m_fecPs{0};      //!< error correction, part of m_delayPs
    uint32_t m_outages{0};   //!< failures that have not been repaired; 0: the wire is up
    bool m_lossy{false};     //!< one direction has or had an error rate
    bool m_hasFailed{false}; //!< see HasFailed()
    // Data that every packet needs, in one cache line.
    alignas(64) int64_t m_delayPs{0}; //!< delay of propagation and error correction, one way
    bool m_mayLose{false};            //!< m_lossy, or the wire is down, or there is a LinkRetry
    TickClock m_clock;
    std::array<Direction, 2> m_directions; //!< by side of the sender
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_CHANNEL_H
