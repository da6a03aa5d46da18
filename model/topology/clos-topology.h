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
 * traffic for MPI global collectives", JPDC 72 (11), 2012), whose sizes need not come out even.
 *
 * Hosts: S servers of G GPUs, host h is GPU h mod G of server h / G. Groups of P servers share R
 * leaves, the rails; GPU g is on rail g mod R. So a leaf has P * G / R hosts and with R = 1 it is
 * that of a rack. Leaf l of rail r in group n is number n * R + r.
 *
 * Switches: tier 1 are the leaves. With, for the step from tier i to the next one, m blocks below
 * (SwitchesBelow), w switches above (SwitchesAbove) and p links of each pair (LinksPerPair),
 *
 *     block n of tier i+1 is made of the blocks n*m to n*m + m - 1 of tier i, as many as there are;
 *     a block of tier i has W(i) = w(1) * w(2) * ... * w(i-1) switches, a leaf being a block;
 *     switch c of a block of tier i has p links to each of the switches c*w to c*w + w - 1 of the
 *     block above it.
 *
 * If servers or leaves do not fill the last group or block, it is smaller, as is one whose nodes
 * are something else. The rate of the links upwards of a tier is that of UplinkRates, or
 *
 *     (links down of a full switch) * (their rate) / (Oversubscription * w * p)
 *
 * Where ports of such a rate are not sold, w and p are smaller (ShareUplinks()).
 *
 * With RailOnly every rail is such a tree of its own, of which the leaves are one per group, and
 * rails have no path to each other. Switches are called leaf, spine, core, and tier4, tier5...
 */
class ClosTopology : public TopologyGenerator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** The step from one tier to the next one. */
    struct Step
    {
        uint32_t below;   //!< blocks in one of the tier above; 0: all
        uint32_t above;   //!< switches that each switch is linked to
        uint32_t links;   //!< of each pair
        uint64_t ratebps; //!< of each of them
    };

    /** Numbers of switches by tier, in a tree. */
    struct Tier
    {
        uint64_t blocks; //!< how many
        uint64_t width;  //!< switches of each
    };

    FabricTopology DoGenerate() const override;
    /** @return the steps, from the leaves up */
    std::vector<Step> ReadSteps() const;
    /**
     * @param steps from the leaves up
     * @param leaves of a tree
     * @return numbers of switches from the leaves up
     */
    std::vector<Tier> CountTiers(const std::vector<Step>& steps, uint64_t leaves) const;
    /**
     * @param text of the attribute
     * @param attribute its name
     * @param least that each number may be
     * @return the numbers between the commas
     */
    std::vector<uint32_t> ReadList(const std::string& text,
                                   const std::string& attribute,
                                   uint32_t least) const;
    /** @param steps how many there are @return a rate for each, or none */
    std::vector<uint64_t> ReadRates(size_t steps) const;
    /** @param steps how many there are @return a ratio for each */
    std::vector<double> ReadRatios(size_t steps) const;
    /**
     * Links the switches of a tree.
     *
     * @param topology that has them
     * @param steps from the leaves up
     * @param tiers from the leaves up
     * @param leaf node id of each of its leaves
     * @param firstOfTier node id of its first switch of each tier
     */
    void AddTree(FabricTopology& topology,
                 const std::vector<Step>& steps,
                 const std::vector<Tier>& tiers,
                 const std::vector<uint32_t>& leaf,
                 const std::vector<uint32_t>& firstOfTier) const;

    uint32_t m_servers;             //!< at least 1
    uint32_t m_gpusPerServer;       //!< at least 1
    uint32_t m_serversPerGroup;     //!< at least 1
    uint32_t m_rails;               //!< leaves of a group, a divisor of GpusPerServer
    bool m_railOnly;                //!< a tree per rail
    std::string m_switchesBelow;    //!< by step, with commas
    std::string m_switchesAbove;    //!< by step, with commas
    std::string m_linksPerPair;     //!< by step, with commas
    std::string m_uplinkRates;      //!< by step, with commas; empty: from the oversubscription
    std::string m_oversubscription; //!< by step, with commas; empty: 1
    DataRate m_hostRate;            //!< of the links of the hosts
    Time m_hostDelay;               //!< of those
    Time m_uplinkDelay;             //!< of the links between switches
};

} // namespace ns3

#endif // AI_FABRIC_CLOS_TOPOLOGY_H
