// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOSSLESS_AUDIT_H
#define AI_FABRIC_LOSSLESS_AUDIT_H

#include "fabric-parts.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Checks what must hold in every network.
 *
 * At any time:
 *  - a lossless class drops nothing; each drop is named by switch, port, lane and reason.
 *    What a rule throws away (DropMeaning::RULE), as a PFC watchdog or a lifetime at the head of a
 *    queue does, or comes for a link that is down, is no violation of the flow control and listed
 *    apart. So is what has no route, once a link has failed. A packet that was trimmed has lost its
 *    payload and counts as one that was dropped for that reason;
 *  - every link: sent = received + lost + in flight, in packets;
 *  - every switch: bytes in its buffer = bytes in its egress queues = bytes charged to ingress;
 *  - no headroom holds more than it has.
 * At rest (nothing in flight or queued) besides: credits are conserved on every lane.
 */
class LosslessAudit
{
  public:
    /** @param parts of the network, now */
    explicit LosslessAudit(const FabricParts& parts);

    /** @return what is violated, one line each; empty if all is well */
    const std::vector<std::string>& GetViolations() const
    {
        return m_violations;
    }

    /** @return drops of lossy classes, one line each; no violation */
    const std::vector<std::string>& GetLossyDrops() const
    {
        return m_lossyDrops;
    }

    /** @return packets that watchdogs, lifetimes and failures cost, one line each; no violation */
    const std::vector<std::string>& GetWatchdogDrops() const
    {
        return m_watchdogDrops;
    }

  private:
    /** Where packets were lost. */
    struct Loss
    {
        std::string place;      //!< port and lane
        bool lossless;          //!< whether the lane must not lose any
        uint64_t reservedBytes; //!< that it has to itself for that
    };

    /** Sent = received + lost + in flight. */
    void CheckChannel(const FabricChannel& channel, std::size_t index);
    /** The buffer, its headrooms and what was dropped. */
    void CheckSwitch(const FabricSwitch& fabricSwitch);
    /** What waited for the memory of a host. */
    void CheckReceiver(const FabricNetDevice& port, const ReceiveStage& stage);
    void AddLosses(const Loss& loss, const DropCounts& counts, const std::string& what);
    /** At rest. */
    void CheckCredits(const FabricNetDevice& port);

    std::vector<std::string> m_violations;    //!< a line each
    std::vector<std::string> m_lossyDrops;    //!< a line each
    std::vector<std::string> m_watchdogDrops; //!< a line each: by rules and outages
    bool m_atRest{true};                      //!< nothing was found in flight or queued
    bool m_linkFailed{false};                 //!< some link has ever been down
};

} // namespace ns3

#endif // AI_FABRIC_LOSSLESS_AUDIT_H
