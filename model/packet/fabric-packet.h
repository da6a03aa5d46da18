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
 * The lane of management: no data, no credits, before all others.
 */
constexpr uint8_t MANAGEMENT_LANE = 15;

/**
 * @ingroup ai-fabric-packet
 * The most lanes for data, 0 to 14.
 */
constexpr uint32_t MAX_DATA_LANES = 15;

/**
 * @ingroup ai-fabric-packet
 * FabricPacket::transport of the module's own queue pairs.
 */
constexpr uint8_t RDMA_TRANSPORT = 0;

/**
 * @ingroup ai-fabric-packet
 * @param payloadBytes of a packet
 * @return bytes that it takes in a frame: transports pad it to 4 B
 */
constexpr uint32_t
PaddedBytes(uint32_t payloadBytes)
{
    return (payloadBytes + 3) / 4 * 4;
}

/**
 * @ingroup ai-fabric-packet
 * The ECN field of IP (RFC 3168) as far as it matters.
 */
enum class EcnCodepoint : uint8_t
{
    NOT_ECT, //!< may not be marked
    ECT,     //!< may be marked
    CE       //!< met congestion
};

/**
 * @ingroup ai-fabric-packet
 * Rare company of a packet, allocated only where it is used.
 */
struct PacketExtras
{
    virtual ~PacketExtras() = default;
};

/**
 * @ingroup ai-fabric-packet
 * A packet on its way: typed fields, no byte buffer, at most 128 bytes.
 *
 * It comes from FabricPacketPool and has one owner at a time (FabricPacketPtr). Headers are not
 * stored, only their lengths: frameBytes is what buffers are charged, wireBytes what the wire is
 * busy for. What the transport's own header says is a struct of that transport's, see As().
 */
struct FabricPacket
{
    static constexpr std::size_t HEADER_ROOM = 40; //!< bytes; for the largest of these structs

    // What switches and links look at; in a large network each hop has to fetch it anew.

    FabricPacket* next{nullptr}; //!< in a PacketFifo
    int64_t readyPs{0};          //!< when the holder may act on it
    int64_t tailPs{0};           //!< when its last bit is with the holder

    uint32_t wireBytes{0};                   //!< with preamble, gap or delimiters
    uint32_t frameBytes{0};                  //!< first header byte to last check byte
    uint32_t payloadBytes{0};                //!< of the message; 0 on control packets
    uint32_t sourceHost{0};                  //!< host index
    uint32_t destHost{0};                    //!< host index
    uint32_t destEndpoint{0};                //!< number at the destination's NIC, of a queue pair
    uint32_t entropy{0};                     //!< what path selectors hash
    uint16_t ingressPort{0};                 //!< of the switch that holds it
    uint8_t ingressLane{0};                  //!< that this switch charged it to at that port
    uint8_t lane{0};                         //!< 802.1p priority or virtual lane on this link
    uint8_t serviceLevel{0};                 //!< of InfiniBand, the same on all links; 0 to 15
    PacketKind kind{PacketKind::TRANSPORT};  //!< whose header it has
    uint8_t transport{RDMA_TRANSPORT};       //!< TRANSPORT, TRIMMED: of which transport it is
    EcnCodepoint ecn{EcnCodepoint::NOT_ECT}; //!< congestion marking
    uint8_t dscp{0};                         //!< of the IP header, 6 bit
    TelemetryKind telemetry{TelemetryKind::NONE}; //!< what switches write into the extras
    bool scheduled{false};                        //!< in its NIC's port in its queue pair's turn
    uint8_t hops{0}; //!< switches that it has passed, if they count them

    // What its ends look at, and rare things.

    int64_t sentPs{0};                    //!< when its first bit left the source
    std::unique_ptr<PacketExtras> extras; //!< usually null

    /**
     * What path selectors of switches, or flow controls, tell each other; all are of one class,
     * which reads it.
     */
    uint64_t pathTag{0};

    alignas(8) unsigned char header[HEADER_ROOM]{}; //!< see As()

    /**
     * What the header says. Fresh packets have zeros in it.
     *
     * @tparam T a struct of plain values, of the packet's transport or kind
     * @return it
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
     * As the other one.
     *
     * @tparam T a struct of plain values
     * @return what the header says
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
 * Gives a packet back to the pool.
 */
struct FabricPacketRecycler
{
    /** @param packet to recycle */
    void operator()(FabricPacket* packet) const;
};

/**
 * @ingroup ai-fabric-packet
 * The one owner of a packet.
 */
using FabricPacketPtr = std::unique_ptr<FabricPacket, FabricPacketRecycler>;

/**
 * @ingroup ai-fabric-packet
 * Recycled packets.
 *
 * Invariant: GetLiveCount() = packets made - packets recycled; 0 when no model holds any.
 */
class FabricPacketPool
{
  public:
    /** @return a packet with every field at its default */
    static FabricPacketPtr Make()
    {
        return FabricPacketPtr(new (m_shelf.Take(m_pool)) FabricPacket);
    }

    /** @return how many packets exist now; while threads are at work, of no meaning */
    static uint64_t GetLiveCount();

  private:
    friend struct FabricPacketRecycler;

    static RecycledPool m_pool; //!< of all threads
    // Belongs to the program itself, so that it is found without a call from wherever it is asked.
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
