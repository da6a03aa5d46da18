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
 * Checks the rules that every network must obey.
 *
 * At any time:
 *  - a lossless class drops nothing; each drop is named by switch, port, lane and reason.
 *    Some losses do not violate flow control and are listed apart: drops by a rule
 *    (DropMeaning::RULE), such as a PFC watchdog or a lifetime at the head of a queue; packets
 *    for a link that is down; packets without a route, once a link has failed. A trimmed packet
 *    has lost its payload and counts as dropped for that reason;
 *  - every link: sent = received + lost + in flight, in packets;
 *  - every switch: bytes in its buffer = bytes in its egress queues = bytes charged to ingress;
 *  - no headroom holds more than it has.
 * At rest (nothing in flight or queued) also: credits are conserved on every lane.
 */
class LosslessAudit
{
  public:
    /** @param parts parts of the network in its present state */
    explicit LosslessAudit(const FabricParts& parts);

    /** @return violations, one line each; empty: none */
    const std::vector<std::string>& GetViolations() const
    {
        return m_violations;
    }

    /** @return drops of lossy classes, one line each; these are not violations */
    const std::vector<std::string>& GetLossyDrops() const
    {
        return m_lossyDrops;
    }

    /**
     * @return packets lost to watchdogs, lifetimes and failures, one line each; these are not
     *         violations
     */
    const std::vector<std::string>& GetWatchdogDrops() const
    {
        return m_watchdogDrops;
    }

  private:
    /** A place where packets were lost. */
    struct Loss
    {
        std::string place;      //!< name of the port and the lane
        bool lossless;          //!< true: the lane must not lose packets
        uint64_t reservedBytes; //!< dedicated buffer of the lossless lane, in bytes
    };

    /** Checks sent = received + lost + in flight. */
    void CheckChannel(const FabricChannel& channel, std::size_t index);
    /** Checks the buffer, its headrooms and the drops. */
    void CheckSwitch(const FabricSwitch& fabricSwitch);
    /** Checks packets that waited for the memory of a host. */
    void CheckReceiver(const FabricNetDevice& port, const ReceiveStage& stage);
    void AddLosses(const Loss& loss, const DropCounts& counts, const std::string& what);
    /** Checks that credits are conserved; only at rest. */
    void CheckCredits(const FabricNetDevice& port);

    std::vector<std::string> m_violations;    //!< a line each
    std::vector<std::string> m_lossyDrops;    //!< a line each
    std::vector<std::string> m_watchdogDrops; //!< a line each: drops by rules and outages
    bool m_atRest{true};                      //!< true: nothing was found in flight or queued
    bool m_linkFailed{false};                 //!< true: some link has been down
};

} // namespace ns3

#endif // AI_FABRIC_LOSSLESS_AUDIT_H
