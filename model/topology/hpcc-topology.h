// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_TOPOLOGY_H
#define AI_FABRIC_HPCC_TOPOLOGY_H

#include "topology-generator.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Reads topology.txt of the HPCC simulator and its descendants:
 *
 *     nodes switches links
 *     id id ...                      the nodes that are switches; an empty line if there are none
 *     node node rate delay error     a line for every link: 0 17 100Gbps 0.001ms 0
 *
 * Nodes are numbered from 0, with hosts and switches in any order. Two lines with the same ends are
 * two parallel links. After the last link a legend may follow, as in HPCC's own files.
 */
class HpccTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    FabricTopology DoGenerate() const override;

    std::string m_file; //!< path of the file
};

} // namespace ns3

#endif // AI_FABRIC_HPCC_TOPOLOGY_H
