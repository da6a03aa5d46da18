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
 * A torus of cubes joined by optical circuit switches, as TPU v4 (Jouppi et al., "TPU v4: An
 * Optically Reconfigurable Supercomputer", ISCA'23): C_1 x C_2 x ... cubes of n x n x ... chips. A
 * chip is a host on a switch of its own. Within a cube its links are copper; a link that leaves a
 * face of a cube is optical and ends on the opposite face of the next one, or, where there is no
 * next one, of the first one, which may be the same.
 *
 * Optical switch (d, i) joins the faces of all cubes in dimension d at place i of the face, of
 * which there are n^(D-1) with D dimensions: D*n^(D-1) optical switches with two ports for each
 * cube, spare ones too. They are mirrors: they hold no packet and are no nodes, but part of the
 * delay of the link. They may join other faces while a network runs, see OpticalSwitching.
 *
 * Chip s has coordinates in the torus of n*C_1 x n*C_2 x ..., the last one running fastest, and
 * its switch is called by them, as "chip1-0-3". Host h is on chip h. Cubes are numbered in the same
 * way. These are places: which cube is in one is up to the optical switches.
 *
 * A twisted torus has k = n*c chips in some dimensions and 2k in the others, as k x k x 2k or k x
 * 2k x 2k (section 2.8 of the paper; Camara et al., "Twisted torus topologies for enhanced
 * interconnection networks", TPDS 2010). Who leaves a dimension of k over its end comes back in it
 * shifted by k in each dimension of 2k. Distances are shorter, and links of all dimensions are
 * equally loaded by all-to-all traffic. It is no grid for dimension-order routing.
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
    /** How the cubes are laid out. */
    struct Layout
    {
        std::vector<uint32_t> cubes; //!< by dimension
        bool twisted;                //!< see the description of the class
    };

    FabricTopology DoGenerate() const override;
    /**
     * @param cubes text of C_1, C_2, ...
     * @param twisted see the description of the class
     * @return them; throws unless they make such a torus
     */
    Layout ReadLayout(const std::string& cubes, bool twisted) const;
    /** @return chips by dimension */
    std::vector<uint32_t> GetSizes(const Layout& layout) const;
    /**
     * @param place of a chip in one layout
     * @param from that layout
     * @param to another one
     * @return the place of that chip there
     */
    std::vector<uint32_t> Move(std::vector<uint32_t> place,
                               const Layout& from,
                               const Layout& to) const;
    /**
     * @param place of a chip in a layout
     * @param dimension in which it is the last one of its cube
     * @param layout it
     * @return the place of the next chip
     */
    std::vector<uint32_t> GetNext(std::vector<uint32_t> place,
                                  size_t dimension,
                                  const Layout& layout) const;
    /** @return what the optical switches join in a layout, if the first one is another */
    OpticalWiring Join(const Layout& layout, const Layout& first) const;

    std::string m_cubes;    //!< such as "4x4x4"
    bool m_twisted;         //!< whether the torus is
    uint32_t m_spareCubes;  //!< beside those
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
