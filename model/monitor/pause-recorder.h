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
 * Records which port paused which, when, for how long and why.
 *
 * The recorder listens to the trace source Pause of every port with PFC or BFC, and looks into
 * queues when a pause is requested and when it ends; it changes nothing. The recorder must exist
 * until the simulation has ended.
 */
class PauseRecorder
{
  public:
    /** @param parts parts of a complete network, before it runs */
    explicit PauseRecorder(const FabricParts& parts);
    ~PauseRecorder();

    PauseRecorder(const PauseRecorder&) = delete;
    PauseRecorder& operator=(const PauseRecorder&) = delete;

    /** @param nowPs end of the recording in ps @return the log; pauses still in force end now */
    PauseLog Finish(int64_t nowPs);

  private:
    /** Cause of an XOFF. The pause begins when the XOFF arrives. */
    struct Reason
    {
        bool hasCause{false};
        PauseFlow cause;
        uint32_t causeQp{0}; //!< destination queue pair of the packet that caused it
        uint32_t congestedPort{PauseInterval::NO_PORT};  //!< number, as in PauseInterval
        uint16_t congestedQueue{PauseEvent::ALL_QUEUES}; //!< as in PauseInterval
        int64_t waitingSincePs{0};                       //!< as in PauseInterval
    };

    /** A priority and one of its queues. */
    using Paused = std::pair<uint8_t, uint16_t>;

    /** One end of a link. */
    struct Port
    {
        Ptr<FabricNetDevice> device;
        Ptr<LinkFlowControl> flowControl;     //!< null: it has no pauses
        FabricSwitch* fabricSwitch;           //!< switch of the port, or null
        RdmaNic* nic;                         //!< NIC of the port, or null
        std::map<Paused, Reason> reasons;     //!< causes of the latest XOFFs to this port
        std::map<Paused, std::size_t> pauses; //!< indexes of the pauses in force
    };

    void OnPause(const PauseEvent& event);
    /** @return cause of the pause that this port requests, from the present state of its queues */
    Reason FindReason(const Port& ingress, const PauseEvent& event);
    /**
     * Notes the flows that wait.
     *
     * @param egress a congested port
     * @param priority priority of its queue
     */
    void NoteQueued(const FabricNetDevice& egress, uint8_t priority);
    /**
     * Adds the bytes and flows that the paused queue holds back.
     *
     * @param port paused port
     * @param interval pause that gets them
     */
    void CollectHeld(const Port& port, PauseInterval& interval) const;
    /** @return number of the port in the log */
    uint32_t GetPortId(const FabricNetDevice& device) const;

    std::vector<Port> m_ports;                                  //!< by port number of PauseInterval
    std::unordered_map<const FabricNetDevice*, uint32_t> m_ids; //!< used for look-ups only
    PauseLog m_log;
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_RECORDER_H
