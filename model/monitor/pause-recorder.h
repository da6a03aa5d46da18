// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAUSE_RECORDER_H
#define AI_FABRIC_PAUSE_RECORDER_H

#include "fabric-parts.h"
#include "pause-log.h"

#include "ns3/pause-event.h"
#include "ns3/priority-flow-control.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Writes down who paused whom, when, for how long and because of what.
 *
 * It listens to the trace source Pause of every port with PFC, and looks into queues when a pause
 * is asked for and when it ends; it changes nothing. It must exist until the simulation has ended.
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
        uint32_t causeQp{0};
        uint32_t congestedPort{PauseInterval::NO_PORT};
        int64_t waitingSincePs{0};
    };

    struct Port
    {
        Ptr<FabricNetDevice> device;
        Ptr<PriorityFlowControl> flowControl;           //!< null without PFC
        FabricSwitch* fabricSwitch;                     //!< that it belongs to, or null
        RdmaNic* nic;                                   //!< that it belongs to, or null
        std::array<Reason, PRIORITY_COUNT> reasons;     //!< of the latest XOFF to this port
        std::array<std::size_t, PRIORITY_COUNT> pauses; //!< index of the one that stands
    };

    static constexpr std::size_t NONE = SIZE_MAX;

    void OnPause(const PauseEvent& event);
    Reason FindReason(const Port& ingress, const PauseEvent& event);
    void CollectHeld(const Port& port, PauseInterval& interval) const;
    uint32_t GetPortId(const FabricNetDevice& device) const;

    std::vector<Port> m_ports;                                  //!< by port number of PauseInterval
    std::unordered_map<const FabricNetDevice*, uint32_t> m_ids; //!< only looked up
    PauseLog m_log;
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_RECORDER_H
