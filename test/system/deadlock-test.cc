// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** The ring of the scenario: ports 0 and 1 of each switch are hosts. */
const std::string RING = "switch1 port 2 (from switch0) -> switch2 port 2 (from switch1) -> "
                         "switch0 port 3 (from switch2) -> switch1 port 2";

/** Runs the scenario of the repository in a folder that lasts as long as the test. */
class DeadlockTest : public testing::Test
{
  protected:
    Outcome RunRing(const std::string& options) const
    {
        return RunScenario(
            std::string(AI_FABRIC_SOURCE_DIR) +
            "/examples/scenarios/deadlock-ring.json --quiet --no-figure --no-lint --output " +
            m_folder.string() + " " + options);
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
};

TEST_F(DeadlockTest, LoopingRoutesAreNamedBeforeAndAfter)
{
    const auto outcome = RunRing("");
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    const auto manifest = Read(m_folder / "manifest.json");
    for (const auto& [label, priorities] : {std::pair{"roce", "3"}, {"infini-band", "0-7"}})
    {
        const std::string who = label;
        const std::string warning = std::string("a deadlock is possible (lossless priorities: ") +
                                    priorities +
                                    "), ingress buffers that wait for each other in "
                                    "a ring, " +
                                    RING + "; 3 buffers are on such rings";
        EXPECT_TRUE(Has(outcome.text, who + ": warning: " + warning + "\n"));
        EXPECT_TRUE(Has(outcome.text, who + ": stalled: nothing has moved for 5000 us\n"));
        EXPECT_TRUE(Has(outcome.text, who + ": deadlock: " + RING + ", priority 3\n"));
        EXPECT_TRUE(Has(manifest, "\"" + who + ": " + warning + "\""));
        EXPECT_TRUE(Has(manifest, "\"" + who + ": deadlock: " + RING + ", priority 3\""));
        const auto report = Read(m_folder / ("stall-" + who + ".txt"));
        EXPECT_TRUE(Has(report,
                        "deadlock: 3 queues wait for each other in a ring\n"
                        "  switch0 port 2 priority 3, "));
    }
}

TEST_F(DeadlockTest, ShortestPathsFinishTheSameLoad)
{
    const auto outcome = RunRing("--set topology.clockwise=false");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(outcome.text, "") << "no warning, no problem";
}

TEST_F(DeadlockTest, RoutesOfAFileAreCheckedToo)
{
    // The same routes by hand.
    const TemporaryFile routes("switch0 * switch1\nswitch1 * switch2\nswitch2 * switch0\n");
    const auto outcome = RunRing(
        "--check --set topology.clockwise=false --set topology.routesFile=" + routes.GetPath());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "roce: warning: a deadlock is possible"));
    EXPECT_TRUE(Has(outcome.text, RING));
}

TEST_F(DeadlockTest, MapsOfLanesAreFollowed)
{
    // The dateline: what goes through switch 0 on the ring goes on in lane 1.
    const TemporaryFile maps("switch0 switch2 switch1 0,0,0,1\n");
    const std::string only = "--set fabric.0.flowControl=none --set fabric.1.";
    const auto broken = RunRing("--check " + only + "switch.slToVlFile=" + maps.GetPath());
    EXPECT_EQ(broken.status, 0) << broken.text;
    EXPECT_FALSE(Has(broken.text, "infini-band"));
    const auto folded = RunRing("--check " + only + "switch.slToVl=0");
    EXPECT_TRUE(Has(folded.text,
                    "infini-band: warning: a deadlock is possible (lossless priorities: 0-7), "
                    "ingress buffers that wait for each other in a ring, switch1 port 2 lane 0 "
                    "(from switch0) -> switch2 port 2 lane 0 (from switch1) -> switch0 port 3 "
                    "lane 0 (from switch2) -> switch1 port 2 lane 0; 3 buffers are on such rings"));
}

