// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-queue-pair.h"

#include "ns3/assert.h"
#include "ns3/flow-filter.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/random-draws.h"
#include "ns3/rdma-header.h"
#include "ns3/telemetry-digest.h"
#include "ns3/telemetry-tag.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaQueuePair");

NS_OBJECT_ENSURE_REGISTERED(RdmaQueuePair);

TypeId
RdmaQueuePair::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RdmaQueuePair")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddAttribute("CongestionControl",
                          "Congestion control, which sets rate and window, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaQueuePair::FindCongestionControl),
                          MakePointerChecker<RdmaCongestionControl>())
            .AddAttribute("LossRecovery",
                          "Loss recovery, which repeats and reorders packets, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaQueuePair::FindLossRecovery),
                          MakePointerChecker<LossRecovery>())
            .AddAttribute("RetransmissionTimer",
                          "Timer, which sets the timeouts, for config paths.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&RdmaQueuePair::FindRetransmissionTimer),
                          MakePointerChecker<RetransmissionTimer>())
            .AddTraceSource("State",
                            "The queue pair changes its state; with the reason.",
                            MakeTraceSourceAccessor(&RdmaQueuePair::m_stateTrace),
                            "ns3::RdmaQueuePair::StateTracedCallback");
    return tid;
}

RdmaQueuePair::RdmaQueuePair()
    : m_responder(m_common, *this)
{
    NS_LOG_FUNCTION(this);
}

void
RdmaQueuePair::Start(const Settings& settings, Context& context)
{
    NS_LOG_FUNCTION(this);
    m_settings = {settings.requester,
                  settings.lineRatebps,
                  settings.baseRttPs,
                  settings.draw,
                  settings.packets.peerHost,
                  settings.packets.telemetryRoom};
    m_context = &context;
    m_common.pacer = &GetPacer();
    AdapterQueue::Client& client = *this;
    m_adapterQueue = context.MakeAdapterQueue(client);
    m_common.outlet = m_adapterQueue ? static_cast<PacketOutlet*>(m_adapterQueue.get()) : &context;
    m_common.counters = &context.GetQueuePairCounters();
    m_common.packets.SetSettings(settings.packets);
    NotificationPoint::Settings notifications = settings.notifications;
    notifications.outlet = notifications.outlet ? notifications.outlet : &context;
    notifications.packets = &m_common.packets;
    notifications.counters = m_common.counters;
    notifications.datagram = settings.requester.datagram;
    m_common.notificationPoint.Start(notifications);
    m_responder.Start(settings.responder);
    Equip();
}

void
RdmaQueuePair::MoveTo(uint32_t host,
                      uint32_t peerHost,
                      Context& context,
                      PacketOutlet& notifications,
                      int64_t* nextPs)
{
    NS_LOG_FUNCTION(this << host << peerHost);
    m_common.packets.SetHosts(host, peerHost);
    m_settings.peerHost = peerHost;
    m_context = &context;
    m_common.counters = &context.GetQueuePairCounters();
    m_common.notificationPoint.MoveTo(notifications, nextPs, *m_common.counters);
    // The receiver's half of the congestion control belongs to the NIC.
    m_common.policies.receiver = context.MakePolicies(GetSettings(), GetPolicyDraw()).receiver;
    if (m_adapterQueue)
    {
        m_adapterQueue->SetOutlet(context);
    }
    else
    {
        m_common.outlet = &context;
    }
}

/** @return settings for policies */
RdmaQueuePair::Settings
RdmaQueuePair::GetSettings() const
{
    Settings settings;
    settings.packets = m_common.packets.GetSettings();
    settings.packets.peerHost = m_settings.peerHost;
    settings.requester = m_settings.requester;
    settings.lineRatebps = m_settings.lineRatebps;
    settings.baseRttPs = m_settings.baseRttPs;
    settings.draw = m_settings.draw;
    return settings;
}

