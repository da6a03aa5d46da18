// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-checks.h"

#include "network-part.h"

#include "ns3/congestion-needs.h"
#include "ns3/ecn-marker.h"
#include "ns3/entropy-policy.h"
#include "ns3/input-error.h"
#include "ns3/loss-recovery.h"
#include "ns3/path-selector.h"
#include "ns3/rate-profiles.h"
#include "ns3/rdma-framing.h"
#include "ns3/retransmission-timer.h"
#include "ns3/switch-buffer.h"
#include "ns3/switch-stage.h"
#include "ns3/transport-settings.h"

#include <set>
#include <string>

namespace ns3
{

namespace
{

/** Throws if thresholds are set for a marker that marks nothing. */
void
CheckMarker(const EcnMarker& marker)
{
    if ((marker.IsAtEnqueue() || marker.SkipsHosts()) && !marker.CanMark())
    {
        throw InputError(marker.GetInstanceTypeId().GetName() +
                         (marker.IsAtEnqueue() ? " AtEnqueue" : " SkipsHosts") +
                         ": is true; expected false, since the marker does not mark packets");
    }
}

/** Throws if a table of profiles has rows, but none for the rate of some port of a switch. */
void
CheckProfiles(const RateProfiles* profiles,
              const std::string& owner,
              const FabricTopology& topology)
{
    if (!profiles || profiles->GetRows().empty())
    {
        return;
    }
    std::set<uint64_t> rates;
    for (const auto& link : topology.links)
    {
        const bool hasSwitch = !topology.IsHost(link.a) || !topology.IsHost(link.b);
        if (hasSwitch && profiles->Find(link.ratebps))
        {
            return;
        }
        if (hasSwitch)
        {
            rates.insert(link.ratebps);
        }
    }
    std::string known;
    for (const uint64_t rate : rates)
    {
        known += (known.empty() ? "" : ", ") + std::to_string(rate) + "bps";
    }
    throw InputError(owner + " Profiles: \"" + profiles->ToString() +
                     "\" has no row for the rate of any switch port; expected some of " + known);
}

} // namespace

void
CheckLateParts(const FabricProfile& profile)
{
    CheckMarker(*MakeNetworkPart<EcnMarker>(profile.marker));
    MakeNetworkPart<LossRecovery>(profile.lossRecovery);
    MakeNetworkPart<RetransmissionTimer>(profile.retransmissionTimer);
    MakeNetworkPart<RdmaCongestionControl>(profile.congestionControl);
    MakeNetworkPart<EntropyPolicy>(profile.entropy);
}

CongestionNeeds
CheckNetworkParts(const FabricProfile& profile,
                  const FabricTopology& topology,
                  const SwitchParts& switchParts,
                  const FabricNetwork& network,
                  const FabricFraming& framing)
{
    const auto& transport = network.transports.front();
    CheckTransportSettings(profile, *transport, *network.nics.front());
    CheckLinksWithoutPackets(topology, *transport);
    for (const auto& parts : switchParts.GetAll())
    {
        CheckProfiles(MakeNetworkPart<SwitchBuffer>(parts.buffer)->GetRateProfiles(),
                      parts.buffer.GetTypeId().GetName(),
                      network.topology);
        CheckProfiles(MakeNetworkPart<EcnMarker>(parts.marker)->GetRateProfiles(),
                      parts.marker.GetTypeId().GetName(),
                      network.topology);
        CheckSorting(profile,
                     *MakeNetworkPart<PathSelector>(parts.pathSelector),
                     *MakeNetworkPart<SwitchStage>(parts.stage));
    }
    const auto* const tables = network.GetRoutes().GetTables();
    if (tables)
    {
        for (const auto& parts : switchParts.GetAll())
        {
            CheckTableNeeds(profile, parts.pathSelector, tables->GetPathCount());
        }
    }
    if (transport->HasQueuePairs())
    {
        MakeNetworkPart<RdmaFraming>(profile.framing); // throws
    }
    CongestionNeeds needs;
    if (transport->HasCongestionControl())
    {
        const auto specimen = MakeNetworkPart<RdmaCongestionControl>(profile.congestionControl);
        CheckCongestionNeeds(profile,
                             *specimen,
                             *MakeNetworkPart<EcnMarker>(profile.marker),
                             network.fabricSwitches);
        needs = specimen->GetNeeds();
        for (const auto& parts : switchParts.GetAll())
        {
            CheckTagMarker(profile, needs, *MakeNetworkPart<EcnMarker>(parts.marker));
        }
        const auto entropy = MakeNetworkPart<EntropyPolicy>(profile.entropy);
        if (entropy->IsNeeded())
        {
            CheckEntropyNeeds(profile,
                              *entropy,
                              *MakeNetworkPart<EcnMarker>(profile.marker),
                              tables != nullptr);
            transport->CheckEntropy(*entropy);
        }
    }
    transport->Check(framing, needs);
    return needs;
}

} // namespace ns3
