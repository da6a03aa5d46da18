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

/** @return congestion control of a new queue pair, started */
Ptr<RdmaCongestionControl>
ConnectionFactory::GetCongestionControl(uint8_t level, int64_t baseRttPs, uint64_t draw)
{
    auto& shared = m_congestionControls[level];
    if (shared)
    {
        return shared;
    }
    const auto congestionControl = CreateCongestionControl();
    if (m_stream >= 0)
    {
        const bool shares = congestionControl->GetNeeds().perServiceLevel;
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        congestionControl->AssignStreams(shares ? NameStream(m_stream, "priority", level)
                                                : NameStream(m_stream, "congestion control", draw));
    }
    congestionControl->Start({m_port->GetClock().ToPs(NowTicks()),
                              m_port->GetRatebps(),
                              baseRttPs,
                              m_settings.mtuBytes});
    if (congestionControl->GetNeeds().perServiceLevel)
    {
        shared = congestionControl;
    }
    return congestionControl;
}

/** @return entropy policy of a new sender, started; null: the sender has one port */
Ptr<EntropyPolicy>
ConnectionFactory::GetEntropy(uint16_t port, int64_t baseRttPs, uint64_t draw)
{
    if (!m_factories.entropy.IsTypeIdSet())
    {
        return nullptr;
    }
    const auto policy = m_factories.entropy.CreateCurrent<EntropyPolicy>();
    if (!policy->IsNeeded())
    {
        return nullptr;
    }
    policy->Start({m_port->GetClock().ToPs(NowTicks()),
                   baseRttPs,
                   port,
                   HashDraw(HashDraw(m_pathSeed, "entropy"), draw),
                   m_settings.mtuBytes});
    return policy;
}

RdmaPolicies
ConnectionFactory::MakeSendPolicies(int64_t baseRttPs, uint8_t level, uint16_t port, uint64_t draw)
{
    RdmaPolicies policies;
    policies.congestionControl = GetCongestionControl(level, baseRttPs, draw);
    policies.retransmissionTimer =
        m_factories.retransmissionTimer.CreateCurrent<RetransmissionTimer>();
    if (m_stream >= 0)
    {
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        policies.retransmissionTimer->AssignStreams(NameStream(m_stream, "timer", draw));
    }
    policies.entropy = GetEntropy(port, baseRttPs, draw);
    return policies;
}

RdmaPolicies
ConnectionFactory::MakeSendPolicies(uint32_t host, uint8_t level, uint16_t port, uint64_t draw)
{
    return MakeSendPolicies(GetBaseRttPs(host), level, port, draw);
}

RdmaPolicies
ConnectionFactory::MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw)
{
    const auto& packets = settings.packets;
    RdmaPolicies policies =
        MakeSendPolicies(settings.baseRttPs,
                         packets.service.level,
                         UdpSourcePortOf(packets.host, packets.peerHost, packets.entropy),
                         draw);
    policies.recovery = m_factories.lossRecovery.CreateCurrent<LossRecovery>();
    policies.recovery->Start({m_port->GetRatebps(), settings.baseRttPs, m_settings.mtuBytes});
    return policies;
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
ConnectionFactory::CheckAnswers(const RdmaCongestionControl& congestionControl, uint8_t level) const
{
    m_levels.CheckAckLevel();
    const auto needs = congestionControl.GetNeeds();
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
    CheckAnswers(*CreateCongestionControl(), level);
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
