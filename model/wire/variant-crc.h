// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VARIANT_CRC_H
#define AI_FABRIC_VARIANT_CRC_H

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Length of VariantCrc() on the wire, in bytes.
 */
constexpr uint32_t VCRC_BYTES = 2;

/**
 * @ingroup ai-fabric-wire
 * The variant CRC of InfiniBand packets, and LPCRC of its flow control packets: generator 0x100b,
 * initial value and final inversion all ones, least significant bit of each byte first (IBTA
 * vol. 1, 7.8.2).
 *
 * @param packet all bytes before the CRC
 * @param bytes number of these bytes
 * @return CRC, which is sent least significant byte first
 */
uint16_t VariantCrc(const uint8_t* packet, std::size_t bytes);

} // namespace ns3

#endif // AI_FABRIC_VARIANT_CRC_H
