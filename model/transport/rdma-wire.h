// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_WIRE_H
#define AI_FABRIC_RDMA_WIRE_H

#include "rdma-verbs.h"

#include "ns3/rdma-opcode.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Packet sequence numbers have 24 bits.
 */
constexpr uint32_t PSN_MASK = 0xffffff;

/** The syndrome of the AETH: three bits of kind, five bits of value (IBTA vol. 1, 9.7.5.2). */
constexpr uint8_t SYNDROME_KIND_MASK = 0xe0;
constexpr uint8_t SYNDROME_VALUE_MASK = 0x1f;
constexpr uint8_t SYNDROME_KIND_ACK = 0x00;
constexpr uint8_t SYNDROME_KIND_RNR = 0x20;
constexpr uint8_t SYNDROME_ACK = 0x1f;                 //!< end-to-end credits are not used
constexpr uint8_t SYNDROME_NAK_SEQUENCE = 0x60;        //!< a packet is missing
constexpr uint8_t SYNDROME_NAK_INVALID_REQUEST = 0x61; //!< the request is not allowed

/**
 * Finds the packet number nearest to a reference whose low 24 bits are a PSN (IBTA vol. 1, 9.7.1).
 *
 * @param psn packet sequence number, 24 bit
 * @param reference packet number less than 2^23 away
 * @return packet number
 */
constexpr uint64_t
Unwrap(uint32_t psn, uint64_t reference)
{
    const auto distance = static_cast<int32_t>((psn - static_cast<uint32_t>(reference)) << 8) >> 8;
    return reference + distance;
}

/**
 * Wait of a requester after a receiver-not-ready NAK (IBTA vol. 1, table 45).
 *
 * @param code code of the NAK, 0 to 31
 * @return wait in ps
 */
constexpr int64_t
RnrTimerPs(uint8_t code)
{
    constexpr std::array<int64_t, 32> HUNDREDTHS_OF_MS = {
        65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
        48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
        2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};
    return HUNDREDTHS_OF_MS[code & SYNDROME_VALUE_MASK] * 10'000'000;
}

/**
 * @param operation operation of a message, not of a datagram
 * @param first true if the packet is the first of the message
 * @param last true if the packet is the last of the message
 * @return opcode of the request packet
 */
constexpr RdmaOpcode
OpcodeOf(RdmaOperation operation, bool first, bool last)
{
    switch (operation)
    {
    case RdmaOperation::SEND:
        return first ? (last ? RdmaOpcode::SEND_ONLY : RdmaOpcode::SEND_FIRST)
                     : (last ? RdmaOpcode::SEND_LAST : RdmaOpcode::SEND_MIDDLE);
    case RdmaOperation::SEND_IMM:
        return first ? (last ? RdmaOpcode::SEND_ONLY_IMM : RdmaOpcode::SEND_FIRST)
                     : (last ? RdmaOpcode::SEND_LAST_IMM : RdmaOpcode::SEND_MIDDLE);
    case RdmaOperation::WRITE:
        return first ? (last ? RdmaOpcode::WRITE_ONLY : RdmaOpcode::WRITE_FIRST)
                     : (last ? RdmaOpcode::WRITE_LAST : RdmaOpcode::WRITE_MIDDLE);
    case RdmaOperation::WRITE_IMM:
        return first ? (last ? RdmaOpcode::WRITE_ONLY_IMM : RdmaOpcode::WRITE_FIRST)
                     : (last ? RdmaOpcode::WRITE_LAST_IMM : RdmaOpcode::WRITE_MIDDLE);
    case RdmaOperation::READ:
        return RdmaOpcode::READ_REQUEST;
    case RdmaOperation::FETCH_ADD:
        return RdmaOpcode::FETCH_ADD;
    case RdmaOperation::COMPARE_SWAP:
        return RdmaOpcode::COMPARE_SWAP;
    }
    return RdmaOpcode::SEND_ONLY;
}

/**
 * @param operation SEND or SEND_IMM
 * @return opcode of a datagram
 */
constexpr RdmaOpcode
DatagramOpcodeOf(RdmaOperation operation)
{
    return operation == RdmaOperation::SEND_IMM ? RdmaOpcode::UD_SEND_ONLY_IMM
                                                : RdmaOpcode::UD_SEND_ONLY;
}

} // namespace ns3

#endif // AI_FABRIC_RDMA_WIRE_H
