// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The cost of each kind of failure for an all-reduce in each fabric of all-fabrics, by laws that
// use only attributes of the fabric: FabricLaws.

#include "failure-laws.h"
#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

using LawRow = std::map<std::string, std::string>;

constexpr size_t LAW_FABRICS = 17;
constexpr double LAW_START_US = 100; //!< in the first of two steps of 170 to 210 us each
constexpr double LAW_AWAY_US = 1320; //!< far from all timeouts, which an outage must not end beside
constexpr double LAW_STEP_BYTES = 2e6;

/** A fabric: its attributes and its results. */
struct LawResult
{
    FabricLaws laws;
    bool isComplete;
    double us;                 //!< of the job
    LawRow fault;              //!< the first one
    std::vector<LawRow> flows; //!< in the order of their end
};

/** A run of all fabrics; the manifest is what the laws read. */
struct LawRun
{
    Outcome outcome;
    JsonValue manifest;
    std::vector<LawResult> fabrics;
};

/**
 * Timeouts of known length, so that what a failure costs can be said by hand: of 500 us without
 * growth for DCQCN, PFC alone and adaptive paths, and no random part for others. The default timer
 * of queue pairs begins at 30 ms, as routes are back up to
 * 21 ms after a link.
 *
 * @return settings of the fabrics of all-fabrics
 */
std::string
SetLawTimers()
{
    const std::set<size_t> shortTimers = {0, 1, 2, 4, 13};
    const std::set<size_t> defaultTimers = {3, 6, 7, 8, 9, 14};
    constexpr size_t MRC = 13;
    const std::set<size_t> ownTimers = {5, MRC}; // the first is IRN's
    std::string settings;
    for (size_t i = 0; i < LAW_FABRICS; ++i)
    {
        const std::string fabric = " --set fabric." + std::to_string(i);
        settings +=
            fabric + ".nic.ackTimeout=" + (shortTimers.count(i) > 0 ? "500us" : "67108864ns") +
            (ownTimers.count(i) > 0 ? "" : fabric + ".retransmissionTimer.initialRange=0ns") +
            (i == MRC ? fabric + ".nic.retryCount=9" : "") + // else it waits for 4.3 s
            (defaultTimers.count(i) > 0 ? fabric + ".retransmissionTimer.initialTimeout=30ms" : "");
    }
    return settings;
}

/**
 * Two hosts on two leaves reduce some MB over one spine, or two: in each of two steps each sends
 * half of it to the other. All cables are of 100 m and 100 Gb/s.
 */
std::unique_ptr<LawRun>
RunLaws(const std::string& failure, int spines = 1, int megabytes = 4)
{
    const TemporaryFolder folder;
    auto run = std::make_unique<LawRun>();
    run->outcome =
        RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                    "/examples/scenarios/all-fabrics.json --quiet --no-figure --no-lint --seed 1 "
                    "--set fabric.5.name=IRN --set topology.leaves=2 --set topology.hostsPerLeaf=1 "
                    "--set topology.hostDelay=500ns --set topology.uplinkDelay=500ns --set "
                    "topology.spines=" +
                    std::to_string(spines) + SetLawTimers() +
                    " --set 'workload={\"type\": \"collective\", \"gpus\": 2, \"bytes\": \"" +
                    std::to_string(megabytes) +
                    "MB\"}'"
                    " --set until=20s --set 'failures=[" +
                    failure + "]' --output " + folder.GetPath());
    run->manifest = ParseJson("manifest", Read(folder.GetPath() + "/manifest.json"));
    const auto faults = ReadRows(folder.GetPath() + "/failures.csv");
    const auto flows = ReadRows(folder.GetPath() + "/flows.csv");
    for (const auto& fabric : run->manifest.Find("scenario")->Find("fabric")->children)
    {
        run->fabrics.push_back({FabricLaws(fabric), false, 0, {}, {}});
        LawResult& measured = run->fabrics.back();
        const auto isOf = [&](const LawRow& row) {
            return row.at("fabric") == measured.laws.Get("name");
        };
        const auto fault = std::find_if(faults.begin(), faults.end(), isOf);
        measured.fault = fault == faults.end() ? LawRow() : *fault;
        std::copy_if(flows.begin(), flows.end(), std::back_inserter(measured.flows), isOf);
        for (const auto& row : ReadRows(folder.GetPath() + "/summary.csv"))
        {
            if (isOf(row) && row.at("job") != "all" && row.at("complete") == "1")
            {
                measured.isComplete = true;
                measured.us = std::stod(row.at("completion_ns")) / 1e3;
            }
        }
    }
    return run;
}

