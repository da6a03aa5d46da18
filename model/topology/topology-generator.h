// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_GENERATOR_H
#define AI_FABRIC_TOPOLOGY_GENERATOR_H

#include "fabric-topology.h"

#include "ns3/data-rate.h"
#include "ns3/input-object.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Something that makes a topology from its attributes: a regular shape or a file reader.
 *
 * A new one is a subclass with a TypeId; scenarios name it at once. Generators number the hosts
 * first, so that a host's index is its node id, then the switches from the hosts upwards. They
 * draw no random numbers: the same attributes give the same topology.
 */
class TopologyGenerator : public InputObject
{
  public:
    /** Of ports of switches that are sold today, in bit/s, ascending. */
    static constexpr std::array<uint64_t, 8> PORT_RATES_BPS = {10'000'000'000,
                                                               25'000'000'000,
                                                               50'000'000'000,
                                                               100'000'000'000,
                                                               200'000'000'000,
                                                               400'000'000'000,
                                                               800'000'000'000,
                                                               1'600'000'000'000};

    /** @param ratebps of a link @return whether ports of switches are or were sold with it */
    static bool IsPortRate(uint64_t ratebps);

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return a valid topology, with the routes of RoutesFile if there is one
     * @throw InputError if the attributes or the files are wrong
     */
    FabricTopology Generate() const;

  protected:
    /**
     * @param rate its value
     * @param attribute its name
     * @return bit/s, in range for a link
     */
    uint64_t GetRatebps(DataRate rate, const std::string& attribute) const;

    /**
     * As the other one, for a rate that may be left out.
     *
     * @param rate its value
     * @param attribute its name
     * @param otherwisebps in place of 0, in bit/s
     * @return bit/s, in range for a link
     */
    uint64_t GetRatebps(DataRate rate, const std::string& attribute, uint64_t otherwisebps) const;

    /**
     * @param list rates with commas between them; may be empty
     * @param attribute its name
     * @return each in bit/s, in range for a link
     */
    std::vector<uint64_t> ReadRateList(const std::string& list, const std::string& attribute) const;

    /** @param topology without nodes @param count of the hosts that it gets: host0, host1, ... */
    static void AddHosts(FabricTopology& topology, uint64_t count);

    /**
     * @param topology with its hosts
     * @param name of the switches that it gets, each with its number from 0 on behind it
     * @param count of these
     */
    static void AddSwitches(FabricTopology& topology, const std::string& name, uint64_t count);

    /**
     * Throws if a product of counts is beyond what anybody means.
     *
     * @param hosts number of hosts
     * @param links number of links
     * @param attributes names of the attributes that multiply to it
     */
    void CheckSize(uint64_t hosts, uint64_t links, const std::string& attributes) const;

    /** The links of a switch away from the hosts. */
    struct Uplinks
    {
        uint32_t switches; //!< that it is linked to, at least 1
        uint32_t links;    //!< to each of these, at least 1
        uint64_t ratebps;  //!< of each link
    };

    /**
     * The uplinks of a switch that carry capacity / oversubscription together: as many as there
     * may be, each to the nearest bit/s, if that is a rate of ports
     * (IsPortRate()) or there is no oversubscription. Otherwise fewer, of the rate
     * without oversubscription if that makes the ratio right to 5 %, else of another rate of ports,
     * whatever makes it right best; if nothing does to 5 %, as many as there may be after all.
     *
     * @param capacitybps what the links towards the hosts carry together, in bit/s
     * @param switches that it may be linked to, at least 1
     * @param links that it may have to each of these, at least 1
     * @param oversubscription ratio of the capacity towards the hosts to that away from them
     * @param attribute name of the attribute that holds the ratio
     * @return the uplinks, with a rate in range for a link
     */
    Uplinks ShareUplinks(double capacitybps,
                         uint32_t switches,
                         uint32_t links,
                         double oversubscription,
                         const std::string& attribute) const;

  private:
    /** @return the topology, not yet checked; the policy of the subclass */
    virtual FabricTopology DoGenerate() const = 0;

    std::string m_routesFile; //!< path; empty: none
};

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_GENERATOR_H
