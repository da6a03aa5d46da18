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
 * Packets in flight wait in a FIFO per direction with one event for the first of them. A packet is
 * handed over at
 *     store and forward:  end of transmission   + delay + latency of the receiver
 *     cut-through:        start of transmission + delay + latency of the receiver
 * where delay is the time of propagation and forward error correction. As the receiver's latency is
 * included, its pipeline costs no event of its own. Link control packets (PFC frames, credits) are
 * consumed before the pipeline, without the latency, and have a FIFO of their own. Other packets
 * that go hop by hop (in-network aggregation) are always stored and forwarded.
 *
 * A wire that is down loses whatever is on it or sent over it. The flow controls at its ends are
 * told, and start again when it is up.
 *
 * Between two ranks of ns-3's own DistributedSimulatorImpl (MpiMessages) a packet goes as a
 * message, which comes when its first bit does; from then on it is in flight at the receiver's
 * rank. "Delay" is the look-ahead. Whoever sends in a rank that does not run its node is refused.
 *
 * With a LinkRetry at its ends, all but link control is judged when its first bit arrives, by an
 * event of its own. What is discarded then waits outside of the FIFOs until it has been sent again.
 *
 * Invariant: sent = received + discarded + lost + in flight, for packets and bytes of a direction.
 */
class FabricChannel : public Channel, public ReadOnceAttributes
{
  public:
    /** Packets and bytes of one direction. */
    struct Counters
    {
        uint64_t sentPackets{0};      //!< of every kind
        uint64_t receivedPackets{0};  //!< handed to the port
        uint64_t lostPackets{0};      //!< to bit errors, or while it was down
        uint64_t sentBytes{0};        //!< frame bytes
        uint64_t receivedBytes{0};    //!< frame bytes
        uint64_t lostBytes{0};        //!< frame bytes
        uint64_t discardedPackets{0}; //!< by a LinkRetry: sent again, or will be
        uint64_t discardedBytes{0};   //!< frame bytes
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricChannel();
    ~FabricChannel() override;

    /**
     * @param first one end
     * @param second the other end
     */
    void Connect(Ptr<FabricNetDevice> first, Ptr<FabricNetDevice> second);

    /** @return bit/s, of the faster direction; a port has the rate of its own */
    uint64_t GetRatebps() const
    {
        return m_rate.GetBitRate();
    }

    /** @return delay of propagation and error correction, one way, in picoseconds */
    int64_t GetDelayPs() const
    {
        return m_delayPs;
    }

    /** @param delayPs of propagation, one way, in picoseconds; finer than Time may be */
    void SetDelayPs(int64_t delayPs)
    {
        m_delayPs = delayPs + m_fecPs;
    }

    /** @return whether packets may be lost to bit errors, now or ever before */
    bool IsLossy() const
    {
        return m_lossy;
    }

    /**
     * Sets the bit error rate of a direction from now on. A frame of L bytes is lost with
     * probability 1 - (1 - rate)^(8 L), in addition to the losses of ErrorRate.
     *
     * @param side 0 or 1: who sends
     * @param rate probability that a bit is wrong, in [0, 1)
     */
    void SetBitErrorRate(uint32_t side, double rate);

    /**
     * Sets ErrorRate of one direction from now on.
     *
     * @param side 0 or 1: who sends
     * @param rate probability that a packet is lost, in [0, 1]
     */
    void SetErrorRate(uint32_t side, double rate);

    /** Sets the rates from now on. @param ratesbps bit/s, positive, by side of the sender */
    void SetRates(std::array<uint64_t, 2> ratesbps);

    /**
     * The wire breaks, or is mended. It is up when it was mended as often as it broke.
     *
     * @param down true: it breaks; false: it is mended
     * @param nowPs current time, in ps
     */
    void SetDown(bool down, int64_t nowPs);

    /** @return whether it carries nothing now */
    bool IsDown() const
    {
        return m_outages > 0;
    }

    /** @return whether it has ever been down */
    bool HasFailed() const
    {
        return m_hasFailed;
    }

    /** @param side 0 or 1: who sends @return the packets of that direction */
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

    /** @param side 0 or 1: who sends @return packets of that direction in flight */
    uint64_t GetInFlight(uint32_t side) const;

    /** @param side 0 or 1: who sends @return packets that arrived and are to be sent again */
    uint64_t GetAwaited(uint32_t side) const
    {
        const Direction& direction = m_directions[side];
        return direction.unchecked ? direction.unchecked->awaited.GetPackets() : 0;
    }

