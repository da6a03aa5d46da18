// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IPV6_HEADERS_H
#define AI_FABRIC_IPV6_HEADERS_H

#include "ip-headers.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * Length of the fixed IPv6 header (RFC 8200), in bytes.
 */
constexpr uint32_t IPV6_BYTES = 40;

/**
 * IPv6. The flow label holds the UDP source port. Assumed: the address of a host is fd00:: with its
 * HostIpv4() in the last four bytes.
 *
 * @return headers
 */
const IpHeaders& GetIpv6Headers();

/**
 * IPv6 in IPv6 with a list of uSIDs (RFC 8986, RFC 9800) as the outer destination: a locator of 32
 * bits, then uSIDs of 16 bits. Assumed: the locator is fc00:0::, the first uSID is the entropy
 * value, which stands for the ports of its path, and the second one the number of the host.
 *
 * @return headers
 */
const IpHeaders& GetSrv6Headers();

} // namespace ns3

#endif // AI_FABRIC_IPV6_HEADERS_H
