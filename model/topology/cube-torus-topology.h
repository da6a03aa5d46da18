// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CUBE_TORUS_TOPOLOGY_H
#define AI_FABRIC_CUBE_TORUS_TOPOLOGY_H

#include "passive-parts.h"
#include "topology-generator.h"

#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A torus of cubes joined by optical circuit switches, as TPU v4 (Jouppi et al., "TPU v4: An
 * Optically Reconfigurable Supercomputer", ISCA'23): C_1 x C_2 x ... cubes of n x n x ... chips. A
 * chip is a host on a switch of its own. Within a cube its links are copper; a link that leaves a
 * face of a cube is optical and ends on the opposite face of the next one, or, where there is no
 * next one, of the first one, which may be the same.
 *
 * Optical switch (d, i) joins the faces of all cubes in dimension d at place i of the face, of
 * which there are n^(D-1) with D dimensions: D*n^(D-1) optical switches with two ports for each
 * cube. They are mirrors: they hold no packet and are no nodes, but part of the delay of the link.
 * The slice is as it was switched when the run began.
 *
 * Chip s has coordinates in the torus of n*C_1 x n*C_2 x ..., the last one running fastest, and
 * its switch is called by them, as "chip1-0-3". Host h is on chip h.
 */
class CubeTorusTopology : public TopologyGenerator, public PassiveParts
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::vector<Part> GetPassiveParts() const override;

  private:
    FabricTopology DoGenerate() const override;
    /** @return C_1, C_2, ... */
    std::vector<uint32_t> ReadCubes() const;

    std::string m_cubes;    //!< such as "4x4x4"
    uint32_t m_cubeSize;    //!< n
    DataRate m_hostRate;    //!< into a chip
    DataRate m_rate;        //!< of a link between chips
    DataRate m_opticalRate; //!< between cubes; 0: m_rate
    Time m_hostDelay;       //!< into a chip
    Time m_delay;           //!< within a cube
    Time m_opticalDelay;    //!< between cubes
};

} // namespace ns3

#endif // AI_FABRIC_CUBE_TORUS_TOPOLOGY_H
