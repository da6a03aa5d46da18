// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-needs.h"

#include "ns3/adaptive-path-selector.h"
#include "ns3/create-part.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-switch.h"
#include "ns3/input-arbiter.h"
#include "ns3/input-error.h"
#include "ns3/lid-path-selector.h"
#include "ns3/link-flow-control.h"
#include "ns3/longest-path.h"
#include "ns3/telemetry-stack.h"
#include "ns3/transport-settings.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

/** @param tags name of the tags @return true if a marker uses them */
bool
ReadsTags(const EcnMarker& marker, const std::string& tags)
{
    const auto* const reader = dynamic_cast<const TagMarker*>(&marker);
    return reader && reader->GetTags() == tags;
}

} // namespace

void
CheckCongestionNeeds(const FabricProfile& profile,
                     const RdmaCongestionControl& congestionControl,
                     const EcnMarker& marker,
                     const std::vector<Ptr<FabricSwitch>>& switches)
{
    congestionControl.Validate();
    const auto needs = congestionControl.GetNeeds();
    const std::string name = profile.congestionControl.GetTypeId().GetName();
    if (switches.empty())
    {
        return;
    }
    if (needs.marks && !marker.CanMark())
    {
        throw InputError("congestion control " + name +
                         " needs packets to be marked, and the marker " +
                         profile.marker.GetTypeId().GetName() +
                         " marks none; choose a marker that does, such as ns3::RedMarker or "
                         "ns3::StepMarker, or a congestion control that needs no marks");
    }
    if (needs.tags && !ReadsTags(marker, needs.tags))
    {
        throw InputError("congestion control " + name +
                         " needs switches that read its tags, and the marker " +
                         profile.marker.GetTypeId().GetName() +
                         " does not read them; choose a marker that does, such as ns3::BoltMarker "
                         "for ns3::Bolt, or a congestion control without tags");
    }
    if ((needs.telemetry || needs.digest) && !switches.front()->GivesTelemetry())
    {
        throw InputError("congestion control " + name +
                         " needs in-band telemetry, and the switch " +
                         profile.fabricSwitch.GetTypeId().GetName() +
                         " gives none; set its attribute Telemetry to true, or choose a congestion "
                         "control that needs no telemetry");
    }
}

void
CheckTagMarker(const FabricProfile& profile, const CongestionNeeds& needs, const EcnMarker& marker)
{
    if (dynamic_cast<const TagMarker*>(&marker) && !(needs.tags && ReadsTags(marker, needs.tags)))
    {
        throw InputError(
            "marker " + marker.GetInstanceTypeId().GetName() +
            " reads tags that the congestion control " +
            profile.congestionControl.GetTypeId().GetName() +
            " does not write; choose a congestion control that does, such as ns3::Bolt for "
            "ns3::BoltMarker, or a marker without tags, such as ns3::RedMarker");
    }
}

void
CheckEntropyNeeds(const FabricProfile& profile,
                  const EntropyPolicy& entropy,
                  const EcnMarker& marker,
                  bool lidsChoose)
{
    const std::string name = "entropyPolicy " + profile.entropy.GetTypeId().GetName();
    const std::string reorderer = GetReorderer(profile);
    if (!entropy.KeepsFlows() && !reorderer.empty())
    {
        throw InputError(name + " chooses the UDP source port of each packet, and " + reorderer +
                         " takes each port for a flow, whose order it keeps; expected one of them, "
                         "or a policy that keeps its port for a while, such as "
                         "ns3::PlbEntropyPolicy");
    }
    if (entropy.NeedsMarks() && !marker.CanMark())
    {
        throw InputError(name + " needs packets to be marked, and the marker " +
                         profile.marker.GetTypeId().GetName() +
                         " marks none; choose a marker that does, such as ns3::RedMarker or "
                         "ns3::StepMarker, or a policy that needs no marks");
    }
    if (lidsChoose)
    {
        throw InputError(name + ": with forwarding tables (routing " +
                         profile.routing.GetTypeId().GetName() +
                         ") a connection stays on the LID that it has; choose "
                         "ns3::ShortestPathRouting, or no policy");
    }
}

void
CheckTableNeeds(const FabricProfile& profile, const ObjectFactory& pathSelector, uint32_t paths)
{
    const TypeId type = pathSelector.GetTypeId();
    if (type == AdaptivePathSelector::GetTypeId() || type == EcmpPathSelector::GetTypeId() ||
        type == LidPathSelector::GetTypeId() ||
        (paths == 1 && CreatePart<PathSelector>(pathSelector, "PathSelector")->GetDetours()))
    {
        return;
    }
    throw InputError("pathSelector " + type.GetName() + ": the forwarding tables of routing " +
                     profile.routing.GetTypeId().GetName() +
                     " name one port for each LID, so it has no choice; remove pathSelector, or "
                     "choose ns3::ShortestPathRouting" +
                     (paths == 1 ? ", or a path selector that takes detours" : ""));
}

void
CheckSorting(const FabricProfile& profile, const PathSelector& selector, const SwitchStage& stage)
{
    if (!CreatePart<LinkFlowControl>(profile.flowControl, "FlowControl")->IsSorting())
    {
        return;
    }
    const std::string name = "flowControl " + profile.flowControl.GetTypeId().GetName();
    if (selector.WritesTags())
    {
        throw InputError(name + " writes a tag on packets, and pathSelector " +
                         selector.GetInstanceTypeId().GetName() +
                         " writes another tag; expected a path selector that writes no tags, such "
                         "as ns3::EcmpPathSelector");
    }
    if (stage.IsNeeded())
    {
        throw InputError(name + " sorts waiting packets in its own order, and stage " +
                         stage.GetName() + " in another order; expected ns3::NoStage");
    }
    if (CreatePart<InputArbiter>(profile.inputArbiter, "InputArbiter")->IsNeeded())
    {
        throw InputError(name + " sorts waiting packets in its own order, and inputArbiter " +
                         profile.inputArbiter.GetTypeId().GetName() +
                         " in another order; expected ns3::FifoInputArbiter");
    }
}

uint32_t
GetTelemetryRoom(const FabricTopology& topology, const FabricRoutes& routes, bool detours)
{
    const uint32_t minimal = CountLongestPath(topology, routes);
    const uint32_t longest = detours ? CountDetourPath(minimal) : minimal;
    if (longest > TelemetryStack::MAX_HOPS)
    {
        throw InputError("in-band telemetry has room for " +
                         std::to_string(TelemetryStack::MAX_HOPS) + " switches, and " +
                         topology.origin + " has paths over " + std::to_string(longest) +
                         "; choose a congestion control that needs no telemetry, or shorter paths");
    }
    return std::max(longest, TelemetryStack::LEAST_ROOM);
}

} // namespace ns3