/** @return the same without any failure */
const LawRun&
GetLawRun(int spines = 1, int megabytes = 4)
{
    static std::map<std::pair<int, int>, std::unique_ptr<LawRun>> runs;
    auto& run = runs[{spines, megabytes}];
    if (!run)
    {
        run = RunLaws(R"({"type": "gpu", "host": 0, "start": "10s", "stop": "11s"})",
                      spines,
                      megabytes);
    }
    return *run;
}

std::string
LawUs(double us)
{
    return "\"" + std::to_string(static_cast<int64_t>(us)) + "us\"";
}

/** @return keys of a failure of the uplink of host 0 */
std::string
FailUplink(const std::string& type, int spine = 0)
{
    return R"({"type": ")" + type + R"(", "from": "leaf0", "to": "spine)" + std::to_string(spine) +
           "\"";
}

/** @return keys of when it is */
std::string
FromUntil(double startUs, double lengthUs)
{
    return ", \"start\": " + LawUs(startUs) + ", \"stop\": " + LawUs(startUs + lengthUs) + "}";
}

/** Audits of conservation and of lossless classes are part of the status. */
void
ExpectAllEnd(const LawRun& run)
{
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    ASSERT_EQ(run.fabrics.size(), LAW_FABRICS);
    for (const auto& fabric : run.fabrics)
    {
        ASSERT_TRUE(fabric.isComplete) << fabric.laws.Get("name");
        ASSERT_EQ(fabric.flows.size(), 4u);
        for (const auto& flow : fabric.flows)
        {
            EXPECT_EQ(flow.at("status"), "success");
        }
    }
}

/** @param law gets a fabric and how long it takes without failures, in us */
template <typename Law>
void
ExpectLosses(const std::string& failure, const Law& law, int spines = 1, int megabytes = 4)
{
    SCOPED_TRACE(failure);
    const auto run = RunLaws(failure, spines, megabytes);
    ExpectAllEnd(*run);
    const LawRun& whole = GetLawRun(spines, megabytes);
    for (size_t i = 0; i < run->fabrics.size() && !testing::Test::HasFatalFailure(); ++i)
    {
        const LawResult& measured = run->fabrics[i];
        const LossBound bound = law(measured, whole.fabrics[i].us);
        const double lostUs = measured.us - whole.fabrics[i].us;
        EXPECT_GE(lostUs, 0.9 * bound.low) << measured.laws.Get("name");
        EXPECT_LE(lostUs, 1.1 * bound.high) << measured.laws.Get("name");
    }
}

/**
 * What a scheduled fabric loses in its middle: the first leaf asks for credit again within twice
 * repeatTime, what comes then waits reassemblyTime for what does not, and then the receiver's
 * adapter asks for it. If routes have left the only way, it is back as late as they are.
 */
LossBound
OfScheduledOutage(const FabricLaws& laws, double awayUs)
{
    const double leastUs = awayUs + laws.GetUs("stage.reassemblyTime");
    const double routesUs = awayUs > laws.GetRerouteUs() ? laws.GetRerouteUs() : 0;
    return {leastUs, leastUs + routesUs + 2 * laws.GetUs("stage.repeatTime") + laws.GetRttUs()};
}

/** A rate that each cut at most halves is half of what it may be, at the worst, as it grows. */
constexpr double RATE_SHARE = 0.5;

/**
 * A link, or a receiver, has less for a time.
 *
 * @param laws of the fabric
 * @param leftUs how much of the job is left when it begins
 * @param share of the rate that is left
 * @param awayUs how long, at the most until the job ends
 */
