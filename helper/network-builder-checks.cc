// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Checks that the parts of a NetworkBuilder fit its topology and each other; the parts are built in
// network-builder.cc.

#include "network-builder.h"

#include "ns3/congestion-needs.h"
#include "ns3/input-error.h"
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
    if (marker.IsAtEnqueue() && !marker.CanMark())
    {
        throw InputError(
            marker.GetInstanceTypeId().GetName() +
            " AtEnqueue: is true; expected false, since the marker does not mark packets");
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

/** Throws if a part is wrong of which each queue pair makes its own copy much later. */
void
NetworkBuilder::CheckLateParts() const
{
    CheckMarker(*Make<EcnMarker>(m_profile.marker));
    Make<LossRecovery>(m_profile.lossRecovery);
    Make<RetransmissionTimer>(m_profile.retransmissionTimer);
    Make<RdmaCongestionControl>(m_profile.congestionControl);
    Make<EntropyPolicy>(m_profile.entropy);
}

void
NetworkBuilder::CheckParts()
{
    const auto& transport = m_network.transports.front();
    CheckTransportSettings(m_profile, *transport, *m_network.nics.front());
    CheckLinksWithoutPackets(m_topology, *transport);
    for (const auto& parts : m_parts.GetAll())
    {
        CheckProfiles(Make<SwitchBuffer>(parts.buffer)->GetRateProfiles(),
                      parts.buffer.GetTypeId().GetName(),
                      m_network.topology);
        CheckProfiles(Make<EcnMarker>(parts.marker)->GetRateProfiles(),
                      parts.marker.GetTypeId().GetName(),
                      m_network.topology);
        CheckSorting(m_profile, *Make<PathSelector>(parts.pathSelector));
    }
    const auto* const tables = m_network.m_routes->GetTables();
    if (tables)
    {
        for (const auto& parts : m_parts.GetAll())
        {
            CheckTableNeeds(m_profile, parts.pathSelector, tables->GetPathCount());
        }
    }
    if (transport->HasQueuePairs())
    {
        Make<RdmaFraming>(m_profile.framing); // throws
    }
    if (transport->HasCongestionControl())
    {
        const auto specimen = Make<RdmaCongestionControl>(m_profile.congestionControl);
        CheckCongestionNeeds(m_profile,
                             *specimen,
                             *Make<EcnMarker>(m_profile.marker),
                             m_network.fabricSwitches);
        m_needs = specimen->GetNeeds();
        for (const auto& parts : m_parts.GetAll())
        {
            CheckTagMarker(m_profile, m_needs, *Make<EcnMarker>(parts.marker));
        }
        const auto entropy = Make<EntropyPolicy>(m_profile.entropy);
        if (m_network.KeepsOrder() && !entropy->KeepsOrder())
        {
            m_network.m_spreader = "EntropyPolicy " + entropy->GetInstanceTypeId().GetName();
        }
        if (entropy->IsNeeded())
        {
            CheckEntropyNeeds(m_profile,
                              *entropy,
                              m_needs,
                              *Make<EcnMarker>(m_profile.marker),
                              tables != nullptr);
            transport->CheckEntropy(*entropy);
        }
    }
    transport->Check(*m_framing, m_needs);
}

} // namespace ns3
