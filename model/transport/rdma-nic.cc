// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-nic.h"

#include "ns3/boolean.h"
#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/object-vector.h"
#include "ns3/pointer.h"
#include "ns3/random-draws.h"
#include "ns3/rdma-header.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaNic");

NS_OBJECT_ENSURE_REGISTERED(RdmaNic);

TypeId
RdmaNic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaNic")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<RdmaNic>()
            .AddAttribute("QueuePairList",
                          "All queue pairs of this NIC, for config paths.",
                          TypeId::ATTR_GET,
                          ObjectVectorValue(),
                          MakeObjectVectorAccessor(&RdmaNic::m_queuePairs),
                          MakeObjectVectorChecker<RdmaQueuePair>())
            .AddAttribute("Framing",
                          "Framing of packets, the same for the whole network, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaNic::m_framing),
                          MakePointerChecker<FabricFraming>())
            .AddAttribute("Adapter",
                          "Adapter that delays work requests, for config paths; null: they take "
                          "no time.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaNic::m_adapter),
                          MakePointerChecker<FabricAdapter>())
            .AddAttribute("CongestionReceiver",
                          "The receiver's half of the congestion control, for config paths; "
                          "null: there is none.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaNic::FindReceiver),
                          MakePointerChecker<CongestionReceiver>())
            .AddAttribute("MtuBytes",
                          "Payload of a full packet in bytes; verbs know 256, 512, 1024, 2048 "
                          "and 4096.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&RdmaNic::SetMtuBytes, &RdmaNic::GetMtuBytes),
                          MakeUintegerChecker<uint32_t>(64, 65532))
            .AddAttribute("Priority",
                          "Priority or service level of data; above the lanes of the port only "
                          "with SlToVl.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RdmaNic::m_defaultLevel),
                          MakeUintegerChecker<uint8_t>(0, SlToVlMap::LEVEL_COUNT - 1))
            .AddAttribute("SlToVl",
                          "Virtual lane on the NIC's link by service level, such as \"0,1,1\": "
                          "service level 0 first; missing levels have lane 0. Empty: the lane of "
                          "the same number.",
                          StringValue(""),
                          MakeStringAccessor(&RdmaNic::SetSlToVl, &RdmaNic::GetSlToVl),
                          MakeStringChecker())
            .AddAttribute("AckPriority",
                          "Priority of acknowledgements; -1: the priority of the data.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&RdmaNic::m_ackLevel),
                          MakeIntegerChecker<int32_t>(-1, SlToVlMap::LEVEL_COUNT - 1))
            .AddAttribute("CnpPriority",
                          "Priority of congestion notification packets; -1: 6 in RoCEv2, the "
                          "service level of the queue pair in InfiniBand.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&RdmaNic::m_cnpLevel),
                          MakeIntegerChecker<int32_t>(-1, SlToVlMap::LEVEL_COUNT - 1))
            .AddAttribute(
                "PriorityToDscp",
                "DSCP of data and acknowledgements by their priority, such as \"3:26,*:0\"; a "
                "priority that is not listed has 8 times its number.",
                StringValue("3:26"),
                MakeStringAccessor(&RdmaNic::SetPriorityToDscp, &RdmaNic::GetPriorityToDscp),
                MakeStringChecker())
            .AddAttribute("CnpDscp",
                          "DSCP of congestion notification packets.",
                          UintegerValue(48),
                          MakeUintegerAccessor(&RdmaNic::m_cnpDscp),
                          MakeUintegerChecker<uint8_t>(0, DSCP_COUNT - 1))
            .AddAttribute("SourcePorts",
                          "Number of UDP source ports from which a connection draws its own: "
                          "16384 as Linux hashes them from both queue pairs; 1: flows differ "
                          "only in their addresses, or by queue pair (queue-pair-ecmp).",
                          UintegerValue(MOST_SOURCE_PORTS),
                          MakeUintegerAccessor(&RdmaNic::Set<&ConnectionSettings::sourcePorts>,
                                               &RdmaNic::Get<&ConnectionSettings::sourcePorts>),
                          MakeUintegerChecker<uint32_t>(1, MOST_SOURCE_PORTS))
            .AddAttribute("AckInterval",
                          "A sender requests an acknowledgement every so many packets, and for "
                          "the last packet of each message; 0: for every packet of a queue pair "
                          "with a window (loss recovery, congestion control or WindowBytes), "
                          "else for every 8th.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RdmaNic::Set<&ConnectionSettings::ackInterval>,
                                               &RdmaNic::Get<&ConnectionSettings::ackInterval>),
                          MakeUintegerChecker<uint32_t>(0, 1 << 20))
            .AddAttribute("WindowBytes",
                          "Largest payload of a queue pair that may be unacknowledged, in bytes.",
                          UintegerValue(UINT64_MAX),
                          MakeUintegerAccessor(&RdmaNic::Set<&ConnectionSettings::windowBytes>,
                                               &RdmaNic::Get<&ConnectionSettings::windowBytes>),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("CnpInterval",
                          "Least time between two congestion notifications, see CnpScope.",
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&RdmaNic::Set<&ConnectionSettings::cnpInterval>,
                                           &RdmaNic::Get<&ConnectionSettings::cnpInterval>),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CnpScope",
                          "Notifications to which CnpInterval applies: those of a queue-pair, "
                          "those to a host, or those of the whole port.",
                          StringValue("queue-pair"),
                          MakeStringAccessor(&RdmaNic::SetCnpScope, &RdmaNic::GetCnpScope),
                          MakeStringChecker())
            .AddAttribute("CnpDelay",
                          "Time of the adapter from a marked packet to its congestion "
                          "notification, and to other packets of the receiving half of a "
                          "congestion control. Acknowledgements are not delayed.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&RdmaNic::SetCnpDelay, &RdmaNic::GetCnpDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("CnpOnAck",
                          "Notify the sender in acknowledgements (BECN) instead of in separate "
                          "packets.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RdmaNic::Set<&ConnectionSettings::cnpOnAck>,
                                              &RdmaNic::Get<&ConnectionSettings::cnpOnAck>),
                          MakeBooleanChecker())
            .AddAttribute("ReceiveRate",
                          "Rate of payload into the memory of the host, if PCIe or another part "
                          "is slower than the link; 0bps: no limit.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&RdmaNic::SetReceiveRate, &RdmaNic::GetReceiveRate),
                          MakeDataRateChecker())
            .AddAttribute("ReceiveBufferBytes",
                          "Bytes of frames that wait for the memory of the host before the link "
                          "is paused, or packets of lossy priorities are dropped; links with "
                          "credits have the buffers of their lanes instead.",
                          UintegerValue(262144),
                          MakeUintegerAccessor(&RdmaNic::SetReceiveBufferBytes,
                                               &RdmaNic::GetReceiveBufferBytes),
                          MakeUintegerChecker<uint64_t>(65536, uint64_t{1} << 40))
            .AddAttribute("ReceiveTrims",
                          "Keep the header of a packet of a lossy priority that finds no room, "
                          "as a switch that trims does.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RdmaNic::SetReceiveTrims, &RdmaNic::GetReceiveTrims),
                          MakeBooleanChecker())
            .AddAttribute("AckTimeout",
                          "Retransmission timeout, as RetransmissionTimer applies it; verbs have "
                          "4.096 us * 2^n. The default is NCCL's (NCCL_IB_TIMEOUT 20).",
                          TimeValue(NanoSeconds(4096LL << 20)),
                          MakeTimeAccessor(&RdmaNic::Set<&ConnectionSettings::ackTimeout>,
                                           &RdmaNic::Get<&ConnectionSettings::ackTimeout>),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RetryCount",
                          "Repeats without progress before a queue pair fails: after a timeout, "
                          "a sequence error NAK or an implied NAK; with selective repeat timeouts "
                          "only.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaNic::Set<&ConnectionSettings::retryCount>,
                                               &RdmaNic::Get<&ConnectionSettings::retryCount>),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RnrRetryCount",
                          "Receiver-not-ready NAKs without progress before a queue pair fails; "
                          "7: no limit.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaNic::Set<&ConnectionSettings::rnrRetryCount>,
                                               &RdmaNic::Get<&ConnectionSettings::rnrRetryCount>),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("RnrTimer",
                          "Wait that a receiver without receive request asks for, as the code of "
                          "IBTA vol. 1, table 45: 12 is 0.64 ms.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&RdmaNic::Set<&ConnectionSettings::rnrTimer>,
                                               &RdmaNic::Get<&ConnectionSettings::rnrTimer>),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute(
                "MaxOutstandingReads",
                "Largest number of READs and atomic operations of a queue pair in "
                "progress.",
                UintegerValue(16),
                MakeUintegerAccessor(&RdmaNic::Set<&ConnectionSettings::maxOutstandingReads>,
                                     &RdmaNic::Get<&ConnectionSettings::maxOutstandingReads>),
                MakeUintegerChecker<uint32_t>(1, 255))
            .AddTraceSource("QueuePair",
                            "A queue pair was made; it is complete and has sent nothing.",
                            MakeTraceSourceAccessor(&RdmaNic::m_queuePairTrace),
                            "ns3::RdmaNic::QueuePairTracedCallback");
    return tid;
}

