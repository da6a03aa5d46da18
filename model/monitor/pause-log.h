// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAUSE_LOG_H
#define AI_FABRIC_PAUSE_LOG_H

#include "ns3/fabric-units.h"
#include "ns3/pause-event.h"

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * All that one host sends to another.
 */
struct PauseFlow
{
    uint32_t sourceHost{0}; //!< host index
    uint32_t destHost{0};   //!< host index

    /** @param other flow @return whether this one comes first */
    bool operator<(const PauseFlow& other) const
    {
        return std::tie(sourceHost, destHost) < std::tie(other.sourceHost, other.destHost);
    }
};

/**
 * @ingroup ai-fabric-monitor
 * One pause of one priority, or of one queue of it, of one port, from XOFF to its end.
 *
 * Ports are numbered 2 * channel + side in the order of FabricParts::channels, so the ends of a
 * wire are port and port ^ 1. A port is meant as an egress, where it sends.
 */
struct PauseInterval
{
    static constexpr uint32_t NO_PORT = UINT32_MAX; //!< no such port

    uint32_t pausedPort{0};                 //!< it might not send; port ^ 1 asked for that
    uint8_t priority{0};                    //!< that was paused
    uint16_t queue{PauseEvent::ALL_QUEUES}; //!< that was, at a NIC a hash of flows; or all
    int64_t startPs{0};                     //!< XOFF took effect
    int64_t endPs{0};                       //!< of the pause, or of the recording
    bool ended{false};                      //!< the pause had ended when the recording did
    bool hasCause{false}; //!< a packet crossed a threshold; false in a pause storm
    PauseFlow cause;      //!< of that packet
    uint32_t causeQp{0};  //!< destination queue pair of that packet
    /**
     * The egress of the pausing device where most of what came from pausedPort waited; NO_PORT if
     * nothing did.
     */
    uint32_t congestedPort{NO_PORT};
    uint16_t congestedQueue{PauseEvent::ALL_QUEUES}; //!< of it, if only one was concerned
    int64_t waitingSincePs{0};                       //!< since when the oldest of that had waited
    uint64_t heldBytes{0};    //!< frames that the paused queue held at the end
    std::set<PauseFlow> held; //!< whose data these were; at a NIC: those with work
};

/**
 * @ingroup ai-fabric-monitor
 * The pauses of a run.
 */
struct PauseLog
{
    std::vector<PauseInterval> intervals; //!< by start
    std::vector<uint32_t> hostOfPort;     //!< by port: the host it belongs to, or NO_HOST
    /**
     * By congested port and priority: whose data waited there whenever it made a port pause
     * another.
     */
    std::map<std::pair<uint32_t, uint8_t>, std::set<PauseFlow>> queued;
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_LOG_H