/** Makes new policies and starts again with them. */
void
RdmaQueuePair::Equip()
{
    ++m_equipped;
    m_startPs = m_clock.ToPs(NowTicks());
    m_common.policies = m_context->MakePolicies(GetSettings(), GetPolicyDraw());
    const Needs needs = m_context->GetNeeds(m_common.policies);
    const CongestionNeeds& congestion = needs.congestion;
    const auto kind = congestion.digest      ? TelemetryKind::DIGEST
                      : congestion.telemetry ? TelemetryKind::STACK
                      : congestion.tags      ? TelemetryKind::TAG
                                             : TelemetryKind::NONE;
    m_common.packets.SetTelemetry(kind,
                                  congestion.digest ? DigestCode(congestion.digest->base).GetBytes()
                                                    : m_settings.telemetryRoom);
    NotificationPoint::Settings notifications = m_common.notificationPoint.GetSettings();
    // A congestion control that works by CNPs must not get the same mark again as BECN in an
    // acknowledgement.
    notifications.echoes = notifications.onAck || !congestion.marks ||
                           congestion.acknowledgements || needs.entropyMarks;
    notifications.sendsCnps = !congestion.ownNotifications;
    m_common.notificationPoint.Start(notifications);
    m_prober.reset();
    if (congestion.probePs > 0 && !m_settings.requester.datagram)
    {
        RttProber::Client& client = *this;
        m_prober =
            std::make_unique<RttProber>(client, m_settings.requester.node, congestion.probePs);
    }
    // Taken now, so that the order of simultaneous timers does not depend on who sends first.
    m_settings.requester.timerPlace =
        EventPlaces::GetNext(m_settings.requester.node, EventKind::TIMER);
    RdmaResponder::Settings responder = m_responder.GetSettings();
    responder.echoesPorts = needs.entropy;
    m_responder.Start(responder);
    GetPacer().Start(nullptr, m_settings.lineRatebps);
    if (m_requester || m_settings.requester.datagram)
    {
        EquipSender();
    }
}

/** Makes the policies of the sending half, and the sending half; or starts it again with them. */
void
RdmaQueuePair::EquipSender()
{
    auto& policies = m_common.policies;
    m_context->AddSendPolicies(GetSettings(), GetPolicyDraw(), m_startPs, policies);
    RdmaCongestionControl& congestionControl = *policies.congestionControl;
    const CongestionNeeds needs = congestionControl.GetNeeds();
    GetPacer().Start(&congestionControl, m_settings.lineRatebps);
    RdmaRequester::Settings requester = m_settings.requester;
    requester.windowBytes = std::min(requester.windowBytes, policies.recovery->GetWindowBytes());
    requester.ackInterval = RdmaRequester::ChooseAckInterval(
        requester.ackInterval,
        std::min(requester.windowBytes, congestionControl.GetWindowBytes()));
    requester.asksPolicies = policies.entropy || needs.tags;
    if (!m_requester)
    {
        RdmaRequester::Context& context = *this;
        m_requester = std::make_unique<RdmaRequester>(m_common, context);
    }
    m_requester->Start(requester);
}

void
RdmaQueuePair::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_prober.reset();
    m_requester.reset();
    m_responder.Clear();
    m_adapterQueue.reset();
    m_context = nullptr;
    m_common.policies = {};
    m_client = nullptr;
    m_completion = {};
    m_departure = {};
    m_arrival = {};
    Object::DoDispose();
}

std::string
RdmaQueuePair::GetName() const
{
    const RdmaPacketMaker::Settings& ends = m_common.packets.GetSettings();
    return "host " + std::to_string(ends.host) + " -> host " + std::to_string(ends.peerHost) +
           " queue pair " + std::to_string(GetNumber());
}

void
RdmaQueuePair::Modify(RdmaQueuePairState state)
{
    NS_LOG_FUNCTION(this << ToString(state));
    using State = RdmaQueuePairState;
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    if (state == m_state)
    {
        return;
    }
    if (state == State::ERROR)
    {
        Fail(nowPs, RdmaStatus::FLUSHED);
        return;
    }
    if (!CanChange(m_state, state))
    {
        throw InputError("queue pair " + std::to_string(GetNumber()) + " of host " +
                         std::to_string(m_common.packets.GetSettings().host) +
                         ": cannot change from " + ToString(m_state) + " to " + ToString(state));
    }
    if (state == State::RESET)
    {
        m_failure = RdmaStatus::SUCCESS;
        if (m_adapterQueue)
        {
            m_adapterQueue->Clear();
        }
        Equip();
    }
    SetState(state, RdmaStatus::SUCCESS);
    Activate(nowPs);
}

void
RdmaQueuePair::SetState(RdmaQueuePairState state, RdmaStatus status)
{
    NS_LOG_FUNCTION(this << ToString(state));
    NS_LOG_INFO(GetName() << ": " << ToString(m_state) << " -> " << ToString(state));
    m_state = state;
    if (m_requester || state == RdmaQueuePairState::SEND_QUEUE_DRAINED)
    {
        GetRequester().SetDraining(state == RdmaQueuePairState::SEND_QUEUE_DRAINED);
    }
    if (!m_stateTrace.IsEmpty())
    {
        m_stateTrace(state, status);
    }
}

