// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The costs of a cluster and of its jobs, beside sums by hand.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

using Rows = std::vector<std::map<std::string, std::string>>;

constexpr double HOUR_NS = 3.6e12;

// Eight GPUs on one switch; a step has 8 sequences of 128 tokens.
const std::string SCENARIO = R"({
    "topology": {"type": "star", "hosts": 8, "rate": "400Gbps"},
    "fabric": [{"type": "roce", "name": "cheap"}, {"type": "infiniband", "name": "dear"}],
    "workload": {
        "type": "training",
        "name": "step",
        "model": {"type": "transformer", "layers": 2, "hidden": 256, "heads": 4, "ffnHidden": 1024,
                  "sequence": 128},
        "parallel": {"tensor": 2, "pipeline": 2},
        "globalBatch": 8,
        "gpu": "h100"
    }
})";

// 10,000 of the cluster is the network, 90,000 are GPUs; a year has 8766 hours.
const std::string PRICES = R"({"about": "a", "source": {}, "price": {
    "currency": "EUR",
    "switches": [{"ports": 8, "capacity": "10000Gbps", "cost": 9200, "watts": 800}],
    "cables": [{"of": "all", "rate": "400Gbps", "cost": 100}],
    "gpus": [{"gpu": "h100", "cost": 11250, "watts": 900, "onDemand": 4}],
    "operation": {"years": 2, "kilowattHour": 0.1, "pue": 1.25}}})";

double
GetNumber(const std::map<std::string, std::string>& row, const std::string& column)
{
    return std::stod(row.at(column));
}

/** Results of SCENARIO. */
class CostTest : public testing::Test
{
  protected:
    CostTest()
    {
        std::ofstream(m_prices) << PRICES;
    }

    /** @return options for a run of the scenario */
    std::string Complete(const std::string& options) const
    {
        return m_scenario.GetPath() + " --quiet --no-figure --no-lint --seeds 1 " + options +
               " --output " + m_folder.GetPath();
    }

    Outcome Run(const std::string& options) const
    {
        return RunDraws(Complete(options));
    }

    Rows Table(const std::string& name) const
    {
        return ReadRows(m_folder.GetPath() + "/" + name);
    }

    /** @return row of a fabric, basis and cause in cost.csv */
    std::map<std::string, std::string> Find(const std::string& fabric,
                                            const std::string& basis,
                                            const std::string& cause) const
    {
        for (const auto& row : Table("cost.csv"))
        {
            if (row.at("fabric") == fabric && row.at("basis") == basis && row.at("cause") == cause)
            {
                return row;
            }
        }
        ADD_FAILURE() << "no row of " << fabric << ", " << basis << ", " << cause;
        return {};
    }

    const TemporaryFile m_scenario{SCENARIO};
    const TemporaryFolder m_folder;
    const TemporaryFolder m_lists;
    const std::string m_prices{m_lists.GetPath() + "/prices.json"};
};

} // namespace

