// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Policies of an RdmaNic's queue pairs: congestion control of both ends, loss recovery and
// retransmission timer. Everything else of it is in rdma-nic.cc.

#include "rdma-nic.h"

#include "ns3/random-draws.h"

namespace ns3
{

/** @return that of a new queue pair, started */
Ptr<RdmaCongestionControl>
RdmaNic::GetCongestionControl(uint8_t level, int64_t baseRttPs, uint64_t draw)
{
    auto& shared = m_congestionControls[level];
    if (shared)
    {
        return shared;
    }
    const auto congestionControl = m_congestionControlFactory.Create<RdmaCongestionControl>();
    if (m_stream >= 0)
    {
        const bool shares = congestionControl->GetNeeds().perServiceLevel;
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        congestionControl->AssignStreams(shares ? NameStream(m_stream, "priority", level)
                                                : NameStream(m_stream, "congestion control", draw));
    }
    congestionControl->Start(
        {m_port->GetClock().ToPs(NowTicks()), m_port->GetRatebps(), baseRttPs, m_mtuBytes});
    if (congestionControl->GetNeeds().perServiceLevel)
    {
        shared = congestionControl;
    }
    return congestionControl;
}

/** @return the receiver's half, which knows of the flow; null if there is none */
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
                                                      m_port->GetNode()->GetId());
        receiver->Start({m_port->GetClock().ToPs(NowTicks()),
                         m_port->GetRatebps(),
                         m_mtuBytes,
                         m_framing->GetMaxWireBytes(m_mtuBytes)},
                        *m_receiver);
    }
    m_receiver->GetReceiver()->AddFlow(flow);
    return m_receiver->GetReceiver();
}

Ptr<CongestionReceiver>
RdmaNic::AddReceiver(const PacketSource& source)
{
    return GetReceiver(*m_congestionControlFactory.Create<RdmaCongestionControl>(),
                       source.GetNumber());
}

/** @return that of a new sender, started; null: it has one port */
Ptr<EntropyPolicy>
RdmaNic::GetEntropy(uint16_t port, int64_t baseRttPs, uint64_t draw) const
{
    if (!m_entropyFactory.IsTypeIdSet())
    {
        return nullptr;
    }
    const auto policy = m_entropyFactory.Create<EntropyPolicy>();
    if (!policy->IsNeeded())
    {
        return nullptr;
    }
    policy->Start({m_port->GetClock().ToPs(NowTicks()),
                   baseRttPs,
                   port,
                   HashDraw(HashDraw(m_pathSeed, "entropy"), draw)});
    return policy;
}

RdmaPolicies
RdmaNic::MakeSendPolicies(int64_t baseRttPs, uint8_t level, uint16_t port, uint64_t draw)
{
    RdmaPolicies policies;
    policies.congestionControl = GetCongestionControl(level, baseRttPs, draw);
    policies.retransmissionTimer = m_retransmissionTimerFactory.Create<RetransmissionTimer>();
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

RdmaPolicies
RdmaNic::MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw)
{
    const auto& packets = settings.packets;
    RdmaPolicies policies =
        MakeSendPolicies(settings.baseRttPs,
                         packets.service.level,
                         UdpSourcePortOf(packets.host, packets.peerHost, packets.entropy),
                         draw);
    policies.recovery = m_lossRecoveryFactory.Create<LossRecovery>();
    policies.recovery->Start({m_port->GetRatebps(), settings.baseRttPs, m_mtuBytes});
    policies.receiver = GetReceiver(*policies.congestionControl, packets.number);
    return policies;
}

} // namespace ns3
