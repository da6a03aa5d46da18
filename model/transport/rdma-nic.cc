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

#include <algorithm>

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
                          MakeUintegerAccessor(&RdmaNic::m_sourcePorts),
                          MakeUintegerChecker<uint32_t>(1, MOST_SOURCE_PORTS))
            .AddAttribute("AckInterval",
                          "A sender requests an acknowledgement every so many packets, and for "
                          "the last packet of each message; 0: for every packet of a queue pair "
                          "with a window (loss recovery, congestion control or WindowBytes), "
                          "else for every 8th.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RdmaNic::m_ackInterval),
                          MakeUintegerChecker<uint32_t>(0, 1 << 20))
            .AddAttribute("WindowBytes",
                          "Largest payload of a queue pair that may be unacknowledged, in bytes.",
                          UintegerValue(UINT64_MAX),
                          MakeUintegerAccessor(&RdmaNic::m_windowBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("CnpInterval",
                          "Least time between two congestion notifications, see CnpScope.",
                          TimeValue(MicroSeconds(4)),
                          MakeTimeAccessor(&RdmaNic::m_cnpInterval),
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
                          MakeBooleanAccessor(&RdmaNic::m_cnpOnAck),
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
                          MakeTimeAccessor(&RdmaNic::m_ackTimeout),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RetryCount",
                          "Repeats without progress before a queue pair fails: after a timeout, "
                          "a sequence error NAK or an implied NAK; with selective repeat timeouts "
                          "only.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaNic::m_retryCount),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("RnrRetryCount",
                          "Receiver-not-ready NAKs without progress before a queue pair fails; "
                          "7: no limit.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaNic::m_rnrRetryCount),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("RnrTimer",
                          "Wait that a receiver without receive request asks for, as the code of "
                          "IBTA vol. 1, table 45: 12 is 0.64 ms.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&RdmaNic::m_rnrTimer),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("MaxOutstandingReads",
                          "Largest number of READs and atomic operations of a queue pair in "
                          "progress.",
                          UintegerValue(16),
                          MakeUintegerAccessor(&RdmaNic::m_maxOutstandingReads),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddTraceSource("QueuePair",
                            "A queue pair was made; it is complete and has sent nothing.",
                            MakeTraceSourceAccessor(&RdmaNic::m_queuePairTrace),
                            "ns3::RdmaNic::QueuePairTracedCallback");
    return tid;
}

RdmaNic::RdmaNic()
    : m_notificationOutlet(*this)
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
    m_congestionControls = {};
    m_receiver = nullptr;
    m_notificationOutlet.Clear();
    m_adapter = nullptr;
    m_framing = nullptr;
    m_rdmaFraming = nullptr;
    m_baseRtt = {};
    m_serviceLevel = {};
    HostNic::DoDispose();
}

void
RdmaNic::Attach(uint32_t host, Ptr<FabricNetDevice> port)
{
    NS_LOG_FUNCTION(this << host << port);
    AttachPort(host, port);
    SetLanes("host " + std::to_string(host), *port);
    m_pathSeed = RandomDraws::GetSeed(DrawKind::PATHS);
    m_maxMtuBytes = m_mtuBytes;
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
    m_mtuBytes = bytes;
}

int64_t
RdmaNic::AssignStreams(int64_t stream)
{
    m_stream = stream;
    return 1;
}

/** @return congestion control of a new queue pair, started */
Ptr<RdmaCongestionControl>
RdmaNic::GetCongestionControl(uint8_t level, int64_t baseRttPs, uint64_t draw)
{
    auto& shared = m_congestionControls[level];
    if (shared)
    {
        return shared;
    }
    const auto congestionControl =
        m_congestionControlFactory.CreateCurrent<RdmaCongestionControl>();
    if (m_stream >= 0)
    {
        const bool shares = congestionControl->GetNeeds().perServiceLevel;
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        congestionControl->AssignStreams(shares ? NameStream(m_stream, "priority", level)
                                                : NameStream(m_stream, "congestion control", draw));
    }
    congestionControl->Start({GetNowPs(), m_port->GetRatebps(), baseRttPs, m_mtuBytes});
    if (congestionControl->GetNeeds().perServiceLevel)
    {
        shared = congestionControl;
    }
    return congestionControl;
}

/** @return receiver's half with the flow registered; null if the congestion control has none */
Ptr<CongestionReceiver>
RdmaNic::GetReceiver(const RdmaCongestionControl& sender, uint32_t flow)
{
    if (!m_receiver)
    {
        const auto receiver = sender.MakeReceiver();
        if (!receiver)
        {
            return nullptr;
        }
        m_receiver = std::make_unique<ReceiverOutlet>(receiver,
                                                      m_sources,
                                                      FIRST_NUMBER,
                                                      m_port->GetNode()->GetId(),
                                                      m_receiveStage);
        receiver->Start(
            {GetNowPs(), m_port->GetRatebps(), m_mtuBytes, m_framing->GetMaxWireBytes(m_mtuBytes)},
            *m_receiver);
    }
    m_receiver->GetReceiver()->AddFlow(flow);
    return m_receiver->GetReceiver();
}

Ptr<CongestionReceiver>
RdmaNic::AddReceiver(const PacketSource& source)
{
    return GetReceiver(*m_congestionControlFactory.CreateCurrent<RdmaCongestionControl>(),
                       source.GetNumber());
}

/** @return entropy policy of a new sender, started; null: the sender has one port */
Ptr<EntropyPolicy>
RdmaNic::GetEntropy(uint16_t port, int64_t baseRttPs, uint64_t draw)
{
    if (!m_entropyFactory.IsTypeIdSet())
    {
        return nullptr;
    }
    const auto policy = m_entropyFactory.CreateCurrent<EntropyPolicy>();
    if (!policy->IsNeeded())
    {
        return nullptr;
    }
    policy->Start(
        {GetNowPs(), baseRttPs, port, HashDraw(HashDraw(m_pathSeed, "entropy"), draw), m_mtuBytes});
    return policy;
}

RdmaPolicies
RdmaNic::MakeSendPolicies(int64_t baseRttPs, uint8_t level, uint16_t port, uint64_t draw)
{
    RdmaPolicies policies;
    policies.congestionControl = GetCongestionControl(level, baseRttPs, draw);
    policies.retransmissionTimer =
        m_retransmissionTimerFactory.CreateCurrent<RetransmissionTimer>();
    if (m_stream >= 0)
    {
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        policies.retransmissionTimer->AssignStreams(NameStream(m_stream, "timer", draw));
    }
    policies.entropy = GetEntropy(port, baseRttPs, draw);
    return policies;
}

RdmaPolicies
RdmaNic::MakeSendPolicies(uint32_t host, uint8_t level, uint16_t port, uint64_t draw)
{
    return MakeSendPolicies(GetBaseRttPs(host), level, port, draw);
}

std::unique_ptr<AdapterQueue>
RdmaNic::MakeAdapterQueue(AdapterQueue::Client& client)
{
    PacketOutlet& outlet = *this;
    return m_adapter ? m_adapter->MakeQueue(client, outlet, m_mtuBytes, m_port->GetRatebps())
                     : nullptr;
}

RdmaPolicies
RdmaNic::MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw)
{
    const auto& packets = settings.packets;
    RdmaPolicies policies =
        MakeSendPolicies(settings.baseRttPs,
                         packets.service.level,
                         UdpSourcePortOf(packets.host, packets.peerHost, packets.entropy),
                         draw);
    policies.recovery = m_lossRecoveryFactory.CreateCurrent<LossRecovery>();
    policies.recovery->Start({m_port->GetRatebps(), settings.baseRttPs, m_mtuBytes});
    policies.receiver = GetReceiver(*policies.congestionControl, packets.number);
    return policies;
}

