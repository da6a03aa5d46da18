// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "connection-factory.h"

#include "rdma-requester.h"

#include "ns3/fabric-event.h"
#include "ns3/node.h"

#include <algorithm>

namespace ns3
{

void
ConnectionFactory::Attach(uint32_t host, Ptr<FabricNetDevice> port, Ptr<FabricAdapter> adapter)
{
    m_host = host;
    m_port = port;
    m_adapter = adapter;
    m_pathSeed = RandomDraws::GetSeed(DrawKind::PATHS);
}

void
ConnectionFactory::Clear()
{
    m_congestionControls = {};
    m_judged = nullptr;
    m_port = nullptr;
    m_adapter = nullptr;
    m_baseRtt = {};
    m_serviceLevel = {};
}

int64_t
ConnectionFactory::AssignStreams(int64_t stream)
{
    m_stream = stream;
    return 1;
}

Ptr<RdmaCongestionControl>
ConnectionFactory::CreateCongestionControl() const
{
    return m_factories.congestionControl.CreateCurrent<RdmaCongestionControl>();
}

int64_t
ConnectionFactory::GetBaseRttPs(uint32_t host) const
{
    return m_baseRtt.IsNull() ? 0 : m_baseRtt(host) + (m_adapter ? m_adapter->GetAckDelayPs() : 0);
}

uint8_t
ConnectionFactory::GetServiceLevelTo(uint32_t host, int16_t wanted) const
{
    return !m_serviceLevel.IsNull() ? m_serviceLevel(host, 0)
           : wanted < 0             ? m_levels.GetDefaultServiceLevel()
                                    : static_cast<uint8_t>(wanted);
}

/** @return congestion control of a new sender, started */
Ptr<RdmaCongestionControl>
ConnectionFactory::GetCongestionControl(const Sender& sender)
{
    auto& shared = m_congestionControls[sender.level];
    if (shared)
    {
        return shared;
    }
    const auto congestionControl = m_factories.congestionControl.Create<RdmaCongestionControl>();
    if (m_stream >= 0 && !SendersMayWait())
    {
        const bool shares = congestionControl->GetNeeds().perServiceLevel;
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        congestionControl->AssignStreams(
            shares ? NameStream(m_stream, "priority", sender.level)
                   : NameStream(m_stream, "congestion control", sender.draw));
    }
    congestionControl->Start(
        {sender.startPs, sender.lineRatebps, sender.baseRttPs, sender.mtuBytes});
    if (congestionControl->GetNeeds().perServiceLevel)
    {
        shared = congestionControl;
    }
    return congestionControl;
}

/** @return true if the entropy policy of new senders chooses ports */
bool
ConnectionFactory::ChoosesPorts() const
{
    return m_factories.entropy.IsTypeIdSet() &&
           m_factories.entropy.Look<EntropyPolicy>().IsNeeded();
}

/** @return entropy policy of a new sender, started; null: the sender has one port */
Ptr<EntropyPolicy>
ConnectionFactory::GetEntropy(const Sender& sender) const
{
    if (!ChoosesPorts())
    {
        return nullptr;
    }
    const auto policy = m_factories.entropy.Create<EntropyPolicy>();
    policy->Start({sender.startPs,
                   sender.baseRttPs,
                   sender.port,
                   HashDraw(HashDraw(m_pathSeed, "entropy"), sender.draw),
                   sender.mtuBytes});
    return policy;
}

/** @return timer of a new sender */
Ptr<RetransmissionTimer>
ConnectionFactory::MakeTimer(uint64_t draw)
{
    const auto timer = m_factories.retransmissionTimer.CreateCurrent<RetransmissionTimer>();
    if (m_stream >= 0)
    {
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        timer->AssignStreams(NameStream(m_stream, "timer", draw));
    }
    return timer;
}

int64_t
ConnectionFactory::GetLongestWaitPs(uint64_t timeouts) const
{
    return m_factories.retransmissionTimer.CreateCurrent<RetransmissionTimer>()->GetLongestWaitPs(
        GetAckTimeoutPs(),
        timeouts);
}

RdmaPolicies
ConnectionFactory::MakeSendPolicies(uint32_t host, uint8_t level, uint16_t port, uint64_t draw)
{
    m_factories.congestionControl.Renew();
    m_factories.entropy.Renew();
    const Sender sender{GetNowPs(),
                        m_port->GetRatebps(),
                        GetBaseRttPs(host),
                        m_settings.mtuBytes,
                        draw,
                        port,
                        level};
    RdmaPolicies policies;
    policies.congestionControl = GetCongestionControl(sender);
    policies.retransmissionTimer = MakeTimer(draw);
    policies.entropy = GetEntropy(sender);
    return policies;
}

/**
 * A congestion control may be made later, also by another thread, if it is a copy, is that of one
 * queue pair, and takes no stream, because the seeds of streams are global.
 */
bool
ConnectionFactory::SendersMayWait()
{
    const auto& factory = m_factories.congestionControl;
    if (!factory.IsCopying() || (ChoosesPorts() && !m_factories.entropy.IsCopying()))
    {
        return false;
    }
    const auto& congestionControl = factory.Look<RdmaCongestionControl>();
    if (PeekPointer(m_judged) != &congestionControl)
    {
        m_judged = &congestionControl;
        m_sendersMayWait = !congestionControl.GetNeeds().perServiceLevel &&
                           factory.Create<RdmaCongestionControl>()->AssignStreams(0) == 0;
    }
    return m_sendersMayWait;
}

RdmaPolicies
ConnectionFactory::MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw)
{
    m_factories.congestionControl.Renew();
    m_factories.entropy.Renew();
    RdmaPolicies policies;
    policies.retransmissionTimer = MakeTimer(draw);
    if (!SendersMayWait())
    {
        AddSendPolicies(settings, draw, GetNowPs(), policies);
    }
    policies.recovery = m_factories.lossRecovery.CreateCurrent<LossRecovery>();
    policies.recovery->Start({m_port->GetRatebps(), settings.baseRttPs, m_settings.mtuBytes});
    return policies;
}

