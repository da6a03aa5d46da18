// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REPORTABLE_METRICS_H
#define AI_FABRIC_REPORTABLE_METRICS_H

#include "ns3/fabric-parts.h"
#include "ns3/message-transport.h"

namespace ns3
{

/**
 * Events that can happen in a network. A table reports a count of 0 only where the event can
 * happen: nothing about PFC in a network without PFC.
 */
struct ReportableMetrics
{
    bool packets{false}; //!< true: messages are packets, which queue and may be dropped
    bool pauses{false};  //!< true: some lane is lossless, without credits
    bool credits{false}; //!< true: some lane is lossless by credits
    bool marks{false};   //!< true: switches mark packets

    ReportableMetrics() = default;

    /** @param parts parts of the network @param transport transport of any of its hosts */
    ReportableMetrics(const FabricParts& parts, const MessageTransport& transport);
};

} // namespace ns3

#endif // AI_FABRIC_REPORTABLE_METRICS_H
