// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// An RdmaQueuePair from its start to its end. Its post functions are in rdma-queue-pair-verbs.cc,
// its congestion signals in rdma-queue-pair-notifications.cc.

#include "rdma-queue-pair.h"

#include "ns3/assert.h"
#include "ns3/flow-filter.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/random-draws.h"
#include "ns3/rdma-header.h"
#include "ns3/telemetry-digest.h"

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
    : m_requester(m_common, *this),
      m_responder(m_common, *this)
{
    NS_LOG_FUNCTION(this);
}

void
RdmaQueuePair::Start(const Settings& settings, Context& context)
{
    NS_LOG_FUNCTION(this);
    m_settings = settings;
    m_context = &context;
    m_common.pacer = &GetPacer();
    AdapterQueue::Client& client = *this;
    m_adapterQueue = context.MakeAdapterQueue(client);
    m_common.outlet = m_adapterQueue ? static_cast<PacketOutlet*>(m_adapterQueue.get()) : &context;
    m_common.counters = &context.GetQueuePairCounters();
    m_common.packets.SetSettings(settings.packets);
    Equip();
}

/** Makes new policies and starts again with them. */
void
RdmaQueuePair::Equip()
{
    m_common.policies =
        m_context->MakePolicies(m_settings, HashDraw(m_settings.draw, m_equipped++));
    RdmaCongestionControl& congestionControl = GetCongestionControl();
    const CongestionNeeds needs = congestionControl.GetNeeds();
    const auto kind = needs.digest      ? TelemetryKind::DIGEST
                      : needs.telemetry ? TelemetryKind::STACK
                      : needs.tags      ? TelemetryKind::TAG
                                        : TelemetryKind::NONE;
    m_common.packets.SetTelemetry(kind,
                                  needs.digest ? DigestCode(needs.digest->base).GetBytes()
                                               : m_settings.packets.telemetryRoom);
    CongestionNotifier::Settings notifier = m_settings.notifier;
    // A congestion control that works by CNPs must not get the same mark again as BECN in an
    // acknowledgement.
    const auto& entropy = m_common.policies.entropy;
    notifier.echoes = notifier.onAck || !needs.marks || needs.acknowledgements ||
                      (entropy && entropy->NeedsMarks());
    notifier.sendsCnps = !needs.ownNotifications;
    m_common.notifier.Start(notifier);
    GetPacer().Start(&congestionControl, m_settings.lineRatebps);
    m_prober.reset();
    if (needs.probePs > 0 && !m_settings.requester.datagram)
    {
        RttProber::Client& client = *this;
        m_prober = std::make_unique<RttProber>(client, m_settings.requester.node, needs.probePs);
    }
    RdmaRequester::Settings requester = m_settings.requester;
    requester.windowBytes =
        std::min(requester.windowBytes, m_common.policies.recovery->GetWindowBytes());
    requester.ackInterval = RdmaRequester::ChooseAckInterval(
        requester.ackInterval,
        std::min(requester.windowBytes, congestionControl.GetWindowBytes()));
    requester.choosesPaths = needs.paths || entropy;
    requester.asksPolicies = requester.choosesPaths || needs.tags;
    m_requester.Start(requester);
    m_responder.Start(m_settings.responder);
}

void
RdmaQueuePair::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_prober.reset();
    m_requester.Dispose();
    m_responder.Clear();
    m_adapterQueue.reset();
    m_context = nullptr;
    m_common.policies = {};
    m_completion = {};
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
    const auto from = static_cast<uint8_t>(m_state);
    const auto to = static_cast<uint8_t>(state);
    const bool next = to == from + 1;
    const bool back = m_state == State::SEND_QUEUE_DRAINED && state == State::READY_TO_SEND;
    if (state != State::RESET && !next && !back)
    {
        throw InputError("queue pair " + std::to_string(GetNumber()) + " of host " +
                         std::to_string(m_settings.packets.host) + ": cannot change from " +
                         ToString(m_state) + " to " + ToString(state));
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
    m_requester.SetDraining(state == RdmaQueuePairState::SEND_QUEUE_DRAINED);
    if (!m_stateTrace.IsEmpty())
    {
        m_stateTrace(state, status);
    }
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
        TellSource(packet);
    }
    if (m_common.policies.receiver && packet.payloadBytes > 0)
    {
        NotifyReceiver(packet);
    }
    const RdmaOpcode opcode = packet.As<RdmaHeader>().opcode;
    if (opcode <= RdmaOpcode::WRITE_ONLY_IMM) // SENDs and WRITEs: most packets
    {
        m_responder.HandleRequest(packet);
        return;
    }
    switch (opcode)
    {
    case RdmaOpcode::ACKNOWLEDGE:
        if (packet.As<RdmaHeader>().becn && m_common.notifier.IsOnAck())
        {
            HandleCnp(packet.readyPs);
        }
        m_requester.HandleAcknowledge(packet);
        break;
    case RdmaOpcode::ATOMIC_ACKNOWLEDGE:
        m_requester.HandleAtomicAcknowledge(packet);
        break;
    case RdmaOpcode::READ_RESPONSE_FIRST:
    case RdmaOpcode::READ_RESPONSE_MIDDLE:
    case RdmaOpcode::READ_RESPONSE_LAST:
    case RdmaOpcode::READ_RESPONSE_ONLY:
        m_requester.HandleReadResponse(packet);
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
        return m_requester.AwaitsResponse();
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
        TellSource(packet);
    }
    if (m_settings.requester.datagram)
    {
        ++m_common.counters->droppedDatagrams;
    }
    else if (IsReadResponse(packet.As<RdmaHeader>().opcode))
    {
        m_requester.HandleTrimmedResponse(packet);
    }
    else
    {
        m_responder.HandleTrimmedRequest(packet);
    }
}

void
RdmaQueuePair::Fail(int64_t nowPs, RdmaStatus status)
{
    NS_LOG_WARN(GetName() << ": fails, " << ToString(status));
    m_failure = status;
    ++m_common.counters->failedQueuePairs;
    m_responder.Clear();
    SetState(RdmaQueuePairState::ERROR, status);
    m_requester.Flush(nowPs, status);
    if (m_adapterQueue)
    {
        m_adapterQueue->Flush(nowPs);
    }
}

bool
RdmaQueuePair::CanSend() const
{
    return m_responder.HasAnswers() || m_requester.CanSend();
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
    return m_requester.MakeNextPacket(nowPs);
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
}

void
RdmaQueuePair::Depart(uint64_t workId)
{
    if (!m_departure.IsNull())
    {
        m_departure(workId);
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
}

int64_t
RdmaQueuePair::ReadMemory(uint64_t bytes, int64_t nowPs)
{
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
    if (!m_requester.HasWork())
    {
        return "the adapter is at work";
    }
    const std::string progress = m_requester.DescribeProgress() + ", ";
    const std::string block = m_context->DescribeBlock(GetLane());
    if (!block.empty())
    {
        return progress + "port " + block;
    }
    if (!m_requester.HasNext())
    {
        return progress + m_requester.DescribeAnswersDue();
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
