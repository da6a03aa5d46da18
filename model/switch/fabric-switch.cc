// SPDX-License-Identifier: GPL-2.0-only

#include "fabric-switch.h"

#include "ns3/boolean.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricSwitch);

TypeId
FabricSwitch::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricSwitch")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<FabricSwitch>()
            .AddAttribute("Latency",
                          "Of the pipeline, from the last bit in (cut-through: the first) to the "
                          "egress queue.",
                          TimeValue(NanoSeconds(400)),
                          MakeTimeAccessor(&FabricSwitch::m_latency),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CutThrough",
                          "Forward a packet before it is complete.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FabricSwitch::m_cutThrough),
                          MakeBooleanChecker())
            .AddAttribute(
                "DscpToPriority",
                "Priority of a packet by its DSCP, such as \"26:3,48:6,*:0\"; a DSCP that "
                "nothing names has DSCP / 8. Empty: packets keep the priority that they "
                "were sent with.",
                StringValue(""),
                MakeStringAccessor(&FabricSwitch::SetDscpToPriority,
                                   &FabricSwitch::GetDscpToPriority),
                MakeStringChecker())
            .AddTraceSource("Drop",
                            "A packet is dropped.",
                            MakeTraceSourceAccessor(&FabricSwitch::m_dropTrace),
                            "ns3::FabricSwitch::DropTracedCallback");
    return tid;
}

void
FabricSwitch::DoDispose()
{
    m_ports.clear();
    m_buffer = nullptr;
    m_marker = nullptr;
    m_selector = nullptr;
    Object::DoDispose();
}

void
FabricSwitch::SetDscpToPriority(std::string map)
{
    m_priorityOfDscp = DscpToPriorityMap(map, "FabricSwitch DscpToPriority");
    m_classify = !map.empty();
}

std::string
FabricSwitch::GetDscpToPriority() const
{
    return m_classify ? m_priorityOfDscp.ToString() : "";
}

void
FabricSwitch::AddPort(Ptr<FabricNetDevice> device)
{
    device->SetPortNumber(static_cast<uint16_t>(m_ports.size()));
    device->SetOwner(this);
    device->SetPipeline(GetLatencyPs(), m_cutThrough);
    m_ports.push_back(device);
}

void
FabricSwitch::SetForwarding(std::vector<uint32_t> groupOfHost,
                            std::vector<std::vector<uint16_t>> groups)
{
    m_groupOfHost = std::move(groupOfHost);
    m_groups = std::move(groups);
}

void
FabricSwitch::Configure()
{
    m_marker->Validate();
    std::vector<SwitchBuffer::PortNeeds> needs;
    for (const auto& port : m_ports)
    {
        const auto& flowControl = port->GetFlowControl();
        if (m_classify && flowControl.IsCounting())
        {
            throw InputError("FabricSwitch DscpToPriority: a link with credits counts on the lane "
                             "that a packet was sent on; expected an empty map or PFC");
        }
        uint32_t lossless = 0;
        for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
        {
            lossless |= (flowControl.IsLossless(priority) ? 1U : 0U) << priority;
        }
        needs.push_back({flowControl.GetReservedBytes(), lossless});
    }
    m_buffer->Configure(needs);
}

int64_t
FabricSwitch::AssignStreams(int64_t stream)
{
    return m_marker->AssignStreams(stream);
}

void
FabricSwitch::Receive(FabricNetDevice& port, FabricPacketPtr packet)
{
    const uint16_t ingress = port.GetPortNumber();
    packet->ingressPort = ingress;
    if (m_classify)
    {
        packet->priority = m_priorityOfDscp[packet->dscp];
    }
    const auto& ports = m_groups[m_groupOfHost[packet->destHost]];
    if (ports.empty())
    {
        m_buffer->CountDrop(ingress, packet->priority, DropReason::NO_ROUTE);
        Drop(*packet, DropReason::NO_ROUTE);
        return;
    }
    const uint16_t egress = ports.size() == 1 ? ports[0] : m_selector->Select(*packet, ports);
    const uint8_t priority = packet->priority;
    const DropReason reason = m_buffer->Admit(ingress, egress, priority, packet->frameBytes);
    if (reason != DropReason::NONE)
    {
        Drop(*packet, reason);
        return;
    }
    port.GetFlowControl().NotifyReceived(
        priority,
        packet->frameBytes,
        m_buffer->IsAboveThreshold(ingress, priority) ? BufferSignal::STOP : BufferSignal::CONTINUE,
        packet->readyPs);
    m_ports[egress]->Enqueue(std::move(packet));
}

void
FabricSwitch::Refill(FabricNetDevice&, int64_t)
{
}

bool
FabricSwitch::HasWaiting() const
{
    return false;
}

void
FabricSwitch::BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs)
{
    const uint8_t priority = packet.priority;
    if (packet.ecn == EcnCodepoint::ECT &&
        m_marker->ShouldMark(port.GetQueueBytes(priority), port.GetRatebps()))
    {
        packet.ecn = EcnCodepoint::CE;
        ++m_marks;
    }
    m_buffer->Release(packet.ingressPort, port.GetPortNumber(), priority, packet.frameBytes);
    auto& flowControl = m_ports[packet.ingressPort]->GetFlowControl();
    const bool resume =
        flowControl.IsStopped(priority) && m_buffer->MayResume(packet.ingressPort, priority);
    flowControl.NotifyFreed(priority,
                            packet.frameBytes,
                            resume ? BufferSignal::RESUME : BufferSignal::CONTINUE,
                            startPs);
}

void
FabricSwitch::Drop(const FabricPacket& packet, DropReason reason)
{
    if (!m_dropTrace.IsEmpty())
    {
        m_dropTrace(packet, reason);
    }
}

} // namespace ns3
