// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SLED_TREE_TOPOLOGY_H
#define AI_FABRIC_SLED_TREE_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Chips in sleds of racks, with unequal links, as in an UltraServer of Trainium3 (AWS Neuron
 * documentation, Trn3 architecture). Each chip has links of
 *
 *     SledRate   to the switch of its sled,
 *     RackRate   to the switch of its rack,
 *     PeerRate   to each chip in its place in another rack.
 *
 * A chip is a host and its own router, "chip3", with a link of HostRate between them. A message
 * takes the sled's switch inside a sled, else the rack's switch inside a rack, although the rack's
 * switch reaches all of them: PCIe switches route by address. Between racks it crosses by the link
 * to the chip of the same place, before or behind the switch of a rack.
 *
 * Chip c of sled s of rack r is host (r * SledsPerRack + s) * ChipsPerSled + c. Nodes are the
 * hosts, the routers by chip, the sled switches "sled0" and so on, then the rack switches.
 */
class SledTreeTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_racks;        //!< number of racks
    uint32_t m_sledsPerRack; //!< number of sleds of each rack
    uint32_t m_chipsPerSled; //!< number of chips of each sled
    DataRate m_hostRate;     //!< between a chip and its router; 0: that of its links together
    DataRate m_sledRate;     //!< of a chip's links to the switch of its sled, together
    DataRate m_rackRate;     //!< of a chip's links to the switch of its rack, together
    DataRate m_peerRate;     //!< of a chip's links to one chip in another rack, together
    Time m_delay;            //!< delay of every link but that of the host
    Time m_hostDelay;        //!< delay between a chip and its router
};

} // namespace ns3

#endif // AI_FABRIC_SLED_TREE_TOPOLOGY_H
