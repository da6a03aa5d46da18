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
    double weight{0};                 //!< number of ports, or sum of their rates in bit/s
    std::map<uint32_t, double> wires; //!< sum of the rates of all wires to a neighbour, by its
                                      //!< number

    /** @param parts parts to sum over @return sum of their weights */
    static double SumWeights(const std::vector<NetworkPart>& parts);
};

/**
 * @ingroup ai-fabric-helper
 * Joins each part that has only one neighbour with that neighbour, such as hosts with their leaf:
 * half of the traffic of either goes to the other.
 *
 * @param parts all parts
 * @param groupOf set by part: index of the joined part that contains it
 * @return joined parts; the original parts if fewer than two would be left
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
    std::vector<uint8_t> sideOfDomain;  //!< by domain: 0 or 1; empty: the parts do not lie on two
                                        //!< sides
    std::vector<double> weightOfDomain; //!< by domain
    double heaviest{0}; //!< weight of the heaviest domain divided by the intended weight

    /**
     * @param threads number of threads; each gets about the same number of domains per side, as in
     *         DomainWindows
     * @return load of the busiest thread divided by the mean; infinity if a side has fewer domains
     *         than threads
     */
    double GetHeaviest(uint32_t threads) const;
};

/**
 * @ingroup ai-fabric-helper
 * Packs parts into domains on two sides, in the order of their numbers: hosts with their leaf,
 * unless that is too much for a domain.
 *
 * @param parts all parts
 * @param domains approximate number of domains
 * @param most largest allowed `heaviest` if hosts are with their leaf
 * @return domains; without sides if wires between parts form an odd cycle
 */
SidedDomains CutIntoSides(const std::vector<NetworkPart>& parts, uint32_t domains, double most);

} // namespace ns3

#endif // AI_FABRIC_NETWORK_SIDES_H
