// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NETWORK_SIDES_H
#define AI_FABRIC_NETWORK_SIDES_H

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-helper
 * Nodes of a network that stay together when it is cut.
 */
struct NetworkPart
{
    double weight{0};                 //!< ports, or the sum of their rates in bit/s
    std::map<uint32_t, double> wires; //!< rate of all wires to a neighbour, by its number

    /** @param parts any @return the sum of their weights */
    static double SumWeights(const std::vector<NetworkPart>& parts);
};

/**
 * @ingroup ai-fabric-helper
 * Joins parts that have one neighbour with it, as hosts with their leaf: half of what either sends
 * goes to the other.
 *
 * @param parts all
 * @param groupOf is set, by part: of those returned the one that it is in
 * @return the joined ones; as they were if no two would be left
 */
std::vector<NetworkPart> JoinLeaves(const std::vector<NetworkPart>& parts,
                                    std::vector<uint32_t>& groupOf);

/**
 * @ingroup ai-fabric-helper
 * Domains on two sides, see DomainPlan::sideOfDomain.
 */
struct SidedDomains
{
    std::vector<uint32_t> domainOfPart; //!< by part
    std::vector<uint8_t> sideOfDomain;  //!< by domain: 0 or 1; none: the parts are on no sides
    std::vector<double> weightOfDomain; //!< by domain
    double heaviest{0};                 //!< weight of the heaviest domain over the wanted one

    /**
     * @param threads that get the domains of either side as DomainWindows has it: about equally
     * many each
     * @return weight of the thread that has most of a side over the mean of all; infinite if a
     * side has too few domains
     */
    double GetHeaviest(uint32_t threads) const;
};

/**
 * @ingroup ai-fabric-helper
 * Lays parts into domains that are on two sides, in the order of their numbers: hosts with their
 * leaf, unless that is too much for a domain.
 *
 * @param parts all
 * @param domains how many there are to be, about
 * @param most that `heaviest` may be where hosts are with their leaf
 * @return domains, unless wires between parts form an odd cycle
 */
SidedDomains CutIntoSides(const std::vector<NetworkPart>& parts, uint32_t domains, double most);

} // namespace ns3

#endif // AI_FABRIC_NETWORK_SIDES_H
