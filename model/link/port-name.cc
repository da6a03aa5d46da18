// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "port-name.h"

#include "ns3/node.h"

namespace ns3
{

std::string
PortName(const NetDevice& port)
{
    return "node " + std::to_string(port.GetNode()->GetId()) + " port " +
           std::to_string(port.GetIfIndex());
}

} // namespace ns3
