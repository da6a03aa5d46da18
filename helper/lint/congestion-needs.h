// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGESTION_NEEDS_H
#define AI_FABRIC_CONGESTION_NEEDS_H

#include "ns3/ecn-marker.h"
#include "ns3/entropy-policy.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-routing.h"
#include "ns3/fabric-switch.h"
#include "ns3/fabric-topology.h"
#include "ns3/path-selector.h"
#include "ns3/rdma-congestion-control.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-lint
 * Throws if a network does not give its congestion control what that needs.
 *
 * @param profile the parts, for their names
 * @param congestionControl a specimen
 * @param marker a specimen
 * @param switches all of them, maybe none
 * @throw InputError if the congestion control contradicts itself, or marker and switches do not
 *        meet its needs
 */
void CheckCongestionNeeds(const FabricProfile& profile,
                          const RdmaCongestionControl& congestionControl,
                          const EcnMarker& marker,
                          const std::vector<Ptr<FabricSwitch>>& switches);

/**
 * @ingroup ai-fabric-lint
 * A TagMarker has nothing to do where nobody writes its tags.
 *
 * @param profile the parts, for their names
 * @param needs of the congestion control
 * @param marker of some switches, a specimen
 * @throw InputError if it would have no effect
 */
void CheckTagMarker(const FabricProfile& profile,
                    const CongestionNeeds& needs,
                    const EcnMarker& marker);

/**
 * @ingroup ai-fabric-lint
 * As CheckCongestionNeeds(), of an entropy policy that chooses ports.
 *
 * @param profile the parts, for their names
 * @param entropy a specimen
 * @param needs of the congestion control
 * @param marker a specimen
 * @param lidsChoose whether LIDs decide the path, as with forwarding tables
 * @throw InputError if it cannot work there
 */
void CheckEntropyNeeds(const FabricProfile& profile,
                       const EntropyPolicy& entropy,
                       const CongestionNeeds& needs,
                       const EcnMarker& marker,
                       bool lidsChoose);

/**
 * @ingroup ai-fabric-lint
 * Forwarding tables name one port for each LID, so that only detours are left to choose, and not
 * even these of connections that have chosen one LID of several.
 *
 * @param profile of a network with forwarding tables
 * @param pathSelector of some of its switches
 * @param paths that they have for each destination
 * @throw InputError if the path selector would have no effect
 */
void CheckTableNeeds(const FabricProfile& profile,
                     const ObjectFactory& pathSelector,
                     uint32_t paths);

/**
 * @ingroup ai-fabric-lint
 * A flow control that sorts packets needs to be alone with that, and with their tags.
 *
 * @param profile the parts
 * @param selector of some switches, a specimen
 * @throw InputError if the flow control sorts, and the path selector writes tags or there is an
 *        arbiter between inputs
 */
void CheckSorting(const FabricProfile& profile, const PathSelector& selector);

/**
 * @ingroup ai-fabric-lint
 * How many hops of telemetry a packet needs room for.
 *
 * @param topology of the network
 * @param routes of it
 * @param detours packets may go over any other switch on their way
 * @return hops
 * @throw InputError if that is more than the header can count
 */
uint32_t GetTelemetryRoom(const FabricTopology& topology, const FabricRoutes& routes, bool detours);

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_NEEDS_H