TEST_F(DeadlockTest, WiringsThatComeLaterAreCheckedToo)
{
    // 8x4 chips become 4x8. By dimension order either is free of rings, but not with the service
    // levels that connections have by the datelines of the other.
    const auto check = [](const std::string& routing, const std::string& more) {
        const TemporaryFile file(R"({"topology": {"type": "cube-torus", "cubes": "2x1",
            "cubeSize": 4}, "fabric": {"type": "infiniband", "flowControl": {"dataLanes": 4},
            "routing": ")" + routing +
                                 R"("}, "workload": "permutation", "failures": [
            {"type": "optical-rewiring", "cubes": "1x2", "start": "2ms", "controlTime": "1ms",
             "switchingTime": "1ms"}]})");
        return RunScenario(file.GetPath() + " --check --no-lint " + more);
    };
    for (const std::string routing : {"dimension-order", "torus2-qos"})
    {
        const std::string warning =
            "a deadlock is possible (lossless priorities: 0-3), with the wiring of the optical "
            "switches at 4000000ns, while connections still use the previous service levels: "
            "ingress buffers that wait";
        const auto warned = check(routing, "");
        EXPECT_EQ(warned.status, 0) << warned.text;
        EXPECT_TRUE(Has(warned.text, "infini-band: warning: " + warning));
        const auto refused = check(routing, "--set deadlockCheck=error");
        EXPECT_EQ(refused.status, 2) << refused.text;
        EXPECT_TRUE(Has(refused.text, warning));
    }
    const auto free = check("up-down", "");
    EXPECT_EQ(free.status, 0) << free.text;
    EXPECT_FALSE(Has(free.text, "deadlock"));
}

TEST_F(DeadlockTest, EachFabricIsCheckedInAnyOrder)
{
    // Detours over one lossless priority close rings; in a lossy one they may.
    const auto fabric = [](const std::string& name, const std::string& priority) {
        return R"({"type": "roce", "name": ")" + name + R"(", "routing": "dragonfly",
                   "pathSelector": "valiant", "nic": {"priority": )" +
               priority + "}}";
    };
    const std::string lossy = fabric("lossy", "0");
    const std::string lossless = fabric("lossless", "3");
    for (const auto& fabrics : {lossy + "," + lossless, lossless + "," + lossy})
    {
        const TemporaryFile file(R"({"topology": {"type": "dragonfly", "globalDelay": "10ns"},
            "workload": {"type": "shift", "shift": 8, "bytes": "1kB"},
            "lint": {"ignore": ["reordering-go-back"]}, "fabric": [)" +
                                 fabrics + "]}");
        const auto outcome = RunScenario(file.GetPath() + " --check --no-lint");
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, "lossless: warning: a deadlock is possible (lossless "));
        EXPECT_FALSE(Has(outcome.text, "lossy: "));
    }
}

TEST_F(DeadlockTest, TheCheckCanBeAnErrorOrOff)
{
    const auto refused = RunRing("--set deadlockCheck=error");
    EXPECT_EQ(refused.status, 2) << refused.text;
    EXPECT_EQ(refused.text.substr(0, 49), "ns3::RingTopology: roce: a deadlock is possible (");
    const auto off = RunRing("--check --set deadlockCheck=off");
    EXPECT_EQ(off.status, 0);
    EXPECT_EQ(off.text, "");
    const auto wrong = RunRing("--check --set deadlockCheck=maybe");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(wrong.text,
              "command line: deadlockCheck: is \"maybe\"; expected one of warn, error, off\n");
}

// With timeouts that have a random part. Where all are the same, what the watchdog dropped is sent
// again at the same instant everywhere and closes the ring again.
TEST_F(DeadlockTest, TheWatchdogBreaksIt)
{
    const auto outcome = RunRing("--set fabric.0.switch.watchdog.detectionTime=200us "
                                 "--set fabric.0.retransmissionTimer.initialTimeout=262us "
                                 "--set fabric.0.retransmissionTimer.initialRange=65us");
    EXPECT_FALSE(Has(outcome.text, "roce: stalled"));
    EXPECT_FALSE(Has(outcome.text, "roce: job"));
    EXPECT_TRUE(Has(outcome.text, "packets dropped, PFC watchdog\n"));
    // Credits know no watchdog.
    EXPECT_TRUE(Has(outcome.text, "infini-band: stalled"));
    const std::string summary = Read(m_folder / "summary.csv");
    EXPECT_TRUE(Has(summary, "\nroce,all,1,"));
    EXPECT_TRUE(Has(summary, "\ninfini-band,all,0,"));
}

TEST_F(DeadlockTest, LossyLinksAreNotChecked)
{
    for (const std::string first :
         {"fabric.0.flowControl=none", "fabric.0.flowControl.priorities=0"})
    {
        const auto outcome = RunRing("--check --set fabric.1.flowControl=none --set " + first);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        EXPECT_EQ(outcome.text, "") << first;
    }
}

} // namespace

#endif // AI_FABRIC_RUN
