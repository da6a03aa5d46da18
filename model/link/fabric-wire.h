// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_WIRE_H
#define AI_FABRIC_FABRIC_WIRE_H

#include "wire-crossing.h"
#include "wire-direction.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/frozen-attributes.h"
#include "ns3/thread-domain.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Both directions of a full-duplex wire: its delay and the packets in flight. The ports send over
 * it; a FabricChannel is a wire with two ports, and delivers the packets.
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
 * With a LinkRetry at its ends, every packet except link control is judged when its first bit
 * arrives, by its own event. Discarded packets then wait outside of the FIFOs until they have been
 * sent again.
 *
 * Invariant, for packets and bytes of a direction: sent = received + discarded + lost + in flight.
 */
class FabricWire : public FrozenAttributes
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

    FabricWire(const FabricWire&) = delete;
    FabricWire& operator=(const FabricWire&) = delete;

    /** @return rate of the faster direction, in bit/s; each port has its own rate */
    uint64_t GetRatebps() const
    {
        return m_ratebps;
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
    Counters GetCounters(uint32_t side) const;

    /**
     * @param side 0 or 1: side of the sender
     * @return packets of that direction in flight
     */
    uint64_t GetInFlight(uint32_t side) const;

    /**
     * @param side 0 or 1: side of the sender
     * @return packets that arrived and will be sent again
     */
    uint64_t GetAwaited(uint32_t side) const;

    /**
     * @param side 0 or 1: side of the sender
     * @return lost packets that a LinkRetry gave up
     */
    uint64_t GetGivenUp(uint32_t side) const;

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
        const WireDirection& direction = m_directions[side];
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
        WireDirection* address = &m_directions[side];
        asm("" : "+r"(address)); // GCC would compute it three times
        WireDirection& direction = *address;
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

  protected:
    FabricWire() = default;
    ~FabricWire() = default;

    /** @return delay of propagation in ticks, rounded down: ns-3's simulators look ahead by it */
    int64_t GetLookAheadTicks() const;

    /** @param fecPs delay of forward error correction, one way, in ps; propagation stays */
    void SetFecPs(int64_t fecPs);

    /** @param side 0 or 1: side of the sender; its packets may leave for another domain */
    WireCrossing& MakeCrossing(uint32_t side);

    /** Makes m_mayLose right after a change of its reasons. */
    void UpdateMayLose()
    {
        m_mayLose = m_lossy || IsDown() || m_directions[0].unchecked;
    }

    // Data that every packet needs, in one cache line.
    int64_t m_delayPs{0};    //!< delay of propagation and error correction, one way
    bool m_mayLose{false};   //!< m_lossy, or the wire is down, or there is a LinkRetry
    bool m_lossy{false};     //!< one direction has or had an error rate
    bool m_hasFailed{false}; //!< see HasFailed()
    uint32_t m_outages{0};   //!< failures that have not been repaired; 0: the wire is up
    TickClock m_clock;       //!< turns ticks into picoseconds
    int64_t m_fecPs{0};      //!< error correction, part of m_delayPs
    uint64_t m_ratebps{0};   //!< see GetRatebps()
    std::array<WireDirection, 2> m_directions;                //!< by side of the sender
    std::array<std::unique_ptr<WireCrossing>, 2> m_crossings; //!< see WireDirection::crossing

  private:
    /** Sends a packet to another process or rank. */
    void CrossRanks(const WireDirection& direction, FabricPacketPtr packet) const;

    /**
     * Appends a packet to those in flight, in the same or another domain.
     *
     * @param direction direction of the packet
     * @param lane packets in flight to which it belongs
     * @param sent the packet
     * @param packet the same packet
     */
    [[gnu::always_inline]] void Carry(WireDirection& direction,
                                      WireLane& lane,
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
                WireCrossing::Cross(direction, lane, *domain, std::move(packet));
                return;
            }
        }
        const bool first = lane.packets.IsEmpty();
        lane.packets.Push(std::move(packet));
        if (first)
        {
            lane.arrival->Schedule(direction.clock.ToTicks(sent.readyPs));
        }
    }
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_WIRE_H
