// SPDX-License-Identifier: GPL-2.0-only

#include "network-test.h"
#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** Networks that are built in this process. */
class PathDrawTest : public NetworkTest
{
  protected:
    /** @return whether two flows between two leaves with two ways take the same one */
    bool Collide(const std::string& profile, const Attributes& parts, uint32_t seed)
    {
        Simulator::Destroy();
        RngSeedManager::SetSeed(seed);
        Build(profile,
              parts,
              Topology("LeafSpineTopology",
                       {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}}));
        CommunicationGraph graph(4);
        graph.AddTransfer(0, 2, 100'000);
        graph.AddTransfer(1, 3, 100'000);
        const auto job = AddGraph(std::move(graph));
        Simulator::Run();
        EXPECT_TRUE(job->IsFinished());
        // 8 us each at 100 Gb/s with headers, 9 us of round trip; 16 us if they share.
        return job->GetFinishPs() > 22'000'000;
    }
};

#ifdef AI_FABRIC_RUN

/** Everything that can be drawn is: sizes, gaps, places, paths, marks, losses, timeouts, jitter. */
const std::string FABRIC = R"({
    "type": "roce", "flowControl": "none", "lossRecovery": "selective-repeat",
    "retransmissionTimer": {"type": "adaptive-timer", "initialTimeout": "100us",
                            "initialRange": "50us"},
    "marker": {"type": "red", "kminBytes": 2000, "kmaxBytes": 100000, "pmax": 0.5},
    "gpu": {"jitter": "ns3::UniformRandomVariable[Min=0.5|Max=1.5]"})";
const std::string JOBS = R"(
    {"type": "poisson", "name": "load", "hosts": "0-7", "gpus": 6, "placement": {"type": "random"},
     "sizes": "FbHdp", "load": 0.5, "duration": "60us"},
    {"type": "collective", "name": "all-reduce", "hosts": "0-7", "bytes": "400KB"},
    {"type": "permutation", "name": "permutation", "hosts": "0-7", "bytes": "100KB"})";
const std::string LEAF_SPINE =
    R"({"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 4})";
/** Other hosts and other names than those of the jobs, and after their end. */
const std::string IDLE = R"(
    {"type": "permutation", "name": "idle", "hosts": "1-2", "start": "50ms", "bytes": 1})";

/** Scenarios that are run as users run them. */
class DrawsTest : public testing::Test
{
  protected:
    /** @return flows.csv */
    std::string Run(const std::string& topology,
                    const std::string& fabric,
                    const std::string& jobs,
                    const std::string& keys = "")
    {
        const TemporaryFile scenario(
            "{\"name\": \"draws\", \"stallTime\": \"1s\", \"topology\": " + topology +
            ", \"fabric\": [" + fabric + "], \"workload\": [" + jobs + "]" + keys + "}");
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome = RunDraws(scenario.GetPath() + " --seeds 1 --quiet --no-figure" +
                                      " --no-lint --output " + folder.string());
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return Read(folder / "flows.csv");
    }

    /** A leaf and spine of which each link loses packets. */
    std::string RunLossy(const std::string& keys)
    {
        std::ostringstream links;
        for (uint32_t host = 0; host < 8; ++host)
        {
            links << host << ' ' << 8 + host / 4 << " 100Gbps 0.001ms 0.01\n";
        }
        for (const char* pair : {"8 10", "8 11", "9 10", "9 11"})
        {
            links << pair << " 100Gbps 0.001ms 0.01\n";
        }
        const TemporaryFile topology("12 4 12\n8 9 10 11\n" + links.str());
        return Run("{\"type\": \"hpcc\", \"file\": \"" + topology.GetPath() + "\"}",
                   FABRIC + "}",
                   JOBS,
                   keys);
    }

    /** @return the rows of all jobs but the idle one */
    static std::string WithoutIdle(const std::string& flows)
    {
        std::istringstream lines(flows);
        std::string rest;
        for (std::string line; std::getline(lines, line);)
        {
            rest += line.find(",idle,") == std::string::npos ? line + "\n" : "";
        }
        EXPECT_LT(rest.size(), flows.size());
        return rest;
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
    int m_runs{0};
};

#endif

} // namespace

