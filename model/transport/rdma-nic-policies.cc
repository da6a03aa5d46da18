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
        m_receiver =
            std::make_unique<ReceiverOutlet>(receiver, m_queuePairs, m_port->GetNode()->GetId());
        receiver->Start({m_port->GetClock().ToPs(NowTicks()),
                         m_port->GetRatebps(),
                         m_mtuBytes,
                         m_framing->GetMaxWireBytes(m_mtuBytes)},
                        *m_receiver);
    }
    m_receiver->GetReceiver()->AddFlow(flow);
    return m_receiver->GetReceiver();
}

/** @return that of a new queue pair, started; null: it has one port */
Ptr<EntropyPolicy>
RdmaNic::GetEntropy(const RdmaQueuePair::Settings& settings, uint64_t draw) const
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
    const auto& packets = settings.packets;
    policy->Start({m_port->GetClock().ToPs(NowTicks()),
                   settings.baseRttPs,
                   UdpSourcePortOf(packets.host, packets.peerHost, packets.entropy),
                   HashDraw(HashDraw(m_pathSeed, "entropy"), draw)});
    return policy;
}

RdmaPolicies
RdmaNic::MakePolicies(const RdmaQueuePair::Settings& settings, uint64_t draw)
{
    RdmaPolicies policies;
    policies.recovery = m_lossRecoveryFactory.Create<LossRecovery>();
    policies.congestionControl =
        GetCongestionControl(settings.packets.service.level, settings.baseRttPs, draw);
    policies.receiver = GetReceiver(*policies.congestionControl, settings.packets.number);
    policies.retransmissionTimer = m_retransmissionTimerFactory.Create<RetransmissionTimer>();
    if (m_stream >= 0)
    {
        const RandomDraws::Scope scope(DrawKind::QUEUE_PAIRS);
        policies.retransmissionTimer->AssignStreams(NameStream(m_stream, "timer", draw));
    }
    policies.entropy = GetEntropy(settings, draw);
    policies.recovery->Start({m_port->GetRatebps(), settings.baseRttPs, m_mtuBytes});
    return policies;
}

} // namespace ns3