void
RdmaQueuePair::PostRead(uint64_t bytes, uint64_t workId)
{
    if (GetCongestionControl().GetNeeds().acknowledgements)
    {
        throw InputError(
            GetName() + ": posts a READ, but responses are not acknowledged, so " +
            GetCongestionControl().GetInstanceTypeId().GetName() +
            " would never slow it down; use WRITEs, or a congestion control with notifications, "
            "such as ns3::Dcqcn");
    }
    Post(RdmaOperation::READ, bytes, workId);
}

void
RdmaQueuePair::Post(RdmaOperation operation, uint64_t bytes, uint64_t workId, uint32_t immediate)
{
    NS_ASSERT_MSG(!m_settings.requester.datagram, "datagrams are posted with PostDatagram()");
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = bytes;
    message.immediate = immediate;
    message.operation = operation;
    Post(message);
}

void
RdmaQueuePair::Post(const RdmaMessage& message)
{
    if (!TakesMessages(m_state))
    {
        GetRequester().Refuse(message, RdmaStatus::FLUSHED);
    }
    else if (m_adapterQueue)
    {
        m_adapterQueue->Post(message);
    }
    else
    {
        GetRequester().Post(message);
        StartProbes(m_clock.ToPs(NowTicks()));
    }
}

void
RdmaQueuePair::Execute(const RdmaMessage& message, int64_t nowPs)
{
    GetRequester().Execute(message, nowPs);
    StartProbes(nowPs);
}

void
RdmaQueuePair::PostFetchAdd(uint64_t address, uint64_t add, uint64_t workId)
{
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = 8;
    message.address = address;
    message.swapOrAdd = add;
    message.operation = RdmaOperation::FETCH_ADD;
    Post(message);
}

void
RdmaQueuePair::PostCompareSwap(uint64_t address, uint64_t compare, uint64_t swap, uint64_t workId)
{
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = 8;
    message.address = address;
    message.swapOrAdd = swap;
    message.compare = compare;
    message.operation = RdmaOperation::COMPARE_SWAP;
    Post(message);
}

void
RdmaQueuePair::PostDatagram(uint32_t destHost, uint32_t destQp, uint64_t bytes, uint64_t workId)
{
    NS_ASSERT_MSG(m_settings.requester.datagram, "a connection has but one destination");
    RdmaMessage message{};
    message.workId = workId;
    message.bytes = bytes;
    message.destHost = destHost;
    message.destQp = destQp;
    message.operation = RdmaOperation::SEND;
    Post(message);
}

void
RdmaQueuePair::Receive(FabricPacket& packet)
{
    if (!TakesPackets(m_state))
    {
        return;
    }
    if (packet.ecn == EcnCodepoint::CE)
    {
        m_common.notificationPoint.HandleMark(packet);
    }
    if (m_common.policies.receiver && packet.payloadBytes > 0)
    {
        m_common.notificationPoint.HandleArrival(packet, *m_common.policies.receiver);
    }
    const RdmaOpcode opcode = packet.As<RdmaHeader>().opcode;
    if (opcode <= RdmaOpcode::WRITE_ONLY_IMM) // SENDs and WRITEs: most packets
    {
        m_responder.HandleRequest(packet);
        return;
    }
    if (opcode == RdmaOpcode::ACKNOWLEDGE)
    {
        if (packet.As<RdmaHeader>().becn && m_common.notificationPoint.IsOnAck())
        {
            HandleCnp(packet.readyPs);
        }
        GetRequester().HandleAcknowledge(packet);
        return;
    }
    ReceiveOther(packet);
}

/** Handles a packet that is neither a SEND, a WRITE nor an acknowledgement. */
void
RdmaQueuePair::ReceiveOther(FabricPacket& packet)
{
    switch (packet.As<RdmaHeader>().opcode)
    {
    case RdmaOpcode::ATOMIC_ACKNOWLEDGE:
        GetRequester().HandleAtomicAcknowledge(packet);
        break;
    case RdmaOpcode::READ_RESPONSE_FIRST:
    case RdmaOpcode::READ_RESPONSE_MIDDLE:
    case RdmaOpcode::READ_RESPONSE_LAST:
    case RdmaOpcode::READ_RESPONSE_ONLY:
        GetRequester().HandleReadResponse(packet);
        break;
    case RdmaOpcode::CNP_ROCE:
    case RdmaOpcode::CNP_INFINIBAND:
        HandleNotification(packet);
        break;
    case RdmaOpcode::RTT_REQUEST:
        AnswerProbe(packet);
        break;
    case RdmaOpcode::RTT_RESPONSE:
        HandleRttResponse(packet);
        break;
    case RdmaOpcode::UD_SEND_ONLY:
    case RdmaOpcode::UD_SEND_ONLY_IMM:
        m_responder.HandleDatagram(packet);
        break;
    default:
        m_responder.HandleRequest(packet);
        break;
    }
}

