// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "cost-files.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

using Format = ResultFormat;
using Kind = TopologyCost::Kind;

constexpr double MILLION = 1e6;
constexpr double TRILLION = 1e12;

/** A part of the cluster. */
struct PartRow
{
    const FabricResult& result;
    const ClusterCost& cluster;
    const TopologyCost::Item& item;
};

/** The GPU time of a job with one cause, at one price. */
struct CostRow
{
    const FabricResult& result;
    const JobResult& job;
    const ClusterCost& cluster;
    const ClusterCost::GpuHour& gpuHour;
    const JobTime& time;
    const CostShare& share;
    double premium;

    /** @return cost of this share of the GPU time */
    double GetCost() const
    {
        return time.gpuHours * share.share * gpuHour.price;
    }
};

/** @return names of the groups of parts, by Kind */
constexpr std::array<const char*, 5> KINDS = {"switches",
                                              "cables",
                                              "NICs",
                                              "optical switches",
                                              "servers"};

bool
HasCosts(const FabricScenario& scenario, const FabricResult& /*result*/)
{
    return !scenario.clusters.empty();
}

/** @return cluster with the fabric of a result */
const ClusterCost&
GetCluster(const FabricScenario& scenario, const FabricResult& result)
{
    const auto& fabrics = scenario.fabrics;
    const auto found = std::find_if(fabrics.begin(), fabrics.end(), [&result](const auto& fabric) {
        return fabric.label == result.label;
    });
    return scenario.clusters[static_cast<size_t>(found - fabrics.begin())];
}

/**
 * @return by how much a GPU-hour is dearer than with the cheapest fabric, so by how much the fabric
 *         must be faster; 0 if another fabric has no such price
 */
double
GetPremium(const FabricScenario& scenario, const ClusterCost::GpuHour& own)
{
    double least = own.price;
    for (const auto& cluster : scenario.clusters)
    {
        for (const auto& other : cluster.gpuHours)
        {
            least = other.basis == own.basis ? std::min(least, other.price) : least;
        }
    }
    return least > 0 ? own.price / least - 1 : 0;
}

/** @return value of a figure of a job; 0: it has none of that name */
double
FindFigure(const JobResult& job, const std::string& name)
{
    const auto found = std::find_if(job.figures.begin(),
                                    job.figures.end(),
                                    [&name](const auto& figure) { return figure.name == name; });
    return found == job.figures.end() ? 0 : found->value;
}

/** @return a quotient; empty if there is nothing to divide by */
ResultCell
Divide(double number, double by)
{
    return by > 0 ? ResultCell(number / by) : ResultCell();
}

/** @return share of a part in the cost of the cluster, in percent */
double
GetPercent(double part, double all)
{
    return all > 0 ? 100 * part / all : 0;
}

/** Adds a row of one number. */
void
Add(ResultSection& section,
    const std::string& name,
    Format format,
    double value,
    const std::string& unit = "")
{
    section.rows.push_back({name, {{name, format, unit, value}}});
}

ResultSection
DescribeCluster(const FabricScenario& scenario, const ClusterCost& cluster)
{
    ResultSection section;
    section.title = "cost of the cluster";
    const std::string money = " " + cluster.currency;
    std::vector<std::pair<std::string, double>> groups;
    for (const auto& item : cluster.items)
    {
        std::string name = KINDS[static_cast<size_t>(item.kind)];
        if (item.kind == Kind::CABLES)
        {
            name += " of " + std::to_string(item.ratebps / 1'000'000'000) + " Gb/s";
        }
        const auto known = std::find_if(groups.begin(), groups.end(), [&name](const auto& group) {
            return group.first == name;
        });
        if (known == groups.end())
        {
            groups.emplace_back(name, item.cost);
        }
        else
        {
            known->second += item.cost;
        }
    }
    for (const auto& [name, cost] : groups)
    {
        Add(section, name, Format::FIGURE, cost, money);
    }
    Add(section,
        "network, share of the cost",
        Format::PERCENT,
        GetPercent(cluster.networkCost, cluster.cost));
    Add(section, "power", Format::FIGURE, cluster.watts / 1000, " kW");
    Add(section,
        "network, share of the power",
        Format::PERCENT,
        GetPercent(cluster.networkWatts, cluster.watts));
    for (const auto& [basis, price] : cluster.gpuHours)
    {
        Add(section, "GPU-hour, " + basis, Format::FIGURE, price, money);
    }
    if (scenario.clusters.size() > 1)
    {
        Add(section,
            "must be faster by",
            Format::PERCENT,
            100 * GetPremium(scenario, cluster.gpuHours.front()));
    }
    return section;
}

ResultSection
DescribeJob(const ClusterCost& cluster, const JobResult& job, const JobTime& time)
{
    constexpr double THOUSAND = 1000;
    ResultSection section;
    section.title = "cost of job " + job.name;
    const std::string money = " " + cluster.currency;
    const bool isStep = time.trainedTokens > 0;
    Add(section,
        isStep ? "GPU-hours of 1000 steps" : "GPU-hours",
        Format::FIGURE,
        time.gpuHours * (isStep ? THOUSAND : 1));
    for (const auto& [cause, share] : time.shares)
    {
        if (cause != "all")
        {
            Add(section, "  " + cause, Format::PERCENT, 100 * share);
        }
    }
    for (const auto& [basis, price] : cluster.gpuHours)
    {
        const double cost = time.gpuHours * price;
        const auto add = [&, &basis = basis](const std::string& what, double value) {
            Add(section, what + ", " + basis, Format::FIGURE, value, money);
        };
        if (isStep)
        {
            add("1000 steps", THOUSAND * cost);
            add("a trillion tokens", cost / time.trainedTokens * TRILLION);
        }
        else if (time.requests > 0)
        {
            add("a million requests", cost / time.requests * MILLION);
            add("a million tokens out", cost / time.servedTokens * MILLION);
        }
        else
        {
            add("job", cost);
        }
    }
    return section;
}

} // namespace

