// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-flow-probe.h"

#include "ns3/rdma-header.h"

#include <string>

namespace ns3
{

namespace
{

/** @return whether a packet carries payload of a queue pair */
bool
IsData(const FabricPacket& packet)
{
    return packet.kind == PacketKind::TRANSPORT && packet.transport == RDMA_TRANSPORT &&
           packet.payloadBytes > 0;
}

} // namespace

FlowId
RdmaFlowClassifier::Classify(const FabricPacket& packet)
{
    FlowId& flow = m_flows[{packet.sourceHost, packet.destHost, packet.destEndpoint}];
    flow = flow ? flow : GetNewFlowId();
    return flow;
}

void
RdmaFlowClassifier::SerializeToXmlStream(std::ostream& stream, uint16_t indent) const
{
    const std::string space(indent, ' ');
    stream << space << "<RdmaFlowClassifier>\n";
    for (const auto& [ends, flow] : m_flows)
    {
        const auto [source, destination, queuePair] = ends;
        stream << space << "  <Flow flowId=\"" << flow << "\" sourceHost=\"" << source
               << "\" destinationHost=\"" << destination << "\" destinationQueuePair=\""
               << queuePair << "\" />\n";
    }
    stream << space << "</RdmaFlowClassifier>\n";
}

void
RdmaFlowProbe::Install(Ptr<FlowMonitor> monitor, const FabricNetwork& network)
{
    const auto classifier = Create<RdmaFlowClassifier>();
    monitor->AddFlowClassifier(classifier);
    const auto probe = CreateObject<RdmaFlowProbe>(monitor, classifier);
    for (const auto& nic : network.nics)
    {
        FabricNetDevice& port = nic->GetPort();
        port.TraceConnectWithoutContext("Transmit",
                                        MakeCallback(&RdmaFlowProbe::OnTransmit, probe));
        port.TraceConnectWithoutContext("Receive", MakeCallback(&RdmaFlowProbe::OnReceive, probe));
    }
    for (const auto& fabricSwitch : network.fabricSwitches)
    {
        fabricSwitch->TraceConnectWithoutContext("Drop",
                                                 MakeCallback(&RdmaFlowProbe::OnDrop, probe));
    }
    monitor->StartRightNow();
}

RdmaFlowProbe::RdmaFlowProbe(Ptr<FlowMonitor> monitor, Ptr<RdmaFlowClassifier> classifier)
    : FlowProbe(monitor),
      m_classifier(classifier)
{
}

void
RdmaFlowProbe::OnTransmit(const FabricPacket& packet, int64_t)
{
    if (IsData(packet))
    {
        m_flowMonitor->ReportFirstTx(this,
                                     m_classifier->Classify(packet),
                                     packet.As<RdmaHeader>().psn,
                                     packet.payloadBytes);
    }
}

void
RdmaFlowProbe::OnReceive(const FabricPacket& packet, int64_t)
{
    if (IsData(packet))
    {
        m_flowMonitor->ReportLastRx(this,
                                    m_classifier->Classify(packet),
                                    packet.As<RdmaHeader>().psn,
                                    packet.payloadBytes);
    }
}

void
RdmaFlowProbe::OnDrop(const FabricPacket& packet, DropReason reason)
{
    if (IsData(packet))
    {
        m_flowMonitor->ReportDrop(this,
                                  m_classifier->Classify(packet),
                                  packet.As<RdmaHeader>().psn,
                                  packet.payloadBytes,
                                  static_cast<uint32_t>(reason));
    }
}

} // namespace ns3
