// SPDX-License-Identifier: GPL-2.0-only

#include "rdma-nic.h"

#include "ns3/assert.h"
#include "ns3/boolean.h"
#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RdmaNic);

TypeId
RdmaNic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaNic")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<RdmaNic>()
            .AddAttribute("MtuBytes",
                          "Payload of a full packet; verbs know 256, 512, 1024, 2048 and 4096.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&RdmaNic::m_mtuBytes),
                          MakeUintegerChecker<uint32_t>(64, 16384))
            .AddAttribute("Priority",
                          "Priority or virtual lane of data.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RdmaNic::m_defaultPriority),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("AckPriority",
                          "Priority of acknowledgements; -1 for that of the data.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&RdmaNic::m_ackPriority),
                          MakeIntegerChecker<int32_t>(-1, PRIORITY_COUNT - 1))
            .AddAttribute("CnpPriority",
                          "Priority of congestion notification packets.",
                          UintegerValue(6),
                          MakeUintegerAccessor(&RdmaNic::m_cnpPriority),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute(
                "PriorityToDscp",
                "DSCP of data and acknowledgements by their priority, such as "
                "\"3:26,*:0\"; a priority that nothing names has 8 times its number.",
                StringValue("3:26"),
                MakeStringAccessor(&RdmaNic::SetPriorityToDscp, &RdmaNic::GetPriorityToDscp),
                MakeStringChecker())
            .AddAttribute("CnpDscp",
                          "DSCP of congestion notification packets.",
                          UintegerValue(48),
                          MakeUintegerAccessor(&RdmaNic::m_cnpDscp),
                          MakeUintegerChecker<uint8_t>(0, DSCP_COUNT - 1))
            .AddAttribute("AckInterval",
                          "A sender asks for an acknowledgement every so many packets, besides the "
                          "last of each message.",
                          UintegerValue(8),
                          MakeUintegerAccessor(&RdmaNic::m_ackInterval),
                          MakeUintegerChecker<uint32_t>(1, 1 << 20))
            .AddAttribute("WindowBytes",
                          "Payload of a queue pair that may be unacknowledged, at most.",
                          UintegerValue(UINT64_MAX),
                          MakeUintegerAccessor(&RdmaNic::m_windowBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("CnpInterval",
                          "Least time between two congestion notifications of a queue pair.",
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&RdmaNic::m_cnpInterval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CnpOnAck",
                          "Tell the sender of congestion in the acknowledgement (BECN) instead of "
                          "by packets of their own.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RdmaNic::m_cnpOnAck),
                          MakeBooleanChecker())
            .AddAttribute("AckTimeout",
                          "Retransmission timeout; 4.096 us * 2^14 as verbs would have it.",
                          TimeValue(NanoSeconds(4096 << 14)),
                          MakeTimeAccessor(&RdmaNic::m_ackTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RetryCount",
                          "Timeouts without progress before a queue pair fails.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaNic::m_retryCount),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

RdmaNic::RdmaNic()
    : m_pacer(MakeFabricEvent<RdmaNic, &RdmaNic::Pace>(this))
{
}

RdmaNic::~RdmaNic()
{
    m_pacer->Clear();
}

void
RdmaNic::DoDispose()
{
    m_pacer->Clear();
    for (const auto& queuePair : m_queuePairs)
    {
        queuePair->Dispose();
    }
    m_queuePairs.clear();
    m_rings = {};
    m_paced.clear();
    m_port = nullptr;
    m_framing = nullptr;
    m_baseRtt = {};
    Object::DoDispose();
}

void
RdmaNic::SetPriorityToDscp(std::string map)
{
    m_dscpOfPriority = PriorityToDscpMap(map, "RdmaNic PriorityToDscp");
}

std::string
RdmaNic::GetPriorityToDscp() const
{
    return m_dscpOfPriority.ToString();
}

void
RdmaNic::Attach(uint32_t host, Ptr<FabricNetDevice> port)
{
    m_host = host;
    m_port = port;
    m_port->SetOwner(this);
    m_pacer->SetContext(port->GetNode()->GetId());
    m_cnpIntervalPs = port->GetClock().ToPs(m_cnpInterval.GetTimeStep());
    m_ackTimeoutPs = port->GetClock().ToPs(m_ackTimeout.GetTimeStep());
}

int64_t
RdmaNic::AssignStreams(int64_t stream)
{
    m_nextStream = stream;
    return 1 << 16;
}

Ptr<RdmaQueuePair>
RdmaNic::MakeQueuePair(const RdmaNic& remote, uint8_t priority)
{
    auto queuePair = CreateObject<RdmaQueuePair>();
    queuePair->m_nic = this;
    queuePair->m_number = FIRST_QUEUE_PAIR + m_queuePairs.size();
    queuePair->m_remoteNumber = FIRST_QUEUE_PAIR + remote.m_queuePairs.size();
    queuePair->m_remoteHost = remote.m_host;
    queuePair->m_mtuBytes = m_mtuBytes;
    queuePair->m_priority = priority;
    queuePair->m_entropy =
        FlowEntropy(m_host,
                    remote.m_host,
                    UdpSourcePort(queuePair->m_number, queuePair->m_remoteNumber));
    queuePair->m_recovery = m_lossRecoveryFactory.Create<LossRecovery>();
    queuePair->m_congestionControl = m_congestionControlFactory.Create<RdmaCongestionControl>();
    if (m_nextStream >= 0)
    {
        m_nextStream += queuePair->m_congestionControl->AssignStreams(m_nextStream);
    }
    queuePair->m_congestionControl->Start({m_port->GetClock().ToPs(NowTicks()),
                                           m_port->GetRatebps(),
                                           m_baseRtt.IsNull() ? 0 : m_baseRtt(remote.m_host),
                                           m_mtuBytes});
    queuePair->m_timer->SetContext(m_port->GetNode()->GetId());
    return queuePair;
}

std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>>
RdmaNic::Connect(Ptr<RdmaNic> first, Ptr<RdmaNic> second, uint8_t priority)
{
    if (first == second)
    {
        throw InputError("host " + std::to_string(first->m_host) +
                         ": a queue pair must connect two hosts");
    }
    const auto pair = std::make_pair(first->MakeQueuePair(*second, priority),
                                     second->MakeQueuePair(*first, priority));
    first->m_queuePairs.push_back(pair.first);
    second->m_queuePairs.push_back(pair.second);
    return pair;
}

bool
RdmaNic::IsLater(const Paced& a, const Paced& b)
{
    return a.duePs != b.duePs ? a.duePs > b.duePs : a.queuePair->m_number > b.queuePair->m_number;
}

/** Called whenever a queue pair that was idle may have become able to send. */
void
RdmaNic::Activate(RdmaQueuePair* queuePair, int64_t nowPs)
{
    if (queuePair->m_state != RdmaQueuePair::SendState::IDLE || !queuePair->CanSend())
    {
        return;
    }
    Enter(queuePair, nowPs);
    if (m_waiting)
    {
        m_port->Kick(nowPs);
    }
}

/** Into the round robin or the heap. */
void
RdmaNic::Enter(RdmaQueuePair* queuePair, int64_t nowPs)
{
    if (queuePair->m_nextSendPs <= nowPs)
    {
        Append(queuePair);
        return;
    }
    queuePair->m_state = RdmaQueuePair::SendState::PACED;
    m_paced.push_back({queuePair->m_nextSendPs, queuePair});
    std::push_heap(m_paced.begin(), m_paced.end(), IsLater);
    if (m_paced.front().queuePair == queuePair)
    {
        m_pacerDuePs = std::max(m_paced.front().duePs, m_port->GetBusyUntilPs());
        m_pacer->Schedule(m_port->GetClock().ToTicks(m_pacerDuePs));
    }
}

void
RdmaNic::Append(RdmaQueuePair* queuePair)
{
    queuePair->m_state = RdmaQueuePair::SendState::READY;
    queuePair->m_nextReady = nullptr;
    Ring& ring = m_rings[queuePair->m_priority];
    (ring.head ? ring.tail->m_nextReady : ring.head) = queuePair;
    ring.tail = queuePair;
    m_waiting |= 1U << queuePair->m_priority;
}

void
RdmaNic::Pace()
{
    m_port->Kick(m_pacerDuePs);
}

void
RdmaNic::Refill(FabricNetDevice& port, int64_t nowPs)
{
    while (!m_paced.empty() && m_paced.front().duePs <= nowPs)
    {
        Append(m_paced.front().queuePair);
        std::pop_heap(m_paced.begin(), m_paced.end(), IsLater);
        m_paced.pop_back();
    }
    for (uint32_t rest = m_waiting & ~m_staged; rest; rest &= rest - 1)
    {
        const uint32_t priority = __builtin_ctz(rest);
        Ring& ring = m_rings[priority];
        RdmaQueuePair* queuePair = ring.head;
        ring.head = queuePair->m_nextReady;
        if (!ring.head)
        {
            m_waiting &= ~(1U << priority);
        }
        queuePair->m_state = RdmaQueuePair::SendState::IDLE;
        if (!queuePair->CanSend())
        {
            continue;
        }
        port.Put(queuePair->MakeNextPacket(nowPs));
        m_staged |= 1U << priority;
        if (queuePair->CanSend())
        {
            Enter(queuePair, nowPs);
        }
    }
    if (!m_paced.empty() && !m_pacer->IsPending())
    {
        m_pacerDuePs = std::max(m_paced.front().duePs, nowPs);
        m_pacer->Schedule(port.GetClock().ToTicks(m_pacerDuePs));
    }
}

bool
RdmaNic::HasWaiting() const
{
    return m_waiting != 0;
}

void
RdmaNic::BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs)
{
    if (packet.kind == PacketKind::TRANSPORT)
    {
        packet.dscp = packet.transport.opcode == RdmaOpcode::CNP_ROCE
                          ? m_cnpDscp
                          : m_dscpOfPriority[packet.priority];
    }
    if (packet.payloadBytes > 0)
    {
        m_staged &= ~(1U << packet.priority);
        packet.sentPs = startPs;
    }
    if (m_waiting)
    {
        port.Kick(startPs);
    }
}

void
RdmaNic::Receive(FabricNetDevice& port, FabricPacketPtr packet)
{
    auto& flowControl = port.GetFlowControl();
    const int64_t nowPs = packet->readyPs;
    // The NIC takes packets as fast as they come, so its buffer never fills.
    flowControl.NotifyReceived(packet->priority, packet->frameBytes, BufferSignal::CONTINUE, nowPs);
    flowControl.NotifyFreed(packet->priority, packet->frameBytes, BufferSignal::CONTINUE, nowPs);
    ++m_counters.receivedPackets;
    m_counters.receivedBytes += packet->frameBytes;
    NS_ASSERT_MSG(packet->destHost == m_host, "a packet came to the wrong host");
    RdmaQueuePair& queuePair = *m_queuePairs[packet->transport.destQp - FIRST_QUEUE_PAIR];
    switch (packet->transport.opcode)
    {
    case RdmaOpcode::ACKNOWLEDGE:
        queuePair.HandleAcknowledge(*packet);
        break;
    case RdmaOpcode::CNP_ROCE:
    case RdmaOpcode::CNP_INFINIBAND:
        queuePair.HandleCnp(nowPs);
        break;
    default:
        queuePair.HandleRequest(*packet);
        break;
    }
}

void
RdmaNic::SendControl(FabricPacketPtr packet, RdmaOpcode opcode, int64_t nowPs)
{
    packet->transport.opcode = opcode;
    packet->frameBytes = m_framing->GetFrameBytes(opcode, 0);
    packet->wireBytes = packet->frameBytes + m_framing->GetGapBytes();
    packet->sourceHost = m_host;
    packet->readyPs = nowPs;
    m_port->Enqueue(std::move(packet));
}

} // namespace ns3
