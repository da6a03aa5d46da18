// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// What of FabricSimulatorImpl is for several processes; the rest is in fabric-simulator-impl.cc.

#include "domain-windows.h"
#include "fabric-simulator-impl.h"
#include "rank-link.h"

#include "ns3/abort.h"

#include <utility>

namespace ns3
{

uint32_t
FabricSimulatorImpl::AddShared(std::function<void()> action)
{
    m_shared.push_back(std::move(action));
    return static_cast<uint32_t>(m_shared.size() - 1);
}

void
FabricSimulatorImpl::ScheduleShared(uint32_t number, int64_t delayTicks)
{
    const auto ticks = static_cast<uint64_t>(m_domain->nowTicks + delayTicks);
    NS_ABORT_MSG_IF(ticks < m_domain->windowEnd,
                    "an event of all processes lies within the current window");
    m_domain->requests.push_back({ticks,
                                  Simulator::NO_CONTEXT,
                                  nullptr,
                                  static_cast<uint64_t>(m_domain->nowTicks),
                                  m_domain->order,
                                  number});
}

uint32_t
FabricSimulatorImpl::GetSystemId() const
{
    const bool isOneOfMany = m_windows && !m_windows->GetPlan().rankOfDomain.empty();
    const RankLink* const link = RankLink::GetActive(); // may be gone after an error
    return isOneOfMany && link ? link->GetRank() : 0;
}

} // namespace ns3
