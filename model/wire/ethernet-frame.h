// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ETHERNET_FRAME_H
#define AI_FABRIC_ETHERNET_FRAME_H

#include "fabric-packet-codec.h"
#include "wire-cursor.h"

#include "ns3/mac48-address.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Lengths of an Ethernet frame, in bytes.
 */
constexpr uint32_t ETHERNET_BYTES = 14;
constexpr uint32_t TAG_BYTES = 4; //!< 802.1Q tag
constexpr uint32_t FCS_BYTES = 4;
constexpr uint32_t LEAST_FRAME_BYTES = 64;
constexpr uint32_t PREAMBLE_AND_GAP_BYTES = 8 + 12; //!< including the start delimiter

/**
 * @ingroup ai-fabric-wire
 * Limits of the frames of a link; by default those of Ethernet.
 */
struct FrameLimits
{
    uint32_t leastBytes{LEAST_FRAME_BYTES};    //!< shortest frame
    uint32_t gapBytes{PREAMBLE_AND_GAP_BYTES}; //!< additional bytes of each frame on the wire
};

/**
 * @ingroup ai-fabric-wire
 * EtherType of MAC control frames (IEEE 802.3, annex 31A).
 */
constexpr uint16_t MAC_CONTROL_TYPE = 0x8808;

/**
 * @ingroup ai-fabric-wire
 * The link layer type of capture files of Ethernet.
 */
constexpr uint32_t ETHERNET_LINK_TYPE = 1;

/**
 * @ingroup ai-fabric-wire
 * The header of an Ethernet frame.
 */
struct EthernetFrameHeader
{
    FrameEnds ends;                //!< source and destination
    std::optional<uint16_t> tag{}; //!< 802.1Q tag
    uint16_t type{0};              //!< EtherType of the contents
};

/** @return destination address of MAC control frames of one link: 01:80:c2:00:00:01 */
Mac48Address GetMacControlAddress();

/**
 * @param header header of a frame
 * @param out receives the header
 */
void WriteEthernetHeader(const EthernetFrameHeader& header, WireWriter& out);

/**
 * @param in reader at the start of the frame; ends behind the header
 * @return header
 */
EthernetFrameHeader ReadEthernetHeader(WireReader& in);

/**
 * Completes a frame.
 *
 * @param frame receives zeros up to the least length, and the FCS
 */
void CompleteEthernetFrame(std::vector<uint8_t>& frame);

/**
 * @param frame frame
 * @return true if it is long enough for a header and its FCS is right
 */
bool IsSoundEthernetFrame(const std::vector<uint8_t>& frame);

/**
 * A MAC control frame (IEEE 802.3, clause 31).
 *
 * @param sender sending port
 * @param opcode opcode of the frame
 * @param parameters parameters after the opcode
 * @return frame with its FCS
 */
std::vector<uint8_t> EncodeMacControl(const Mac48Address& sender,
                                      uint16_t opcode,
                                      const std::vector<uint16_t>& parameters);

/**
 * The inverse of EncodeMacControl().
 *
 * @param frame frame
 * @param opcode required opcode
 * @param count number of parameters
 * @return parameters; nothing if it is not a valid MAC control frame with this opcode
 */
std::optional<std::vector<uint16_t>> DecodeMacControl(const std::vector<uint8_t>& frame,
                                                      uint16_t opcode,
                                                      uint32_t count);

} // namespace ns3

#endif // AI_FABRIC_ETHERNET_FRAME_H
