// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shared-actions.h"

#include "thread-domain.h"

#include "ns3/abort.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

uint32_t
SharedActions::Add(std::function<void()> action)
{
    m_actions.push_back(std::move(action));
    return static_cast<uint32_t>(m_actions.size() - 1);
}

void
SharedActions::Request(uint32_t number, int64_t delayTicks)
{
    EventDomain& domain = *ThreadDomain::Get();
    const auto ticks = static_cast<uint64_t>(domain.nowTicks + delayTicks);
    NS_ABORT_MSG_IF(ticks < domain.windowEnd,
                    "an event of all processes lies within the current window");
    domain.requests.push_back({ticks,
                               Simulator::NO_CONTEXT,
                               nullptr,
                               static_cast<uint64_t>(domain.nowTicks),
                               domain.order,
                               number});
}

} // namespace ns3