TEST_F(CostTest, AStepAndATrillionTokensByHand)
{
    const auto run =
        Run("--set cost.prices=" + m_prices + " --set 'cost.networkFactor={\"dear\": 2}'");
    ASSERT_EQ(run.status, 0) << run.text;
    std::map<std::string, double> stepNs;
    for (const auto& row : Table("summary.csv"))
    {
        stepNs[row.at("fabric")] = GetNumber(row, "completion_ns");
    }
    // 800 W and 8 * 900 W for an hour in a building of 1.25 are 10 kWh, which cost 1 EUR.
    const double cheapHour = (100'000 / (2 * 8766.0) + 1) / 8;
    const double dearHour = (110'000 / (2 * 8766.0) + 1) / 8;
    for (const auto& [fabric, hour] : {std::pair{"cheap", cheapHour}, std::pair{"dear", dearHour}})
    {
        const auto owned = Find(fabric, "owned", "all");
        const double gpuHours = 8 * stepNs[fabric] / HOUR_NS;
        EXPECT_NEAR(GetNumber(owned, "gpu_hours"), gpuHours, 1e-6 * gpuHours);
        EXPECT_NEAR(GetNumber(owned, "gpu_hour_price"), hour, 1e-8);
        EXPECT_NEAR(GetNumber(owned, "price"), gpuHours * hour, 1e-6 * gpuHours);
        EXPECT_NEAR(GetNumber(owned, "price_per_trillion_tokens"),
                    gpuHours * hour / (8 * 128) * 1e12,
                    1e-5 * gpuHours / (8 * 128) * 1e12);
        EXPECT_EQ(owned.at("price_per_million_requests"), "");
        EXPECT_NEAR(GetNumber(Find(fabric, "on demand", "all"), "price"),
                    gpuHours * 4,
                    1e-5 * gpuHours);
    }
    EXPECT_EQ(Find("cheap", "owned", "all").at("network_price_percent"), "10.000");
    EXPECT_EQ(Find("dear", "owned", "all").at("network_price_percent"), "18.182");
    EXPECT_EQ(Find("cheap", "owned", "all").at("network_power_percent"), "10.000");
    EXPECT_EQ(Find("cheap", "owned", "all").at("premium_percent"), "0.000");
    EXPECT_NEAR(GetNumber(Find("dear", "owned", "all"), "premium_percent"),
                100 * (dearHour / cheapHour - 1),
                1e-3);
    const auto parts = Table("cost-parts.csv");
    ASSERT_EQ(parts.size(), 6u);
    EXPECT_EQ(parts[1].at("part"), "cables host to switch");
    EXPECT_EQ(parts[1].at("count"), "8");
    EXPECT_EQ(parts[1].at("price"), "800");
    EXPECT_EQ(parts[1].at("rate_bps"), "400000000000");
    EXPECT_EQ(parts[3].at("price"), "18400") << "the switch of the dear one";
    EXPECT_EQ(parts[5].at("kind"), "servers");
}

TEST_F(CostTest, CausesMakeUpTheGpuTime)
{
    ASSERT_EQ(Run("--set cost.prices=" + m_prices).status, 0);
    std::map<std::string, double> waits; // of all ranks, in ns
    double totalNs = 0;
    for (const auto& row : Table("waits.csv"))
    {
        if (row.at("fabric") == "cheap")
        {
            const bool isKind = !row.at("exposed_ns").empty();
            const double ns = GetNumber(row, isKind ? "exposed_ns" : "time_ns");
            totalNs += ns;
            const double lateNs = isKind ? GetNumber(row, "late_sender_ns") : 0;
            waits[(isKind ? "exposed " : "") + row.at("activity")] += ns - lateNs;
            waits["late peers"] += lateNs;
        }
    }
    double percent = 0;
    int causes = 0;
    for (const auto& row : Table("cost.csv"))
    {
        const auto cause = row.at("cause");
        if (row.at("fabric") == "cheap" && row.at("basis") == "owned" && cause != "all")
        {
            ++causes;
            percent += GetNumber(row, "share_percent");
            EXPECT_NEAR(GetNumber(row, "share_percent"), 100 * waits[cause] / totalNs, 1e-3)
                << cause;
        }
    }
    EXPECT_EQ(causes, static_cast<int>(waits.size()));
    EXPECT_NEAR(percent, 100, 0.01);
}

TEST_F(CostTest, RequestsAndTheirTokensByHand)
{
    const TemporaryFile scenario(R"({
        "topology": {"type": "star", "hosts": 4, "rate": "400Gbps"},
        "fabric": {"type": "roce"},
        "cost": {"prices": ")" + m_prices +
                                 R"("},
        "workload": {
            "type": "inference",
            "model": {"type": "transformer", "layers": 2, "hidden": 256, "heads": 4,
                      "ffnHidden": 1024},
            "arrivals": {"type": "poisson", "rate": 1e5, "requests": 5, "promptTokens": "64",
                         "outputTokens": "3"},
            "gpu": "h100", "replicas": 1, "replicaGpus": 4
        }})");
    ASSERT_EQ(RunScenario(scenario.GetPath() + " --quiet --no-figure --no-lint --output " +
                          m_folder.GetPath())
                  .status,
              0);
    const auto row = Find("roce", "on demand", "all");
    const double price = 4 * GetNumber(Table("summary.csv").at(1), "completion_ns") / HOUR_NS * 4;
    EXPECT_NEAR(GetNumber(row, "price"), price, 1e-6 * price);
    EXPECT_NEAR(GetNumber(row, "price_per_million_requests"), price / 5 * 1e6, price);
    EXPECT_NEAR(GetNumber(row, "price_per_million_tokens"), price / 15 * 1e6, price);
    EXPECT_EQ(row.at("price_per_trillion_tokens"), "");
}

TEST_F(CostTest, ASweepHasPrices)
{
    const auto run = Run("--cost --sweep topology.hosts=8,16");
    ASSERT_EQ(run.status, 0) << run.text;
    int prices = 0;
    for (const auto& row : Table("sweep.csv"))
    {
        prices +=
            row.at("metric") == "price_per_trillion_tokens" && row.at("unit") == "USD" ? 1 : 0;
    }
    EXPECT_EQ(prices, 4) << "two points, two fabrics";
}

TEST_F(CostTest, WrongSettingsAreOneLine)
{
    for (const auto& [options, expected] : std::vector<std::pair<std::string, std::string>>{
             {"--set cost.prices=cheap",
              "command line: cost.prices: is cheap; expected one of the price lists "},
             {"--set 'cost.prices={\"roce\": \"isca-25-fitted\"}'",
              "cost.prices.roce: unknown key; expected one of cheap, dear"},
             {"--set cost.networkFactor=-1",
              "cost.networkFactor: is -1; expected a number from 0 to 1000"},
             {"--set cost.price=1",
              "cost.price: unknown key; expected one of prices, networkFactor"},
             {"--set cost.prices=isca-25-fitted",
              "price: has neither the server nor the GPU of this scenario; expected a \"gpu\" of a "
              "list with \"gpus\" in a workload, or a \"server\" of the list"},
             {"--cost --set topology.hosts=600 --set workload.globalBatch=150",
              "price.switches: has no part for switch, 600 ports with 240 Tbit/s in all"}})
    {
        ExpectOneLine(Complete(options), expected);
    }
    // A run without costs has no such tables.
    ASSERT_EQ(Run("").status, 0);
    EXPECT_TRUE(Table("cost.csv").empty());
}

#endif // AI_FABRIC_RUN
