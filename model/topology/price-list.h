// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PRICE_LIST_H
#define AI_FABRIC_PRICE_LIST_H

#include "passive-parts.h"
#include "topology-summary.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * What parts of a network cost and draw, of a preset of the kind "price":
 *
 *     {"currency": "USD",
 *      "switches": [{"ports": 64, "capacity": "25600Gbps", "cost": 36000, "watts": 747}],
 *      "cables":   [{"of": "host", "rate": "400Gbps", "cost": 1280,
 *                    "transceivers": 2, "transceiverWatts": 8}],
 *      "nics":     [{"rate": "400Gbps", "cost": 0, "watts": 25}],
 *      "servers":  [{"server": "dgx-h100", "gpus": 8, "cost": 310000, "watts": 10200,
 *                    "source": "where from", "assumed": ["watts"]}],
 *      "opticalSwitches": [{"ports": 136, "cost": 0, "watts": 0}]}
 *
 * Of each list the first entry that is large enough is taken: a switch with as many ports, counted
 * as it can be split, and as much capacity one way, the sum of the rates of its ports; a cable and
 * a NIC of that rate. Where no cable or NIC is so fast, several of the fastest go side by side. Of
 * servers that of this preset with as many GPUs is taken, and none else.
 * Cables are "of" host, switch or all. Costs are of one part, those of cables with what is at their
 * ends, unless transceiverCost is given. Lists but switches and cables may be missing. An entry may
 * say where it is from, and which of its values nobody published.
 */
struct PriceList
{
    /** What of an entry nobody published. */
    struct Assumed
    {
        bool cost{false};  //!< any part of the cost
        bool watts{false}; //!< any part of the power
    };

    /** A switch. */
    struct Switch
    {
        uint64_t ports;       //!< most of them
        uint64_t capacitybps; //!< sum of the rates of its ports, one way
        double cost;          //!< of one
        double watts;         //!< of one, without transceivers
        Assumed assumed;      //!< of these
    };

    /** A cable with what is at its ends. */
    struct Cable
    {
        std::string of;          //!< host, switch or all
        uint64_t ratebps;        //!< in each direction
        double cost;             //!< of one
        double transceivers;     //!< of one, 0 for copper
        double transceiverCost;  //!< of one of these
        double transceiverWatts; //!< of one of these
        Assumed assumed;         //!< of these
    };

    /** A port of a NIC. */
    struct Nic
    {
        uint64_t ratebps; //!< of the port
        double cost;      //!< of one
        double watts;     //!< of one
        Assumed assumed;  //!< of these
    };

    /** A server, or what is no network in it. */
    struct Server
    {
        std::string preset; //!< its name
        uint64_t gpus;      //!< of one
        double cost;        //!< of one
        double watts;       //!< of one
        Assumed assumed;    //!< of these
    };

    /** A passive part. */
    struct OpticalSwitch
    {
        uint64_t ports;  //!< most of them
        double cost;     //!< of one
        double watts;    //!< of one
        Assumed assumed; //!< of these
    };

    /**
     * @param path of the file
     * @return it
     * @throw InputError with file, line and key
     */
    static PriceList Read(const std::string& path);

    std::string path;                           //!< of the file
    std::string name;                           //!< of the file, without .json
    std::string about;                          //!< one line for people
    std::string currency;                       //!< such as USD
    std::vector<Switch> switches;               //!< at least one
    std::vector<Cable> cables;                  //!< at least one
    std::vector<Nic> nics;                      //!< none: they are left out
    std::vector<Server> servers;                //!< none: they are left out
    std::vector<OpticalSwitch> opticalSwitches; //!< none: they are left out
};

/**
 * @ingroup ai-fabric-topology
 * What a network costs and draws by a price list.
 */
struct TopologyCost
{
    /** What the hosts are in, and how they are linked. */
    struct Cluster
    {
        uint64_t planes{1};        //!< alike, to each of which all hosts are linked
        std::string server{};      //!< name of its preset; empty: none
        uint64_t gpusPerServer{0}; //!< hosts of a server; 0: no server is known
    };

    /** Parts of a kind. */
    struct Item
    {
        std::string what;           //!< for people
        uint64_t count;             //!< how many
        double cost;                //!< of all of them, in the currency of the list
        double watts;               //!< of all of them
        PriceList::Assumed assumed; //!< of what is not 0
    };

    /**
     * @param summary of a plane
     * @param parts of a plane that are no nodes
     * @param cluster which server and how many planes
     * @param prices of the parts
     * @throw InputError if the list has nothing large enough
     */
    TopologyCost(const TopologySummary& summary,
                 const std::vector<PassiveParts::Part>& parts,
                 const Cluster& cluster,
                 const PriceList& prices);

    std::vector<Item> items;          //!< of the network
    double cost{0};                   //!< of the network
    double watts{0};                  //!< of the network
    uint64_t transceivers{0};         //!< of the network
    double costPerHost{0};            //!< of the network
    double wattsPerHost{0};           //!< of the network
    double serverCost{0};             //!< of what is no network; 0 if the list has no such server
    double serverWatts{0};            //!< likewise
    PriceList::Assumed assumed;       //!< of any part of the network
    PriceList::Assumed serverAssumed; //!< of servers
};

} // namespace ns3

#endif // AI_FABRIC_PRICE_LIST_H
