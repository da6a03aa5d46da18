// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "delivery-channel.h"

namespace ns3
{

DeliveryChannel::DeliveryChannel(SelectiveSender& sender, uint8_t level)
    : m_sender(sender),
      m_level(level)
{
}

void
DeliveryChannel::DoPost(uint64_t bytes, uint32_t immediate)
{
    m_sender.Post(bytes, immediate, m_clock.ToPs(NowTicks()));
}

uint8_t
DeliveryChannel::DoGetServiceLevel() const
{
    return m_level;
}

std::string
DeliveryChannel::DoDescribeWait(uint32_t /* immediate */) const
{
    return m_sender.DescribeWait();
}

std::optional<ChannelActivity>
DeliveryChannel::DoGetActivity(int64_t nowPs) const
{
    return m_sender.GetActivity(nowPs);
}

void
DeliveryChannel::DoRetire()
{
    m_sender.Retire();
}

void
DeliveryChannel::OnSenderEnd(uint32_t immediate, const MessageEnd& end)
{
    End(immediate, end);
}

void
DeliveryChannel::OnSenderDeparture(uint32_t immediate)
{
    Depart(immediate);
}

void
DeliveryChannel::OnReceiverMessage(uint32_t immediate, int64_t nowPs)
{
    Arrive(immediate, nowPs);
}

} // namespace ns3
