// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_HEADER_H
#define AI_FABRIC_MRC_HEADER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * Opcodes of MRC (OCP MRC 1.0), with their numbers on the wire.
 */
enum class MrcOpcode : uint8_t
{
    WRITE_FIRST = 0xc6,
    WRITE_MIDDLE = 0xc7,
    WRITE_LAST = 0xc8,
    WRITE_LAST_IMMEDIATE = 0xc9,
    WRITE_ONLY = 0xca,
    WRITE_ONLY_IMMEDIATE = 0xcb,
    ENDPOINT_REQUEST = 0xd8,  //!< see MrcEndpointKind
    ENDPOINT_RESPONSE = 0xd9, //!< answer to an ENDPOINT_REQUEST
    SACK = 0xdc,              //!< selective acknowledgement
    NACK = 0xdd,              //!< asks for a retransmission
    PROBE = 0xde              //!< reliability probe: asks for a SACK
};

/**
 * @param first true for the first packet of a message
 * @param last true for the last packet of a message
 * @param immediate true if the message has an immediate
 * @return opcode of the packet
 */
constexpr MrcOpcode
GetWriteOpcode(bool first, bool last, bool immediate)
{
    if (!last)
    {
        return first ? MrcOpcode::WRITE_FIRST : MrcOpcode::WRITE_MIDDLE;
    }
    return first ? (immediate ? MrcOpcode::WRITE_ONLY_IMMEDIATE : MrcOpcode::WRITE_ONLY)
                 : (immediate ? MrcOpcode::WRITE_LAST_IMMEDIATE : MrcOpcode::WRITE_LAST);
}

/** @param opcode opcode @return true for a packet of a message */
constexpr bool
IsWrite(MrcOpcode opcode)
{
    return opcode <= MrcOpcode::WRITE_ONLY_IMMEDIATE;
}

/** @param opcode opcode @return true if the packet carries an immediate */
constexpr bool
HasImmediate(MrcOpcode opcode)
{
    return opcode == MrcOpcode::WRITE_LAST_IMMEDIATE || opcode == MrcOpcode::WRITE_ONLY_IMMEDIATE;
}

/**
 * @ingroup ai-fabric-mrc
 * Reason of a NACK. Assumed: the numbers on the wire.
 */
enum class MrcNackCode : uint8_t
{
    NONE = 0,
    TRIMMED = 1,         //!< a switch has cut the payload
    TRIMMED_LASTHOP = 2, //!< the receiver's own switch has cut the payload
    NO_BITMAP = 3,       //!< the packet is beyond the packets that the receiver keeps track of
    NO_PKT_BUFFER = 4    //!< the receiver had no room for the payload
};

constexpr uint32_t MRC_PSN_BITS = 24;    //!< bits of a packet sequence number
constexpr uint32_t MRC_NUMBER_BITS = 16; //!< bits of a message sequence number
constexpr uint32_t MRC_PSN_MASK = (1U << MRC_PSN_BITS) - 1;
constexpr uint32_t MRC_NUMBER_MASK = (1U << MRC_NUMBER_BITS) - 1;

/**
 * @ingroup ai-fabric-mrc
 * A packet of a message.
 */
struct MrcWrite
{
    MrcOpcode opcode;   //!< a write
    bool retransmitted; //!< the packet is a retransmission
    bool ackRequest;    //!< asks for an immediate acknowledgement
    uint32_t psn;       //!< packet sequence number, 24 bits
    uint32_t message;   //!< message sequence number, 16 bits
    uint32_t immediate; //!< immediate; on the wire with the last packet only
    uint64_t bytes;     //!< length of the message
    uint64_t offset;    //!< offset of the payload in the message
};

/**
 * @ingroup ai-fabric-mrc
 * A selective or negative acknowledgement.
 */
struct MrcAnswer
{
    MrcOpcode opcode;       //!< SACK or NACK
    MrcNackCode code;       //!< reason of a NACK
    bool marked;            //!< the answered packet was marked (M bits: SKIP_ONCE)
    bool retransmitted;     //!< the answered packet was a retransmission
    bool probe;             //!< this answers a reliability probe
    uint8_t mpr;            //!< PSN range of the receiver, in units of 128
    uint16_t port;          //!< entropy value of the answered packet
    uint32_t psn;           //!< PSN of the answered packet, 24 bits; of a probe: its number
    uint32_t cumulative;    //!< all packets before this PSN have come, 24 bits
    uint32_t bitmapBase;    //!< PSN of the lowest bit, 24 bits
    uint32_t receivedBytes; //!< payload received since the start
    uint64_t bitmap;        //!< packets received, from bitmapBase on
};

/**
 * @ingroup ai-fabric-mrc
 * Kind of an ENDPOINT_REQUEST and its answer. Assumed: the numbers on the wire.
 */
enum class MrcEndpointKind : uint8_t
{
    NONE = 0,          //!< a reliability probe
    ENTROPY_PROBE = 1, //!< probe of an entropy value
    PORTS = 2          //!< port-status update
};

/**
 * @ingroup ai-fabric-mrc
 * A probe, a message to an endpoint, or the answer to such a message.
 */
struct MrcControl
{
    MrcOpcode opcode;     //!< PROBE, ENDPOINT_REQUEST or ENDPOINT_RESPONSE
    MrcEndpointKind kind; //!< kind of the message
    uint16_t number;      //!< number of the probe, or of the update
    uint16_t port;        //!< ENTROPY_PROBE: the entropy value
    uint32_t ports;       //!< PORTS: bit per port that is down
};

} // namespace ns3

#endif // AI_FABRIC_MRC_HEADER_H
