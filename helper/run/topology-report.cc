// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "topology-report.h"

#include "ns3/csv-text.h"
#include "ns3/gpu-server.h"
#include "ns3/infra-graph-file.h"
#include "ns3/input-error.h"
#include "ns3/name-hint.h"
#include "ns3/object-builder.h"
#include "ns3/output-file.h"
#include "ns3/passive-parts.h"
#include "ns3/preset-file.h"
#include "ns3/safe-file.h"
#include "ns3/scenario-override.h"
#include "ns3/scenario-preset.h"
#include "ns3/scenario-reader.h"
#include "ns3/server-of-topology.h"
#include "ns3/topology-cost.h"
#include "ns3/topology-files.h"
#include "ns3/topology-generator.h"
#include "ns3/topology-summary.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <ostream>
#include <sstream>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

constexpr const char* IN_PART = "in part assumed"; //!< remark for sums

/** @return number such as 24,576 */
std::string
Group(uint64_t number)
{
    auto text = std::to_string(number);
    for (size_t at = text.size(); at > 3;)
    {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

/** @return text such as "25.6 Tbit/s", with up to four digits */
std::string
FormatRate(double bps)
{
    for (const auto& [unit, name] : {std::pair{1e15, " Pbit/s"},
                                     std::pair{1e12, " Tbit/s"},
                                     std::pair{1e9, " Gbit/s"},
                                     std::pair{1e6, " Mbit/s"}})
    {
        if (bps >= unit)
        {
            std::ostringstream text;
            text.precision(4);
            text << bps / unit << name;
            return text.str();
        }
    }
    return std::to_string(static_cast<uint64_t>(bps)) + " bit/s";
}

/** @return text such as "4.39 k" or "72.1 M", with three digits */
std::string
FormatAmount(double amount)
{
    for (const auto& [unit, name] :
         {std::pair{1e9, " G"}, std::pair{1e6, " M"}, std::pair{1e3, " k"}, std::pair{1.0, " "}})
    {
        if (amount >= unit)
        {
            const double value = amount / unit;
            return FormatDecimal(value, value >= 100 ? 0 : value >= 10 ? 1 : 2) + name;
        }
    }
    return "0 ";
}

/** Writes a line with a name and a value. */
void
Line(std::ostream& out, const std::string& name, const std::string& value)
{
    constexpr size_t WIDTH = 26;
    out << "  " << name << std::string(name.size() < WIDTH ? WIDTH - name.size() : 1, ' ') << value
        << '\n';
}

/** @return a scenario with a topology only */
ScenarioValue
MakeRoot(const TopologyReportOptions& options)
{
    const auto source = std::make_shared<const std::string>("command line");
    ScenarioValue root;
    root.kind = ScenarioValue::Kind::OBJECT;
    root.source = source;
    ScenarioValue name;
    name.kind = ScenarioValue::Kind::STRING;
    name.source = source;
    name.path = "topology";
    name.text = options.name;
    name.key = "topology";
    if (IsPresetPath(options.name))
    {
        const auto file = ReadScenario(options.name);
        const auto* topology = file.Find("topology");
        if (!file.Find("about") && topology)
        {
            root.children.push_back(*topology);
            for (const char* key : {"server", "northSouth"})
            {
                if (const auto* value = file.Find(key))
                {
                    root.children.push_back(*value);
                }
            }
            root.source = file.source;
        }
    }
    if (root.children.empty())
    {
        root.children.push_back(name);
    }
    for (const auto& assignment : options.overrides)
    {
        const auto key = assignment.substr(0, assignment.find_first_of("=."));
        const bool whole = key == "topology" || key == "server" || key == "northSouth";
        const auto rest = assignment.substr(std::min(key.size(), assignment.size()), 1);
        ApplyOverride(root, whole && !rest.empty() ? assignment : "topology." + assignment);
    }
    AddServerOfTopology(root);
    return root;
}

/** The topology to describe. */
struct Subject
{
    std::string name;                      //!< name given by the user
    std::string about;                     //!< description in the preset; empty: no preset
    FabricTopology topology;               //!< topology of a plane
    std::vector<PassiveParts::Part> parts; //!< passive parts of a plane
    uint32_t planes{1};                    //!< planes, equal to the NICs of each host
    uint32_t servers{0};                   //!< number of servers; 0: no server is known
    uint32_t gpusPerServer{0};             //!< 0: no server is known, or servers differ
    std::string server;                    //!< name of its preset; empty: no preset
};

/** @param value value of a topology @param name name given by the user */
Subject
MakeSubject(const ScenarioValue& value, const std::string& name)
{
    Subject subject;
    subject.name = name;
    auto expanded = value;
    if (const auto preset = ExpandPreset(expanded, "Topology", TopologyGenerator::GetTypeId()))
    {
        subject.about = preset->about;
    }
    const auto generator = BuildObject<TopologyGenerator>(value, "Topology");
    subject.topology = generator->GenerateToCount();
    if (const auto* passive = dynamic_cast<const PassiveParts*>(PeekPointer(generator)))
    {
        subject.parts = passive->GetPassiveParts();
    }
    return subject;
}

/** @return networks of a scenario, the one between servers first */
std::vector<Subject>
MakeSubjects(const TopologyReportOptions& options)
{
    const auto root = MakeRoot(options);
    std::vector<Subject> subjects{MakeSubject(*root.Find("topology"), options.name)};
    if (const auto* value = root.Find("server"))
    {
        auto& subject = subjects.front();
        const auto server = BuildObject<GpuServer>(*value, "Server");
        const auto limited =
            server->LimitHosts(subject.topology); // throws unless hosts fill servers
        subject.topology.gpusPerHost = limited.gpusPerHost;
        subject.planes = server->GetNicsPerGpu();
        subject.gpusPerServer = server->HasSizes() ? 0 : server->GetGpus();
        subject.servers = server->GetServerOf(limited.GetGpuCount() - 1) + 1;
        auto copy = *value;
        const auto preset = ExpandPreset(copy, "Server", GpuServer::GetTypeId());
        subject.server = preset ? preset->name : "";
    }
    const auto* northSouth = root.Find("northSouth");
    const auto* topology = northSouth ? northSouth->Find("topology") : nullptr;
    if (topology)
    {
        subjects.push_back(MakeSubject(*topology, "north-south network"));
    }
    return subjects;
}

/** Writes the number of parts of each kind. */
void
WriteParts(std::ostream& out, const Subject& subject, const TopologySummary& summary)
{
    const uint32_t sharing = subject.topology.gpusPerHost;
    if (subject.servers > 0)
    {
        const auto gpus =
            std::to_string(subject.gpusPerServer) + (sharing > 1 ? " GPUs" : " hosts");
        Line(out,
             "servers",
             Group(subject.servers) + " of " +
                 (subject.gpusPerServer > 0 ? gpus : std::string("different sizes")));
    }
    Line(out,
         "hosts",
         Group(summary.hosts) +
             (sharing > 1 ? ", each a NIC that " + std::to_string(sharing) + " GPUs share" : ""));
    if (subject.planes > 1)
    {
        Line(out,
             "planes",
             std::to_string(subject.planes) +
                 ", one port of each host in each plane; the numbers below are for all planes");
    }
    const uint64_t planes = subject.planes;
    Line(out, "switches", Group(summary.switches * planes));
    for (const auto& nodes : summary.nodes)
    {
        if (!nodes.isHost)
        {
            Line(out,
                 "  " + nodes.kind,
                 Group(nodes.count * planes) + " with " +
                     (nodes.minPorts < nodes.maxPorts ? Group(nodes.minPorts) + " to " : "") +
                     Group(nodes.maxPorts) + " ports, " +
                     FormatRate(static_cast<double>(nodes.maxbps)));
        }
    }
    for (const auto& part : subject.parts)
    {
        Line(out,
             part.kind,
             Group(part.count * planes) + " with " + Group(part.ports) + " ports in use");
    }
    if (subject.topology.spareCubes > 0)
    {
        Line(out,
             "spare cubes",
             std::to_string(subject.topology.spareCubes) +
                 ", not included in counts and cost except as ports of optical switches");
    }
    Line(out, "links", Group(subject.topology.links.size() * planes));
    for (const auto& links : summary.links)
    {
        Line(out,
             "  " + links.lower + " - " + links.upper,
             Group(links.count * planes) + " of " + FormatRate(static_cast<double>(links.ratebps)));
    }
}

/** Writes properties of the graph. */
void
WriteDistances(std::ostream& out, const Subject& subject, const TopologySummary& summary)
{
    const double planes = subject.planes;
    Line(out,
         "bisection",
         (summary.isBound ? "at most " : "") + FormatRate(summary.bisectionbps * planes) +
             (summary.halfbps > 0
                  ? ", " + FormatDecimal(100 * summary.bisectionbps / summary.halfbps, 1) +
                        " % of what half of the hosts send"
                  : ""));
    Line(out,
         "diameter",
         std::to_string(summary.diameter) + " links, " + std::to_string(summary.switchHops) +
             " of them between switches");
    Line(out, "mean hops", FormatDecimal(summary.meanHops, 3) + " links");
    const auto paths = [](double count) {
        return count < 1e6 ? FormatDecimal(count, count == std::floor(count) ? 0 : 1)
                           : FormatAmount(count);
    };
    Line(out,
         "shortest paths per pair",
         paths(summary.minPaths) + " to " + paths(summary.maxPaths) + ", mean " +
             paths(summary.meanPaths));
    if (summary.unreached > 0)
    {
        Line(out,
             "pairs without a path",
             Group(summary.unreached) + " of those measured; messages between them need NVLink");
    }
    if (summary.measuredFrom < summary.edgeSwitches)
    {
        Line(out,
             "measured from",
             Group(summary.measuredFrom) + " of " + Group(summary.edgeSwitches) +
                 " switches with hosts, evenly spaced");
    }
}

/** @return price lists that the options name; all presets if they name none */
std::vector<PriceList>
ReadPrices(const TopologyReportOptions& options)
{
    std::vector<PriceList> lists;
    if (options.prices.empty())
    {
        for (const auto& name : GetPresetNames("price"))
        {
            lists.push_back(PriceList::Read(GetPresetPath("price", name)));
        }
        return lists;
    }
    std::istringstream in(options.prices + ",");
    for (std::string name; std::getline(in, name, ',');)
    {
        const auto names = GetPresetNames("price");
        if (!IsPresetPath(name) && std::find(names.begin(), names.end(), name) == names.end())
        {
            throw InputError("command line",
                             0,
                             "--prices",
                             "there is no price list named \"" + name + "\"; expected one of " +
                                 Join(names) + ", or the path of a .json file" +
                                 Suggest(name, names));
        }
        lists.push_back(PriceList::Read(IsPresetPath(name) ? name : GetPresetPath("price", name)));
    }
    return lists;
}

/** @return remark behind a figure that is not published, or only in part */
std::string
MarkAssumed(bool assumed, const char* how = "assumed")
{
    return assumed ? std::string(" (") + how + ")" : "";
}

/** Writes the cost by one price list. */
void
WriteCost(std::ostream& out,
          const Subject& subject,
          const TopologyCost& cost,
          const PriceList& prices)
{
    const auto money = [&prices](double amount) { return FormatAmount(amount) + prices.currency; };
    out << "\n" << prices.name << ": " << prices.about << '\n';
    for (const auto& item : cost.items)
    {
        Line(out,
             item.what,
             Group(item.count) + ", " + money(item.cost) + MarkAssumed(item.assumed.cost) +
                 (item.watts > 0
                      ? ", " + FormatAmount(item.watts) + "W" + MarkAssumed(item.assumed.watts)
                      : ""));
    }
    Line(out, "transceivers", Group(cost.transceivers));
    Line(out,
         "network",
         money(cost.cost) + ", " + money(cost.costPerHost) + " per endpoint" +
             MarkAssumed(cost.assumed.cost, IN_PART) +
             (cost.watts > 0
                  ? "; " + FormatAmount(cost.watts) + "W, " + FormatDecimal(cost.wattsPerHost, 1) +
                        " W per endpoint" + MarkAssumed(cost.assumed.watts, IN_PART)
                  : ""));
    if (cost.serverCost > 0)
    {
        Line(out,
             "share of the cluster",
             FormatDecimal(100 * cost.cost / (cost.cost + cost.serverCost), 1) + " % of its cost" +
                 MarkAssumed(cost.assumed.cost || cost.serverAssumed.cost, IN_PART) +
                 (cost.serverWatts > 0 && cost.watts > 0
                      ? ", " +
                            FormatDecimal(100 * cost.watts / (cost.watts + cost.serverWatts), 1) +
                            " % of its power" +
                            MarkAssumed(cost.assumed.watts || cost.serverAssumed.watts, IN_PART)
                      : "") +
                 ", with servers of " + money(cost.serverCost) +
                 MarkAssumed(cost.serverAssumed.cost));
    }
    else if (subject.servers > 0 && !prices.servers.empty())
    {
        Line(out,
             "share of the cluster",
             "unknown: the list has no " +
                 (subject.server.empty() ? "such server" : "server " + subject.server) + " of " +
                 (subject.gpusPerServer > 0 ? std::to_string(subject.gpusPerServer) : "different") +
                 " GPUs");
    }
}

/** Writes the requested files. */
void
WriteFiles(const TopologyReportOptions& options, const Subject& subject)
{
    const auto& topology = subject.topology;
    const auto write = [](const std::string& path, const std::string& mark, const auto& fill) {
        if (!path.empty())
        {
            OutputFile::Check(path, "a topology in this form", [&mark](const std::string& start) {
                return !mark.empty() && start.find(mark) != std::string::npos;
            });
            WriteSafely(path, fill);
        }
    };
    write(options.svgFile, "<svg xmlns=", [&](std::ostream& out) {
        WriteSvg(out, topology, subject.name);
    });
    write(options.dotFile, "graph topology {", [&](std::ostream& out) { WriteDot(out, topology); });
    write(options.graphMlFile, "<graphml", [&](std::ostream& out) { WriteGraphMl(out, topology); });
    write(options.infraGraphFile, "\"devices\": [", [&](std::ostream& out) {
        if (subject.servers > 0 && subject.gpusPerServer == 0)
        {
            throw InputError("--infragraph: servers have different sizes, which this form "
                             "does not have here; expected a server without serverSizes");
        }
        const InfraGraphServers servers{
            std::max(1u, subject.gpusPerServer / subject.topology.gpusPerHost),
            subject.planes};
        WriteInfraGraph(out, topology, subject.name, servers);
    });
    // Such a file begins with numbers, as many other files do, so no mark tells it.
    write(options.hpccFile, "", [&](std::ostream& out) { WriteHpcc(out, topology); });
}

void
Describe(const Subject& subject,
         const std::vector<PriceList>& prices,
         const TopologyReportOptions& options,
         std::ostream& out)
{
    const TopologySummary summary(subject.topology);
    std::vector<std::pair<TopologyCost, const PriceList*>> costs;
    std::vector<std::string> unfit;
    const TopologyCost::Cluster cluster{subject.planes,
                                        subject.server,
                                        subject.gpusPerServer,
                                        subject.topology.gpusPerHost};
    for (const auto& list : prices)
    {
        try
        {
            costs.emplace_back(TopologyCost(summary, subject.parts, cluster, list), &list);
        }
        catch (const InputError& error)
        {
            if (!options.prices.empty())
            {
                throw;
            }
            unfit.push_back(list.name + ": " + error.what());
        }
    }
    out << subject.name << (subject.about.empty() ? "" : ": " + subject.about)
        << (options.overrides.empty() ? "" : "; changed by --set") << '\n';
    WriteParts(out, subject, summary);
    WriteDistances(out, subject, summary);
    for (const auto& [cost, list] : costs)
    {
        WriteCost(out, subject, cost, *list);
    }
    if (costs.size() > 1)
    {
        out << "\nper endpoint, of the least\n";
        auto least = costs.front().first.costPerHost;
        for (const auto& [cost, list] : costs)
        {
            least = std::min(least, cost.costPerHost);
        }
        for (const auto& [cost, list] : costs)
        {
            Line(out,
                 list->name,
                 FormatAmount(cost.costPerHost) + list->currency +
                     MarkAssumed(cost.assumed.cost, IN_PART) + ", " +
                     FormatDecimal(least > 0 ? cost.costPerHost / least : 1, 2) + " times");
        }
    }
    for (const auto& reason : unfit)
    {
        out << "\nwithout " << reason << '\n';
    }
}

} // namespace

void
DescribeTopology(const TopologyReportOptions& options, std::ostream& out)
{
    const auto subjects = MakeSubjects(options);
    const auto prices = ReadPrices(options);
    for (size_t i = 0; i < subjects.size(); ++i)
    {
        out << (i > 0 ? "\n" : "");
        Describe(subjects[i], prices, options, out);
    }
    WriteFiles(options, subjects.front());
}

} // namespace ns3
