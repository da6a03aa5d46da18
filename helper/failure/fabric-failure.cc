// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-failure.h"

#include "fabric-fault.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/random-draws.h"
#include "ns3/simulator.h"
#include "ns3/transport-settings.h"

#include <algorithm>

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
                                          "Time at which the failure begins.",
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&FabricFailure::m_start),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("Stop",
                                          "Time at which the failure ends; 0: never.",
                                          TimeValue(Time(0)),
                                          MakeTimeAccessor(&FabricFailure::m_stop),
                                          MakeTimeChecker(Time(0)))
                            .AddTraceSource("Begin",
                                            "A fault begins.",
                                            MakeTraceSourceAccessor(&FabricFailure::m_beginTrace),
                                            "ns3::FabricFault::TracedCallback")
                            .AddTraceSource("End",
                                            "A fault ends.",
                                            MakeTraceSourceAccessor(&FabricFailure::m_endTrace),
                                            "ns3::FabricFault::TracedCallback");
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
    if (UsesLaw(profile) && !DoFitsLaw())
    {
        throw InputError(GetInstanceTypeId().GetName() +
                         ": has no effect that a law knows; "
                         "expected failures of links, switches, NICs, servers or GPUs, or another "
                         "transport");
    }
    if (!UsesLaw(profile) && DoNeedsPackets() && !HasPackets(profile))
    {
        throw InputError(GetInstanceTypeId().GetName() + ": affects packets, and " +
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

bool
FabricFailure::DoFitsLaw() const
{
    return false;
}

void
FabricFailure::Install(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    const auto others = network.GetOthers();
    std::vector<const FabricTopology*> topologies{&network.topology};
    for (const auto& other : others)
    {
        topologies.push_back(&other->topology);
    }
    const size_t place = FindTopology(topologies);
    // The events keep the network and the failure alive until they have run, or the simulator ends.
    DoInstall(place == 0 ? std::make_shared<const FabricNetwork>(network) : others[place - 1]);
}

size_t
FabricFailure::FindTopology(const std::vector<const FabricTopology*>& topologies) const
{
    const auto fits = [this](const FabricTopology* topology) { return DoFits(*topology); };
    const auto found = std::find_if(topologies.begin(), topologies.end(), fits);
    return found == topologies.end() ? 0 : found - topologies.begin();
}

bool
FabricFailure::DoFits(const FabricTopology&) const
{
    return true;
}

void
FabricFailure::DoInstall(const SharedNetwork& network) const
{
    const Ptr<const FabricFailure> failure(this);
    Simulator::Schedule(m_start, [failure, network] { failure->Begin(*network); });
    if (m_stop > Time(0))
    {
        Simulator::Schedule(m_stop, [failure, network] { failure->End(*network); });
    }
}

void
FabricFailure::Begin(const FabricNetwork& network) const
{
    const FabricFault fault = Describe(network);
    NoteBegin(fault);
    OpenFaults::Add(network, this, fault);
    DoSet(network, true);
}

void
FabricFailure::End(const FabricNetwork& network) const
{
    if (OpenFaults::Get(network).Remove(this))
    {
        DoSet(network, false);
        NoteEnd(Describe(network));
    }
}

void
FabricFailure::EndFaults(const FabricNetwork& network,
                         const std::function<bool(const FabricFault&)>& isGone)
{
    for (const auto* failure : OpenFaults::Find(network, isGone))
    {
        failure->End(network);
    }
}

FabricFault
FabricFailure::Describe(const FabricNetwork& network) const
{
    FabricFault fault = DoDescribe(network);
    fault.type = GetInstanceTypeId();
    for (const uint32_t link : fault.links)
    {
        fault.channels.push_back(network.channels[link]);
    }
    return fault;
}

FabricFault
FabricFailure::DoDescribe(const FabricNetwork&) const
{
    return {};
}

void
FabricFailure::NoteBegin(const FabricFault& fault) const
{
    NS_LOG_WARN(fault.type.GetName() << " " << fault.what << ": begins");
    m_beginTrace(fault);
}

void
FabricFailure::NoteEnd(const FabricFault& fault) const
{
    NS_LOG_WARN(fault.type.GetName() << " " << fault.what << ": ends");
    m_endTrace(fault);
}

int64_t
FabricFailure::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    const RandomDraws::Scope scope(DrawKind::FAILURES);
    return DoAssignStreams(stream);
}

int64_t
FabricFailure::DoAssignStreams(int64_t)
{
    return 0;
}

std::vector<uint32_t>
FabricFailure::GetLinksOf(const FabricTopology& topology, uint32_t node)
{
    std::vector<uint32_t> links;
    for (uint32_t link = 0; link < topology.links.size(); ++link)
    {
        if (topology.links[link].a == node || topology.links[link].b == node)
        {
            links.push_back(link);
        }
    }
    return links;
}

} // namespace ns3
