// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "message-channel.h"

namespace ns3
{

void
MessageClient::OnDeparture(uint32_t)
{
}

MessageChannel::~MessageChannel() = default;

std::optional<ChannelActivity>
MessageChannel::DoGetActivity(int64_t) const
{
    return std::nullopt;
}

std::vector<Ptr<const Object>>
MessageChannel::DoGetSenders() const
{
    return {};
}

void
MessageChannel::DoRetire()
{
}

} // namespace ns3
