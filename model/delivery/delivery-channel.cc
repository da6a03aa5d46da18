// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "delivery-channel.h"

#include "ns3/random-draws.h"

namespace ns3
{

DeliveryChannel::DeliveryChannel(SelectiveSender& sender, uint8_t level)
    : m_sender(sender),
      m_level(level)
{
}

RdmaPolicies
DeliveryChannel::MakePolicies(const std::vector<RdmaNic*>& nics,
                              const DeliveryPath& path,
                              int64_t baseRttPs,
                              uint64_t draw)
{
    RdmaNic& near = *path.nic;
    auto policies =
        near.GetConnectionFactory().MakeSendPolicies(path.peerHost, path.level, path.port, draw);
    if (nics.size() > 1)
    {
        // Begins anew, with the rate of all ports.
        policies.congestionControl->Start({near.GetPort().GetClock().ToPs(NowTicks()),
                                           AddRates(nics),
                                           baseRttPs,
                                           near.GetMtuBytes()});
    }
    return policies;
}

std::vector<Ptr<EntropyPolicy>>
DeliveryChannel::MakeEntropies(const std::vector<RdmaNic*>& nics,
                               const DeliveryPath& path,
                               uint64_t draw)
{
    std::vector<Ptr<EntropyPolicy>> entropies;
    for (RdmaNic* const nic : nics)
    {
        auto& factory = nic->GetConnectionFactory();
        draw = HashDraw(draw, entropies.size());
        const auto policies = factory.MakeSendPolicies(path.peerHost, path.level, path.port, draw);
        if (policies.entropy)
        {
            entropies.push_back(policies.entropy);
        }
    }
    return entropies;
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