uint32_t
RdmaNic::GetAckInterval() const
{
    if (m_ackInterval > 0)
    {
        return m_ackInterval;
    }
    // Any value: it does not decide whether there is a window.
    constexpr int64_t ANY_RTT_PS = 1'000'000;
    const auto congestionControl =
        m_congestionControlFactory.CreateCurrent<RdmaCongestionControl>();
    congestionControl->Start({0, m_port->GetRatebps(), ANY_RTT_PS, m_mtuBytes});
    const auto recovery = m_lossRecoveryFactory.Create<LossRecovery>();
    recovery->Start({m_port->GetRatebps(), ANY_RTT_PS, m_mtuBytes});
    return RdmaRequester::ChooseAckInterval(
        0,
        std::min({m_windowBytes, congestionControl->GetWindowBytes(), recovery->GetWindowBytes()}));
}

/**
 * Throws if the answers of a queue pair with this congestion control to messages of a level have no
 * lane.
 */
void
RdmaNic::CheckAnswers(const RdmaCongestionControl& congestionControl, uint8_t level) const
{
    if (m_ackLevel >= 0)
    {
        CheckLevel(static_cast<uint8_t>(m_ackLevel), "acknowledgements");
    }
    const auto needs = congestionControl.GetNeeds();
    if (needs.marks && !m_cnpOnAck)
    {
        CheckLevel(GetCnpServiceLevel(level), "congestion notifications");
    }
    if (needs.probePs > 0)
    {
        CheckLevel(GetCnpServiceLevel(level), "answers to probes");
    }
}

