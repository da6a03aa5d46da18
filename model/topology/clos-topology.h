// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CLOS_TOPOLOGY_H
#define AI_FABRIC_CLOS_TOPOLOGY_H

#include "topology-generator.h"

#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * A folded Clos network of any depth, with number and rate of the links of each tier: a parallel
 * ports generalized fat tree (Zahavi, "Fat-tree routing and node ordering providing contention free
 * traffic for MPI global collectives", JPDC 72 (11), 2012). Its sizes need not divide evenly.
 *
 * Hosts: S servers of G GPUs, host h is GPU h mod G of server h / G. Groups of P servers share R
 * rails of Q leaves; GPU g has its Q ports on the leaves of rail g mod R. So a leaf has P * G / R
 * hosts, and with R = 1 it is the leaf of a rack, or with Q = 2 one of its pair (dual ToR). The
 * leaf of port q on rail r in group n is number (n * R + r) * Q + q.
 *
 * Switches: the leaves are tier 1. For the step from tier i to the next tier, with m blocks below
 * (SwitchesBelow), w switches above (SwitchesAbove) and p links of each pair (LinksPerPair),
 *
 *     block n of tier i+1 is made of the blocks n*m to n*m + m - 1 of tier i, as many as there are;
 *     a block of tier i has W(i) = w(1) * w(2) * ... * w(i-1) switches, a leaf being a block;
 *     switch c of a block of tier i has p links to each of the switches c*w to c*w + w - 1 of the
 *     block above it.
 *
 * If servers or leaves do not fill the last group or block, it is smaller. The rate of the links
 * upwards of a tier is that of UplinkRates, or
 *
 *     (links down of a full switch) * (their rate) / (Oversubscription * w * p)
 *
 * If ports of such a rate are not sold, w and p are smaller (ShareUplinks()).
 *
 * With RailOnly every rail is a separate tree with one leaf per group, and rails have no path to
 * each other. Switches are called leaf, spine, core, and tier4, tier5...
 */
class ClosTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** The step from one tier to the next. */
    struct Step
    {
        uint32_t below;   //!< blocks per block of the next tier; 0: all
        uint32_t above;   //!< switches of the next tier linked to each switch
        uint32_t links;   //!< links of each pair
        uint64_t ratebps; //!< rate of each link
    };

    /** Numbers of switches of a tier, per tree. */
    struct Tier
    {
        uint64_t blocks; //!< number of blocks
        uint64_t width;  //!< switches per block
    };

    FabricTopology DoGenerate() const override;
    /** @return steps from the leaves up */
    std::vector<Step> ReadSteps() const;
    /**
     * @param steps steps from the leaves up
     * @param leaves number of leaves of a tree
     * @return numbers of switches from the leaves up
     */
    std::vector<Tier> CountTiers(const std::vector<Step>& steps, uint64_t leaves) const;
    /**
     * @param text value of the attribute
     * @param attribute name of the attribute
     * @param least smallest allowed number
     * @return the numbers between the commas
     */
    std::vector<uint32_t> ReadList(const std::string& text,
                                   const std::string& attribute,
                                   uint32_t least) const;
    /**
     * @param steps number of steps
     * @return rate of each step in bit/s, or empty
     */
    std::vector<uint64_t> ReadRates(size_t steps) const;
    /**
     * @param steps number of steps
     * @return ratio of each step
     */
    std::vector<double> ReadRatios(size_t steps) const;
    /**
     * Links the switches of a tree.
     *
     * @param topology topology with these switches
     * @param steps steps from the leaves up
     * @param tiers tiers from the leaves up
     * @param leaf node ids of its leaves
     * @param firstOfTier node id of its first switch of each tier
     */
    void AddTree(FabricTopology& topology,
                 const std::vector<Step>& steps,
                 const std::vector<Tier>& tiers,
                 const std::vector<uint32_t>& leaf,
                 const std::vector<uint32_t>& firstOfTier) const;

    uint32_t m_servers;          //!< at least 1
    uint32_t m_gpusPerServer;    //!< at least 1
    uint32_t m_serversPerGroup;  //!< at least 1
    uint32_t m_rails;            //!< rails per group, a divisor of GpusPerServer
    uint32_t m_hostPorts;        //!< ports of each host, on as many leaves of its rail
    bool m_railOnly;             //!< one tree per rail
    std::string m_switchesBelow; //!< by step, separated by commas
    std::string m_switchesAbove; //!< by step, separated by commas
    std::string m_linksPerPair;  //!< by step, separated by commas
    /** By step, separated by commas; empty: from the oversubscription. */
    std::string m_uplinkRates;
    std::string m_oversubscription; //!< by step, separated by commas; empty: 1
    DataRate m_hostRate;            //!< rate of the links of the hosts
    Time m_hostDelay;               //!< delay of the links of the hosts
    Time m_uplinkDelay;             //!< delay of the links between switches
};

} // namespace ns3

#endif // AI_FABRIC_CLOS_TOPOLOGY_H