void
ConnectionFactory::AddSendPolicies(const RdmaQueuePair::Settings& settings,
                                   uint64_t draw,
                                   int64_t startPs,
                                   RdmaPolicies& policies)
{
    if (policies.congestionControl)
    {
        return;
    }
    const auto& packets = settings.packets;
    const Sender sender{startPs,
                        settings.lineRatebps,
                        settings.baseRttPs,
                        settings.requester.mtuBytes,
                        draw,
                        UdpSourcePortOf(packets.host, packets.peerHost, packets.entropy),
                        packets.service.level};
    policies.congestionControl = GetCongestionControl(sender);
    policies.entropy = GetEntropy(sender);
}

RdmaQueuePair::Needs
ConnectionFactory::GetNeeds() const
{
    const bool entropy = ChoosesPorts();
    return {m_factories.congestionControl.Look<RdmaCongestionControl>().GetNeeds(),
            entropy,
            entropy && m_factories.entropy.Look<EntropyPolicy>().NeedsMarks()};
}

uint32_t
ConnectionFactory::GetAckInterval() const
{
    if (m_settings.ackInterval > 0)
    {
        return m_settings.ackInterval;
    }
    // Any value: it does not decide whether there is a window.
    constexpr int64_t ANY_RTT_PS = 1'000'000;
    const auto congestionControl = CreateCongestionControl();
    congestionControl->Start({0, m_port->GetRatebps(), ANY_RTT_PS, m_settings.mtuBytes});
    const auto recovery = m_factories.lossRecovery.Create<LossRecovery>();
    recovery->Start({m_port->GetRatebps(), ANY_RTT_PS, m_settings.mtuBytes});
    return RdmaRequester::ChooseAckInterval(0,
                                            std::min({m_settings.windowBytes,
                                                      congestionControl->GetWindowBytes(),
                                                      recovery->GetWindowBytes()}));
}

void
ConnectionFactory::CheckAnswers(const CongestionNeeds& needs, uint8_t level) const
{
    m_levels.CheckAckLevel();
    if (needs.marks && !m_settings.cnpOnAck)
    {
        m_levels.CheckLevel(m_levels.GetCnpServiceLevel(level), "congestion notifications");
    }
    if (needs.probePs > 0)
    {
        m_levels.CheckLevel(m_levels.GetCnpServiceLevel(level), "answers to probes");
    }
}

void
ConnectionFactory::CheckLanes(uint8_t level) const
{
    if (m_serviceLevel.IsNull())
    {
        m_levels.CheckLevel(level, "data");
    }
    CheckAnswers(CreateCongestionControl()->GetNeeds(), level);
}

/** @return settings of a queue pair: those of all, and these */
RdmaQueuePair::Settings
ConnectionFactory::MakeSettings(uint8_t level, int64_t baseRttPs, uint64_t draw) const
{
    m_levels.CheckLevel(level, "data");
    RdmaQueuePair::Settings settings;
    settings.packets.host = m_host;
    settings.packets.service = m_levels.GetClass(level);
    settings.packets.telemetryRoom = m_settings.telemetryRoom;
    settings.requester.node = m_port->GetNode()->GetId();
    settings.requester.mtuBytes = m_settings.mtuBytes;
    settings.requester.ackInterval = m_settings.ackInterval;
    settings.requester.maxAnswersDue = m_settings.maxOutstandingReads;
    settings.requester.retryCount = m_settings.retryCount;
    settings.requester.rnrRetryCount = m_settings.rnrRetryCount;
    settings.requester.ackTimeoutPs = GetAckTimeoutPs();
    settings.requester.windowBytes = m_settings.windowBytes;
    settings.responder.mtuBytes = m_settings.mtuBytes;
    settings.responder.acknowledgements = m_levels.GetAckClass(level);
    settings.responder.rnrTimer = m_settings.rnrTimer;
    settings.notifications.intervalPs = GetCnpIntervalPs();
    settings.notifications.onAck = m_settings.cnpOnAck;
    settings.notifications.service = m_levels.GetClass(m_levels.GetCnpServiceLevel(level));
    settings.lineRatebps = m_port->GetRatebps();
    settings.baseRttPs = baseRttPs;
    settings.draw = draw;
    return settings;
}

RdmaQueuePair::Settings
ConnectionFactory::MakeConnectionSettings(uint32_t host, uint8_t level, uint64_t draw) const
{
    const uint32_t entropy = FlowEntropy(m_host, host, GetSourcePort(draw));
    auto settings = MakeSettings(m_serviceLevel.IsNull() ? level : m_serviceLevel(host, entropy),
                                 GetBaseRttPs(host),
                                 draw);
    settings.packets.peerHost = host;
    settings.packets.entropy = entropy;
    return settings;
}

RdmaQueuePair::Settings
ConnectionFactory::MakeDatagramSettings(uint8_t level)
{
    const uint64_t draw = HashDraw(m_host, CountConnection(m_host));
    auto settings = MakeSettings(level, 0, draw);
    settings.packets.entropy = GetSourcePort(draw);
    settings.requester.datagram = true;
    return settings;
}

} // namespace ns3
