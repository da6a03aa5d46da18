// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-policies.h"

#include "ns3/congestion-field.h"
#include "ns3/flow-entropy.h"
#include "ns3/rdma-header.h"
#include "ns3/telemetry-digest.h"
#include "ns3/telemetry-stack.h"
#include "ns3/telemetry-tag.h"

#include <algorithm>

namespace ns3
{

void
RdmaPolicies::ChoosePath(FabricPacket& packet) const
{
    const uint16_t port = entropy->ChoosePort(packet.readyPs);
    packet.entropy = FlowEntropy(packet.sourceHost, packet.destHost, port);
}

void
RdmaPolicies::WriteTag(FabricPacket& packet, uint64_t leftBytes) const
{
    static_cast<TelemetryTag&>(*packet.extras).value =
        congestionControl->MakeTag(packet.readyPs, leftBytes);
}

void
RdmaPolicies::TellEntropy(const FabricPacket& ack, const AckEvent& event) const
{
    const auto& transport = ack.As<RdmaHeader>();
    entropy->NotifyAck({ack.readyPs,
                        transport.echoedPort,
                        transport.becn,
                        event.ackedBytes,
                        ack.sentPs,
                        event.inflightBytes,
                        false,
                        std::min(congestionControl->GetWindowBytes(), recovery->GetWindowBytes())});
}

void
RdmaPolicies::ReadExtras(const FabricPacket& ack, AckEvent& event)
{
    const PacketExtras* const extras = ack.extras.get();
    switch (ack.telemetry)
    {
    case TelemetryKind::NONE:
        event.field = static_cast<const CongestionField*>(extras)->value;
        break;
    case TelemetryKind::STACK:
        event.telemetry = static_cast<const TelemetryStack*>(extras);
        break;
    case TelemetryKind::DIGEST:
        event.digest = static_cast<const TelemetryDigest*>(extras);
        break;
    case TelemetryKind::TAG:
        event.field = static_cast<const TelemetryTag*>(extras)->value;
        break;
    }
}

} // namespace ns3
