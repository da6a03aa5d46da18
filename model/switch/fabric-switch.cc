// SPDX-License-Identifier: GPL-2.0-only

#include "fabric-switch.h"

#include "ns3/boolean.h"
#include "ns3/telemetry-stack.h"

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
            .AddAttribute("Telemetry",
                          "Tell packets that ask for it of the egress port (in-band telemetry).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&FabricSwitch::m_telemetry),
                          MakeBooleanChecker())
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
    m_markAtEnqueue = m_marker->IsAtEnqueue();
    std::vector<SwitchBuffer::PortNeeds> needs;
    for (const auto& port : m_ports)
    {
        const auto& flowControl = port->GetFlowControl();
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
    FabricNetDevice& output = *m_ports[egress];
    if (m_markAtEnqueue)
    {
        Mark(output, *packet);
    }
    output.Enqueue(std::move(packet));
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
    if (!m_markAtEnqueue)
    {
        Mark(port, packet);
    }
    if (packet.telemetry && m_telemetry)
    {
        AddTelemetry(port, packet, startPs);
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

inline void
FabricSwitch::Mark(const FabricNetDevice& port, FabricPacket& packet)
{
    if (packet.ecn == EcnCodepoint::ECT &&
        m_marker->ShouldMark(port.GetQueueBytes(packet.priority), port.GetRatebps()))
    {
        packet.ecn = EcnCodepoint::CE;
        ++m_marks;
    }
}

void
FabricSwitch::AddTelemetry(const FabricNetDevice& port, FabricPacket& packet, int64_t startPs)
{
    auto* stack = static_cast<TelemetryStack*>(packet.extras.get());
    if (packet.payloadBytes == 0 || stack->count == TelemetryStack::MAX_HOPS)
    {
        return;
    }
    // The port has counted this packet already.
    stack->hops[stack->count++] = {startPs,
                                   port.GetCounters(startPs).frameBytes - packet.frameBytes,
                                   port.GetQueueBytes(packet.priority),
                                   port.GetRatebps()};
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
