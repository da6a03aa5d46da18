// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_HEADER_H
#define AI_FABRIC_UET_HEADER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * How packets are delivered (UE 1.0, 3.5.3).
 */
enum class UetMode : uint8_t
{
    RUD, //!< reliable, unordered
    ROD, //!< reliable, ordered
    RUDI //!< reliable, unordered, of what may be carried out more than once
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
    RUDI_RESPONSE = 5,   //!< answers one of these
    UUD_REQUEST = 6,     //!< unreliable: a datagram
    ACK_CC = 8,          //!< with a bitmap and the state of a congestion control
    ACK_CCX = 9,         //!< with more such state
    NACK = 10,           //!< a packet has to be sent again
    CONTROL = 11,        //!< see UetControlType
    RUD_CC_REQUEST = 13, //!< with what the sender wants to send
    ROD_CC_REQUEST = 14  //!< likewise
};

/**
 * @param mode of delivery
 * @param demands whether packets say what their sender wants to send; not with RUDI
 * @return the type of packets of a message
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
 * What a CONTROL packet is for, with its number on the wire.
 */
enum class UetControlType : uint8_t
{
    PROBE = 6, //!< asks for an acknowledgement
    CREDIT = 7 //!< of a receiver, to its sender
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Why a packet has to be sent again, with its number on the wire (UE 1.0, table 3-58).
 */
enum class UetNackCode : uint8_t
{
    NONE = 0,
    TRIMMED = 0x1,          //!< a switch has cut its payload
    TRIMMED_LASTHOP = 0x2,  //!< the switch has that the receiver is linked to
    NO_PACKET_BUFFER = 0x7, //!< the receiver has
    OUT_OF_RANGE = 0xb,     //!< it is too far beyond the first that is missing
    OUT_OF_ORDER = 0xd      //!< of ROD: it is the first that is missing
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * A packet of a message: packet delivery and semantic sublayer.
 */
struct UetRequest
{
    UetType type;       //!< a request
    bool retransmitted; //!< it is sent again
    bool ackRequest;    //!< acknowledge at once; not of RUDI, where each is answered
    bool first;         //!< of its message
    bool last;          //!< of its message
    uint32_t psn;       //!< packet sequence number; of RUDI the packet's id, of UUD none
    uint32_t message;   //!< number of the message in this context
    uint32_t immediate; //!< the header data; on the wire with the first packet only
    uint32_t demand;    //!< of a CC request, what the sender wants to send, see GetDemand()
    uint64_t bytes;     //!< of the message; on the wire with the first packet only
    uint64_t offset;    //!< of the payload in the message
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * An acknowledgement, negative or not.
 */
struct UetAnswer
{
    UetType type;           //!< ACK_CC, ACK_CCX, RUDI_RESPONSE or NACK
    UetNackCode code;       //!< of a NACK
    bool marked;            //!< the packet that it answers was marked (ECN)
    bool retransmitted;     //!< that packet was sent again
    bool probe;             //!< it answers a probe
    bool idempotent;        //!< of a NACK, that packet is one of RUDI
    uint16_t echoedPort;    //!< UDP source port of what it answers; not on the wire
    uint32_t psn;           //!< of the packet that it answers; of an answered probe, its number
    uint32_t cumulative;    //!< all before this one have come; of RUDI, 0, as all that follows
    uint32_t bitmapBase;    //!< packet of the lowest bit
    uint32_t receivedBytes; //!< payload that has come, ever
    uint64_t bitmap;        //!< packets that have come
    uint32_t credit;        //!< of an ACK_CCX, see CongestionReceiver
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * A packet without message.
 */
struct UetControl
{
    UetType type;        //!< CONTROL
    UetControlType what; //!< for
    uint16_t port;       //!< UDP source port of a probe
    uint32_t number;     //!< of a probe
    uint32_t psn;        //!< of a probe, where the bitmap of the answer is to begin
    uint32_t value;      //!< of a probe the demand, else the credit
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * @param low the low 32 bits of a number
 * @param near a number that is not more than 2^31 away from it
 * @return the number
 */
constexpr uint64_t
UnwrapUet(uint32_t low, uint64_t near)
{
    return near +
           static_cast<uint64_t>(int64_t{static_cast<int32_t>(low - static_cast<uint32_t>(near))});
}

} // namespace ns3

#endif // AI_FABRIC_UET_HEADER_H