RdmaNic::RdmaNic()
    : m_connectionFactory(*this),
      m_notificationOutlet(*this)
{
}

RdmaNic::~RdmaNic() = default;

void
RdmaNic::DoDispose()
{
    NS_LOG_FUNCTION(this);
    if (m_adapter)
    {
        m_adapter->Dispose();
    }
    for (const auto& queuePair : m_queuePairs)
    {
        queuePair->Dispose();
    }
    m_queuePairs.clear();
    m_connectionFactory.Clear();
    m_receiver = nullptr;
    m_notificationOutlet.Clear();
    m_adapter = nullptr;
    m_framing = nullptr;
    m_rdmaFraming = nullptr;
    HostNic::DoDispose();
}

void
RdmaNic::Attach(uint32_t host, Ptr<FabricNetDevice> port)
{
    NS_LOG_FUNCTION(this << host << port);
    AttachPort(host, port);
    SetLanes("host " + std::to_string(host), *port);
    m_connectionFactory.Attach(host, port, m_adapter);
    m_maxMtuBytes = GetMtuBytes();
    m_notificationOutlet.Attach(port->GetNode()->GetId());
    if (m_adapter)
    {
        m_adapter->Attach(port->GetNode()->GetId());
    }
}

void
RdmaNic::SetMtuBytes(uint32_t bytes)
{
    NS_LOG_FUNCTION(this << bytes);
    if (bytes > m_maxMtuBytes)
    {
        throw InputError("RdmaNic MtuBytes: is " + std::to_string(bytes) + "; expected at most " +
                         std::to_string(m_maxMtuBytes) + ", the MTU of its network");
    }
    m_connectionFactory.GetSettings().mtuBytes = bytes;
}