void
RdmaNic::CheckLanes(uint8_t level) const
{
    if (m_serviceLevel.IsNull())
    {
        CheckLevel(level, "data");
    }
    CheckAnswers(*m_congestionControlFactory.CreateCurrent<RdmaCongestionControl>(), level);
}

/** @return settings of a queue pair: those of the NIC, and these */
RdmaQueuePair::Settings
RdmaNic::GetSettings(uint8_t level, int64_t baseRttPs, uint64_t draw)
{
    CheckLevel(level, "data");
    RdmaQueuePair::Settings settings;
    settings.packets.framing = PeekPointer(m_rdmaFraming);
    settings.packets.host = m_host;
    settings.packets.number = GetNextNumber();
    settings.packets.service = GetClass(level);
    settings.packets.telemetryRoom = m_telemetryRoom;
    settings.requester.node = m_port->GetNode()->GetId();
    settings.requester.mtuBytes = m_mtuBytes;
    settings.requester.ackInterval = m_ackInterval;
    settings.requester.maxAnswersDue = m_maxOutstandingReads;
    settings.requester.retryCount = m_retryCount;
    settings.requester.rnrRetryCount = m_rnrRetryCount;
    settings.requester.ackTimeoutPs = GetAckTimeoutPs();
    settings.requester.windowBytes = m_windowBytes;
    settings.responder.mtuBytes = m_mtuBytes;
    settings.responder.acknowledgements = GetAckClass(level);
    settings.responder.rnrTimer = m_rnrTimer;
    settings.notifications.intervalPs = GetCnpIntervalPs();
    settings.notifications.onAck = m_cnpOnAck;
    settings.notifications.service = GetClass(GetCnpServiceLevel(level));
    settings.notifications.outlet = &m_notificationOutlet;
    if (m_rdmaFraming->GetCnpOpcode() == RdmaOpcode::CNP_ROCE)
    {
        settings.notifications.service.dscp = m_cnpDscp;
    }
    settings.lineRatebps = m_port->GetRatebps();
    settings.baseRttPs = baseRttPs;
    settings.draw = draw;
    return settings;
}

Ptr<RdmaQueuePair>
RdmaNic::MakeQueuePair(const RdmaQueuePair::Settings& settings)
{
    const ServiceClass& service = settings.packets.service;
    auto queuePair = CreateObject<RdmaQueuePair>();
    queuePair->SetPlace(settings.packets.number, service.lane);
    queuePair->Start(settings, *this);
    CheckAnswers(queuePair->GetCongestionControl(), service.level);
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
    const uint32_t entropy = FlowEntropy(m_host, remote.m_host, GetSourcePort(draw));
    auto settings =
        GetSettings(m_serviceLevel.IsNull() ? level : m_serviceLevel(remote.m_host, entropy),
                    GetBaseRttPs(remote.m_host),
                    draw);
    settings.packets.peerHost = remote.m_host;
    settings.notifications.nextPs = m_notificationOutlet.GetClock(remote.m_host);
    settings.packets.peerNumber = remote.GetNextNumber();
    settings.packets.entropy = entropy;
    const auto queuePair = MakeQueuePair(settings);
    NS_LOG_INFO(queuePair->GetName() << ": lane " << +queuePair->GetLane() << ", "
                                     << m_lossRecoveryFactory.GetTypeId().GetName() << ", "
                                     << m_congestionControlFactory.GetTypeId().GetName() << " "
                                     << &queuePair->GetCongestionControl());
    return queuePair;
}

Ptr<RdmaQueuePair>
RdmaNic::MakeDatagramQueuePair(uint8_t level)
{
    NS_LOG_FUNCTION(this << +level);
    const uint64_t draw = HashDraw(m_host, m_connectionsTo[m_host]++);
    auto settings = GetSettings(level, 0, draw);
    settings.packets.entropy = GetSourcePort(draw);
    settings.requester.datagram = true;
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
    const uint64_t pair = HashDraw(HashDraw(first->m_host, second->m_host),
                                   draw ? *draw : first->m_connectionsTo[second->m_host]++);
    const auto near = first->MakeConnection(*second, level, pair);
    const auto far = second->MakeConnection(*first, level, pair);
    first->Keep(near);
    second->Keep(far);
    return {near, far};
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
