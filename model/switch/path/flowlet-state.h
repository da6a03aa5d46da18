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
 * State of a flow in a switch: its packets take one port while they follow each other closely.
 */
struct FlowletState
{
    /** Arrival of the flow's last packet, in ps; NEVER_PS: the flow is new. */
    int64_t lastPs{NEVER_PS};
    uint16_t port{0}; //!< port that the last packet took

    /** @return true if no packet has come yet */
    bool IsNew() const
    {
        return lastPs == NEVER_PS;
    }

    /**
     * @param ports ports to the destination, ascending
     * @return true if the port is still among them
     */
    bool IsAmong(const std::vector<uint16_t>& ports) const
    {
        return !IsNew() && std::binary_search(ports.begin(), ports.end(), port);
    }

    /**
     * @param nowPs arrival of a packet, in ps
     * @param gapPs longest pause within a flowlet, in ps
     * @param ports ports to the destination, ascending
     * @return true if the packet begins a new flowlet: the pause was longer, or the link has failed
     */
    bool IsOver(int64_t nowPs, int64_t gapPs, const std::vector<uint16_t>& ports) const
    {
        return IsNew() || nowPs - lastPs > gapPs || !IsAmong(ports);
    }
};

} // namespace ns3

#endif // AI_FABRIC_FLOWLET_STATE_H
