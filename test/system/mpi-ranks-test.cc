// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "runner-test.h"

#include <cstdint>
#include <filesystem>
#include <regex>
#include <string>

#ifdef AI_FABRIC_MPI

using namespace ns3;

namespace
{

/** Twelve hosts on three leaves; what a fabric and a workload are is put in. */
const std::string LEAF_SPINE = R"({
    "topology": {"type": "leaf-spine", "leaves": 3, "spines": 2, "hostsPerLeaf": 4,
                 "hostRate": "100Gbps", "uplinkRate": "200Gbps", "hostDelay": "40ns"},
    "seeds": 1,
    )";

/** One network simulated by processes that mpirun starts. */
class MpiRanksTest : public RunnerTest
{
  protected:
    /** @return how mpirun starts processes here, whoever we are and however few cores there are */
    static std::string Start(uint32_t ranks)
    {
        return "-np " + std::to_string(ranks) + " \"" AI_FABRIC_MPI "\" ";
    }

    /** @param processes what Start() returns, and arguments, once or with colons between them */
    static Outcome RunByMpi(const std::string& processes)
    {
        return RunProgram("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
                          "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_orte_execute_quiet=1 "
                          "\"" AI_FABRIC_MPIRUN "\" " +
                          processes);
    }

    /** @return the tables that a run has printed, without what depends on the machine */
    static std::string GetTable(const std::string& text)
    {
        const size_t begin = text.find("\nall jobs ");
        EXPECT_NE(begin, std::string::npos) << text;
        return std::regex_replace(text.substr(begin, text.find("\nresults in ") - begin),
                                  std::regex("wall time.*\n"),
                                  "");
    }

    /** Expects the same bytes of one process and of several. @param members of a scenario */
    void ExpectSame(const std::string& members, int status = 0)
    {
        const TemporaryFile file(LEAF_SPINE + members + "}");
        const std::string options = file.GetPath() + " --no-figure --no-lint --threads 1 --output ";
        const auto one = RunScenario(options + (m_folder / "one").string());
        ASSERT_EQ(one.status, status) << one.text;
        const std::string flows = Read(m_folder / "one" / "flows.csv");
        ASSERT_GT(flows.size(), 100U);
        for (const uint32_t ranks : {2U, 3U})
        {
            const auto folder = m_folder / std::to_string(ranks);
            const auto many = RunByMpi(Start(ranks) + options + folder.string());
            EXPECT_EQ(many.status, status) << many.text;
            EXPECT_EQ(Read(folder / "flows.csv"), flows) << ranks;
            EXPECT_EQ(Read(folder / "links.csv"), Read(m_folder / "one" / "links.csv")) << ranks;
            EXPECT_EQ(Read(folder / "failures.csv"), Read(m_folder / "one" / "failures.csv"));
            EXPECT_EQ(GetTable(many.text), GetTable(one.text)) << ranks;
        }
    }
};

const std::string PERMUTATION = R"("workload": {"type": "permutation", "bytes": "300KB"})";

} // namespace

TEST_F(MpiRanksTest, AnyNumberOfProcessesGivesTheSameWhileALinkFails)
{
    ExpectSame(R"("fabric": [{"type": "roce", "nic": {"ackTimeout": "100us"}},
                             {"type": "infiniband", "nic": {"ackTimeout": "100us"}}],
                  "failures": {"type": "link", "from": "leaf0", "to": "spine0",
                               "start": "8us", "stop": "60us"},)" +
               PERMUTATION);
}

TEST_F(MpiRanksTest, AnyNumberOfProcessesGivesTheSameJobs)
{
    ExpectSame(R"("fabric": ["roce", "infiniband", "ultra-ethernet"],
                  "workload": [{"type": "incast", "bytes": "100KB"},
                               {"type": "collective", "algorithm": "ring-all-reduce",
                                "bytes": "250KB"}])");
}

TEST_F(MpiRanksTest, WhatIsWrongIsSaidOnce)
{
    const TemporaryFile file(LEAF_SPINE + R"("fabric": "roce",)" + PERMUTATION + "}");
    const TemporaryFile other(LEAF_SPINE + R"("fabric": "infiniband",)" + PERMUTATION + "}");
    const TemporaryFile wrong(LEAF_SPINE + R"("fabric": "rocke",)" + PERMUTATION + "}");
    const std::string options =
        " --quiet --no-figure --no-lint --output " + (m_folder / "none").string();
    const auto expect = [](const Outcome& outcome, const std::string& part) {
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        const size_t said = outcome.text.find(part);
        ASSERT_NE(said, std::string::npos) << outcome.text;
        EXPECT_EQ(outcome.text.find(part, said + 1), std::string::npos) << outcome.text;
    };
    expect(RunByMpi(Start(3) + wrong.GetPath() + options), "unknown type or preset \"rocke\"");
    expect(
        RunByMpi(Start(3) + file.GetPath() + options + " --ranks 2"),
        "command line: --ranks: is 2 but there are 3 processes; expected as many, or no --ranks");
    expect(RunByMpi(Start(3) + file.GetPath() + options + " --seeds 2"),
           "command line: --ranks: is given with 2 seeds");

    // What only one of the machines has.
    const auto beside = [&](const std::string& scenario) {
        return RunByMpi(Start(2) + file.GetPath() + options + " : " + Start(1) + scenario +
                        options);
    };
    expect(beside(other.GetPath()),
           "command line: --ranks: rank 2 has another scenario than rank 0; expected the same "
           "files on all machines");
    expect(beside("missing.json"), "rank 2 on ");
    expect(beside("missing.json --check"), "missing.json: is no file");
    EXPECT_FALSE(std::filesystem::exists(m_folder / "none"));
}

TEST_F(MpiRanksTest, WhoDiesEndsTheRun)
{
    const TemporaryFile file(LEAF_SPINE +
                             R"("fabric": "roce", "workload": {"type": "shift", "bytes": "4GB"}})");
    const auto outcome = RunByMpi(
        Start(2) + file.GetPath() + " --quiet --no-figure --no-lint --threads 1 --output " +
        (m_folder / "dead").string() +
        " & mpirun=$!; "
        "while ! child=$(cat /proc/$mpirun/task/$mpirun/children) || "
        "[ -z \"${child#* }\" ] || [ ! -e \"" +
        (m_folder / "dead").string() +
        "\" ]; "
        "do sleep 0.05; done; sleep 0.3; kill -9 ${child#* }; wait $mpirun");
    EXPECT_EQ(outcome.status, 128 + 9) << outcome.text;
    const std::string manifest = Read(m_folder / "dead" / "manifest.json");
    EXPECT_NE(manifest.find("\"status\": \"partial\""), std::string::npos) << manifest;
}

#endif // AI_FABRIC_MPI
