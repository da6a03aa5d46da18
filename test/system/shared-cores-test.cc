// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#ifdef AI_FABRIC_RUN

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <sstream>
#include <string>
#include <thread>
#include <unistd.h>

using namespace ns3;

namespace fs = std::filesystem;

namespace
{

const std::string LONG_PERMUTATION = R"({
    "name": "shared-cores",
    "topology": {"type": "leaf-spine", "leaves": 4, "spines": 2, "hostsPerLeaf": 4},
    "fabric": {"type": "roce"},
    "workload": {"type": "permutation", "bytes": "40MB"}
})";

/** @return the most threads that a process has, of one process and all that it has begun */
uint32_t
CountThreads(const std::string& process)
{
    uint32_t most = 0;
    std::error_code gone;
    for (const auto& task : fs::directory_iterator("/proc/" + process + "/task", gone))
    {
        ++most;
        std::ifstream in(task.path() / "children");
        for (std::string child; in >> child;)
        {
            most = std::max(most, CountThreads(child));
        }
    }
    return most;
}

class SharedCoresTest : public testing::Test
{
  protected:
    SharedCoresTest()
    {
        sched_getaffinity(0, sizeof(m_before), &m_before);
        cpu_set_t two;
        CPU_ZERO(&two);
        for (int core = 0; core < CPU_SETSIZE && CPU_COUNT(&two) < 2; ++core)
        {
            if (CPU_ISSET(core, &m_before))
            {
                CPU_SET(core, &two);
            }
        }
        sched_setaffinity(0, sizeof(two), &two);
    }

    ~SharedCoresTest() override
    {
        sched_setaffinity(0, sizeof(m_before), &m_before);
    }

    /** @param options of the runner @return the most threads that one of its processes ever had */
    uint32_t Run(const std::string& options)
    {
        std::atomic<bool> isOver{false};
        uint32_t most = 0;
        std::thread watch([&] {
            while (!isOver)
            {
                for (const auto& task : fs::directory_iterator("/proc/self/task"))
                {
                    std::ifstream in(task.path() / "children");
                    for (std::string child; in >> child;)
                    {
                        most = std::max(most, CountThreads(child));
                    }
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        });
        m_outcome = RunDraws(m_file.GetPath() + " --quiet --no-figure --no-lint " + options +
                             " --output " + m_folder.GetPath() + "/" + std::to_string(++m_runs));
        isOver = true;
        watch.join();
        EXPECT_EQ(m_outcome.status, 0) << m_outcome.text;
        return most;
    }

    const TemporaryFile m_file{LONG_PERMUTATION};
    const TemporaryFolder m_folder;
    Outcome m_outcome{};
    int m_runs{0};

  private:
    cpu_set_t m_before{};
};

TEST_F(SharedCoresTest, SeedsGetAThreadEachFirst)
{
    const std::string said = "one thread runs it: the other cores are busy with other runs\n";
    const uint32_t alone = Run("--seed 1 --threads 1"); // a sanitizer may have some of its own
    EXPECT_EQ(Run("--seed 1 --threads 2"), alone + 1);
    EXPECT_EQ(m_outcome.text, "");
    EXPECT_EQ(Run("--seeds 2 --threads 2"), alone);
    EXPECT_TRUE(Has(m_outcome.text, said));
    EXPECT_EQ(Run("--seeds 2 --threads 2 --sweep workload.bytes=20MB,40MB"), alone);
    // One after another they have all cores: of a machine with one core that is one, too.
    const uint32_t cores = static_cast<uint32_t>(std::thread::hardware_concurrency());
    EXPECT_EQ(Run("--seeds 2 --jobs 1 --threads 2"), alone + (cores > 1 ? 1 : 0));
}

} // namespace

#endif // AI_FABRIC_RUN