/** @return receiver's half with the flow registered; null if the congestion control has none */
Ptr<CongestionReceiver>
RdmaNic::GetReceiver(uint32_t flow)
{
    if (!m_receiver)
    {
        const auto& factory = m_connectionFactory.GetPolicyFactories().congestionControl;
        const auto receiver = factory.Look<RdmaCongestionControl>().MakeReceiver();
        if (!receiver)
        {
            return nullptr;
        }
        m_receiver = std::make_unique<ReceiverOutlet>(receiver,
                                                      m_sources,
                                                      FIRST_NUMBER,
                                                      m_port->GetNode()->GetId(),
                                                      m_receiveStage);
        receiver->Start({GetNowPs(),
                         m_port->GetRatebps(),
                         GetMtuBytes(),
                         m_framing->GetMaxWireBytes(GetMtuBytes())},
                        *m_receiver);
    }
    m_receiver->GetReceiver()->AddFlow(flow);
    return m_receiver->GetReceiver();
}

Ptr<CongestionReceiver>
RdmaNic::AddReceiver(const PacketSource& source)
{
    return GetReceiver(source.GetNumber());
}

std::unique_ptr<AdapterQueue>
RdmaNic::MakeAdapterQueue(AdapterQueue::Client& client)
{
    PacketOutlet& outlet = *this;
    return m_adapter ? m_adapter->MakeQueue(client, outlet, GetMtuBytes(), m_port->GetRatebps())
                     : nullptr;
}

RdmaPolicies
RdmaNic::MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw)
{
    RdmaPolicies policies = m_connectionFactory.MakePolicies(settings, draw);
    policies.receiver = GetReceiver(settings.packets.number);
    return policies;
}

void
RdmaNic::AddSendPolicies(const RdmaQueuePair::Settings& settings,
                         uint64_t draw,
                         int64_t startPs,
                         RdmaPolicies& policies)
{
    m_connectionFactory.AddSendPolicies(settings, draw, startPs, policies);
}

RdmaQueuePair::Needs
RdmaNic::GetNeeds(const RdmaPolicies&) const
{
    return m_connectionFactory.GetNeeds();
}