TEST_F(PathDrawTest, TheSeedDrawsTheWaysOfFlows)
{
    // Of n seeds half have both flows on one way, within five standard deviations, sqrt(n)/2.
    constexpr uint32_t SEEDS = 200;
    const Attributes roce{{"CongestionControl", "ns3::NoCongestionControl"},
                          {"Marker", "ns3::NoMarker"}};
    const Attributes infiniband{{"Routing", "ns3::MinHopRouting[Lmc=1]"}};
    uint32_t byHash = 0;
    uint32_t byLid = 0;
    for (uint32_t seed = 1; seed <= SEEDS; ++seed)
    {
        byHash += Collide("RoceFabric", roce, seed);
        byLid += Collide("InfiniBandFabric", infiniband, seed);
    }
    EXPECT_NEAR(byHash, SEEDS / 2.0, 5 * std::sqrt(SEEDS) / 2);
    EXPECT_NEAR(byLid, SEEDS / 2.0, 5 * std::sqrt(SEEDS) / 2);
    const bool fixed = Collide("RoceFabric", roce, 7);
    RandomDraws::Fix(DrawKind::PATHS, 7);
    for (uint32_t seed = 1; seed <= 20; ++seed)
    {
        EXPECT_EQ(Collide("RoceFabric", roce, seed), fixed) << seed;
    }
}

#ifdef AI_FABRIC_RUN

TEST_F(DrawsTest, EachKindFollowsTheSeedUnlessItIsFixed)
{
    const std::vector<std::string>
        kinds{"paths", "marks", "losses", "queuePairs", "jitter", "placement", "workloads"};
    const auto run = [&](uint32_t seed, const std::string& free) {
        std::string draws;
        for (const auto& kind : kinds)
        {
            draws += kind == free ? "" : (draws.empty() ? "\"" : ", \"") + kind + "\": 5";
        }
        return RunLossy(", \"seed\": " + std::to_string(seed) + ", \"draws\": {" + draws + "}");
    };
    const auto all = run(1, "");
    EXPECT_EQ(run(2, ""), all);
    EXPECT_EQ(RunLossy(", \"seed\": 5"), all); // a kind that is fixed is that of a run of the seed
    for (const auto& kind : kinds)
    {
        EXPECT_NE(run(1, kind), all) << kind;
        EXPECT_NE(run(2, kind), run(1, kind)) << kind;
    }
}

TEST_F(DrawsTest, AnIdleJobChangesNothingWhereverItIsListed)
{
    for (const std::string selector : {"ecmp", "spray", "adaptive"})
    {
        const std::string fabric = FABRIC + ", \"pathSelector\": \"" + selector + "\"}";
        const auto alone = Run(LEAF_SPINE, fabric, JOBS);
        EXPECT_EQ(WithoutIdle(Run(LEAF_SPINE, fabric, IDLE + "," + JOBS)), alone) << selector;
        EXPECT_EQ(WithoutIdle(Run(LEAF_SPINE, fabric, JOBS + "," + IDLE)), alone) << selector;
    }
}

TEST_F(DrawsTest, AnIdleLeafOrHostChangesNothing)
{
    const std::string fabric = FABRIC + "}, {\"type\": \"infiniband\"}";
    const auto small = Run(LEAF_SPINE, fabric, JOBS);
    EXPECT_EQ(
        Run(R"({"type": "leaf-spine", "leaves": 3, "spines": 2, "hostsPerLeaf": 4})", fabric, JOBS),
        small);

    // Nine hosts on a star rather than eight, whose links are listed after the new one's.
    std::string links;
    for (uint32_t host = 0; host < 8; ++host)
    {
        links += std::to_string(host) + " 8 100Gbps 0.001ms 0.01\n";
    }
    const TemporaryFile eight("9 1 8\n8\n" + links);
    const TemporaryFile nine("10 1 9\n8\n9 8 100Gbps 0.001ms 0\n" + links);
    const auto star = [&](const TemporaryFile& file) {
        return Run("{\"type\": \"hpcc\", \"file\": \"" + file.GetPath() + "\"}",
                   FABRIC + "}",
                   JOBS);
    };
    EXPECT_EQ(star(nine), star(eight));
}

