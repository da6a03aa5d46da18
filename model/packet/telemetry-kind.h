// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TELEMETRY_KIND_H
#define AI_FABRIC_TELEMETRY_KIND_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * What switches tell in a packet with payload, and its acknowledgement takes back.
 */
enum class TelemetryKind : uint8_t
{
    NONE,   //!< nothing
    STACK,  //!< what each egress port on the way says of itself, in a TelemetryStack
    DIGEST, //!< the load of the most loaded one, in a TelemetryDigest
    TAG     //!< what the sender has begun, in a TelemetryTag
};

/**
 * @ingroup ai-fabric-packet
 * What switches and senders agree on with TelemetryKind::DIGEST.
 */
struct DigestSettings
{
    double base{1.05}; //!< of the DigestCode, see there
    int64_t spanPs{0}; //!< T, which switches average over; 0: the longest idle round trip
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_KIND_H
