// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_PACKET_H
#define AI_FABRIC_FABRIC_PACKET_H

#include "packet-kind.h"
#include "telemetry-kind.h"

#include "ns3/recycled-pool.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Priorities of an Ethernet link (IEEE 802.1Q).
 */
constexpr uint32_t PRIORITY_COUNT = 8;

/**
 * @ingroup ai-fabric-packet
 * Numbers of virtual lanes of an InfiniBand link (IBTA vol. 1, 7.6.2).
 */
constexpr uint32_t LANE_COUNT = 16;

/**
 * @ingroup ai-fabric-packet
 * The lane of management: it has no data and no credits, and goes before all others.
 */
constexpr uint8_t MANAGEMENT_LANE = 15;

/**
 * @ingroup ai-fabric-packet
 * Largest number of data lanes, 0 to 14.
 */
constexpr uint32_t MAX_DATA_LANES = 15;

/**
 * @ingroup ai-fabric-packet
 * Value of FabricPacket::transport for the module's own queue pairs.
 */
constexpr uint8_t RDMA_TRANSPORT = 0;

/**
 * @ingroup ai-fabric-packet
 * @param payloadBytes payload of a packet
 * @return bytes of the payload in a frame: transports pad it to 4 B
 */
constexpr uint32_t
PaddedBytes(uint32_t payloadBytes)
{
    return (payloadBytes + 3) / 4 * 4;
}

/**
 * @ingroup ai-fabric-packet
 * The ECN field of IP (RFC 3168), without the difference between ECT(0) and ECT(1).
 */
enum class EcnCodepoint : uint8_t
{
    NOT_ECT, //!< must not be marked
    ECT,     //!< may be marked
    CE       //!< met congestion
};

/**
 * @ingroup ai-fabric-packet
 * Additional data of few packets, allocated only when needed.
 */
struct PacketExtras
{
    virtual ~PacketExtras() = default;
};

/**
 * @ingroup ai-fabric-packet
 * A packet on its path: typed fields without a byte buffer, at most 128 bytes.
 *
 * It comes from FabricPacketPool and has one owner at a time (FabricPacketPtr). Headers are not
 * stored, only their lengths: buffers are charged frameBytes, the wire is busy for wireBytes. The
 * contents of the transport's own header are a struct of that transport, see As().
 */
struct FabricPacket
{
    static constexpr std::size_t HEADER_ROOM = 40; //!< bytes for the largest of these structs

    // Data for switches and links; in a large network each hop must fetch it from memory.

    FabricPacket* next{nullptr}; //!< next packet in a PacketFifo
    int64_t readyPs{0};          //!< time from which the holder may use it
    int64_t tailPs{0};           //!< time at which its last bit is at the holder

    uint32_t wireBytes{0}; //!< length with preamble, gap or delimiters
    /** Length from the first header byte to the last check byte. */
    uint32_t frameBytes{0};
    uint32_t payloadBytes{0}; //!< payload of the message; 0 in control packets
    uint32_t sourceHost{0};   //!< host index
    uint32_t destHost{0};     //!< host index
    /** Number of the endpoint at the destination's NIC, for example of a queue pair. */
    uint32_t destEndpoint{0};
    uint32_t entropy{0};     //!< input of the hash of path selectors
    uint16_t ingressPort{0}; //!< ingress port of the switch that holds it
    uint8_t ingressLane{0};  //!< lane to which this switch charged it at that port
    uint8_t lane{0};         //!< 802.1p priority or virtual lane on this link
    /** Service level of InfiniBand, the same on all links; 0 to 15. */
    uint8_t serviceLevel{0};
    PacketKind kind{PacketKind::TRANSPORT};       //!< kind, which defines the header
    uint8_t transport{RDMA_TRANSPORT};            //!< TRANSPORT, TRIMMED: number of the transport
    EcnCodepoint ecn{EcnCodepoint::NOT_ECT};      //!< congestion marking
    uint8_t dscp{0};                              //!< DSCP of the IP header, 6 bit
    TelemetryKind telemetry{TelemetryKind::NONE}; //!< data that switches write into the extras
    /** It is in the port of its NIC in the turn of its queue pair. */
    bool scheduled{false};
    uint8_t hops{0}; //!< number of passed switches, if these count

    // Data for the end points, and rare data.

    int64_t sentPs{0};                    //!< time at which its first bit left the source
    std::unique_ptr<PacketExtras> extras; //!< usually null

    /**
     * Data exchanged by path selectors of switches, or by flow controls; all of them are of one
     * class, which reads it.
     */
    uint64_t pathTag{0};

    alignas(8) unsigned char header[HEADER_ROOM]{}; //!< see As()

    /**
     * Accesses the contents of the header. A new packet has zeros.
     *
     * @tparam T struct of plain values, defined by the packet's transport or kind
     * @return contents of the header
     */
    template <typename T>
    T& As()
    {
        static_assert(sizeof(T) <= HEADER_ROOM && alignof(T) <= 8 &&
                          std::is_trivially_copyable_v<T>,
                      "the header of a packet is a small struct of plain values");
        return *reinterpret_cast<T*>(header);
    }

    /**
     * The same, read-only.
     *
     * @tparam T struct of plain values
     * @return contents of the header
     */
    template <typename T>
    const T& As() const
    {
        return const_cast<FabricPacket*>(this)->As<T>();
    }
};

static_assert(sizeof(FabricPacket) <= 128, "a packet must fit two cache lines");
static_assert(offsetof(FabricPacket, sentPs) <= 64, "a hop is to touch one of them");

/**
 * @ingroup ai-fabric-packet
 * Returns a packet to the pool.
 */
struct FabricPacketRecycler
{
    /** @param packet packet to recycle */
    void operator()(FabricPacket* packet) const;
};

/**
 * @ingroup ai-fabric-packet
 * Unique owner of a packet.
 */
using FabricPacketPtr = std::unique_ptr<FabricPacket, FabricPacketRecycler>;

/**
 * @ingroup ai-fabric-packet
 * Pool of recycled packets.
 *
 * Invariant: GetLiveCount() = packets made - packets recycled; 0 when no model holds a packet.
 */
class FabricPacketPool
{
  public:
    /** @return a packet with every field at its default */
    static FabricPacketPtr Make()
    {
        return FabricPacketPtr(new (m_shelf.Take(m_pool)) FabricPacket);
    }

    /** @return number of existing packets; without meaning while threads run */
    static uint64_t GetLiveCount();

  private:
    friend struct FabricPacketRecycler;

    static RecycledPool m_pool; //!< shared by all threads
    // Belongs to the program itself, so that an access needs no call.
    [[gnu::tls_model("initial-exec")]] static __thread RecycledShelf m_shelf;
};

inline void
FabricPacketRecycler::operator()(FabricPacket* packet) const
{
    packet->extras.reset();
    FabricPacketPool::m_shelf.Give(packet);
}

} // namespace ns3

#endif // AI_FABRIC_FABRIC_PACKET_H
