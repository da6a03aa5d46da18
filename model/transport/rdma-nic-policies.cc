// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Policies of an RdmaNic's queue pairs (congestion control of both ends, loss recovery,
// retransmission timer, adapter), and its service levels, lanes and DSCPs. The rest of RdmaNic is
// in rdma-nic.cc.

#include "rdma-nic.h"

#include "ns3/input-error.h"
#include "ns3/random-draws.h"

#include <algorithm>

namespace ns3
{

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
    congestionControl->Start(
        {m_port->GetClock().ToPs(NowTicks()), m_port->GetRatebps(), baseRttPs, m_mtuBytes});
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
    policy->Start({m_port->GetClock().ToPs(NowTicks()),
                   baseRttPs,
                   port,
                   HashDraw(HashDraw(m_pathSeed, "entropy"), draw),
                   m_mtuBytes});
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

/**
 * Throws if packets of a service level have no lane.
 *
 * @param what kind of packets
 */
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
        throw InputError(who + " would be discarded by RdmaNic SlToVl; expected a level with a "
                               "lane other than 15");
    }
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

uint8_t
RdmaNic::GetCnpServiceLevel(uint8_t level) const
{
    constexpr uint8_t ROCE_CNP_LEVEL = 6;
    if (m_cnpLevel >= 0)
    {
        return static_cast<uint8_t>(m_cnpLevel);
    }
    const bool ofInfiniBand =
        m_rdmaFraming && m_rdmaFraming->GetCnpOpcode() == RdmaOpcode::CNP_INFINIBAND;
    return ofInfiniBand ? level : ROCE_CNP_LEVEL;
}

} // namespace ns3
