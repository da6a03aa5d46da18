// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-channel.h"

namespace ns3
{

UetChannel::UetChannel(UetSender::Settings sender, UetReceiver::Settings receiver, uint64_t draw)
    : m_sender(*this),
      m_receiver(*this),
      m_level(sender.path.level)
{
    RdmaNic& near = *sender.path.nic;
    RdmaNic& far = *receiver.path.nic;
    near.AddSource(m_sender, near.GetLane(m_level));
    far.AddSource(m_receiver, far.GetLane(m_level));
    sender.path.peerNumber = m_receiver.GetNumber();
    sender.policies = near.GetConnectionFactory().MakeSendPolicies(far.GetHost(),
                                                                   m_level,
                                                                   sender.path.port,
                                                                   draw);
    m_sender.Start(sender);
    receiver.path.peerNumber = m_sender.GetNumber();
    receiver.credits = far.AddReceiver(m_receiver);
    m_receiver.Start(receiver);
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