/**
 * Packets that adapters answer by themselves, whatever else they do, do not go to memory. An
 * acknowledgement must stay behind the response to a READ, or the response would count as lost.
 */
bool
RdmaQueuePair::GoesToMemory(const FabricPacket& packet)
{
    switch (packet.As<RdmaHeader>().opcode)
    {
    case RdmaOpcode::CNP_ROCE:
    case RdmaOpcode::CNP_INFINIBAND:
    case RdmaOpcode::RTT_REQUEST:
    case RdmaOpcode::RTT_RESPONSE:
        return false;
    case RdmaOpcode::ACKNOWLEDGE:
        return m_requester && m_requester->AwaitsResponse();
    default:
        return true;
    }
}

/** Handles a packet without its payload. */
void
RdmaQueuePair::ReceiveTrimmed(FabricPacket& packet)
{
    if (!TakesPackets(m_state))
    {
        return;
    }
    if (packet.ecn == EcnCodepoint::CE)
    {
        m_common.notificationPoint.HandleMark(packet);
    }
    if (m_settings.requester.datagram)
    {
        ++m_common.counters->droppedDatagrams;
    }
    else if (IsReadResponse(packet.As<RdmaHeader>().opcode))
    {
        GetRequester().HandleTrimmedResponse(packet);
    }
    else
    {
        m_responder.HandleTrimmedRequest(packet);
    }
}

void
RdmaQueuePair::HandleCnp(int64_t nowPs)
{
    NS_LOG_LOGIC(GetName() << ": is told of congestion");
    ++m_common.counters->cnpsReceived;
    GetCongestionControl().NotifyCnp(nowPs);
    Activate(nowPs);
}

/** Handles a congestion notification, or a message of a switch or of the receiver's half. */
void
RdmaQueuePair::HandleNotification(const FabricPacket& packet)
{
    if (!packet.extras)
    {
        HandleCnp(packet.readyPs);
        return;
    }
    const int64_t nowPs = packet.readyPs;
    if (packet.telemetry == TelemetryKind::TAG)
    {
        NS_LOG_LOGIC(GetName() << ": is told of congestion by a switch");
        ++m_common.counters->cnpsReceived;
        GetCongestionControl().NotifyNotice(
            {nowPs, nowPs - packet.sentPs, static_cast<const TelemetryTag&>(*packet.extras).value});
    }
    else
    {
        GetCongestionControl().NotifyControl(
            nowPs,
            static_cast<const CongestionField&>(*packet.extras).value);
    }
    Activate(nowPs);
}

bool
RdmaQueuePair::HasProbedWork() const
{
    return TakesPackets(m_state) &&
           ((m_requester && m_requester->HasWork()) || m_responder.HasAnswers());
}

void
RdmaQueuePair::StartProbes(int64_t nowPs)
{
    if (m_prober && HasProbedWork())
    {
        m_prober->Start(nowPs);
    }
}

void
RdmaQueuePair::SendProbe(int64_t nowPs)
{
    // The probe waits where data waits.
    m_context->Enqueue(m_common.packets.MakeProbe(RdmaOpcode::RTT_REQUEST,
                                                  m_common.packets.GetSettings().service,
                                                  nowPs,
                                                  nowPs));
}

void
RdmaQueuePair::AnswerProbe(const FabricPacket& packet)
{
    m_context->Enqueue(m_common.packets.MakeProbe(RdmaOpcode::RTT_RESPONSE,
                                                  m_common.notificationPoint.GetSettings().service,
                                                  RdmaPacketMaker::GetProbeSentPs(packet),
                                                  packet.readyPs));
}

void
RdmaQueuePair::HandleRttResponse(const FabricPacket& packet)
{
    if (!m_prober)
    {
        return;
    }
    const int64_t nowPs = packet.readyPs;
    const int64_t sentPs = RdmaPacketMaker::GetProbeSentPs(packet);
    m_prober->NotifyAnswer(sentPs, nowPs);
    GetCongestionControl().NotifyProbe(nowPs, nowPs - sentPs);
    Activate(nowPs);
}

