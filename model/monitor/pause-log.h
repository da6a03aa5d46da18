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
 * The traffic from one host to another.
 */
struct PauseFlow
{
    uint32_t sourceHost{0}; //!< host index
    uint32_t destHost{0};   //!< host index

    /** @param other another flow @return true if this flow is sorted before it */
    bool operator<(const PauseFlow& other) const
    {
        return std::tie(sourceHost, destHost) < std::tie(other.sourceHost, other.destHost);
    }
};

/**
 * @ingroup ai-fabric-monitor
 * One pause of one priority of a port, or of one of its queues, from XOFF to its end.
 *
 * Ports are numbered 2 * channel + side in the order of FabricParts::channels, so the ends of a
 * wire are port and port ^ 1. A port number means the egress side of the port.
 */
struct PauseInterval
{
    static constexpr uint32_t NO_PORT = UINT32_MAX; //!< stands for no port

    uint32_t pausedPort{0};                 //!< port that must not send; port ^ 1 has requested it
    uint8_t priority{0};                    //!< priority that was paused
    uint16_t queue{PauseEvent::ALL_QUEUES}; //!< queue that was paused, at a NIC a hash of flows; or
                                            //!< ALL_QUEUES
    int64_t startPs{0};                     //!< time at which XOFF took effect
    int64_t endPs{0};                       //!< end of the pause, or of the recording
    bool ended{false};                      //!< true: the pause ended before the recording
    bool hasCause{false}; //!< true: a packet crossed a threshold; false: pause storm
    PauseFlow cause;      //!< flow of that packet
    uint32_t causeQp{0};  //!< destination queue pair of that packet
    /**
     * Egress of the pausing device at which most of the bytes from pausedPort waited; NO_PORT if
     * none waited.
     */
    uint32_t congestedPort{NO_PORT};
    uint16_t congestedQueue{PauseEvent::ALL_QUEUES}; //!< queue of congestedPort, if only one was
                                                     //!< concerned
    int64_t waitingSincePs{0}; //!< since when the oldest of these packets had waited, in ps
    uint64_t heldBytes{0};     //!< frames in the paused queue at the end, in bytes
    std::set<PauseFlow> held;  //!< flows of these frames; at a NIC: flows with work
};

/**
 * @ingroup ai-fabric-monitor
 * The pauses of a run.
 */
struct PauseLog
{
    std::vector<PauseInterval> intervals; //!< by start
    std::vector<uint32_t> hostOfPort;     //!< by port: index of its host, or NO_HOST
    /**
     * By congested port and priority: flows that waited there whenever the port made another port
     * pause.
     */
    std::map<std::pair<uint32_t, uint8_t>, std::set<PauseFlow>> queued;
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_LOG_H
