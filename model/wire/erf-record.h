// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ERF_RECORD_H
#define AI_FABRIC_ERF_RECORD_H

#include "fabric-packet-codec.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Link layer type of pcap files of ERF records.
 */
constexpr uint32_t ERF_LINK_TYPE = 197;

/** Length of the header of a record. */
constexpr uint32_t ERF_HEADER_BYTES = 16;

/** What a record holds, as far as it matters here (Endace, ERF types). */
enum class ErfType : uint8_t
{
    INFINIBAND = 21,     //!< LRH to VCRC
    INFINIBAND_LINK = 25 //!< a flow control packet
};

/**
 * Puts the header of the Extensible Record Format in front of a frame: time 8 B (seconds in units
 * of 2^-32, least significant byte first), type 1, flags 1, length of the record 2, packets lost
 * before it 2 (none), length of the frame 2.
 *
 * The flags say which of up to four interfaces saw it: 0 is what the port sent, 1 what it received,
 * as if a tap gave each direction an interface of its own.
 *
 * @param type of the frame
 * @param sighting of the frame; its time is rounded down to nanoseconds
 * @param frame not longer than 65519 B
 * @return the record
 */
std::vector<uint8_t> MakeErfRecord(ErfType type,
                                   const FrameSighting& sighting,
                                   const std::vector<uint8_t>& frame);

} // namespace ns3

#endif // AI_FABRIC_ERF_RECORD_H
