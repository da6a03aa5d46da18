// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_OPCODE_H
#define AI_FABRIC_RDMA_OPCODE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Opcodes of the Base Transport Header as on the wire (IBTA vol. 1, table 38; annex A10 for
 * InfiniBand's congestion notification packet, annex A17 for that of RoCEv2; opcodes from 0xc0 on
 * are left to manufacturers).
 */
enum class RdmaOpcode : uint8_t
{
    // Reliable connection.
    SEND_FIRST = 0x00,
    SEND_MIDDLE = 0x01,
    SEND_LAST = 0x02,
    SEND_LAST_IMM = 0x03,
    SEND_ONLY = 0x04,
    SEND_ONLY_IMM = 0x05,
    WRITE_FIRST = 0x06,
    WRITE_MIDDLE = 0x07,
    WRITE_LAST = 0x08,
    WRITE_LAST_IMM = 0x09,
    WRITE_ONLY = 0x0a,
    WRITE_ONLY_IMM = 0x0b,
    READ_REQUEST = 0x0c,
    READ_RESPONSE_FIRST = 0x0d,
    READ_RESPONSE_MIDDLE = 0x0e,
    READ_RESPONSE_LAST = 0x0f,
    READ_RESPONSE_ONLY = 0x10,
    ACKNOWLEDGE = 0x11,
    ATOMIC_ACKNOWLEDGE = 0x12,
    COMPARE_SWAP = 0x13,
    FETCH_ADD = 0x14,
    // Unreliable datagram.
    UD_SEND_ONLY = 0x64,
    UD_SEND_ONLY_IMM = 0x65,
    // Congestion notification.
    CNP_INFINIBAND = 0x80,
    CNP_ROCE = 0x81,
    // Manufacturer opcodes: probes of the round trip, with a CongestionField that holds their
    // sending time.
    RTT_REQUEST = 0xc0,
    RTT_RESPONSE = 0xc1
};

/** Lengths of the headers that follow the BTH, in bytes (IBTA vol. 1, chapter 9). */
constexpr uint32_t BTH_BYTES = 12;
constexpr uint32_t RETH_BYTES = 16;
constexpr uint32_t AETH_BYTES = 4;
constexpr uint32_t ATOMIC_ETH_BYTES = 28;
constexpr uint32_t ATOMIC_ACK_ETH_BYTES = 8;
constexpr uint32_t DETH_BYTES = 8;
constexpr uint32_t IMMEDIATE_BYTES = 4;
constexpr uint32_t CNP_PAD_BYTES = 16;
constexpr uint32_t ICRC_BYTES = 4;

/**
 * @param opcode opcode
 * @return true for a request of a reliable connection
 */
constexpr bool
IsRequest(RdmaOpcode opcode)
{
    return opcode <= RdmaOpcode::READ_REQUEST || opcode == RdmaOpcode::COMPARE_SWAP ||
           opcode == RdmaOpcode::FETCH_ADD;
}

/**
 * @param opcode opcode
 * @return true for a packet of a READ response
 */
constexpr bool
IsReadResponse(RdmaOpcode opcode)
{
    return opcode >= RdmaOpcode::READ_RESPONSE_FIRST && opcode <= RdmaOpcode::READ_RESPONSE_ONLY;
}

/**
 * @param opcode opcode
 * @return true for a packet of a SEND, which needs a receive request
 */
constexpr bool
IsSend(RdmaOpcode opcode)
{
    return opcode <= RdmaOpcode::SEND_ONLY_IMM || opcode == RdmaOpcode::UD_SEND_ONLY ||
           opcode == RdmaOpcode::UD_SEND_ONLY_IMM;
}

/**
 * @param opcode opcode
 * @return true if a SEND or WRITE ends with this packet
 */
constexpr bool
EndsMessage(RdmaOpcode opcode)
{
    switch (opcode)
    {
    case RdmaOpcode::SEND_LAST:
    case RdmaOpcode::SEND_LAST_IMM:
    case RdmaOpcode::SEND_ONLY:
    case RdmaOpcode::SEND_ONLY_IMM:
    case RdmaOpcode::WRITE_LAST:
    case RdmaOpcode::WRITE_LAST_IMM:
    case RdmaOpcode::WRITE_ONLY:
    case RdmaOpcode::WRITE_ONLY_IMM:
    case RdmaOpcode::UD_SEND_ONLY:
    case RdmaOpcode::UD_SEND_ONLY_IMM:
        return true;
    default:
        return false;
    }
}

/**
 * @param opcode opcode
 * @return true if the packet has 4 bytes of immediate data
 */
constexpr bool
HasImmediate(RdmaOpcode opcode)
{
    return opcode == RdmaOpcode::SEND_LAST_IMM || opcode == RdmaOpcode::SEND_ONLY_IMM ||
           opcode == RdmaOpcode::WRITE_LAST_IMM || opcode == RdmaOpcode::WRITE_ONLY_IMM ||
           opcode == RdmaOpcode::UD_SEND_ONLY_IMM;
}

/**
 * @param opcode opcode
 * @return bytes of the headers between BTH and payload: RETH at the start of a WRITE or READ, the
 * immediate, AETH in acknowledgements and at the ends of a READ response, operands and result of an
 * atomic operation, DETH in datagrams, the reserved bytes of a congestion notification
 */
constexpr uint32_t
ExtendedHeaderBytes(RdmaOpcode opcode)
{
    switch (opcode)
    {
    case RdmaOpcode::WRITE_FIRST:
    case RdmaOpcode::WRITE_ONLY:
    case RdmaOpcode::READ_REQUEST:
        return RETH_BYTES;
    case RdmaOpcode::WRITE_ONLY_IMM:
        return RETH_BYTES + IMMEDIATE_BYTES;
    case RdmaOpcode::WRITE_LAST_IMM:
    case RdmaOpcode::SEND_LAST_IMM:
    case RdmaOpcode::SEND_ONLY_IMM:
        return IMMEDIATE_BYTES;
    case RdmaOpcode::ACKNOWLEDGE:
    case RdmaOpcode::READ_RESPONSE_FIRST:
    case RdmaOpcode::READ_RESPONSE_LAST:
    case RdmaOpcode::READ_RESPONSE_ONLY:
        return AETH_BYTES;
    case RdmaOpcode::ATOMIC_ACKNOWLEDGE:
        return AETH_BYTES + ATOMIC_ACK_ETH_BYTES;
    case RdmaOpcode::COMPARE_SWAP:
    case RdmaOpcode::FETCH_ADD:
        return ATOMIC_ETH_BYTES;
    case RdmaOpcode::UD_SEND_ONLY:
        return DETH_BYTES;
    case RdmaOpcode::UD_SEND_ONLY_IMM:
        return DETH_BYTES + IMMEDIATE_BYTES;
    case RdmaOpcode::CNP_INFINIBAND:
    case RdmaOpcode::CNP_ROCE:
        return CNP_PAD_BYTES;
    default:
        return 0;
    }
}

} // namespace ns3

#endif // AI_FABRIC_RDMA_OPCODE_H
