// SPDX-License-Identifier: GPL-2.0-only

#include "fabric-switch.h"

#include "ns3/boolean.h"
#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/telemetry-stack.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricSwitch);

TypeId
FabricSwitch::GetTypeId()
{
    ObjectFactory watchdog;
    watchdog.SetTypeId(PfcWatchdog::GetTypeId());
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
            .AddAttribute("Watchdog",
                          "Finds egress queues in a pause storm; off unless DetectionTime is set.",
                          ObjectFactoryValue(watchdog),
                          MakeObjectFactoryAccessor(&FabricSwitch::m_watchdogFactory),
                          MakeObjectFactoryChecker())
            .AddAttribute(
                "DscpToPriority",
                "Priority of a packet by its DSCP, such as \"26:3,48:6,*:0\"; a DSCP that "
                "nothing names has DSCP / 8. Empty: packets keep the priority that they "
                "were sent with.",
                StringValue(""),
                MakeStringAccessor(&FabricSwitch::SetDscpToPriority,
                                   &FabricSwitch::GetDscpToPriority),
                MakeStringChecker())
            .AddAttribute("SlToVl",
                          "Virtual lane of a packet behind this switch by its service level, such "
                          "as \"0,1,1,15\": that of service level 0 first, 15 drops, levels that "
                          "are missing have lane 0. Empty: packets keep their lane.",
                          StringValue(""),
                          MakeStringAccessor(&FabricSwitch::SetDefaultSlToVl,
                                             &FabricSwitch::GetDefaultSlToVl),
                          MakeStringChecker())
            .AddAttribute("SlToVlFile",
                          "Path of a file of such maps for pairs of ports, a line \"switch from to "
                          "lanes\" each, which FabricHelper reads; empty: none.",
                          StringValue(""),
                          MakeStringAccessor(&FabricSwitch::m_slToVlFile),
                          MakeStringChecker())
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
    if (m_watchdog)
    {
        m_watchdog->Dispose();
        m_watchdog = nullptr;
    }
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
    m_byDscp = !map.empty();
    m_classify = m_byDscp || m_bySl;
}

std::string
FabricSwitch::GetDscpToPriority() const
{
    return m_byDscp ? m_priorityOfDscp.ToString() : "";
}

void
FabricSwitch::SetDefaultSlToVl(std::string map)
{
    m_hasDefaultSlToVl = !map.empty();
    m_slToVl.SetDefault(m_hasDefaultSlToVl ? SlToVlMap(map, "FabricSwitch SlToVl") : SlToVlMap());
    m_bySl = m_hasDefaultSlToVl || m_slToVl.HasPairs();
    m_classify = m_byDscp || m_bySl;
}

std::string
FabricSwitch::GetDefaultSlToVl() const
{
    return m_hasDefaultSlToVl ? m_slToVl.GetDefault().ToString() : "";
}

void
FabricSwitch::SetSlToVl(uint16_t ingress, uint16_t egress, const SlToVlMap& map)
{
    if (std::max(ingress, egress) >= m_ports.size())
    {
        throw InputError("FabricSwitch SlToVl: ports " + std::to_string(ingress) + " and " +
                         std::to_string(egress) + "; expected 0 to " +
                         std::to_string(m_ports.size() - 1));
    }
    m_slToVl.Set(static_cast<uint16_t>(m_ports.size()), ingress, egress, map);
    m_bySl = true;
    m_classify = true;
    CheckClassifiers();
}