    /** @param side 0 or 1: who sends @return of those lost, how many a LinkRetry gave up */
    uint64_t GetGivenUp(uint32_t side) const
    {
        const Direction& direction = m_directions[side];
        return direction.unchecked ? direction.unchecked->givenUpPackets : 0;
    }

    /**
     * Visits the packets in flight, without changing them.
     *
     * @param side 0 or 1: who sends
     * @param action is given each packet on the wire or in the pipeline behind it, without link
     *        control: those that are to be sent again, those in the pipeline, those on the wire,
     *        each of these in the order of their last bits; returns whether it wants later ones
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
     * @param side 0 or 1: who sends
     * @param packet to carry, of a kind that switches forward
     * @param startPs the first bit leaves
     * @param endPs the last bit has left
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
     * As Transmit(), of what goes no further than to the other end.
     *
     * @param side 0 or 1: who sends
     * @param packet to carry, of any other kind
     * @param endPs the last bit has left
     */
    void TransmitHopByHop(uint32_t side, FabricPacketPtr packet, int64_t endPs);

    /**
     * As Transmit(), of what a LinkRetry watches over.
     *
     * @param side 0 or 1: who sends
     * @param packet to carry: any but link control, or a repetition of one
     * @param startPs the first bit leaves
     * @param endPs the last bit has left
     */
    void TransmitNumbered(uint32_t side, FabricPacketPtr&& packet, int64_t startPs, int64_t endPs);

    /**
     * For the port that receives.
     *
     * @param side 0 or 1: who sends
     * @param latencyPs of the pipeline behind the other end
     * @param cutThrough whether it takes packets at their first bit
     */
    void SetPipeline(uint32_t side, int64_t latencyPs, bool cutThrough)
    {
        m_directions[side].latencyPs = latencyPs;
        m_directions[side].cutThrough = cutThrough;
    }

    /**
     * The ends are in different domains of FabricSimulatorImpl: what is sent in a window is in
     * flight from its end on.
     *
     * @param domains of the first and the second end
     */
    void SetDomains(std::array<uint32_t, 2> domains);

    /**
     * As SetDomains(), which it follows: another process runs one end at the least.
     *
     * @param isHere whether this process runs the first and the second end
     * @return by side of the sender: what goes to the other end
     */
    std::array<DomainMail*, 2> SetRanks(std::array<bool, 2> isHere);

    /**
     * What the process of the sender has counted.
     *
     * @param side 0 or 1: who sends
     * @param packets of every kind
     * @param bytes of their frames
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

    /** For MemberEvent: the first packet in flight and the port that it comes to. */
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

    /** What a LinkRetry watches over: on the wire, its first bit not yet here. */
    struct Unchecked : public Lane
    {
        PacketFifo awaited;           //!< discarded; to be handed on once they are sent again
        uint64_t discardedPackets{0}; //!< these, and others sent again
        uint64_t discardedBytes{0};   //!< of their frames
        uint64_t givenUpPackets{0};   //!< see GetGivenUp()
    };

    /** How packets get from one domain to another, and those for another process until then. */
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
        const uint32_t side;   //!< who sends
        bool leaves{false};    //!< it goes from this process to another, even between windows
        bool isForeign{false}; //!< its sender is run by another process
        bool byNs3{false};     //!< by MpiMessages, and nothing waits
        uint32_t packets{0};   //!< that wait for Save()
        uint64_t firstTicks{UINT64_MAX}; //!< when the first of them is felt
        std::string images;              //!< of them, see SavePacket()
    };

    /**
     * What goes from one end to the other; each end writes to cache lines of its own. A power of
     * two long: looking one up takes no multiplication.
     */
    struct alignas(128) Direction
    {
        // Of the sender:
        uint64_t sentPackets{0};            //!< of every kind
        uint64_t sentBytes{0};              //!< of their frames
        int64_t latencyPs{0};               //!< of the receiver
        std::unique_ptr<Crossing> crossing; //!< null: both ends are in one domain
        Ptr<FabricNetDevice> sender;        //!< null before Connect()
        uint32_t domain{0};                 //!< of the receiver, if there is a crossing
        bool isBetweenRanks{false};         //!< the crossing is one between processes
        bool cutThrough{false};             //!< the receiver takes packets at their first bit
        // Of the receiver, for data:
        alignas(64) Lane data;              //!< all but link control
        uint64_t receivedPackets{0};        //!< handed to the port
        FabricNetDevice* receiver{nullptr}; //!< null before Connect()
        uint64_t receivedBytes{0};          //!< not beside: to add to both at once takes longer
        // Of the receiver, for what is rare:
        Lane control;                       //!< link control, which is consumed before the pipeline
        uint64_t lostPackets{0};            //!< to bit errors, or while it was down
        uint64_t lostBytes{0};              //!< of their frames
        std::unique_ptr<LazyStream> random; //!< decides which packets are lost
        std::unique_ptr<Unchecked> unchecked; //!< null: there is no LinkRetry
        double errorRate{0};                  //!< of packets
        double bitErrorRate{0};               //!< of bits
    };

