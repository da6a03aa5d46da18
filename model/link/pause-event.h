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
 * Argument of the trace source Pause of PriorityFlowControl and BackpressureFlowControl. The latter
 * pauses single queues of a priority, and the priority as a whole as its backstop.
 */
struct PauseEvent
{
    static constexpr uint16_t ALL_QUEUES = UINT16_MAX; //!< the priority as a whole

    /** What happened to one priority, or queue of it, of one port. Refreshes of a pause are no
     * event. */
    enum class Kind : uint8_t
    {
        XOFF_SENT, //!< as a receiver: the other end is asked to stop
        XON_SENT,  //!< as a receiver: the other end may go on
        PAUSED,    //!< as a sender: it stops
        RESUMED    //!< as a sender: it may go on; the pause was ended, ran out, or is ignored
    };

    /** Signature of the trace source. @param event what happened */
    typedef void (*TracedCallback)(const PauseEvent& event);

    Kind kind;          //!< what happened
    uint8_t priority;   //!< priority concerned
    int64_t nowPs;      //!< time of the event
    int64_t durationPs; //!< XON_SENT: since XOFF_SENT; RESUMED: since PAUSED; else, and of BFC, 0
    const FabricPacket*
        cause; //!< XOFF_SENT: packet that crossed the threshold; null in a pause storm
    const FabricNetDevice* port;            //!< port concerned
    uint16_t queue{ALL_QUEUES};             //!< of the end that sends
    const FabricNetDevice* egress{nullptr}; //!< XOFF_SENT of one queue: where the cause waits
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_EVENT_H
