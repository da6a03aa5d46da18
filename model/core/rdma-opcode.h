// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_RDMA_OPCODE_H
#define AI_FABRIC_RDMA_OPCODE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Opcodes of the Base Transport Header, reliable connection, as they are on the wire
 * (IBTA vol. 1, table 38; annex A17 for the RoCEv2 congestion notification packet).
 */
enum class RdmaOpcode : uint8_t
{
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
    ACKNOWLEDGE = 0x11,
    CNP_INFINIBAND = 0x80,
    CNP_ROCE = 0x81
};

/** Lengths of the headers that follow the BTH, in bytes (IBTA vol. 1, chapter 9). */
constexpr uint32_t BTH_BYTES = 12;
constexpr uint32_t RETH_BYTES = 16;
constexpr uint32_t AETH_BYTES = 4;
constexpr uint32_t IMMEDIATE_BYTES = 4;
constexpr uint32_t CNP_PAD_BYTES = 16;
constexpr uint32_t ICRC_BYTES = 4;

/** @param opcode any @return whether the packet asks the responder to take data */
constexpr bool
IsRequest(RdmaOpcode opcode)
{
    return opcode < RdmaOpcode::ACKNOWLEDGE;
}

/** @param opcode any @return whether the message ends with this packet */
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
        return true;
    default:
        return false;
    }
}

/** @param opcode any @return whether 4 bytes of immediate data come with it */
constexpr bool
HasImmediate(RdmaOpcode opcode)
{
    return opcode == RdmaOpcode::SEND_LAST_IMM || opcode == RdmaOpcode::SEND_ONLY_IMM ||
           opcode == RdmaOpcode::WRITE_LAST_IMM || opcode == RdmaOpcode::WRITE_ONLY_IMM;
}

/**
 * @param opcode any
 * @return bytes of the headers between BTH and payload: RETH where a WRITE begins, the immediate,
 *         AETH on an acknowledgement, the reserved bytes of a congestion notification
 */
constexpr uint32_t
ExtendedHeaderBytes(RdmaOpcode opcode)
{
    switch (opcode)
    {
    case RdmaOpcode::WRITE_FIRST:
    case RdmaOpcode::WRITE_ONLY:
        return RETH_BYTES;
    case RdmaOpcode::WRITE_ONLY_IMM:
        return RETH_BYTES + IMMEDIATE_BYTES;
    case RdmaOpcode::WRITE_LAST_IMM:
    case RdmaOpcode::SEND_LAST_IMM:
    case RdmaOpcode::SEND_ONLY_IMM:
        return IMMEDIATE_BYTES;
    case RdmaOpcode::ACKNOWLEDGE:
        return AETH_BYTES;
    case RdmaOpcode::CNP_INFINIBAND:
    case RdmaOpcode::CNP_ROCE:
        return CNP_PAD_BYTES;
    default:
        return 0;
    }
}

} // namespace ns3

#endif // AI_FABRIC_RDMA_OPCODE_H
