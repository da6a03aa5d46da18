// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "topology-cost.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{

namespace
{

/** @return rate such as "25.6 Tbit/s" */
std::string
Describe(double bps)
{
    std::ostringstream text;
    text << (bps >= 1e12 ? bps / 1e12 : bps / 1e9) << (bps >= 1e12 ? " Tbit/s" : " Gbit/s");
    return text.str();
}

/**
 * @return first entry that fits; throws if there is none.
 * @param what name of the part in the message
 */
template <typename Entry, typename Fits>
const Entry&
Choose(const std::vector<Entry>& entries,
       const Fits& fits,
       const PriceList& prices,
       const std::string& list,
       const std::string& what)
{
    const auto found = std::find_if(entries.begin(), entries.end(), fits);
    if (found == entries.end())
    {
        throw InputError(prices.path, 0, "price." + list, "has no part for " + what);
    }
    return *found;
}

/** Parts of one kind that together have the rate of a link. */
template <typename Entry>
struct SideBySide
{
    const Entry& entry; //!< one of the parts
    uint64_t count;     //!< number of parts
};

/** @return first entry that is fast enough, else several of the fastest; throws if none fits */
template <typename Entry, typename Fits>
SideBySide<Entry>
ChooseByRate(const std::vector<Entry>& entries,
             uint64_t ratebps,
             const Fits& fits,
             const PriceList& prices,
             const std::string& list,
             const std::string& what)
{
    uint64_t fastestbps = 0;
    for (const auto& entry : entries)
    {
        fastestbps = fits(entry) ? std::max(fastestbps, entry.ratebps) : fastestbps;
    }
    const uint64_t neededbps = std::min(ratebps, fastestbps);
    const auto& found = Choose(
        entries,
        [&](const auto& entry) { return fits(entry) && entry.ratebps >= neededbps; },
        prices,
        list,
        what);
    return {found, std::max<uint64_t>(1, (ratebps + found.ratebps - 1) / found.ratebps)};
}

/** @return text after the name of a part: number of parts per link */
std::string
DescribeSideBySide(uint64_t count)
{
    return count > 1 ? ", " + std::to_string(count) + " side by side" : "";
}

} // namespace

TopologyCost::TopologyCost(const TopologyParts& network,
                           const std::vector<PassiveParts::Part>& parts,
                           const Cluster& cluster,
                           const PriceList& prices)
{
    const uint64_t planes = cluster.planes;
    const auto add = [this](Kind kind,
                            const std::string& what,
                            uint64_t ratebps,
                            uint64_t count,
                            double one,
                            double draw,
                            const PriceList::Assumed& ofEntry) {
        const auto number = static_cast<double>(count);
        const PriceList::Assumed shown{ofEntry.cost && one > 0, ofEntry.watts && draw > 0};
        items.push_back({kind, what, ratebps, count, number * one, number * draw, shown});
        cost += number * one;
        watts += number * draw;
        assumed = {assumed.cost || shown.cost, assumed.watts || shown.watts};
    };
    for (const auto& nodes : network.nodes)
    {
        if (nodes.isHost)
        {
            continue;
        }
        const auto fits = [&nodes](const auto& entry) {
            return entry.ports >= nodes.maxPorts && entry.capacitybps >= nodes.maxbps;
        };
        const auto entry =
            Choose(prices.switches,
                   fits,
                   prices,
                   "switches",
                   nodes.kind + ", " + std::to_string(nodes.maxPorts) + " ports with " +
                       Describe(static_cast<double>(nodes.maxbps)) + " in all");
        add(Kind::SWITCHES,
            nodes.kind + " switches",
            0,
            nodes.count * planes,
            entry.cost,
            entry.watts,
            entry.assumed);
    }
    double optics = 0;
    for (const auto& links : network.links)
    {
        const std::string of = links.ofHost ? "host" : "switch";
        const auto cable = ChooseByRate(
            prices.cables,
            links.ratebps,
            [&of](const auto& entry) { return entry.of == of || entry.of == "all"; },
            prices,
            "cables",
            "links " + links.lower + " to " + links.upper);
        const uint64_t count = links.count * planes;
        const auto& entry = cable.entry;
        optics += static_cast<double>(count * cable.count) * entry.transceivers;
        add(Kind::CABLES,
            "cables " + links.lower + " to " + links.upper + DescribeSideBySide(cable.count),
            entry.ratebps,
            count * cable.count,
            entry.cost + entry.transceivers * entry.transceiverCost,
            entry.transceivers * entry.transceiverWatts,
            entry.assumed);
        if (links.ofHost && !prices.nics.empty())
        {
            const auto nic = ChooseByRate(
                prices.nics,
                links.ratebps,
                [](const auto&) { return true; },
                prices,
                "nics",
                "hosts");
            add(Kind::NICS,
                "NIC ports" + DescribeSideBySide(nic.count),
                nic.entry.ratebps,
                count * nic.count,
                nic.entry.cost,
                nic.entry.watts,
                nic.entry.assumed);
        }
    }
    transceivers = static_cast<uint64_t>(std::llround(optics));
    for (const auto& part : parts)
    {
        if (!prices.opticalSwitches.empty())
        {
            const auto entry = Choose(
                prices.opticalSwitches,
                [&part](const auto& other) { return other.ports >= part.ports; },
                prices,
                "opticalSwitches",
                part.kind + " with " + std::to_string(part.ports) + " ports");
            add(Kind::OPTICAL_SWITCHES,
                part.kind,
                0,
                part.count * planes,
                entry.cost,
                entry.watts,
                entry.assumed);
        }
    }
    const double hosts = std::max<double>(1, static_cast<double>(network.hosts));
    costPerHost = cost / hosts;
    wattsPerHost = watts / hosts;
    // A larger server is not a match: a server's cost depends on its contents.
    for (const auto& server : prices.servers)
    {
        if (server.preset == cluster.server && server.gpus == cluster.gpusPerServer)
        {
            servers = network.hosts * cluster.gpusPerHost / server.gpus;
            serverCost = static_cast<double>(servers) * server.cost;
            serverWatts = static_cast<double>(servers) * server.watts;
            serverAssumed = server.assumed;
            break;
        }
    }
}

