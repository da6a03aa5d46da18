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
 * A transport whose packets have a header of their own.
 *
 * @param name of the transport
 * @return its number, FabricPacket::transport of these packets; different in each program, and the
 *         same for the same name
 */
uint8_t RegisterTransport(const std::string& name);

} // namespace ns3

#endif // AI_FABRIC_TRANSPORT_NUMBER_H