std::optional<JobTime>
GetJobTime(const JobResult& job)
{
    if (!job.complete || !job.computes || job.northSouth)
    {
        return {};
    }
    constexpr double PS_PER_HOUR = 3.6e15;
    constexpr double MS_PER_HOUR = 3.6e6;
    constexpr double SECONDS_PER_HOUR = 3600;
    JobTime time;
    const double stepMs = FindFigure(job, "iteration time");
    const double hours =
        stepMs > 0 ? stepMs / MS_PER_HOUR : static_cast<double>(job.durationPs) / PS_PER_HOUR;
    time.gpuHours = hours * job.ranks;
    time.trainedTokens = FindFigure(job, "tokens per second") * hours * SECONDS_PER_HOUR;
    for (const auto& request : job.requests)
    {
        time.requests += request.IsFinished() ? 1 : 0;
        time.servedTokens += request.tokensOut;
    }
    time.shares.push_back({"all", 1});
    if (!job.waits)
    {
        time.shares.push_back({"compute", 1 - job.idleFraction});
        time.shares.push_back({"idle", job.idleFraction});
        return time;
    }
    const auto& account = job.waits->account;
    const auto sum = account.GetSum();
    const auto total = static_cast<double>(std::max<int64_t>(sum.totalPs, 1));
    const auto add = [&](const std::string& cause, int64_t ps) {
        time.shares.push_back({cause, static_cast<double>(ps) / total});
    };
    int64_t latePs = 0;
    add("compute", sum.computePs);
    for (size_t kind = 0; kind < account.GetKinds().size(); ++kind)
    {
        const auto& communication = sum.communication[kind];
        add("exposed " + account.GetKinds()[kind],
            communication.exposedPs - communication.lateSenderPs);
        latePs += communication.lateSenderPs;
    }
    add("late peers", latePs);
    add("idle", sum.idlePs);
    return time;
}

std::vector<ResultSection>
DescribeCosts(const FabricScenario& scenario, const FabricResult& result)
{
    std::vector<ResultSection> sections;
    if (HasCosts(scenario, result))
    {
        const auto& cluster = GetCluster(scenario, result);
        sections.push_back(DescribeCluster(scenario, cluster));
        for (const auto& job : result.jobs)
        {
            if (const auto time = GetJobTime(job))
            {
                sections.push_back(DescribeJob(cluster, job, *time));
            }
        }
    }
    return sections;
}

