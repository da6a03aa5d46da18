// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shared-action.h"

#include "fabric-simulator-impl.h"
#include "rank-link.h"
#include "shared-actions.h"

#include "ns3/make-event.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3
{

SharedAction::SharedAction(std::function<void()> action)
{
    if (RankLink::GetActive())
    {
        m_number = FabricSimulatorImpl::GetActive()->GetShared().Add(std::move(action));
    }
    else
    {
        m_action = std::move(action);
    }
}

void
SharedAction::Schedule(int64_t delayTicks) const
{
    if (!m_action)
    {
        SharedActions::Request(m_number, delayTicks);
        return;
    }
    Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                   TimeStep(delayTicks),
                                   MakeEvent(m_action));
}

} // namespace ns3