void
FabricSwitch::CheckClassifiers() const
{
    if (m_byDscp && m_bySl)
    {
        throw InputError("FabricSwitch SlToVl: DscpToPriority decides already; expected one of "
                         "them");
    }
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
    CheckClassifiers();
    m_marker->Validate();
    m_markAtEnqueue = m_marker->IsAtEnqueue();
    std::vector<SwitchBuffer::PortNeeds> needs;
    for (const auto& port : m_ports)
    {
        const auto& flowControl = port->GetFlowControl();
        if (m_byDscp && flowControl.IsCounting())
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
    m_discarded.assign(m_ports.size(), 0);
    m_watchdog = DynamicCast<PfcWatchdog>(m_watchdogFactory.Create());
    if (!m_watchdog)
    {
        throw InputError("FabricSwitch Watchdog: " + m_watchdogFactory.GetTypeId().GetName() +
                         " is no ns3::PfcWatchdog");
    }
    if (!m_watchdog->Start(*this))
    {
        m_watchdog = nullptr;
    }
}

void
FabricSwitch::SetDiscard(uint16_t port, uint8_t priority, bool discard, int64_t nowPs)
{
    const uint8_t bit = 1 << priority;
    m_discarded[port] = (m_discarded[port] & ~bit) | (discard ? bit : 0);
    m_discards =
        std::any_of(m_discarded.begin(), m_discarded.end(), [](uint8_t mask) { return mask != 0; });
    if (!discard)
    {
        return;
    }
    PacketFifo queue = m_ports[port]->TakeQueue(priority, nowPs);
    while (!queue.IsEmpty())
    {
        const FabricPacketPtr packet = queue.Pop();
        m_buffer->CountDrop(packet->ingressPort, packet->ingressPriority, DropReason::PFC_WATCHDOG);
        Drop(*packet, DropReason::PFC_WATCHDOG);
        Free(port, *packet, nowPs);
    }
}

int64_t
FabricSwitch::AssignStreams(int64_t stream)
{
    const int64_t first = stream;
    stream += m_marker->AssignStreams(stream);
    stream += m_selector->AssignStreams(stream);
    return stream - first;
}

void
FabricSwitch::Receive(FabricNetDevice& port, FabricPacketPtr packet)
{
    const uint16_t ingress = port.GetPortNumber();
    packet->ingressPort = ingress;
    packet->ingressPriority = packet->priority;
    const auto& ports = m_groups[m_groupOfHost[packet->destHost]];
    if (ports.empty())
    {
        Refuse(port, *packet, DropReason::NO_ROUTE);
        return;
    }
    const uint16_t egress = ports.size() == 1 ? ports[0] : m_selector->Select(*packet, ports);
    if (m_classify && !Classify(*packet, egress))
    {
        Refuse(port, *packet, DropReason::NO_LANE);
        return;
    }
    if (m_discards && (m_discarded[egress] >> packet->priority & 1))
    {
        Refuse(port, *packet, DropReason::PFC_WATCHDOG);
        return;
    }
    const uint8_t priority = packet->ingressPriority;
    const DropReason reason =
        m_buffer->Admit({ingress, priority}, {egress, packet->priority}, packet->frameBytes);
    if (reason != DropReason::NONE)
    {
        Drop(*packet, reason);
        if ((reason == DropReason::HEADROOM_OVERRUN ||
             reason == DropReason::HEADROOM_POOL_OVERRUN) &&
            m_buffer->GetAccount(ingress, priority).ingressBytes > 0)
        {
            // Headroom for less than a packet stops nobody by being in use. What is charged to this
            // ingress will leave, and lets the sender resume.
            port.GetFlowControl().NotifyReceived(priority,
                                                 0,
                                                 BufferSignal::STOP,
                                                 packet->readyPs,
                                                 packet.get());
        }
        return;
    }
    port.GetFlowControl().NotifyReceived(
        priority,
        packet->frameBytes,
        m_buffer->IsAboveThreshold(ingress, priority) ? BufferSignal::STOP : BufferSignal::CONTINUE,
        packet->readyPs,
        packet.get());
    FabricNetDevice& output = *m_ports[egress];
    if (m_markAtEnqueue)
    {
        Mark(output, *packet);
    }
    output.Enqueue(std::move(packet));
}

/** Sets the priorities of a packet. @return whether it has a lane */
bool
FabricSwitch::Classify(FabricPacket& packet, uint16_t egress) const
{
    if (m_byDscp)
    {
        packet.ingressPriority = m_priorityOfDscp[packet.dscp];
        packet.priority = packet.ingressPriority;
        return true;
    }
    const uint8_t lane = m_slToVl.GetLane(packet.ingressPort, egress, packet.serviceLevel);
    if (lane == SlToVlMap::DISCARD)
    {
        return false;
    }
    packet.priority = lane;
    return true;
}

/** Drops a packet that never was in the buffer, and gives back the credits that it came with. */
void
FabricSwitch::Refuse(FabricNetDevice& port, const FabricPacket& packet, DropReason reason)
{
    const uint8_t lane = packet.ingressPriority;
    m_buffer->CountDrop(packet.ingressPort, lane, reason);
    Drop(packet, reason);
    auto& flowControl = port.GetFlowControl();
    flowControl.NotifyReceived(lane, packet.frameBytes, BufferSignal::CONTINUE, packet.readyPs);
    flowControl.NotifyFreed(lane, packet.frameBytes, BufferSignal::CONTINUE, packet.readyPs);
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
    if (!m_markAtEnqueue)
    {
        Mark(port, packet);
    }
    if (packet.telemetry && m_telemetry)
    {
        AddTelemetry(port, packet, startPs);
    }
    Free(port.GetPortNumber(), packet, startPs);
}

/** A packet leaves the buffer. */
inline void
FabricSwitch::Free(uint16_t egress, const FabricPacket& packet, int64_t nowPs)
{
    const uint8_t priority = packet.ingressPriority;
    m_buffer->Release({packet.ingressPort, priority}, {egress, packet.priority}, packet.frameBytes);
    auto& flowControl = m_ports[packet.ingressPort]->GetFlowControl();
    const bool resume =
        flowControl.IsStopped(priority) && m_buffer->MayResume(packet.ingressPort, priority);
    flowControl.NotifyFreed(priority,
                            packet.frameBytes,
                            resume ? BufferSignal::RESUME : BufferSignal::CONTINUE,
                            nowPs);
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