ClusterCost::ClusterCost(const std::vector<TopologyCost>& networks,
                         uint64_t gpus,
                         const std::string& gpu,
                         const PriceList& list,
                         double networkFactor)
    : prices(list.name),
      currency(list.currency)
{
    for (const auto& network : networks)
    {
        for (auto item : network.items)
        {
            item.what = (&network == &networks.front() ? "" : "north-south ") + item.what;
            item.cost *= networkFactor;
            networkCost += item.cost;
            networkWatts += item.watts;
            items.push_back(std::move(item));
        }
    }
    const auto number = static_cast<double>(gpus);
    const auto known = std::find_if(list.gpus.begin(), list.gpus.end(), [&gpu](const auto& entry) {
        return entry.preset == gpu;
    });
    const auto& own = networks.front();
    TopologyCost::Item servers{TopologyCost::Kind::SERVERS, "servers", 0, gpus, 0, 0, {}};
    if (own.serverCost > 0)
    {
        servers.count = own.servers;
        servers.cost = own.serverCost;
        servers.watts = own.serverWatts;
        servers.assumed = own.serverAssumed;
    }
    else if (known != list.gpus.end())
    {
        servers.what = "GPUs with their servers";
        servers.cost = number * known->cost;
        servers.watts = number * known->watts;
        servers.assumed = known->assumed;
    }
    if (servers.cost > 0)
    {
        items.push_back(servers);
    }
    cost = networkCost + servers.cost;
    watts = networkWatts + servers.watts;
    const auto& operation = list.operation;
    if (servers.cost > 0 && operation.years > 0)
    {
        constexpr double HOURS_PER_YEAR = 365.25 * 24;
        const double perHour = cost / (operation.years * HOURS_PER_YEAR) +
                               watts * operation.pue / 1000 * operation.kilowattHour;
        gpuHours.push_back({"owned", perHour / number});
    }
    if (known != list.gpus.end())
    {
        for (const auto& [basis, rent] :
             {std::pair{"reserved", known->reserved}, std::pair{"on demand", known->onDemand}})
        {
            if (rent > 0)
            {
                gpuHours.push_back({basis, rent});
            }
        }
    }
}

} // namespace ns3
