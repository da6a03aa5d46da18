// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_HEADER_H
#define AI_FABRIC_UET_HEADER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Delivery modes (UE 1.0, 3.5.3).
 */
enum class UetMode : uint8_t
{
    RUD, //!< reliable, unordered
    ROD, //!< reliable, ordered
    RUDI //!< reliable, unordered, for operations that may be carried out more than once
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Types of packets of the packet delivery sublayer (UE 1.0, 3.5.10, table 3-32), with their numbers
 * on the wire.
 */
enum class UetType : uint8_t
{
    RUD_REQUEST = 2,     //!< reliable, unordered
    ROD_REQUEST = 3,     //!< reliable, ordered
    RUDI_REQUEST = 4,    //!< idempotent
    RUDI_RESPONSE = 5,   //!< answer to a RUDI_REQUEST
    UUD_REQUEST = 6,     //!< unreliable: a datagram
    ACK_CC = 8,          //!< with a bitmap and congestion-control state
    ACK_CCX = 9,         //!< with more congestion-control state
    NACK = 10,           //!< asks for a retransmission
    CONTROL = 11,        //!< see UetControlType
    RUD_CC_REQUEST = 13, //!< RUD_REQUEST with the sender's demand
    ROD_CC_REQUEST = 14  //!< ROD_REQUEST with the sender's demand
};

/**
 * @param mode delivery mode
 * @param demands true if packets carry the sender's demand; not with RUDI
 * @return type of a message's packets
 */
constexpr UetType
GetRequestType(UetMode mode, bool demands)
{
    switch (mode)
    {
    case UetMode::ROD:
        return demands ? UetType::ROD_CC_REQUEST : UetType::ROD_REQUEST;
    case UetMode::RUDI:
        return UetType::RUDI_REQUEST;
    case UetMode::RUD:
        break;
    }
    return demands ? UetType::RUD_CC_REQUEST : UetType::RUD_REQUEST;
}

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Purpose of a CONTROL packet, with its number on the wire.
 */
enum class UetControlType : uint8_t
{
    PROBE = 6, //!< asks for an acknowledgement
    CREDIT = 7 //!< credit from a receiver to its sender
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Reason for a retransmission, with its number on the wire (UE 1.0, table 3-58).
 */
enum class UetNackCode : uint8_t
{
    NONE = 0,
    TRIMMED = 0x1,          //!< a switch has cut its payload
    TRIMMED_LASTHOP = 0x2,  //!< the receiver's own switch has cut its payload
    NO_PACKET_BUFFER = 0x7, //!< the receiver has cut its payload
    OUT_OF_RANGE = 0xb,     //!< the packet is too far beyond the first missing packet
    OUT_OF_ORDER = 0xd      //!< ROD: this is the first missing packet
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * A packet of a message: packet delivery and semantic sublayer.
 */
struct UetRequest
{
    UetType type;       //!< a request
    bool retransmitted; //!< the packet is a retransmission
    bool ackRequest;    //!< asks for an immediate acknowledgement; not used by RUDI, which answers
                        //!< each packet
    bool first;         //!< first packet of its message
    bool last;          //!< last packet of its message
    uint32_t psn;       //!< packet sequence number; RUDI: id of the packet; UUD: unused
    uint32_t message;   //!< number of the message in this context
    uint32_t immediate; //!< header data; on the wire with the first packet only
    uint32_t demand;    //!< of a CC request: the sender's demand, see GetDemand()
    uint64_t bytes;     //!< length of the message; on the wire with the first packet only
    uint64_t offset;    //!< offset of the payload in the message
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * A positive or negative acknowledgement.
 */
struct UetAnswer
{
    UetType type;        //!< ACK_CC, ACK_CCX, RUDI_RESPONSE or NACK
    UetNackCode code;    //!< of a NACK
    bool marked;         //!< the answered packet was marked (ECN)
    bool retransmitted;  //!< the answered packet was a retransmission
    bool probe;          //!< this answers a probe
    bool idempotent;     //!< of a NACK: the answered packet is one of RUDI
    uint16_t echoedPort; //!< UDP source port of the answered packet; not on the wire
    uint32_t psn;        //!< PSN of the answered packet; for a probe the number of the probe
    uint32_t cumulative; //!< all packets before this PSN have come; 0 in RUDI, like the next fields
    uint32_t bitmapBase; //!< PSN of the lowest bit
    uint32_t receivedBytes; //!< payload received since the start
    uint64_t bitmap;        //!< packets received, from bitmapBase on
    uint32_t credit;        //!< of an ACK_CCX, see CongestionReceiver
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * A control packet, without message.
 */
struct UetControl
{
    UetType type;        //!< CONTROL
    UetControlType what; //!< purpose
    uint16_t port;       //!< UDP source port of a probe
    uint32_t number;     //!< number of a probe
    uint32_t psn;        //!< of a probe: first PSN of the bitmap in the answer
    uint32_t value;      //!< of a probe: the demand; otherwise the credit
};

} // namespace ns3

#endif // AI_FABRIC_UET_HEADER_H
