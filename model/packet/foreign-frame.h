// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FOREIGN_FRAME_H
#define AI_FABRIC_FOREIGN_FRAME_H

#include "fabric-packet.h"
#include "flow-entropy.h"

#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Content of a FabricPacket of kind FOREIGN: a packet of ns-3's own protocols, as a NetDevice
 * receives and delivers it.
 */
struct ForeignFrame final : PacketExtras
{
    Ptr<Packet> packet;   //!< from its network header on
    Mac48Address source;  //!< address of the sending host
    Mac48Address dest;    //!< address of the receiving host
    uint16_t protocol{0}; //!< EtherType
};

/**
 * @ingroup ai-fabric-packet
 * Length of the frame around a packet of ns-3's own protocols:
 *     frame = max(packet, padded to a multiple of align, + overhead, least)
 *     wire  = frame + gap
 * The defaults are those of Ethernet (IEEE 802.3): 14 B of header, 4 B of FCS, at least 64 B; 8 B
 * of preamble and 12 B of gap.
 */
struct ForeignFraming
{
    uint32_t overheadBytes{18};     //!< headers and trailers of the link
    uint32_t leastBytes{64};        //!< shorter frames are padded
    uint32_t alignBytes{1};         //!< packets are padded to a multiple of this
    uint32_t gapBytes{20};          //!< preamble, gap, delimiters
    uint32_t encapsulationBytes{0}; //!< part of the overhead that counts as payload of the link

    /**
     * @param packetBytes length from the network header on
     * @return length that buffers are charged
     */
    uint32_t GetFrameBytes(uint32_t packetBytes) const
    {
        const uint32_t padded = (packetBytes + alignBytes - 1) / alignBytes * alignBytes;
        return std::max(padded + overheadBytes, leastBytes);
    }
};

/**
 * @param host host index
 * @return its MAC address, locally administered: 02:00 and the index
 */
inline Mac48Address
HostMac(uint32_t host)
{
    const uint8_t bytes[6] = {0x02,
                              0x00,
                              static_cast<uint8_t>(host >> 24),
                              static_cast<uint8_t>(host >> 16),
                              static_cast<uint8_t>(host >> 8),
                              static_cast<uint8_t>(host)};
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

/**
 * @param address MAC address
 * @return host index of this HostMac(), or NO_HOST
 */
inline uint32_t
HostOfMac(const Mac48Address& address)
{
    uint8_t bytes[6];
    address.CopyTo(bytes);
    return bytes[0] == 0x02 && bytes[1] == 0x00
               ? uint32_t{bytes[2]} << 24 | uint32_t{bytes[3]} << 16 | uint32_t{bytes[4]} << 8 |
                     bytes[5]
               : NO_HOST;
}

} // namespace ns3

#endif // AI_FABRIC_FOREIGN_FRAME_H
