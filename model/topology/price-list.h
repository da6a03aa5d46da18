// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PRICE_LIST_H
#define AI_FABRIC_PRICE_LIST_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-topology
 * Prices and power of the parts of a network, from a preset of the kind "price":
 *
 *     {"currency": "USD",
 *      "switches": [{"ports": 64, "capacity": "25600Gbps", "cost": 36000, "watts": 747}],
 *      "cables":   [{"of": "host", "rate": "400Gbps", "cost": 1280,
 *                    "transceivers": 2, "transceiverWatts": 8}],
 *      "nics":     [{"rate": "400Gbps", "cost": 0, "watts": 25}],
 *      "servers":  [{"server": "dgx-h100", "gpus": 8, "cost": 310000, "watts": 10200,
 *                    "source": "where from", "assumed": ["watts"]}],
 *      "opticalSwitches": [{"ports": 136, "cost": 0, "watts": 0}],
 *      "gpus":     [{"gpu": "h100", "cost": 38750, "watts": 1275, "reserved": 2.35,
 *                    "onDemand": 3}],
 *      "operation": {"years": 5, "kilowattHour": 0.078, "pue": 1.3}}
 *
 * In each list the first entry that is large enough is used: a switch with enough ports, counted
 * after splitting, and enough capacity, which is the sum of the rates of its ports in one
 * direction; a cable and a NIC of the rate. If no cable or NIC is fast enough, several of the
 * fastest are used in parallel. A server must have the name of the preset and the number of GPUs.
 * Cables are "of" host, switch or all. Costs are per part; those of cables include the parts at
 * their ends, unless transceiverCost is given. All lists except switches and cables may be missing.
 * An entry may name its source, and the values that are not published. With "base", the name of
 * another preset, what is missing is as in that one.
 */
struct PriceList
{
    /** Values of an entry that are not published but assumed. */
    struct Assumed
    {
        bool cost{false};  //!< any part of the cost
        bool watts{false}; //!< any part of the power
    };

    /** A switch. */
    struct Switch
    {
        uint64_t ports;       //!< largest number of ports
        uint64_t capacitybps; //!< sum of the rates of its ports, in one direction
        double cost;          //!< cost of one switch
        double watts;         //!< power of one switch, without transceivers
        Assumed assumed;      //!< assumed values
    };

    /** A cable with the parts at its ends. */
    struct Cable
    {
        std::string of;          //!< host, switch or all
        uint64_t ratebps;        //!< rate in each direction
        double cost;             //!< cost of one cable
        double transceivers;     //!< transceivers of one cable, 0 for copper
        double transceiverCost;  //!< cost of one transceiver
        double transceiverWatts; //!< power of one transceiver
        Assumed assumed;         //!< assumed values
    };

    /** A port of a NIC. */
    struct Nic
    {
        uint64_t ratebps; //!< rate of the port
        double cost;      //!< cost of one port
        double watts;     //!< power of one port
        Assumed assumed;  //!< assumed values
    };

    /** A server: its parts outside of the network. */
    struct Server
    {
        std::string preset; //!< name of its preset
        uint64_t gpus;      //!< GPUs of one server
        double cost;        //!< cost of one server
        double watts;       //!< power of one server
        Assumed assumed;    //!< assumed values
    };

    /** A passive part. */
    struct OpticalSwitch
    {
        uint64_t ports;  //!< largest number of ports
        double cost;     //!< cost of one part
        double watts;    //!< power of one part
        Assumed assumed; //!< assumed values
    };

    /** A GPU, wherever it is: bought with its share of a server, or rented. */
    struct Gpu
    {
        std::string preset; //!< name of its preset
        double cost;        //!< cost with its share of a server, but without network
        double watts;       //!< power with its share of a server
        double reserved;    //!< rent for an hour of a contract of a year; 0: unknown
        double onDemand;    //!< rent for an hour without a contract; 0: unknown
        Assumed assumed;    //!< assumed values
    };

    /** What a cluster costs beside its parts. */
    struct Operation
    {
        double years{0};        //!< time after which the parts have been paid; 0: unknown
        double kilowattHour{0}; //!< cost of a kilowatt-hour
        double pue{1};          //!< power of the building over that of the parts
        Assumed assumed{};      //!< assumed values
    };

    /**
     * @param path path of the file
     * @return the price list
     * @throw InputError with file, line and key
     */
    static PriceList Read(const std::string& path);

    std::string path;                           //!< path of the file
    std::string name;                           //!< file name without .json
    std::string about;                          //!< one line for users
    std::string currency;                       //!< currency such as USD
    std::vector<Switch> switches;               //!< at least one
    std::vector<Cable> cables;                  //!< at least one
    std::vector<Nic> nics;                      //!< empty: NICs are not priced
    std::vector<Server> servers;                //!< empty: servers are not priced
    std::vector<OpticalSwitch> opticalSwitches; //!< empty: optical switches are not priced
    std::vector<Gpu> gpus;                      //!< empty: GPUs are not priced
    Operation operation;                        //!< unknown unless given
};

} // namespace ns3

#endif // AI_FABRIC_PRICE_LIST_H
