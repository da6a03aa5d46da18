// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "conweave-stage.h"

#include "ns3/flow-entropy.h"
#include "ns3/transport-number.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ConweaveStage);

TypeId
ConweaveStage::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ConweaveStage")
            .SetParent<SwitchStage>()
            .SetGroupName("AiFabric")
            .AddTraceSource("Hold",
                            "A packet to a host of this leaf has overtaken others and waits.",
                            MakeTraceSourceAccessor(&ConweaveStage::m_holdTrace),
                            "ns3::ConweaveStage::HoldTracedCallback")
            .AddTraceSource("Answer",
                            "A reply is sent, or has arrived and is consumed.",
                            MakeTraceSourceAccessor(&ConweaveStage::m_answerTrace),
                            "ns3::ConweaveStage::AnswerTracedCallback");
    return tid;
}

ConweaveStage::ConweaveStage(const ConweaveSettings& settings, Listener& listener)
    : m_settings(settings),
      m_listener(listener),
      m_flush(MakeFabricEvent<ConweaveStage, &ConweaveStage::Flush>(this)),
      m_transport(RegisterTransport("conweave"))
{
}

ConweaveStage::~ConweaveStage()
{
    m_flush->Clear();
}

void
ConweaveStage::DoDispose()
{
    m_flush->Clear();
    SwitchStage::DoDispose();
}

std::string
ConweaveStage::DoGetName() const
{
    return "ns3::ConweavePathSelector";
}

void
ConweaveStage::DoStart()
{
    m_hosts.clear();
    for (std::size_t port = 0; port < GetPortCount(); ++port)
    {
        m_hosts.push_back(SwitchContext::LeadsToHost(GetPort(static_cast<uint16_t>(port))) ? 1 : 0);
    }
    RequireLossy(m_settings.controlPriority);
    // After so many inactive gaps half of all epoch numbers could have passed unseen.
    const int64_t pausesPs = (ConweaveTag::EPOCHS / 2 - 1) * m_settings.inactive.GetPicoSeconds();
    m_queues.Configure({m_settings.extraFlush.GetPicoSeconds(),
                        m_settings.defaultWait.GetPicoSeconds(),
                        std::min(pausesPs, ConweaveTag::AGING_PS),
                        m_settings.queuesPerPort},
                       GetPortCount());
    m_flush->SetContext(GetNodeId());
}

bool
ConweaveStage::DoArrive(FabricPacket& packet, uint16_t egress)
{
    m_waits = false;
    if (m_hosts[egress] == 0)
    {
        return false;
    }
    if (packet.transport == m_transport && packet.kind == PacketKind::TRANSPORT)
    {
        if (!m_answerTrace.IsEmpty())
        {
            m_answerTrace(packet, false);
        }
        m_listener.Hear(packet, packet.As<ConweaveAnswer>());
        return true;
    }
    if (packet.pathTag != 0 && m_hosts[packet.ingressPort] == 0)
    {
        if (!IsTrimmed(packet.kind))
        {
            Answer(packet, egress);
        }
        packet.pathTag = m_waits ? packet.pathTag : 0; // a packet that waits may still be answered
    }
    return false;
}

/** Handles a packet with a tag at its last leaf; sets m_waits. */
void
ConweaveStage::Answer(const FabricPacket& packet, uint16_t egress)
{
    const ConweaveTag tag = ConweaveTag::Of(packet);
    m_waits = m_queues.Arrive(packet, egress);
    if (packet.ecn == EcnCodepoint::CE)
    {
        Tell(ConweaveAnswer::Kind::NOTIFY, packet, tag, egress);
    }
    if (tag.ask != ConweaveTag::NOTHING)
    {
        Tell(tag.ask == ConweaveTag::CLEAR ? ConweaveAnswer::Kind::CLEAR
                                           : ConweaveAnswer::Kind::REPLY,
             packet,
             tag,
             egress);
    }
    ScheduleFlush();
}

bool
ConweaveStage::DoHold(FabricPacketPtr& packet, uint16_t egress)
{
    const bool waits = std::exchange(m_waits, false);
    if (!waits || IsTrimmed(packet->kind))
    {
        return false;
    }
    if (!m_holdTrace.IsEmpty())
    {
        m_holdTrace(*packet, egress);
    }
    m_queues.Hold(std::move(packet));
    ScheduleFlush();
    return true;
}

PacketFifo
ConweaveStage::DoTakeHeld(uint16_t egress, uint8_t lane)
{
    return m_queues.Take(egress, lane);
}

void
ConweaveStage::ScheduleFlush()
{
    const int64_t ticks = m_queues.GetDueTicks();
    if (ticks != ConweaveQueues::NEVER && (!m_flush->IsPending() || m_flush->GetDeadline() > ticks))
    {
        m_flush->Schedule(ticks);
    }
}

void
ConweaveStage::Flush()
{
    const int64_t nowTicks = NowTicks();
    const int64_t nowPs = m_clock.ToPs(nowTicks);
    m_queues.Flush(nowTicks, [this, nowPs](FabricPacketPtr packet, uint16_t egress, bool overdue) {
        if (overdue)
        {
            packet->readyPs = nowPs;
            Tell(ConweaveAnswer::Kind::CLEAR, *packet, ConweaveTag::Of(*packet), egress);
        }
        packet->pathTag = 0;
        Release(std::move(packet), egress, nowPs);
    });
    ScheduleFlush();
}

/** Sends an answer to the first leaf of a packet. */
void
ConweaveStage::Tell(ConweaveAnswer::Kind kind,
                    const FabricPacket& packet,
                    const ConweaveTag& tag,
                    uint16_t egress)
{
    FabricPacketPtr told = MakePacket(packet.destHost,
                                      packet.sourceHost,
                                      m_settings.controlPriority,
                                      m_transport,
                                      packet.readyPs);
    told->entropy =
        FlowEntropy(packet.destHost,
                    packet.sourceHost,
                    UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy));
    auto& header = told->As<ConweaveAnswer>();
    header.entropy = packet.entropy;
    header.leaf = GetNodeId();
    header.port = static_cast<uint16_t>(tag.port);
    header.variant = static_cast<uint8_t>(tag.variant);
    header.epoch = static_cast<uint8_t>(tag.epoch);
    header.kind = kind;
    header.full = m_queues.GetFree(egress) == 0;
    if (!m_answerTrace.IsEmpty())
    {
        m_answerTrace(*told, true);
    }
    GetSwitch().Originate(std::move(told), packet.ingressPort);
}

} // namespace ns3