LossBound
OfLowerRate(const FabricLaws& laws, double leftUs, double share, double awayUs)
{
    const auto getLostUs = [&](double used) {
        return std::min(awayUs * (1 - used), leftUs * (1 / used - 1));
    };
    // Rates that have been cut to what there was may stay there until the end.
    return {getLostUs(share),
            laws.HasRate() ? leftUs * (1 / (share * RATE_SHARE) - 1)
                           : getLostUs(share * (1 - laws.GetIdleShare())) + laws.GetRegrowthUs()};
}

} // namespace

/**
 * Nothing comes through for a time, after which all is sent again from the first timeout or probe
 * on. Whoever still has new packets to send then, as a rate without answers is low, is told by
 * what the first of them miss.
 */
TEST(FailureLaws, AnOutageLastsUntilTheNextAttempt)
{
    const std::string outages[] = {FailUplink("link"),
                                   FailUplink("black-hole"),
                                   R"({"type": "switch", "switch": "spine0")",
                                   R"({"type": "nic", "host": 1)",
                                   R"({"type": "server", "host": 1)"};
    for (const auto& outage : outages)
    {
        const bool oneWay{Has(outage, "black-hole")};
        ExpectLosses(outage + FromUntil(LAW_START_US, LAW_AWAY_US),
                     [&](const LawResult& measured, double) {
                         const FabricLaws& laws = measured.laws;
                         if (laws.Is("stage.type", "ScheduledStage"))
                         {
                             return OfScheduledOutage(laws, LAW_AWAY_US);
                         }
                         auto bound = laws.OfOutage(LAW_AWAY_US);
                         if (oneWay && laws.Is("congestionControl.type", "RttCc"))
                         {
                             bound.low = LAW_AWAY_US;
                         }
                         return bound;
                     });
    }
}

/**
 * The outage is over while those who hear nothing go on sending: what comes behind the gap tells of
 * it at once, or some packets later, which is time that is not lost. Others wait for the next
 * attempt as ever. A rate that has been halved for each answer that was overdue may stay there. A
 * virtual output queue has filled until its first packet went on, and sends all that before what
 * go-back-N sends in its place.
 */
TEST(FailureLaws, AShortOutageCostsItsLengthWhileThereIsMoreToSend)
{
    constexpr double SHORT_US = 85;
    constexpr int MEGABYTES = 16; // steps of 660 us, of which 1,000 packets are left behind it
    ExpectLosses(
        FailUplink("link") + FromUntil(LAW_START_US, SHORT_US),
        [](const LawResult& measured, double wholeUs) {
            const FabricLaws& laws = measured.laws;
            if (laws.Is("stage.type", "ScheduledStage"))
            {
                const auto bound = OfScheduledOutage(laws, SHORT_US);
                const double waitedUs = laws.GetUs("stage.reassemblyTime");
                return LossBound{bound.low + SHORT_US, 2 * bound.high - waitedUs};
            }
            if (!laws.IsBlind())
            {
                return laws.OfOutage(SHORT_US);
            }
            LossBound bound{SHORT_US, SHORT_US + laws.GetRttUs()};
            if (laws.Is("congestionControl.type", "RttCc"))
            {
                const double overdueUs =
                    2 * (laws.GetRttUs() + laws.GetUs("congestionControl.targetDelay"));
                const double halvings = std::ceil(std::log2(SHORT_US / overdueUs)) + 1;
                bound.high += (wholeUs - LAW_START_US) * (std::exp2(halvings) - 1);
            }
            return bound;
        },
        1,
        MEGABYTES);
}

/** The only way is dead for good: senders give up, and the job with them. */
TEST(FailureLaws, AnOutageForGoodEndsTheJob)
{
    for (const std::string outage : {"link", "black-hole"})
    {
        SCOPED_TRACE(outage);
        const auto run = RunLaws(FailUplink(outage) + ", \"start\": " + LawUs(LAW_START_US) + "}");
        EXPECT_EQ(run->outcome.status, 1);
        EXPECT_FALSE(Has(run->outcome.text, "stalled")) << run->outcome.text;
        ASSERT_EQ(run->fabrics.size(), LAW_FABRICS);
        for (const auto& fabric : run->fabrics)
        {
            const std::string name = fabric.laws.Get("name");
            EXPECT_FALSE(fabric.isComplete) << name;
            ASSERT_GE(fabric.flows.size(), 2u) << name;
            const LawRow& flow = fabric.flows.front();
            ASSERT_EQ(flow.at("status"), "retry-exceeded") << name;
            const double lastedUs = std::stod(flow.at("fct_ns")) / 1e3 - LAW_START_US;
            const auto bound = fabric.laws.OfGivingUp();
            EXPECT_GE(lastedUs, 0.9 * bound.low) << name;
            EXPECT_LE(lastedUs, 1.1 * bound.high) << name;
        }
    }
}

