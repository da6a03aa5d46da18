// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSPORT_NUMBER_H
#define AI_FABRIC_TRANSPORT_NUMBER_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Registers a transport whose packets have their own header.
 *
 * @param name name of the transport
 * @return its number, FabricPacket::transport of its packets; it may differ between programs, and
 * is the same for the same name
 */
uint8_t RegisterTransport(const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_TRANSPORT_NUMBER_H
