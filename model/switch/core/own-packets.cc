// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "own-packets.h"

#include "ns3/input-error.h"

#include <algorithm>

namespace ns3
{

void
RequireNoCredits(const std::vector<Ptr<FabricNetDevice>>& ports, const std::string& who)
{
    for (const auto& port : ports)
    {
        if (port->GetFlowControl().IsCounting())
        {
            throw InputError(who + " makes packets in switches, which have no credits for them; "
                                   "expected a flow control without credits");
        }
    }
}

void
RequireLossy(const std::vector<Ptr<FabricNetDevice>>& ports, uint8_t own, const std::string& what)
{
    std::string lossy;
    bool refused = false;
    for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        const bool lossless = std::any_of(ports.begin(), ports.end(), [priority](const auto& port) {
            return port->GetFlowControl().IsLossless(priority);
        });
        refused = refused || (lossless && priority == own);
        lossy += lossless ? "" : (lossy.empty() ? "" : ", ") + std::to_string(priority);
    }
    if (refused)
    {
        throw InputError(
            what + ": is " + std::to_string(own) +
            ", which is lossless; packets that switches make need a lossy priority; expected " +
            (lossy.empty() ? "a flow control with a lossy priority" : "one of " + lossy));
    }
}

} // namespace ns3
