// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "tag-marker.h"

#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/own-packets.h"
#include "ns3/port-name.h"
#include "ns3/rdma-header.h"
#include "ns3/rdma-headers.h"
#include "ns3/switch-context.h"
#include "ns3/telemetry-tag.h"
#include "ns3/uinteger.h"

#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TagMarker");

NS_OBJECT_ENSURE_REGISTERED(TagMarker);

TypeId
TagMarker::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TagMarker")
            .SetParent<EcnMarker>()
            .SetGroupName("AiFabric")
            .AddAttribute("NoticePriority",
                          "Priority of the packets with which switches answer.",
                          UintegerValue(6),
                          ReadOnce(MakeUintegerAccessor(&TagMarker::m_noticePriority)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("NoticeDscp",
                          "DSCP of the packets with which switches answer.",
                          UintegerValue(48),
                          MakeUintegerAccessor(&TagMarker::m_noticeDscp),
                          MakeUintegerChecker<uint8_t>(0, 63));
    return tid;
}

void
TagMarker::DoAttach(SwitchContext& context)
{
    m_switch = &context;
    const std::string name = GetInstanceTypeId().GetName();
    RequireNoCredits(m_switch->GetPorts(), "marker: " + name);
    RequireLossy(m_switch->GetPorts(), m_noticePriority, name + " NoticePriority");
    DoStart();
}

std::size_t
TagMarker::GetPortCount() const
{
    return m_switch->GetPorts().size();
}

bool
TagMarker::DoShouldMark(const MarkingEvent& /* event */)
{
    return false; // a switch calls Judge() instead
}

void
TagMarker::DoValidate() const
{
    if (IsAtEnqueue())
    {
        throw InputError(GetInstanceTypeId().GetName() +
                         " AtEnqueue: is true; expected false, since this marker judges packets "
                         "on arrival only");
    }
    if (SkipsHosts())
    {
        throw InputError(GetInstanceTypeId().GetName() +
                         " SkipsHosts: is true; expected false, since tags tell of the queues at "
                         "all ports");
    }
}

bool
TagMarker::DoSeesEveryPacket() const
{
    return true;
}

bool
TagMarker::DoJudgePacket(const MarkingEvent& event, FabricPacket& packet)
{
    DoNotifyComing(event);
    if (packet.payloadBytes == 0 || packet.telemetry != TelemetryKind::TAG)
    {
        return false;
    }
    auto& tag = static_cast<TelemetryTag&>(*packet.extras);
    if (tag.value == 0)
    {
        return false;
    }
    const Verdict verdict = DoJudge(event, tag);
    if (verdict.answer)
    {
        Answer(packet, *verdict.answer, event.nowPs);
    }
    return verdict.mark;
}

/** Notifies the sender of a packet. The answer has the packet's length with other RDMA headers. */
void
TagMarker::Answer(const FabricPacket& packet, uint64_t value, int64_t nowPs)
{
    NS_LOG_LOGIC(PortName(*m_switch->GetPorts()[packet.ingressPort])
                 << ": answers a packet of host " << packet.sourceHost << " to host "
                 << packet.destHost);
    ++m_answers;
    const auto& asked = static_cast<const TelemetryTag&>(*packet.extras);
    auto tag = std::make_unique<TelemetryTag>(asked.sourceEndpoint);
    tag->value = value;
    FabricPacketPtr answer = FabricPacketPool::Make();
    answer->readyPs = nowPs;
    answer->tailPs = nowPs;
    answer->sentPs = packet.sentPs;
    answer->sourceHost = packet.destHost;
    answer->destHost = packet.sourceHost;
    answer->destEndpoint = asked.sourceEndpoint;
    answer->entropy =
        FlowEntropy(packet.destHost,
                    packet.sourceHost,
                    UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy));
    answer->lane = m_noticePriority;
    answer->serviceLevel = m_noticePriority;
    answer->dscp = m_noticeDscp;
    answer->telemetry = TelemetryKind::TAG;
    answer->extras = std::move(tag);
    answer->As<RdmaHeader>().opcode = RdmaOpcode::CNP_ROCE;
    answer->As<RdmaHeader>().becn = true;
    answer->frameBytes = packet.frameBytes - PaddedBytes(packet.payloadBytes) -
                         RdmaHeaderBytes(packet) + RdmaHeaderBytes(*answer);
    answer->wireBytes = answer->frameBytes + (packet.wireBytes - packet.frameBytes);
    m_switch->Originate(std::move(answer), packet.ingressPort);
}

} // namespace ns3