TEST_F(DrawsTest, TheOrderOfJobsAndFabricsIsNoDraw)
{
    // A poisson job and a permutation that share no host and no link.
    const std::string star = R"({"type": "star", "hosts": 8})";
    const std::string first = R"({"type": "poisson", "name": "load", "hosts": "0-3",
        "sizes": "FbHdp", "load": 0.5, "duration": "60us"})";
    const std::string second = R"({"type": "permutation", "name": "idle", "hosts": "4-7"})";
    const std::string fabric = FABRIC + "}";
    EXPECT_EQ(WithoutIdle(Run(star, fabric, first + "," + second)),
              WithoutIdle(Run(star, fabric, second + "," + first)));

    const auto rows = [&](const std::string& flows, const std::string& label) {
        std::istringstream lines(flows);
        std::string found;
        for (std::string line; std::getline(lines, line);)
        {
            found += line.rfind(label + ",", 0) == 0 ? line + "\n" : "";
        }
        EXPECT_FALSE(found.empty());
        return found;
    };
    const std::string a = FABRIC + ", \"name\": \"a\"}";
    const std::string b = FABRIC + ", \"name\": \"b\", \"pathSelector\": \"spray\"}";
    const auto ab = Run(LEAF_SPINE, a + "," + b, JOBS);
    const auto ba = Run(LEAF_SPINE, b + "," + a, JOBS);
    EXPECT_EQ(rows(ab, "a"), rows(ba, "a"));
    EXPECT_EQ(rows(ab, "b"), rows(ba, "b"));
}

TEST_F(DrawsTest, AnIdleBackgroundFlowChangesNothing)
{
    const auto run = [&](const std::string& other, const std::string& keys) {
        return Run(LEAF_SPINE,
                   "\"roce\"",
                   R"({"type": "collective", "name": "all-reduce", "bytes": "1MB"})",
                   R"(, "background": [)" + other +
                       R"({"type": "tcp", "name": "storage", "pairs": "0-3>4-7"}])" + keys);
    };
    const std::string idle = R"({"type": "udp", "name": "late", "pairs": "0-3>4-7",
                                 "start": "1s"}, )";
    const auto alone = run("", "");
    EXPECT_EQ(run(idle, ""), alone);
    EXPECT_NE(run("", ", \"seed\": 2"), alone);
}

TEST_F(DrawsTest, AManifestRepeatsThem)
{
    const std::string fabric = FABRIC + "}";
    const auto flows = Run(LEAF_SPINE, fabric, JOBS, ", \"draws\": {\"paths\": 3, \"jitter\": 9}");
    const auto again = m_folder / "again";
    const auto outcome =
        RunScenario((m_folder / std::to_string(m_runs - 1) / "manifest.json").string() +
                    " --quiet --no-figure --no-lint --output " + again.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(Read(again / "flows.csv"), flows);
}

TEST_F(DrawsTest, UnknownKindsAreRefused)
{
    const auto refuse = [](const std::string& draws) {
        const TemporaryFile scenario("{\n\"topology\": \"star\", \"fabric\": \"roce\",\n"
                                     "\"workload\": \"incast\",\n\"draws\": " +
                                     draws + "}");
        const auto outcome = RunScenario(scenario.GetPath() + " --check");
        EXPECT_EQ(outcome.status, 2);
        return outcome.text.substr(scenario.GetPath().size());
    };
    EXPECT_EQ(refuse("{\"path\": 1}"),
              ":4: draws.path: unknown key; expected one of paths, marks, losses, queuePairs, "
              "jitter, placement, workloads\n");
    EXPECT_EQ(refuse("{\"paths\": 0}"), ":4: draws.paths: is 0; expected 1 to 4294967295\n");
    EXPECT_EQ(refuse("7"), ":4: draws: is a number; expected an object: { \"paths\": seed }\n");
}

#endif
