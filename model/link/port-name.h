// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORT_NAME_H
#define AI_FABRIC_PORT_NAME_H

#include "ns3/net-device.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Name of a port in logs and reports.
 *
 * @param port port on a node
 * @return node and device index, such as "node 5 port 2"
 */
std::string PortName(const NetDevice& port);

} // namespace ns3

#endif // AI_FABRIC_PORT_NAME_H