ResultTable
MakeCostTable()
{
    using Row = CostRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        MakeJobColumn<Row>(),
        {"basis",
         Format::TEXT,
         "GPUs that are owned, reserved for a year or rented on demand",
         [](auto& row) -> ResultCell { return row.gpuHour.basis; }},
        {"cause",
         Format::TEXT,
         "all, or a part of the GPU time: compute, exposed communication of a kind, late peers, "
         "idle",
         [](auto& row) -> ResultCell { return row.share.cause; }},
        {"share_percent",
         Format::PERCENT,
         "share of this cause in the GPU time of the job",
         [](auto& row) -> ResultCell { return 100 * row.share.share; }},
        {"gpu_hours",
         Format::FIGURE,
         "GPU-hours of this cause, of a step of training or of another job as a whole",
         [](auto& row) -> ResultCell { return row.time.gpuHours * row.share.share; }},
        {"currency",
         Format::TEXT,
         "unit of all prices",
         [](auto& row) -> ResultCell { return row.cluster.currency; }},
        {"gpu_hour_price",
         Format::FIGURE,
         "price of a GPU-hour",
         [](auto& row) -> ResultCell { return row.gpuHour.price; }},
        {"price",
         Format::FIGURE,
         "price of gpu_hours",
         [](auto& row) -> ResultCell { return row.GetCost(); },
         {"price of a step or job", ResultMetric::LESS}},
        {"price_per_trillion_tokens",
         Format::FIGURE,
         "the same of a training with this number of tokens",
         [](auto& row) { return Divide(row.GetCost() * TRILLION, row.time.trainedTokens); },
         {"price of a trillion tokens", ResultMetric::LESS}},
        {"price_per_million_requests",
         Format::FIGURE,
         "the same of this number of requests to a served model",
         [](auto& row) { return Divide(row.GetCost() * MILLION, row.time.requests); },
         {"price of a million requests", ResultMetric::LESS}},
        {"price_per_million_tokens",
         Format::FIGURE,
         "the same of this number of tokens that the model makes",
         [](auto& row) { return Divide(row.GetCost() * MILLION, row.time.servedTokens); },
         {"price of a million tokens", ResultMetric::LESS}},
        {"cluster_price",
         Format::FIGURE,
         "price of the cluster",
         [](auto& row) -> ResultCell { return row.cluster.cost; }},
        {"network_price_percent",
         Format::PERCENT,
         "share of the networks in the price of the cluster",
         [](auto& row) -> ResultCell {
             return GetPercent(row.cluster.networkCost, row.cluster.cost);
         }},
        {"power_kW",
         Format::FIGURE,
         "power of the cluster",
         [](auto& row) -> ResultCell { return row.cluster.watts / 1000; }},
        {"network_power_percent",
         Format::PERCENT,
         "share of the networks in this power",
         [](auto& row) -> ResultCell {
             return GetPercent(row.cluster.networkWatts, row.cluster.watts);
         }},
        {"premium_percent",
         Format::PERCENT,
         "by how much a GPU-hour is dearer than with the cheapest fabric: so much faster must the "
         "fabric be",
         [](auto& row) -> ResultCell { return 100 * row.premium; }},
    };
    return MakeResultTable("cost.csv",
                           "A row per job that computes, price basis and cause of GPU time; see "
                           "cost.rst",
                           &HasCosts,
                           columns,
                           [](auto& scenario, auto& result, const auto& write) {
                               const auto& cluster = GetCluster(scenario, result);
                               for (const auto& job : result.jobs)
                               {
                                   const auto time = GetJobTime(job);
                                   for (const auto& gpuHour : cluster.gpuHours)
                                   {
                                       for (const auto& share :
                                            time ? time->shares : std::vector<CostShare>())
                                       {
                                           write({result,
                                                  job,
                                                  cluster,
                                                  gpuHour,
                                                  *time,
                                                  share,
                                                  GetPremium(scenario, gpuHour)});
                                       }
                                   }
                               }
                           });
}

ResultTable
MakeCostPartTable()
{
    using Row = PartRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        {"kind",
         Format::TEXT,
         "switches, cables with their optics, NICs, optical switches, or servers with their GPUs",
         [](auto& row) -> ResultCell { return KINDS[static_cast<size_t>(row.item.kind)]; }},
        {"part",
         Format::TEXT,
         "name of the parts",
         [](auto& row) -> ResultCell { return row.item.what; }},
        {"rate_bps",
         Format::BIT_RATE,
         "rate of a cable or NIC",
         [](auto& row) {
             return row.item.ratebps > 0 ? ResultCell(row.item.ratebps) : ResultCell();
         }},
        {"count",
         Format::COUNT,
         "number of the parts",
         [](auto& row) -> ResultCell { return row.item.count; }},
        {"currency",
         Format::TEXT,
         "unit of the price",
         [](auto& row) -> ResultCell { return row.cluster.currency; }},
        {"price",
         Format::FIGURE,
         "price of all these parts",
         [](auto& row) -> ResultCell { return row.item.cost; }},
        {"share_percent",
         Format::PERCENT,
         "share in the price of the cluster",
         [](auto& row) -> ResultCell { return GetPercent(row.item.cost, row.cluster.cost); }},
        {"power_kW",
         Format::FIGURE,
         "power of all these parts",
         [](auto& row) -> ResultCell { return row.item.watts / 1000; }},
        {"assumed",
         Format::TEXT,
         "price, power or both, if they are assumed and not published",
         [](auto& row) -> ResultCell {
             const auto& assumed = row.item.assumed;
             return assumed.cost ? (assumed.watts ? "both" : "price")
                                 : (assumed.watts ? "power" : "");
         }},
        {"prices",
         Format::TEXT,
         "name of the price list",
         [](auto& row) -> ResultCell { return row.cluster.prices; }},
    };
    return MakeResultTable("cost-parts.csv",
                           "A row per kind of part of the cluster; see cost.rst",
                           &HasCosts,
                           columns,
                           [](auto& scenario, auto& result, const auto& write) {
                               const auto& cluster = GetCluster(scenario, result);
                               for (const auto& item : cluster.items)
                               {
                                   write({result, cluster, item});
                               }
                           });
}

} // namespace ns3
