// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAUSE_RECORDER_H
#define AI_FABRIC_PAUSE_RECORDER_H

#include "fabric-parts.h"
#include "pause-log.h"

#include "ns3/link-flow-control.h"
#include "ns3/pause-event.h"

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Writes down who paused whom, when, for how long and because of what.
 *
 * It listens to the trace source Pause of every port with PFC or BFC, and looks into queues when a
 * pause is asked for and when it ends; it changes nothing. It must exist until the simulation has
 * ended.
 */
class PauseRecorder
{
  public:
    /** @param parts of a complete network, before it runs */
    explicit PauseRecorder(const FabricParts& parts);
    ~PauseRecorder();

    PauseRecorder(const PauseRecorder&) = delete;
    PauseRecorder& operator=(const PauseRecorder&) = delete;

    /** @param nowPs the end of the recording @return the log; pauses that stand end now */
    PauseLog Finish(int64_t nowPs);

  private:
    /** What an XOFF was sent for; a pause begins when it arrives. */
    struct Reason
    {
        bool hasCause{false};
        PauseFlow cause;
        uint32_t causeQp{0};                             //!< destination queue pair of the packet
        uint32_t congestedPort{PauseInterval::NO_PORT};  //!< number, as in PauseInterval
        uint16_t congestedQueue{PauseEvent::ALL_QUEUES}; //!< as in PauseInterval
        int64_t waitingSincePs{0};                       //!< as in PauseInterval
    };

    /** A priority, and which queue of it. */
    using Paused = std::pair<uint8_t, uint16_t>;

    /** One end of a link. */
    struct Port
    {
        Ptr<FabricNetDevice> device;
        Ptr<LinkFlowControl> flowControl;     //!< null if it knows no pauses
        FabricSwitch* fabricSwitch;           //!< that it belongs to, or null
        RdmaNic* nic;                         //!< that it belongs to, or null
        std::map<Paused, Reason> reasons;     //!< of the latest XOFF to this port
        std::map<Paused, std::size_t> pauses; //!< indexes of those that stand
    };

    void OnPause(const PauseEvent& event);
    /** @return why this port asks for the pause, as its queues stand now */
    Reason FindReason(const Port& ingress, const PauseEvent& event);
    /** Notes who waits there. @param egress a congested port @param priority of its queue */
    void NoteQueued(const FabricNetDevice& egress, uint8_t priority);
    /**
     * Adds the bytes and flows that the paused queue holds back.
     *
     * @param port that is paused
     * @param interval gets them
     */
    void CollectHeld(const Port& port, PauseInterval& interval) const;
    /** @return number of the port in the log */
    uint32_t GetPortId(const FabricNetDevice& device) const;

    std::vector<Port> m_ports;                                  //!< by port number of PauseInterval
    std::unordered_map<const FabricNetDevice*, uint32_t> m_ids; //!< only looked up
    PauseLog m_log;
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_RECORDER_H
