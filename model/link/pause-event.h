// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAUSE_EVENT_H
#define AI_FABRIC_PAUSE_EVENT_H

#include "ns3/fabric-packet.h"

#include <cstdint>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * Argument of the trace source Pause of PriorityFlowControl and BackpressureFlowControl.
 * BackpressureFlowControl pauses single queues of a priority, and as a backstop the whole priority.
 */
struct PauseEvent
{
    static constexpr uint16_t ALL_QUEUES = UINT16_MAX; //!< the whole priority

    /** Event of a priority of a port, or of one of its queues. A refresh is not an event. */
    enum class Kind : uint8_t
    {
        XOFF_SENT, //!< as a receiver: it asks the other end to stop
        XON_SENT,  //!< as a receiver: it lets the other end resume
        PAUSED,    //!< as a sender: it stops
        RESUMED    //!< as a sender: it may resume; the pause was ended, expired, or is ignored
    };

    /**
     * Signature of the trace source.
     *
     * @param event the event
     */
    typedef void (*TracedCallback)(const PauseEvent& event);

    Kind kind;          //!< kind of the event
    uint8_t priority;   //!< priority of the event
    int64_t nowPs;      //!< time of the event, in ps
    int64_t durationPs; //!< XON_SENT: since XOFF_SENT; RESUMED: since PAUSED; else, and for BFC, 0
    const FabricPacket*
        cause; //!< XOFF_SENT: packet that crossed the threshold; null in a pause storm
    const FabricNetDevice* port; //!< port of the event
    uint16_t queue{ALL_QUEUES};  //!< number of the queue at the sending end
    /** XOFF_SENT of one queue: egress port where the cause waits. */
    const FabricNetDevice* egress{nullptr};
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_EVENT_H
