// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CUBE_TORUS_TOPOLOGY_H
#define AI_FABRIC_CUBE_TORUS_TOPOLOGY_H

#include "optical-wiring.h"
#include "passive-parts.h"
#include "topology-generator.h"

#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A torus of cubes joined by optical circuit switches, as in TPU v4 (Jouppi et al., "TPU v4: An
 * Optically Reconfigurable Supercomputer", ISCA'23): C_1 x C_2 x ... cubes of n x n x ... chips.
 * Each chip is a host with its own switch. Links within a cube are copper. A link that leaves a
 * face of a cube is optical and ends on the opposite face of the next cube or, after the last cube,
 * of the first cube, which may be the same cube.
 *
 * Optical switch (d, i) joins the faces of all cubes in dimension d at place i of the face. A face
 * has n^(D-1) places with D dimensions, so there are D*n^(D-1) optical switches with two ports for
 * each cube, including spare cubes. Optical switches are mirrors: they hold no packets and are not
 * nodes, but part of the delay of the link. They may join other faces during a run, see
 * OpticalSwitching.
 *
 * Chip s has coordinates in the torus of n*C_1 x n*C_2 x ..., with the last one running fastest,
 * and its switch is named by them, as in "chip1-0-3". Host h is on chip h. Cubes are numbered in
 * the same way. These are places: the optical switches decide which cube is in a place.
 *
 * A twisted torus has k = n*c chips in some dimensions and 2k in the others, such as k x k x 2k or
 * k x 2k x 2k (section 2.8 of the paper; Camara et al., "Twisted torus topologies for enhanced
 * interconnection networks", TPDS 2010). A path over the end of a dimension of k re-enters it
 * shifted by k in each dimension of 2k. Distances are shorter, and all-to-all traffic loads the
 * links of all dimensions equally. A twisted torus is not a grid for dimension-order routing.
 */
class CubeTorusTopology : public TopologyGenerator, public PassiveParts, public OpticalTopology
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::vector<Part> GetPassiveParts() const override;
    OpticalWiring GetWiring() const override;
    OpticalWiring Arrange(const std::string& cubes, bool twisted) const override;

  private:
    /** Arrangement of the cubes. */
    struct Layout
    {
        std::vector<uint32_t> cubes; //!< by dimension
        bool twisted;                //!< twisted torus, see the description of the class
    };

    FabricTopology DoGenerate() const override;
    /**
     * @param cubes text of C_1, C_2, ...
     * @param twisted true for a twisted torus
     * @return the layout; throws if the values do not form such a torus
     */
    Layout ReadLayout(const std::string& cubes, bool twisted) const;
    /** @return number of chips by dimension */
    std::vector<uint32_t> GetSizes(const Layout& layout) const;
    /**
     * @param place place of a chip in a layout
     * @param from layout of the place
     * @param to another layout
     * @return place of the chip in the other layout
     */
    std::vector<uint32_t> Move(std::vector<uint32_t> place,
                               const Layout& from,
                               const Layout& to) const;
    /**
     * @param place place of a chip in a layout
     * @param dimension dimension in which the chip is the last one of its cube
     * @param layout layout of the place
     * @return place of the next chip
     */
    std::vector<uint32_t> GetNext(std::vector<uint32_t> place,
                                  size_t dimension,
                                  const Layout& layout) const;
    /**
     * @return links through the optical switches in a layout, for chips numbered by the first
     * layout
     */
    OpticalWiring Join(const Layout& layout, const Layout& first) const;

    std::string m_cubes;    //!< such as "4x4x4"
    bool m_twisted;         //!< the torus is twisted
    uint32_t m_spareCubes;  //!< cubes in addition to those of the torus
    uint32_t m_cubeSize;    //!< n
    DataRate m_hostRate;    //!< rate into a chip
    DataRate m_rate;        //!< rate of a link between chips
    DataRate m_opticalRate; //!< rate between cubes; 0: m_rate
    Time m_hostDelay;       //!< delay into a chip
    Time m_delay;           //!< delay within a cube
    Time m_opticalDelay;    //!< delay between cubes
};

} // namespace ns3

#endif // AI_FABRIC_CUBE_TORUS_TOPOLOGY_H
