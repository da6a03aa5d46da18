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

/** Length of a record's header, in bytes. */
constexpr uint32_t ERF_HEADER_BYTES = 16;

/** Types of records that are used here (Endace, ERF types). */
enum class ErfType : uint8_t
{
    INFINIBAND = 21,     //!< LRH to VCRC
    INFINIBAND_LINK = 25 //!< a flow control packet
};

/**
 * Puts the header of the Extensible Record Format in front of a frame: time 8 B (seconds in units
 * of 2^-32, least significant byte first), type 1, flags 1, length of the record 2, lost packets 2
 * (none), length of the frame 2.
 *
 * The flags name one of up to four interfaces: 0 for frames sent by the port, 1 for received
 * frames, as if a tap had an interface for each direction.
 *
 * @param type type of the frame
 * @param sighting time and direction of the frame; the time is rounded down to nanoseconds
 * @param frame frame of at most 65519 B
 * @return record
 */
std::vector<uint8_t> MakeErfRecord(ErfType type,
                                   const FrameSighting& sighting,
                                   const std::vector<uint8_t>& frame);

} // namespace ns3

#endif // AI_FABRIC_ERF_RECORD_H
