// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "foreign-port.h"

#include "fabric-net-device.h"

#include "ns3/input-error.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/socket.h"
#include "ns3/uinteger.h"

#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ForeignPort");

NS_OBJECT_ENSURE_REGISTERED(ForeignPort);

namespace
{

constexpr uint16_t IPV4_ETHER_TYPE = 0x0800;
constexpr uint32_t IPV4_BYTES = 20;
constexpr uint8_t TCP = 6;
constexpr uint8_t UDP = 17;

/** Fields of a packet that the fabric needs. */
struct Flow
{
    uint32_t destHost{NO_HOST}; //!< by the IPv4 address
    bool isIpv4{false};         //!< the other fields are valid
    uint32_t ports{0};          //!< source and destination port; 0: none
    uint8_t protocol{0};        //!< protocol above IPv4
    uint8_t dscp{0};            //!< 6 bits
    EcnCodepoint ecn{EcnCodepoint::NOT_ECT};
};

uint32_t
ReadWord(const uint8_t* bytes)
{
    return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

/** Reads an IPv4 header without modifying the packet. */
Flow
ReadFlow(const Packet& packet, uint16_t etherType)
{
    uint8_t bytes[60 + 4]; // the longest header and two port numbers
    Flow flow;
    const uint32_t size = etherType == IPV4_ETHER_TYPE ? packet.CopyData(bytes, sizeof(bytes)) : 0;
    if (size < IPV4_BYTES || bytes[0] >> 4 != 4)
    {
        return flow;
    }
    constexpr EcnCodepoint ECN[] = {EcnCodepoint::NOT_ECT,
                                    EcnCodepoint::ECT,
                                    EcnCodepoint::ECT,
                                    EcnCodepoint::CE};
    flow.isIpv4 = true;
    flow.destHost = HostOfIpv4(ReadWord(bytes + 16));
    flow.protocol = bytes[9];
    flow.dscp = bytes[1] >> 2;
    flow.ecn = ECN[bytes[1] & 3];
    const uint32_t headerBytes = (bytes[0] & 0xf) * 4;
    const bool fragment = ((bytes[6] << 8 | bytes[7]) & 0x3fff) != 0;
    if (!fragment && (flow.protocol == TCP || flow.protocol == UDP) && size >= headerBytes + 4)
    {
        flow.ports = ReadWord(bytes + headerBytes);
    }
    return flow;
}

} // namespace

TypeId
ForeignPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ForeignPort")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<ForeignPort>()
            .AddAttribute("Priority",
                          "Priority or virtual lane of the packets of ns-3's own protocols.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&ForeignPort::m_lane)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("QueueBytes",
                          "Largest number of frames of ns-3's own protocols that wait in the port.",
                          UintegerValue(256 << 10),
                          MakeUintegerAccessor(&ForeignPort::m_queueBytes),
                          MakeUintegerChecker<uint64_t>(20'000))
            .AddTraceSource("MacTx",
                            "A packet has been accepted from the protocols above.",
                            MakeTraceSourceAccessor(&ForeignPort::m_txTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet from above is dropped: no room, or no such destination.",
                            MakeTraceSourceAccessor(&ForeignPort::m_txDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet is handed to the protocols above.",
                            MakeTraceSourceAccessor(&ForeignPort::m_rxTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

void
ForeignPort::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_device = nullptr;
    m_deviceQueue = nullptr;
    Object::DoDispose();
}

void
ForeignPort::Install(Ptr<FabricNetDevice> device,
                     uint32_t host,
                     uint32_t hostCount,
                     const ForeignFraming& framing)
{
    NS_LOG_FUNCTION(this << device << host << hostCount);
    const uint32_t lanes = device->GetFlowControl().GetDataLanes();
    if (m_lane >= lanes)
    {
        throw InputError("ForeignPort Priority: is " + std::to_string(m_lane) + "; expected 0 to " +
                         std::to_string(lanes - 1) + ", the data lanes of the link");
    }
    NotifyRead("its port took it");
    m_device = PeekPointer(device);
    m_host = host;
    m_hostCount = hostCount;
    m_framing = framing;
    device->SetAddress(HostMac(host));
    device->SetMtu(static_cast<uint16_t>(device->GetMtu() - framing.encapsulationBytes));
    m_fullFrameBytes = framing.GetFrameBytes(device->GetMtu());
    const auto queueInterface = CreateObject<NetDeviceQueueInterface>();
    device->AggregateObject(queueInterface);
    m_deviceQueue = PeekPointer(queueInterface->GetTxQueue(0));
    device->AggregateObject(this);
    device->SetForeignStack(this);
    device->TraceConnectWithoutContext("Transmit", MakeCallback(&ForeignPort::NotifySent, this));
}

void
ForeignPort::NotifySent(const FabricPacket& packet, int64_t /* startPs */)
{
    if (packet.kind != PacketKind::FOREIGN)
    {
        return;
    }
    m_queuedBytes -= packet.frameBytes;
    if (m_stopped && HasRoom(m_fullFrameBytes))
    {
        m_stopped = false;
        m_deviceQueue->Wake();
    }
}

/**
 * Finds the next hop. ns-3 tells a device without ARP to broadcast, and does not pass the next hop
 * on; so this function asks the routing again.
 *
 * @param packet packet with its IPv4 header
 * @param destHost final destination, if that is a host of the fabric
 * @return next host of the fabric: a gateway, or destHost
 */
uint32_t
ForeignPort::FindNextHop(Ptr<const Packet> packet, uint32_t destHost) const
{
    const auto ipv4 = m_device->GetNode()->GetObject<Ipv4>();
    Ipv4Header header;
    if (!ipv4 || !ipv4->GetRoutingProtocol() || packet->PeekHeader(header) == 0)
    {
        return destHost;
    }
    Socket::SocketErrno error;
    const auto route =
        ipv4->GetRoutingProtocol()->RouteOutput(packet->Copy(), header, m_device, error);
    const bool through = route && route->GetGateway() != Ipv4Address::GetZero();
    return through ? HostOfIpv4(route->GetGateway().Get()) : destHost;
}

bool
ForeignPort::Send(Ptr<const Packet> packet,
                  const Mac48Address& source,
                  const Mac48Address& dest,
                  uint16_t protocol)
{
    const Flow flow = ReadFlow(*packet, protocol);
    const uint32_t destHost = !dest.IsBroadcast() ? HostOfMac(dest)
                              : flow.isIpv4       ? FindNextHop(packet, flow.destHost)
                                                  : NO_HOST;
    const uint32_t frameBytes = m_framing.GetFrameBytes(packet->GetSize());
    const bool deliverable =
        destHost < m_hostCount && destHost != m_host && packet->GetSize() <= m_device->GetMtu();
    if (!deliverable || !HasRoom(frameBytes))
    {
        ++(deliverable ? m_counters.overflowDrops : m_counters.addressDrops);
        m_txDropTrace(packet);
        return false;
    }
    ++m_counters.acceptedPackets;
    m_counters.acceptedBytes += packet->GetSize();
    m_txTrace(packet);

    auto frame = std::make_unique<ForeignFrame>();
    frame->packet = packet->Copy();
    frame->source = source;
    frame->dest = HostMac(destHost);
    frame->protocol = protocol;
    FabricPacketPtr light = FabricPacketPool::Make();
    light->kind = PacketKind::FOREIGN;
    light->extras = std::move(frame);
    light->readyPs = m_device->GetClock().ToPs(NowTicks());
    light->sentPs = light->readyPs;
    light->frameBytes = frameBytes;
    light->wireBytes = frameBytes + m_framing.gapBytes;
    light->sourceHost = m_host;
    light->destHost = destHost;
    light->entropy = FlowEntropy(m_host, destHost, static_cast<uint16_t>(flow.ports >> 16)) ^
                     (flow.ports & 0xffff) * 0xc2b2ae35U ^ uint32_t { flow.protocol } << 16;
    light->lane = m_lane;
    light->serviceLevel = m_lane;
    light->ecn = flow.ecn;
    light->dscp = flow.dscp;
    m_queuedBytes += frameBytes;
    m_device->Enqueue(std::move(light));
    if (!m_stopped && !HasRoom(m_fullFrameBytes))
    {
        m_stopped = true;
        m_deviceQueue->Stop();
    }
    return true;
}

void
ForeignPort::Deliver(FabricPacketPtr packet)
{
    const int64_t nowPs = packet->readyPs;
    auto& flowControl = m_device->GetFlowControl();
    flowControl.NotifyReceived(packet->lane, packet->frameBytes, BufferSignal::CONTINUE, nowPs);
    flowControl.NotifyFreed(packet->lane, packet->frameBytes, BufferSignal::CONTINUE, nowPs);
    const auto& frame = static_cast<const ForeignFrame&>(*packet->extras);
    if (packet->ecn == EcnCodepoint::CE)
    {
        Ipv4Header header;
        if (Node::ChecksumEnabled())
        {
            header.EnableChecksum();
        }
        frame.packet->RemoveHeader(header);
        m_counters.congestionMarks += header.GetEcn() != Ipv4Header::ECN_CE;
        header.SetEcn(Ipv4Header::ECN_CE);
        frame.packet->AddHeader(header);
    }
    ++m_counters.deliveredPackets;
    m_counters.deliveredBytes += frame.packet->GetSize();
    m_rxTrace(frame.packet);
    m_device->HandUp(frame);
}

} // namespace ns3
