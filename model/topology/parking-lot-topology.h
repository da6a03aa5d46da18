// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PARKING_LOT_TOPOLOGY_H
#define AI_FABRIC_PARKING_LOT_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A chain of switches, each with its own hosts, and one additional host at its end: like cars that
 * leave a parking lot by one exit.
 *
 *     host0    host1    host2
 *       |        |        |
 *     chain0 - chain1 - chain2 - host3       Switches = 3, HostsPerSwitch = 1
 *
 * S switches, S H + 1 hosts, S H + S links. Host s H + h is host h of switch s; the last host, S H,
 * is the exit. The traffic of all hosts to the exit merges with that of one switch after the other.
 */
class ParkingLotTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    uint32_t m_switches;       //!< S, at least 1
    uint32_t m_hostsPerSwitch; //!< H, at least 1
    DataRate m_hostRate;       //!< between hosts and switches
    DataRate m_chainRate;      //!< between switches
    Time m_hostDelay;          //!< between hosts and switches
    Time m_chainDelay;         //!< between switches
};

} // namespace ns3

#endif // AI_FABRIC_PARKING_LOT_TOPOLOGY_H