void
RdmaQueuePair::Fail(int64_t nowPs, RdmaStatus status)
{
    NS_LOG_WARN(GetName() << ": fails, " << ToString(status));
    m_failure = status;
    ++m_common.counters->failedQueuePairs;
    m_responder.Clear();
    SetState(RdmaQueuePairState::ERROR, status);
    if (m_requester)
    {
        m_requester->Flush(nowPs, status);
    }
    if (m_adapterQueue)
    {
        m_adapterQueue->Flush(nowPs);
    }
}

bool
RdmaQueuePair::CanSend() const
{
    return m_responder.HasAnswers() || (m_requester && m_requester->CanSend());
}

FabricPacketPtr
RdmaQueuePair::MakeNextAnswer(int64_t nowPs)
{
    StartProbes(nowPs);
    return m_responder.MakeNextPacket(nowPs);
}

std::optional<uint32_t>
RdmaQueuePair::GetFlow() const
{
    const auto& packets = m_common.packets.GetSettings();
    return m_settings.requester.datagram
               ? std::nullopt
               : std::make_optional(FlowNumber(packets.host, packets.peerHost, packets.peerNumber));
}

FabricPacketPtr
RdmaQueuePair::MakeNextPacket(int64_t nowPs)
{
    if (m_responder.HasAnswers())
    {
        return MakeNextAnswer(nowPs);
    }
    return GetRequester().MakeNextPacket(nowPs);
}

void
RdmaQueuePair::Activate(int64_t nowPs)
{
    m_context->Activate(*this, nowPs);
}

void
RdmaQueuePair::Complete(const RdmaCompletion& completion)
{
    if (m_adapterQueue)
    {
        m_adapterQueue->Complete(completion);
        return;
    }
    ShowCompletion(completion);
}

void
RdmaQueuePair::ShowCompletion(const RdmaCompletion& completion)
{
    if (!m_completion.IsNull())
    {
        m_completion(completion);
    }
    else if (m_client)
    {
        m_client->OnCompletion(completion);
    }
}

void
RdmaQueuePair::Depart(uint64_t workId)
{
    if (!m_departure.IsNull())
    {
        m_departure(workId);
    }
    else if (m_client)
    {
        m_client->OnDeparture(workId);
    }
}

void
RdmaQueuePair::Arrive(const RdmaArrival& arrival)
{
    if (m_adapterQueue)
    {
        m_adapterQueue->Arrive(arrival);
        return;
    }
    ShowArrival(arrival);
}

void
RdmaQueuePair::ShowArrival(const RdmaArrival& arrival)
{
    if (!m_arrival.IsNull())
    {
        m_arrival(arrival);
    }
    else if (m_client)
    {
        m_client->OnArrival(arrival);
    }
}

int64_t
RdmaQueuePair::ReadMemory(uint64_t bytes, int64_t nowPs)
{
    GetRequester(); // its congestion control paces the response
    return m_adapterQueue ? m_adapterQueue->ReadAnswer(bytes, nowPs) : nowPs;
}

void
RdmaQueuePair::AnswerIsRead(int64_t nowPs)
{
    m_responder.NotifyRead(nowPs);
}

uint64_t&
RdmaQueuePair::GetWord(uint64_t address)
{
    return m_context->GetWord(address);
}

std::string
RdmaQueuePair::DescribeWait() const
{
    if (m_state == RdmaQueuePairState::ERROR)
    {
        return std::string("failed: ") + ToString(m_failure);
    }
    if (!TakesMessages(m_state))
    {
        return std::string("state: ") + ToString(m_state);
    }
    if (!HasWork())
    {
        return "no work";
    }
    if (!m_requester || !m_requester->HasWork())
    {
        return "the adapter is at work";
    }
    const std::string progress = m_requester->DescribeProgress() + ", ";
    const std::string block = m_context->DescribeBlock(GetLane());
    if (!block.empty())
    {
        return progress + "port " + block;
    }
    if (!m_requester->HasNext())
    {
        return progress + m_requester->DescribeAnswersDue();
    }
    switch (GetTurn().state)
    {
    case Turn::State::IDLE:
        return progress + "window full";
    case Turn::State::PACED:
        return progress + "held back by its rate";
    case Turn::State::PAUSED:
        return progress + "flow paused by the link";
    case Turn::State::READY:
        break;
    }
    return progress + "waits for its turn";
}

} // namespace ns3
