// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TOPOLOGY_COST_H
#define AI_FABRIC_TOPOLOGY_COST_H

#include "passive-parts.h"
#include "price-list.h"
#include "topology-parts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Cost and power of a network by a price list.
 */
struct TopologyCost
{
    /** The servers of the hosts, and the number of networks. */
    struct Cluster
    {
        uint64_t planes{1};        //!< number of equal planes, each of which links all hosts
        std::string server{};      //!< name of the server's preset; empty: none
        uint64_t gpusPerServer{0}; //!< GPUs of a server; 0: unknown, or servers differ
        uint64_t gpusPerHost{1};   //!< GPUs behind the NIC of a host
    };

    /** Groups of parts. */
    enum class Kind : uint8_t
    {
        SWITCHES,
        CABLES, //!< with their optics
        NICS,
        OPTICAL_SWITCHES,
        SERVERS //!< with their GPUs
    };

    /** All parts of one kind. */
    struct Item
    {
        Kind kind;                  //!< its group
        std::string what;           //!< name for users
        uint64_t ratebps;           //!< rate of a cable or NIC, in bit/s; 0: another part
        uint64_t count;             //!< number of parts
        double cost;                //!< cost of all these parts, in the currency of the list
        double watts;               //!< power of all these parts
        PriceList::Assumed assumed; //!< assumed values among those that are not 0
    };

    /**
     * @param network parts of one plane
     * @param parts passive parts of one plane
     * @param cluster servers and number of planes
     * @param prices prices of the parts
     * @throw InputError if the list has no part that is large enough
     */
    TopologyCost(const TopologyParts& network,
                 const std::vector<PassiveParts::Part>& parts,
                 const Cluster& cluster,
                 const PriceList& prices);

    std::vector<Item> items;          //!< parts of the network
    double cost{0};                   //!< cost of the network
    double watts{0};                  //!< power of the network
    uint64_t transceivers{0};         //!< transceivers of the network
    double costPerHost{0};            //!< cost of the network per host
    double wattsPerHost{0};           //!< power of the network per host
    uint64_t servers{0};              //!< number of servers; 0 if the list has no such server
    double serverCost{0};             //!< cost of the servers; 0 if the list has no such server
    double serverWatts{0};            //!< power of the servers; 0 if the list has no such server
    PriceList::Assumed assumed;       //!< assumed values of the network
    PriceList::Assumed serverAssumed; //!< assumed values of the servers
};

/**
 * @ingroup ai-fabric-topology
 * Cost and power of a cluster: its networks, and its servers or GPUs. What an hour of a GPU costs:
 *
 *     owned = cost / (years * 365.25 * 24 * GPUs) + watts * pue / 1000 * kilowattHour / GPUs
 *
 * if the price list has "operation" and the cluster's servers or GPUs; and the rents of the list.
 */
struct ClusterCost
{
    /** Price of a GPU for an hour. */
    struct GpuHour
    {
        std::string basis; //!< owned, reserved or on demand
        double price;      //!< in the currency of the list
    };

    /**
     * @param networks costs of its networks, the one between GPUs first
     * @param gpus number of GPUs, at least 1
     * @param gpu name of the preset of its GPUs; empty: unknown
     * @param prices list with the rents and the operation
     * @param networkFactor factor on the costs of the networks
     */
    ClusterCost(const std::vector<TopologyCost>& networks,
                uint64_t gpus,
                const std::string& gpu,
                const PriceList& prices,
                double networkFactor);

    std::vector<TopologyCost::Item> items; //!< parts of the networks, then the servers or GPUs
    std::string prices;                    //!< name of the price list
    std::string currency;                  //!< currency of all costs
    double networkCost{0};                 //!< cost of the networks
    double networkWatts{0};                //!< power of the networks
    double cost{0};                        //!< cost of the cluster
    double watts{0};                       //!< power of the cluster
    std::vector<GpuHour> gpuHours;         //!< those that are known
};

} // namespace ns3

#endif // AI_FABRIC_TOPOLOGY_COST_H
