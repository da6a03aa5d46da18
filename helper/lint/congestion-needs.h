// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGESTION_NEEDS_H
#define AI_FABRIC_CONGESTION_NEEDS_H

#include "ns3/ecn-marker.h"
#include "ns3/entropy-policy.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-routing.h"
#include "ns3/fabric-topology.h"
#include "ns3/path-selector.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/switch-stage.h"
#include "ns3/tag-marker.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class FabricSwitch;

/**
 * @ingroup ai-fabric-lint
 * Throws if a network does not provide what its congestion control needs.
 *
 * @param profile parts of the network, for their names
 * @param congestionControl a sample object
 * @param marker a sample object
 * @param switches all switches; may be empty
 * @throw InputError if the congestion control contradicts itself, or marker and switches do not
 *         meet its needs
 */
void CheckCongestionNeeds(const FabricProfile& profile,
                          const RdmaCongestionControl& congestionControl,
                          const EcnMarker& marker,
                          const std::vector<Ptr<FabricSwitch>>& switches);

/**
 * @ingroup ai-fabric-lint
 * Throws if a TagMarker would have no effect because nothing writes its tags.
 *
 * @param profile parts of the network, for their names
 * @param needs needs of the congestion control
 * @param marker a sample of the marker of some switches
 * @throw InputError if the marker would have no effect
 */
void CheckTagMarker(const FabricProfile& profile,
                    const CongestionNeeds& needs,
                    const EcnMarker& marker);

/**
 * @ingroup ai-fabric-lint
 * Checks the needs of an entropy policy that chooses ports, like CheckCongestionNeeds().
 *
 * @param profile parts of the network, for their names
 * @param entropy a sample object
 * @param marker a sample object
 * @param lidsChoose true: LIDs decide the path, as with forwarding tables
 * @throw InputError if the policy cannot work in this network
 */
void CheckEntropyNeeds(const FabricProfile& profile,
                       const EntropyPolicy& entropy,
                       const EcnMarker& marker,
                       bool lidsChoose);

/**
 * @ingroup ai-fabric-lint
 * Throws if a path selector would have no effect. Forwarding tables name one port for each LID, so
 * a selector can choose detours only, and not even detours for connections that have chosen one LID
 * of several.
 *
 * @param profile parts of a network with forwarding tables
 * @param pathSelector path selector of some of its switches
 * @param paths number of paths to each destination
 * @throw InputError if the path selector would have no effect
 */
void CheckTableNeeds(const FabricProfile& profile,
                     const ObjectFactory& pathSelector,
                     uint32_t paths);

/**
 * @ingroup ai-fabric-lint
 * Checks that nothing else sorts packets or writes their tags if the flow control does.
 *
 * @param profile parts of the network
 * @param selector a sample of the path selector of some switches
 * @param stage a sample of the stage of these switches
 * @throw InputError if the flow control sorts, and the path selector writes tags, a stage holds
 *         packets or an arbiter stands between inputs
 */
void CheckSorting(const FabricProfile& profile,
                  const PathSelector& selector,
                  const SwitchStage& stage);

/**
 * @ingroup ai-fabric-lint
 * Computes the number of telemetry hops for which a packet needs room.
 *
 * @param topology topology of the network
 * @param routes routes of the network
 * @param detours true: packets may go over any other switch on their way
 * @return number of hops
 * @throw InputError if the header cannot count that many
 */
uint32_t GetTelemetryRoom(const FabricTopology& topology, const FabricRoutes& routes, bool detours);

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_NEEDS_H
