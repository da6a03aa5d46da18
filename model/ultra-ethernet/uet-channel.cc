// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-channel.h"

#include "ultra-ethernet-transport.h"

#include "ns3/random-draws.h"

namespace ns3
{

UetChannel::UetChannel(UltraEthernetTransport& from,
                       UltraEthernetTransport& to,
                       uint8_t level,
                       uint64_t draw)
    : m_sender(*this),
      m_receiver(*this),
      m_level(from.GetServiceLevelTo(to, level))
{
    RdmaNic& near = *from.GetNic();
    RdmaNic& far = *to.GetNic();
    near.AddSource(m_sender, near.GetLane(m_level));
    far.AddSource(m_receiver, far.GetLane(m_level));

    // Both directions have one source port.
    const uint64_t pair = HashDraw(HashDraw(near.GetHost(), far.GetHost()), draw);
    const uint16_t port = near.GetSourcePort(pair);
    UetSender::Settings sender;
    sender.path = {&near,
                   &from.GetUetFraming(),
                   far.GetHost(),
                   m_receiver.GetNumber(),
                   m_level,
                   port,
                   from.GetMode(),
                   from.GetPsnRange()};
    sender.mtuBytes = near.GetMtuBytes();
    sender.demands = from.HasDemands();
    sender.reorderPackets = from.GetReorderPackets();
    sender.baseRttPs = near.GetBaseRttPs(far.GetHost());
    sender.probePs = sender.path.IsIdempotent() ? 0 : from.GetProbePs(far.GetHost());
    sender.policies = near.MakeSendPolicies(far.GetHost(), m_level, port, pair);
    m_sender.Start(sender);

    UetReceiver::Settings receiver;
    receiver.path = {&far,
                     &to.GetUetFraming(),
                     near.GetHost(),
                     m_sender.GetNumber(),
                     m_level,
                     port,
                     from.GetMode(),
                     from.GetPsnRange()};
    receiver.ackBytes = to.GetAckBytes();
    receiver.ackPs = to.GetAckPs();
    receiver.bitmapPackets = to.GetBitmapPackets();
    receiver.credits = far.AddReceiver(m_receiver);
    receiver.counters = &to.GetCounters();
    m_receiver.Start(receiver);
    from.AddSender(m_sender);
}

void
UetChannel::DoPost(uint64_t bytes, uint32_t immediate)
{
    m_sender.Post(bytes, immediate, m_clock.ToPs(NowTicks()));
}

uint8_t
UetChannel::DoGetServiceLevel() const
{
    return m_level;
}

std::string
UetChannel::DoDescribeWait(uint32_t /* immediate */) const
{
    return m_sender.DescribeWait();
}

std::optional<ChannelActivity>
UetChannel::DoGetActivity(int64_t nowPs) const
{
    return m_sender.GetActivity(nowPs);
}

void
UetChannel::DoRetire()
{
    m_sender.Retire();
}

void
UetChannel::OnSenderEnd(uint32_t immediate, const MessageEnd& end)
{
    End(immediate, end);
}

void
UetChannel::OnSenderDeparture(uint32_t immediate)
{
    Depart(immediate);
}

void
UetChannel::OnReceiverMessage(uint32_t immediate, int64_t nowPs)
{
    Arrive(immediate, nowPs);
}

} // namespace ns3