/**
 * Down twice for 280 us, 480 us apart: an attempt after more than that meets the second outage, so
 * that the next counts; who came through goes on until then. If it is the last packets of a queue
 * that a scheduled fabric loses, nothing comes behind them that tells, and the adapter has to.
 */
TEST(FailureLaws, AFlapCostsEachOutageThatItMeets)
{
    constexpr double DOWN_US = 280;
    constexpr double PERIOD_US = 480;
    const auto walk = [](const FabricLaws& laws, double leftUs, bool high) {
        const auto outage = [&](double awayUs) {
            auto bound = laws.OfOutage(awayUs);
            if (laws.Is("stage.type", "ScheduledStage"))
            {
                bound.low = OfScheduledOutage(laws, awayUs).low;
            }
            return high ? bound.high : bound.low;
        };
        const double lostUs = outage(DOWN_US);
        if (lostUs >= PERIOD_US)
        {
            return outage(PERIOD_US + DOWN_US);
        }
        return leftUs + lostUs > PERIOD_US ? lostUs + outage(DOWN_US) : lostUs;
    };
    const std::string flap = FailUplink("link-flap") + ", \"downTime\": " + LawUs(DOWN_US) +
                             ", \"upTime\": " + LawUs(PERIOD_US - DOWN_US) +
                             FromUntil(LAW_START_US, 2 * PERIOD_US);
    ExpectLosses(flap, [&](const LawResult& measured, double wholeUs) {
        const double leftUs = wholeUs - LAW_START_US;
        const double low = walk(measured.laws, leftUs, false);
        const double high = walk(measured.laws, leftUs, true);
        return LossBound{std::min(low, high), std::max(low, high)};
    });
}

/** With a quarter of the rate what is left takes four times as long; with a tenth for a time ... */
TEST(FailureLaws, ALowerRateCostsWhatItDoesNotCarry)
{
    ExpectLosses(FailUplink("lane-loss") + ", \"lost\": 3, \"start\": " + LawUs(LAW_START_US) + "}",
                 [](const LawResult& measured, double wholeUs) {
                     return OfLowerRate(measured.laws, wholeUs - LAW_START_US, 0.25, INFINITY);
                 });
    const std::string tenth = ", \"rate\": \"10Gbps\"" + FromUntil(LAW_START_US, LAW_AWAY_US);
    for (const auto& failure :
         {FailUplink("degraded-link"), std::string(R"({"type": "slow-receiver", "host": 1)")})
    {
        ExpectLosses(failure + tenth, [](const LawResult& measured, double wholeUs) {
            return OfLowerRate(measured.laws, wholeUs - LAW_START_US, 0.1, LAW_AWAY_US);
        });
    }
}

/** A hung GPU is missed from its first chunk on, a slow one for as long as it takes to reduce it.
 */
TEST(FailureLaws, AGpuCostsWhatItIsMissed)
{
    ExpectLosses(
        R"({"type": "gpu", "host": 0)" + FromUntil(LAW_START_US, LAW_AWAY_US),
        [](const LawResult& measured, double) {
            double neededUs = INFINITY;
            for (const auto& flow : measured.flows)
            {
                if (flow.at("dest_host") == "0")
                {
                    neededUs = std::min(
                        neededUs,
                        (std::stod(flow.at("start_ns")) + std::stod(flow.at("one_way_ns"))) / 1e3);
                }
            }
            const double lostUs = LAW_START_US + LAW_AWAY_US - neededUs;
            return LossBound{lostUs, lostUs};
        });
    constexpr double FACTOR = 1000;
    ExpectLosses(R"({"type": "slow-gpu", "host": 0, "factor": 1000, "start": )" +
                     LawUs(LAW_START_US) + "}",
                 [](const LawResult& measured, double) {
                     const double reduceUs =
                         LAW_STEP_BYTES * 8 / measured.laws.GetNumber("gpu.reduceRate") * 1e6;
                     return LossBound{(FACTOR - 1) * reduceUs, (FACTOR - 1) * reduceUs};
                 });
}

