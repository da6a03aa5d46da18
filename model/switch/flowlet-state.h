// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOWLET_STATE_H
#define AI_FABRIC_FLOWLET_STATE_H

#include "ns3/fabric-units.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * What a switch knows of a flow whose packets take one port while they follow each other closely.
 */
struct FlowletState
{
    int64_t lastPs{NEVER_PS}; //!< when the last packet of the flow came; NEVER_PS: it is new
    uint16_t port{0};         //!< that it took

    /** @return whether no packet has come yet */
    bool IsNew() const
    {
        return lastPs == NEVER_PS;
    }

    /** @param ports of the destination, ascending @return whether the port is still among them */
    bool IsAmong(const std::vector<uint16_t>& ports) const
    {
        return !IsNew() && std::binary_search(ports.begin(), ports.end(), port);
    }

    /**
     * @param nowPs when a packet comes
     * @param gapPs the longest pause within a flowlet
     * @param ports of the destination, ascending
     * @return whether the packet begins another flowlet: the pause was longer, or the link has died
     */
    bool IsOver(int64_t nowPs, int64_t gapPs, const std::vector<uint16_t>& ports) const
    {
        return IsNew() || nowPs - lastPs > gapPs || !IsAmong(ports);
    }
};

} // namespace ns3

#endif // AI_FABRIC_FLOWLET_STATE_H
