// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-failure.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/transport-settings.h"

#include <memory>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricFailure");

NS_OBJECT_ENSURE_REGISTERED(FabricFailure);

TypeId
FabricFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricFailure")
                            .SetParent<Object>()
                            .SetGroupName("AiFabric")
                            .AddAttribute("Start",
                                          "When it begins.",
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&FabricFailure::m_start),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("Stop",
                                          "When it is over; 0: never.",
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&FabricFailure::m_stop),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

void
FabricFailure::Check(const FabricTopology& topology, const FabricProfile& profile) const
{
    if (m_stop > Time(0) && m_stop <= m_start)
    {
        throw InputError(GetInstanceTypeId().GetName() + " Stop: is " +
                         std::to_string(m_stop.GetNanoSeconds()) + "ns, not after Start, " +
                         std::to_string(m_start.GetNanoSeconds()) +
                         "ns; expected a later time, or 0 for never");
    }
    if (DoNeedsPackets() && !HasPackets(profile))
    {
        throw InputError(GetInstanceTypeId().GetName() + ": happens to packets, and " +
                         profile.transport.GetTypeId().GetName() +
                         " has none; expected another transport, or no such failure");
    }
    DoCheck(topology, profile);
}

bool
FabricFailure::DoNeedsPackets() const
{
    return true;
}

void
FabricFailure::Install(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    // The events hold the network and the failure until they have run, or the simulator ends.
    const auto shared = std::make_shared<const FabricNetwork>(network);
    const Ptr<const FabricFailure> failure(this);
    Simulator::Schedule(m_start, [failure, shared] {
        NS_LOG_WARN(failure->GetInstanceTypeId().GetName() << " begins");
        failure->DoBegin(*shared);
    });
    if (m_stop > Time(0))
    {
        Simulator::Schedule(m_stop, [failure, shared] {
            NS_LOG_WARN(failure->GetInstanceTypeId().GetName() << " ends");
            failure->DoEnd(*shared);
        });
    }
}

void
FabricFailure::CheckHost(const FabricTopology& topology, uint32_t host) const
{
    if (host >= topology.GetHostCount())
    {
        throw InputError(GetInstanceTypeId().GetName() + " Host: is " + std::to_string(host) +
                         "; expected the index of a host, 0 to " +
                         std::to_string(topology.GetHostCount() - 1));
    }
}

} // namespace ns3