    static_assert((sizeof(Direction) & (sizeof(Direction) - 1)) == 0, "see there");

    /**
     * The first packet in flight is there.
     *
     * @tparam SIDE of its sender
     * @tparam CONTROL whether it is of link control
     */
    template <uint32_t SIDE, bool CONTROL>
    void Arrive();

    /**
     * The first bit of a packet is there that a LinkRetry watches over.
     *
     * @tparam SIDE of its sender
     */
    template <uint32_t SIDE>
    void Check();

    static void PrefetchFirst(const Direction& direction);

    /** Makes what a LinkRetry at the ends needs. */
    void StartRetry();

    /** @return the packets in flight that one of this kind belongs to */
    static Lane& GetLane(Direction& direction, PacketKind kind);

    /** Counts and keeps a packet that was discarded, unless it repeats another one. */
    static void Discard(Direction& direction, FabricPacketPtr&& packet);

    /** What was discarded will not be sent again. */
    static void LoseAwaited(Direction& direction);

    /**
     * @param direction of the packet
     * @param packet that arrived
     * @param isControl whether it is of link control
     * @return whether it goes no further: it is lost, or the LinkRetry's own
     */
    bool EndsHere(Direction& direction, const FabricPacket& packet, bool isControl) const;
    void UpdateMayLose();
    void NoteErrors(double rate);

    /**
     * Sends to another domain of this process.
     *
     * @param direction of the packet
     * @param lane that it belongs to
     * @param sender its domain
     * @param packet to send
     */
    void Cross(Direction& direction, Lane& lane, EventDomain& sender, FabricPacketPtr packet);
    /** Sends to another process. @param direction of it @param packet to send */
    void CrossRanks(Direction& direction, FabricPacketPtr packet);
    /** Puts in flight what has been sent to another process in this instant, in all of them. */
    void ShareInFlight();
    /** Makes what ranks of a simulator of ns-3's own need, if there are any. */
    void StartMessages();
    /** Sends a message. @param direction of the packet @param packet to send */
    void SendMessage(const Direction& direction, FabricPacketPtr packet);
    /** A message has come. @param direction of the packet @param bytes of SendMessage() */
    void ReceiveMessage(Direction& direction, const char* bytes);
    /**
     * Puts a packet last of those in flight.
     *
     * @param lane that it belongs to
     * @param to domain of the receiver, which may not have come to this time
     * @param packet to put there
     */
    void Append(Lane& lane, EventDomain& to, FabricPacketPtr&& packet);

    /**
     * Puts a packet last of those in flight, in whatever domain.
     *
     * @param direction of the packet
     * @param lane that it belongs to
     * @param sent the packet
     * @param packet it, too
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
            EventDomain* const domain = FabricSimulatorImpl::GetDomain();
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

    /** Draws a random number unless the link is down. @return whether this packet is lost */
    bool IsLost(const Direction& direction, const FabricPacket& packet) const;
    /** Counts a packet that is lost. */
    static void Lose(Direction& direction, const FabricPacket& packet);
    void SetErrorRates(double rate);
    double GetErrorRate() const;
    void SetDelay(Time delay);
    Time GetDelay() const;
    void SetFecLatency(Time latency);
    Time GetFecLatency() const;

    DataRate m_rate;         //!< of the faster direction
    int64_t m_fecPs{0};      //!< of m_delayPs, error correction
    uint32_t m_outages{0};   //!< failures that have not been mended; 0: it is up
    bool m_lossy{false};     //!< has or had an error rate, whatever the direction
    bool m_hasFailed{false}; //!< see HasFailed()
    // What every packet needs, in one cache line.
    alignas(64) int64_t m_delayPs{0}; //!< of propagation and error correction, one way
    bool m_mayLose{false};            //!< m_lossy, or down, or with a LinkRetry
    TickClock m_clock;
    std::array<Direction, 2> m_directions; //!< by side of the sender
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_CHANNEL_H