Ptr<RdmaQueuePair>
RdmaNic::MakeQueuePair(RdmaQueuePair::Settings settings)
{
    const ServiceClass& service = settings.packets.service;
    settings.packets.framing = PeekPointer(m_rdmaFraming);
    settings.packets.number = GetNextNumber();
    settings.notifications.outlet = &m_notificationOutlet;
    if (m_rdmaFraming->GetCnpOpcode() == RdmaOpcode::CNP_ROCE)
    {
        settings.notifications.service.dscp = m_cnpDscp;
    }
    const auto queuePair = PreparedFactory::CreateWithoutAttributes<RdmaQueuePair>();
    queuePair->SetPlace(settings.packets.number, service.lane);
    queuePair->Start(settings, *this);
    m_connectionFactory.CheckAnswers(m_connectionFactory.GetNeeds().congestion, service.level);
    return queuePair;
}

/** Keeps a queue pair; from now on packets may come for it. */
void
RdmaNic::Keep(Ptr<RdmaQueuePair> queuePair)
{
    HostNic::Keep(*queuePair);
    m_queuePairs.push_back(queuePair);
    m_queuePairTrace(queuePair);
}

Ptr<RdmaQueuePair>
RdmaNic::MakeConnection(const RdmaNic& remote, uint8_t level, uint64_t draw)
{
    auto settings = m_connectionFactory.MakeConnectionSettings(remote.m_host, level, draw);
    settings.notifications.nextPs = m_notificationOutlet.GetClock(remote.m_host);
    settings.packets.peerNumber = remote.GetNextNumber();
    const auto queuePair = MakeQueuePair(settings);
    const auto& factories = m_connectionFactory.GetPolicyFactories();
    NS_LOG_INFO(queuePair->GetName() << ": lane " << +queuePair->GetLane() << ", "
                                     << factories.lossRecovery.GetTypeId().GetName() << ", "
                                     << factories.congestionControl.GetTypeId().GetName() << " "
                                     << &queuePair->GetCongestionControl());
    return queuePair;
}

Ptr<RdmaQueuePair>
RdmaNic::MakeDatagramQueuePair(uint8_t level)
{
    NS_LOG_FUNCTION(this << +level);
    auto settings = m_connectionFactory.MakeDatagramSettings(level);
    settings.notifications.nextPs = m_notificationOutlet.GetClockOfAnyHost();
    const auto queuePair = MakeQueuePair(settings);
    Keep(queuePair);
    return queuePair;
}

std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>>
RdmaNic::Connect(Ptr<RdmaNic> first,
                 Ptr<RdmaNic> second,
                 uint8_t level,
                 std::optional<uint64_t> draw)
{
    NS_LOG_FUNCTION(first << second << +level);
    if (first == second)
    {
        throw InputError("host " + std::to_string(first->m_host) +
                         ": a queue pair must connect two hosts");
    }
    // Both directions have one source port.
    const uint64_t pair =
        HashDraw(HashDraw(first->m_host, second->m_host),
                 draw ? *draw : first->m_connectionFactory.CountConnection(second->m_host));
    const auto near = first->MakeConnection(*second, level, pair);
    const auto far = second->MakeConnection(*first, level, pair);
    first->Keep(near);
    second->Keep(far);
    return {near, far};
}

void
RdmaNic::Move(RdmaQueuePair& queuePair, PacketSource& listener, RdmaNic& to, const RdmaNic& peer)
{
    NS_LOG_INFO(queuePair.GetName() << ": moves to another port");
    HandOver(queuePair, listener, to);
    if (m_receiver)
    {
        m_receiver->GetReceiver()->AddFlow(queuePair.GetNumber()); // forgets what it knew
    }
    queuePair.MoveTo(to.m_host,
                     peer.m_host,
                     to,
                     to.m_notificationOutlet,
                     to.m_notificationOutlet.GetClock(peer.m_host));
    to.Activate(queuePair, GetNowPs());
}

uint64_t&
RdmaNic::GetWord(uint64_t address)
{
    return m_memory[address];
}

RdmaNic::Counters&
RdmaNic::GetQueuePairCounters()
{
    return m_counters;
}

std::string
RdmaNic::DescribeBlock(uint8_t lane) const
{
    return m_port->GetFlowControl().DescribeBlock(lane);
}

uint64_t
RdmaNic::GetMemory(uint64_t address) const
{
    const auto word = m_memory.find(address);
    return word == m_memory.end() ? 0 : word->second;
}

} // namespace ns3
