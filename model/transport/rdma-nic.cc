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
            .AddAttribute(
                "Framing",
                "What its packets look like, that of the whole network, for config paths.",
                TypeId::ATTR_GET,
                PointerValue(),
                MakePointerAccessor(&RdmaNic::m_framing),
                MakePointerChecker<RdmaFraming>())
            .AddAttribute("MtuBytes",
                          "Payload of a full packet; verbs know 256, 512, 1024, 2048 and 4096.",
                          UintegerValue(4096),
                          MakeUintegerAccessor(&RdmaNic::m_mtuBytes),
                          MakeUintegerChecker<uint32_t>(64, 65532))
            .AddAttribute("Priority",
                          "Priority or service level of data; above the lanes of the port only "
                          "with SlToVl.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RdmaNic::m_defaultPriority),
                          MakeUintegerChecker<uint8_t>(0, SlToVlMap::LEVEL_COUNT - 1))
            .AddAttribute("SlToVl",
                          "Virtual lane on the NIC's link by service level, such as \"0,1,1\": "
                          "that of service level 0 first, levels that are missing have lane 0. "
                          "Empty: the lane of the same number.",
                          StringValue(""),
                          MakeStringAccessor(&RdmaNic::SetSlToVl, &RdmaNic::GetSlToVl),
                          MakeStringChecker())
            .AddAttribute("AckPriority",
                          "Priority of acknowledgements; -1 for that of the data.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&RdmaNic::m_ackPriority),
                          MakeIntegerChecker<int32_t>(-1, SlToVlMap::LEVEL_COUNT - 1))
            .AddAttribute("CnpPriority",
                          "Priority of congestion notification packets; -1 for what is usual: 6 in "
                          "RoCEv2, the service level of the queue pair in InfiniBand.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&RdmaNic::m_cnpPriority),
                          MakeIntegerChecker<int32_t>(-1, SlToVlMap::LEVEL_COUNT - 1))
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
                          "Retransmission timeout, as RetransmissionTimer applies it; verbs have "
                          "4.096 us * 2^n.",
                          TimeValue(NanoSeconds(4096 << 14)),
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
                          "Receiver-not-ready NAKs without progress before a queue pair fails; 7: "
                          "any number.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&RdmaNic::m_rnrRetryCount),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddAttribute("RnrTimer",
                          "How long a receiver without receive request asks the sender to wait, as "
                          "the code of IBTA vol. 1, table 45: 12 is 0.64 ms.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&RdmaNic::m_rnrTimer),
                          MakeUintegerChecker<uint8_t>(0, 31))
            .AddAttribute("MaxOutstandingReads",
                          "READs and atomic operations of a queue pair under way at a time.",
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
    : m_alarm(MakeFabricEvent<RdmaNic, &RdmaNic::RingAlarm>(this))
{
}

RdmaNic::~RdmaNic()
{
    m_alarm->Clear();
}

void
RdmaNic::DoDispose()
{
    m_alarm->Clear();
    for (const auto& queuePair : m_queuePairs)
    {
        queuePair->Dispose();
    }
    m_queuePairs.clear();
    m_rings = {};
    m_paced.clear();
    m_congestionControls = {};
    m_port = nullptr;
    m_framing = nullptr;
    m_baseRtt = {};
    m_serviceLevel = {};
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
RdmaNic::SetSlToVl(std::string map)
{
    m_hasSlToVl = !map.empty();
    m_slToVl = m_hasSlToVl ? SlToVlMap(map, "RdmaNic SlToVl") : SlToVlMap();
}

std::string
RdmaNic::GetSlToVl() const
{
    return m_hasSlToVl ? m_slToVl.ToString() : "";
}

/** Throws if packets of a service level have no lane. @param what is sent in it */
void
RdmaNic::CheckLevel(uint8_t level, const std::string& what) const
{
    const std::string who = "host " + std::to_string(m_host) + ": " + what +
                            " of priority or service level " + std::to_string(level);
    const uint32_t lanes = m_port->GetFlowControl().GetDataLanes();
    if (level >= (m_hasSlToVl ? SlToVlMap::LEVEL_COUNT : lanes))
    {
        throw InputError(who + "; expected 0 to " + std::to_string(lanes - 1) +
                         ", or to 15 with RdmaNic SlToVl");
    }
    if (m_slToVl[level] == SlToVlMap::DISCARD)
    {
        throw InputError(who + " would be discarded by RdmaNic SlToVl; expected one with a lane "
                               "other than 15");
    }
}

/** Throws if what a queue pair of that congestion control answers to messages of a level has no
 * lane. */
void
RdmaNic::CheckAnswers(const RdmaCongestionControl& congestionControl, uint8_t level) const
{
    if (m_ackPriority >= 0)
    {
        CheckLevel(static_cast<uint8_t>(m_ackPriority), "acknowledgements");
    }
    if (congestionControl.GetNeeds().marks && !m_cnpOnAck)
    {
        CheckLevel(GetCnpPriority(level), "congestion notifications");
    }
}

void
RdmaNic::CheckLanes(uint8_t level) const
{
    if (m_serviceLevel.IsNull())
    {
        CheckLevel(level, "data");
    }
    CheckAnswers(*m_congestionControlFactory.Create<RdmaCongestionControl>(), level);
}

void
RdmaNic::Attach(uint32_t host, Ptr<FabricNetDevice> port)
{
    m_host = host;
    m_port = port;
    m_pathSeed = RandomDraws::GetSeed(DrawKind::PATHS);
    m_port->SetOwner(this);
    m_laneMask = port->GetFlowControl().GetDataLaneMask();
    m_alarm->SetContext(port->GetNode()->GetId());
    m_cnpIntervalPs = port->GetClock().ToPs(m_cnpInterval.GetTimeStep());
    m_ackTimeoutPs = port->GetClock().ToPs(m_ackTimeout.GetTimeStep());
}

int64_t
RdmaNic::AssignStreams(int64_t stream)
{
    m_stream = stream;
    return 1;
}

/** @return that of a new queue pair, started */
Ptr<RdmaCongestionControl>
RdmaNic::GetCongestionControl(uint8_t priority, int64_t baseRttPs, uint64_t draw)
{
    auto& shared = m_congestionControls[priority];
    if (shared)
    {
        return shared;
    }
    const auto congestionControl = m_congestionControlFactory.Create<RdmaCongestionControl>();
    if (m_stream >= 0)
    {
        const bool perPriority = congestionControl->GetNeeds().perPriority;
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        congestionControl->AssignStreams(perPriority
                                             ? NameStream(m_stream, "priority", priority)
                                             : NameStream(m_stream, "congestion control", draw));
    }
    congestionControl->Start(
        {m_port->GetClock().ToPs(NowTicks()), m_port->GetRatebps(), baseRttPs, m_mtuBytes});
    if (congestionControl->GetNeeds().perPriority)
    {
        shared = congestionControl;
    }
    return congestionControl;
}

uint8_t
RdmaNic::GetCnpPriority(uint8_t level) const
{
    constexpr uint8_t ROCE_CNP_PRIORITY = 6;
    if (m_cnpPriority >= 0)
    {
        return static_cast<uint8_t>(m_cnpPriority);
    }
    return m_framing->GetCnpOpcode() == RdmaOpcode::CNP_INFINIBAND ? level : ROCE_CNP_PRIORITY;
}

/** Gives a queue pair its policies, as new. */
void
RdmaNic::Equip(RdmaQueuePair& queuePair)
{
    const int64_t baseRttPs = queuePair.m_baseRttPs;
    queuePair.m_recovery = m_lossRecoveryFactory.Create<LossRecovery>();
    const uint64_t draw = HashDraw(queuePair.m_draw, queuePair.m_equipped++);
    queuePair.m_congestionControl = GetCongestionControl(queuePair.m_class.level, baseRttPs, draw);
    queuePair.m_retransmissionTimer = m_retransmissionTimerFactory.Create<RetransmissionTimer>();
    const CongestionNeeds needs = queuePair.m_congestionControl->GetNeeds();
    queuePair.m_telemetryRoom = needs.telemetry ? m_telemetryRoom : 0;
    // What works by CNPs must not be told of the same mark by BECN in an acknowledgement, too.
    queuePair.m_echoesMarks = m_cnpOnAck || !needs.marks || needs.acknowledgements;
    if (m_stream >= 0)
    {
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        queuePair.m_retransmissionTimer->AssignStreams(NameStream(m_stream, "timer", draw));
    }
    queuePair.m_recovery->Start({m_port->GetRatebps(), baseRttPs, m_mtuBytes});
    queuePair.m_windowBytes = std::min(m_windowBytes, queuePair.m_recovery->GetWindowBytes());
}

/** With what it has in common with every other queue pair of this NIC. */
Ptr<RdmaQueuePair>
RdmaNic::MakeQueuePair(uint8_t priority, int64_t baseRttPs, uint64_t draw)
{
    CheckLevel(priority, "data");
    auto queuePair = CreateObject<RdmaQueuePair>();
    queuePair->m_nic = this;
    queuePair->m_framing = PeekPointer(m_framing);
    queuePair->m_lineRatebps = m_port->GetRatebps();
    queuePair->m_host = m_host;
    queuePair->m_number = FIRST_QUEUE_PAIR + m_queuePairs.size();
    queuePair->m_mtuBytes = m_mtuBytes;
    queuePair->m_class = GetClass(priority);
    queuePair->m_baseRttPs = baseRttPs;
    queuePair->m_draw = draw;
    Equip(*queuePair);
    CheckAnswers(*queuePair->m_congestionControl, priority);
    queuePair->m_requester.Start(m_port->GetNode()->GetId(), m_mtuBytes);
    return queuePair;
}

Ptr<RdmaQueuePair>
RdmaNic::MakeConnection(const RdmaNic& remote, uint8_t priority, uint64_t draw)
{
    const uint32_t remoteNumber = FIRST_QUEUE_PAIR + remote.m_queuePairs.size();
    const uint32_t entropy =
        FlowEntropy(m_host, remote.m_host, UdpSourcePort(HashDraw(m_pathSeed, draw)));
    const auto queuePair =
        MakeQueuePair(m_serviceLevel.IsNull() ? priority : m_serviceLevel(remote.m_host, entropy),
                      m_baseRtt.IsNull() ? 0 : m_baseRtt(remote.m_host),
                      draw);
    queuePair->m_remoteNumber = remoteNumber;
    queuePair->m_remoteHost = remote.m_host;
    queuePair->m_entropy = entropy;
    NS_LOG_INFO(queuePair->GetName() << ": priority " << +queuePair->m_class.lane << ", "
                                     << m_lossRecoveryFactory.GetTypeId().GetName() << ", "
                                     << m_congestionControlFactory.GetTypeId().GetName() << " "
                                     << queuePair->m_congestionControl);
    return queuePair;
}

Ptr<RdmaQueuePair>
RdmaNic::MakeDatagramQueuePair(uint8_t priority)
{
    const uint64_t draw = HashDraw(m_host, m_connectionsTo[m_host]++);
    const auto queuePair = MakeQueuePair(priority, 0, draw);
    queuePair->m_datagram = true;
    queuePair->m_entropy = UdpSourcePort(HashDraw(m_pathSeed, draw));
    m_queuePairs.push_back(queuePair);
    m_queuePairTrace(queuePair);
    return queuePair;
}

std::pair<Ptr<RdmaQueuePair>, Ptr<RdmaQueuePair>>
RdmaNic::Connect(Ptr<RdmaNic> first,
                 Ptr<RdmaNic> second,
                 uint8_t priority,
                 std::optional<uint64_t> draw)
{
    if (first == second)
    {
        throw InputError("host " + std::to_string(first->m_host) +
                         ": a queue pair must connect two hosts");
    }
    // Both directions have one source port.
    const uint64_t pair = HashDraw(HashDraw(first->m_host, second->m_host),
                                   draw ? *draw : first->m_connectionsTo[second->m_host]++);
    const auto near = first->MakeConnection(*second, priority, pair);
    const auto far = second->MakeConnection(*first, priority, pair);
    first->m_queuePairs.push_back(near);
    second->m_queuePairs.push_back(far);
    first->m_queuePairTrace(near);
    second->m_queuePairTrace(far);
    return {near, far};
}

uint64_t
RdmaNic::GetMemory(uint64_t address) const
{
    const auto word = m_memory.find(address);
    return word == m_memory.end() ? 0 : word->second;
}

} // namespace ns3