/**
 * What errors take cannot be closed, as nobody knows which packets they hit: whatever is sent again
 * is serialized again, and the worse of two directions is half of it at least, unless a timeout
 * repeats what has come. At the most each loss also costs a round trip in turn, and half of a
 * window to grow back, and each timeout its time.
 */
TEST(FailureLaws, ErrorsCostWhatIsSentAgain)
{
    for (const std::string errors : {R"({"type": "bit-errors", "rate": 1e-7})",
                                     R"({"type": "codeword-errors", "rate": 1.2e-3})"})
    {
        ExpectLosses(errors, [](const LawResult& measured, double) {
            const FabricLaws& laws = measured.laws;
            const double againUs =
                std::stod(measured.fault.at("retransmitted_packets")) * laws.GetPacketUs();
            const double losses = std::stod(measured.fault.at("lost_packets"));
            const double timeouts = std::stod(measured.fault.at("timeouts"));
            return LossBound{timeouts > 0 ? 0 : againUs / 2,
                             againUs + losses * (laws.GetRttUs() + laws.GetRegrowthUs() / 4) +
                                 timeouts * laws.GetTimeouts().front()};
        });
    }
}

/**
 * One of two uplinks is dead for good. A host that stays on its path comes through when all
 * switches have left the link out, at its next attempt; if it was but its answers that were lost,
 * the rest of the job is over by then. Who sprays loses that at the most: some paths go on. Of a
 * scheduled fabric each path has a part of all, so that it waits for what is missing at least.
 * Whoever has given up before that has lost the job, as its attributes say.
 */
TEST(FailureLaws, ADeadUplinkCostsUntilRoutesLeaveIt)
{
    const LawRun& whole = GetLawRun(2);
    std::vector<double> mostUs(LAW_FABRICS, 0);
    for (const int spine : {0, 1})
    {
        const auto run =
            RunLaws(FailUplink("link", spine) + ", \"start\": " + LawUs(LAW_START_US) + "}", 2);
        ASSERT_EQ(run->fabrics.size(), LAW_FABRICS);
        EXPECT_FALSE(Has(run->outcome.text, "stalled")) << run->outcome.text;
        for (size_t i = 0; i < LAW_FABRICS; ++i)
        {
            const LawResult& measured = run->fabrics[i];
            mostUs[i] =
                std::max(mostUs[i],
                         measured.isComplete ? measured.us - whole.fabrics[i].us : INFINITY);
        }
    }
    for (size_t i = 0; i < LAW_FABRICS; ++i)
    {
        const FabricLaws& laws = whole.fabrics[i].laws;
        const double rerouteUs = laws.GetRerouteUs();
        SCOPED_TRACE(laws.Get("name") + ", " + std::to_string(mostUs[i]) + " us");
        if (!laws.Sprays() && laws.GetTimeouts().back() < rerouteUs)
        {
            EXPECT_EQ(mostUs[i], INFINITY);
            continue;
        }
        if (laws.Is("stage.type", "ScheduledStage"))
        {
            EXPECT_GE(mostUs[i], 0.9 * laws.GetUs("stage.reassemblyTime"));
            EXPECT_LE(mostUs[i], 1.1 * OfScheduledOutage(laws, rerouteUs).high);
            continue;
        }
        const double leftUs = whole.fabrics[i].us - LAW_START_US;
        EXPECT_GE(mostUs[i], laws.Sprays() ? 0 : 0.9 * (rerouteUs - leftUs));
        EXPECT_LE(mostUs[i], 1.1 * laws.OfOutage(rerouteUs + laws.GetRttUs()).high);
    }
}

#endif // AI_FABRIC_RUN
