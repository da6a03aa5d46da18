// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/fabric-helper.h"
#include "ns3/input-error.h"
#include "ns3/job-end.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Jobs that wait for each other, on a star of eight hosts. */
class JobOrder : public NetworkTest
{
  protected:
    /** Installs jobs that reduce 1 MB. @param jobs further attributes of each */
    void Install(const std::vector<Attributes>& jobs)
    {
        Restart();
        const FabricHelper helper(Make<FabricProfile>("RoceFabric", {}));
        m_network = helper.Install(Topology("StarTopology", {{"Hosts", "8"}, {"Rate", "100Gbps"}}));
        helper.AssignStreams(m_network, 1);
        std::vector<Ptr<FabricWorkload>> workloads;
        for (const auto& job : jobs)
        {
            workloads.push_back(
                Make<FabricWorkload>("CollectiveWorkload", Attributes{{"Bytes", "1000000"}} + job));
        }
        m_installed.clear();
        const auto installed = helper.Install(m_network, workloads);
        for (uint32_t job = 0; job < installed.GetN(); ++job)
        {
            m_installed.push_back(DynamicCast<GraphExecutor>(installed.Get(job)));
        }
    }

    std::vector<Ptr<GraphExecutor>> m_installed; //!< by job
};

} // namespace

TEST_F(JobOrder, AJobBeginsWhenTheOneBeforeHasEnded)
{
    Install({"Name=first Start=5us",
             "Name=second After=first",
             "Name=third After=second Start=1ms",
             "Name=beside After=first"});
    Simulator::Run();
    for (const auto& job : m_installed)
    {
        EXPECT_TRUE(job->IsComplete());
    }
    const auto latePs = static_cast<double>(TickPs());
    const auto expectStart = [&](uint32_t job, uint32_t before, double morePs) {
        EXPECT_NEAR(static_cast<double>(m_installed[job]->GetStartPs() -
                                        m_installed[before]->GetFinishPs()),
                    JobEnd::NOTICE_PS + morePs,
                    2 * latePs);
    };
    EXPECT_EQ(m_installed[0]->GetStartPs(), 5'000'000);
    expectStart(1, 0, 0);
    expectStart(2, 1, 1e9);
    expectStart(3, 0, 0);
    // The second one and the one beside it share the links, so both take longer than the third.
    const auto lengthPs = [&](uint32_t job) {
        return m_installed[job]->GetFinishPs() - m_installed[job]->GetStartPs();
    };
    EXPECT_NEAR(static_cast<double>(lengthPs(2)), lengthPs(0), 0.01 * lengthPs(0));
    EXPECT_GT(static_cast<double>(lengthPs(1)), 1.5 * lengthPs(2));
}

TEST_F(JobOrder, AJobMayHaveTheHostsOfTheOneBefore)
{
    Install({"Name=first Gpus=6",
             "Name=beside Gpus=2",
             "Name=second Gpus=4 After=first",
             "Name=third Gpus=2 After=first",
             "Name=fourth Gpus=3 After=second"});
    const std::vector<std::vector<uint32_t>> expected{{0, 1, 2, 3, 4, 5},
                                                      {6, 7},
                                                      {0, 1, 2, 3},
                                                      {4, 5},
                                                      {0, 1, 2}};
    for (size_t job = 0; job < expected.size(); ++job)
    {
        EXPECT_EQ(m_installed[job]->GetJob().hostOfRank, expected[job]) << job;
    }
    EXPECT_THROW(Install({"Name=first Gpus=6", "Name=second Gpus=4"}), InputError);
    EXPECT_THROW(Install({"Name=first Gpus=6", "Gpus=4 After=first", "Gpus=6 After=first"}),
                 InputError);
}

TEST_F(JobOrder, AJobBeginsEvenIfTheOneBeforeHasFailed)
{
    Install({"Name=first", "Name=second After=first", "Name=third Start=1s After=second"});
    Fail("NicFailure", {{"Host", "1"}, {"Stop", "60s"}});
    Simulator::Run();
    EXPECT_FALSE(m_installed[0]->IsComplete());
    EXPECT_TRUE(m_installed[1]->IsFinished());
    EXPECT_TRUE(m_installed[2]->IsFinished());
}

TEST_F(JobOrder, UnknownJobsAreRefused)
{
    const auto error = [this](const std::vector<Attributes>& jobs) {
        return MessageOf<InputError>([&] { Install(jobs); });
    };
    EXPECT_EQ(error({"Name=first After=first"}),
              "job first, After: is 'first'; expected the name of an earlier job, and this is the "
              "first one");
    EXPECT_EQ(error({"Name=a", "Name=b", "Name=c After=d"}),
              "job c, After: is 'd'; expected the name of an earlier job: a, b");
}
