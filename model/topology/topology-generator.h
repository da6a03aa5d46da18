// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_GENERATOR_H
#define AI_FABRIC_TOPOLOGY_GENERATOR_H

#include "fabric-topology.h"

#include "ns3/data-rate.h"
#include "ns3/validated-object.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Makes a topology from its attributes: a regular shape or a file reader.
 *
 * A new generator is a subclass with a TypeId; scenarios can name it at once. Generators number the
 * hosts first, so that a host's index is its node id, then the switches from the hosts upwards.
 * Random numbers come only from attributes: the same attributes give the same topology.
 */
class TopologyGenerator : public ValidatedObject
{
  public:
    /** Rates of switch ports that are sold today, in bit/s, ascending. */
    static constexpr std::array<uint64_t, 8> PORT_RATES_BPS = {10'000'000'000,
                                                               25'000'000'000,
                                                               50'000'000'000,
                                                               100'000'000'000,
                                                               200'000'000'000,
                                                               400'000'000'000,
                                                               800'000'000'000,
                                                               1'600'000'000'000};

    /**
     * @param ratebps rate of a link, in bit/s
     * @return true if switch ports of this rate are or were sold
     */
    static bool IsPortRate(uint64_t ratebps);

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return valid topology, with the routes of RoutesFile if given
     * @throw InputError if the attributes or the files are wrong
     */
    FabricTopology Generate() const;

    /** @return the same, even if a run of the network lacks memory */
    FabricTopology GenerateToCount() const;

  protected:
    /**
     * @param rate value of the attribute
     * @param attribute name of the attribute
     * @return rate in bit/s, in range for a link
     */
    uint64_t GetRatebps(DataRate rate, const std::string& attribute) const;

    /**
     * The same for a rate that may be left out.
     *
     * @param rate value of the attribute
     * @param attribute name of the attribute
     * @param otherwisebps rate in place of 0, in bit/s
     * @return rate in bit/s, in range for a link
     */
    uint64_t GetRatebps(DataRate rate, const std::string& attribute, uint64_t otherwisebps) const;

    /**
     * @param list rates separated by commas; may be empty
     * @param attribute name of the attribute
     * @return rates in bit/s, in range for a link
     */
    std::vector<uint64_t> ReadRateList(const std::string& list, const std::string& attribute) const;

    /**
     * @param topology topology without nodes
     * @param count number of hosts to add: host0, host1, ...
     */
    static void AddHosts(FabricTopology& topology, uint64_t count);

    /**
     * @param topology topology with its hosts
     * @param name name of the new switches; a number from 0 on is appended
     * @param count number of new switches
     */
    static void AddSwitches(FabricTopology& topology, const std::string& name, uint64_t count);

    /**
     * Throws if a product of counts is larger than any intended network.
     *
     * @param hosts number of hosts
     * @param links number of links
     * @param attributes names of the attributes that are multiplied
     */
    void CheckSize(uint64_t hosts, uint64_t links, const std::string& attributes) const;

    /** The uplinks of a switch, away from the hosts. */
    struct Uplinks
    {
        uint32_t switches; //!< number of switches at the other ends, at least 1
        uint32_t links;    //!< number of links to each of these, at least 1
        uint64_t ratebps;  //!< rate of each link
    };

    /**
     * Computes the uplinks of a switch that together carry capacity / oversubscription. If the rate
     * of the full number of links is a port rate (IsPortRate()), or if there is no
     * oversubscription, all links are used at this rate, rounded to bit/s. Otherwise fewer links
     * are used: at the rate without oversubscription if the ratio is then right to 5 %, else at the
     * other port rate with the best ratio. If none is right to 5 %, all links are used after all.
     *
     * @param capacitybps sum of the rates of the links towards the hosts, in bit/s
     * @param switches largest number of switches at the other ends, at least 1
     * @param links largest number of links to each of these, at least 1
     * @param oversubscription capacity towards the hosts divided by capacity away from them
     * @param attribute name of the attribute with this ratio
     * @return uplinks with a rate in range for a link
     */
    Uplinks ShareUplinks(double capacitybps,
                         uint32_t switches,
                         uint32_t links,
                         double oversubscription,
                         const std::string& attribute) const;

  private:
    /** @return topology before validation; the policy of the subclass */
    virtual FabricTopology DoGenerate() const = 0;

    std::string m_routesFile; //!< path of the file; empty: none
};

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_GENERATOR_H
