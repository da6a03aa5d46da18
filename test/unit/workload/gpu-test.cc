// SPDX-License-Identifier: GPL-2.0-only

#include "fabric-test.h"

#include "ns3/gpu.h"

#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Remembers what it is told. */
struct Listener : GpuClient
{
    void OnGpuDone(uint32_t operation, int64_t finishedPs) override
    {
        done.emplace_back(operation, finishedPs);
    }

    std::vector<std::pair<uint32_t, int64_t>> done;
};

using Done = std::vector<std::pair<uint32_t, int64_t>>;

class GpuTest : public FabricTest
{
  protected:
    Ptr<Gpu> MakeGpu(const char* reduceRate, const char* copyRate)
    {
        auto gpu = CreateObject<Gpu>();
        gpu->SetAttribute("ReduceRate", DataRateValue(DataRate(reduceRate)));
        gpu->SetAttribute("CopyRate", DataRateValue(DataRate(copyRate)));
        return gpu;
    }

    Listener m_listener;
};

} // namespace

TEST_F(GpuTest, LengthsFollowTheRates)
{
    const auto gpu = MakeGpu("8000Gbps", "3Gbps");
    EXPECT_EQ(gpu->GetReducePs(1), 1); // 1 TB/s is a byte per ps
    EXPECT_EQ(gpu->GetReducePs(uint64_t{1} << 40), int64_t{1} << 40);
    EXPECT_EQ(gpu->GetCopyPs(1), 2'666);                 // 8000/3 ps, rounded down
    EXPECT_EQ(gpu->GetCopyPs(3'000'000), 8'000'000'000); // 24 Mbit at 3 Gbit/s
    EXPECT_EQ(gpu->GetReducePs(0), 0);
}

TEST_F(GpuTest, RateZeroTakesNoTimeAndTheSlowestDoesNotOverflow)
{
    const auto gpu = MakeGpu("0bps", "1bps");
    EXPECT_EQ(gpu->GetReducePs(UINT64_MAX), 0);
    EXPECT_EQ(gpu->GetCopyPs(UINT64_MAX), NEVER_PS / 2);
}

TEST_F(GpuTest, OperationsRunOneAfterAnotherInExactPicoseconds)
{
    // Four of 300 ps submitted at 0: ends at 300 i ps, even if a tick is longer than that.
    const auto gpu = MakeGpu("0bps", "0bps");
    for (uint32_t i = 1; i <= 4; ++i)
    {
        gpu->Run(300, &m_listener, i);
    }
    EXPECT_TRUE(m_listener.done.empty());
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 300}, {2, 600}, {3, 900}, {4, 1200}}));
    EXPECT_EQ(gpu->GetBusyPs(), 1200);
}

TEST_F(GpuTest, AnIdleGpuStartsAtOnce)
{
    // 2 us from 0, 1 us from 10 us, 3 us submitted at 10.5 us: ends at 2, 11 and 14 us.
    const auto gpu = MakeGpu("0bps", "0bps");
    gpu->Run(2'000'000, &m_listener, 1);
    Simulator::Schedule(MicroSeconds(10), [&] { gpu->Run(1'000'000, &m_listener, 2); });
    Simulator::Schedule(NanoSeconds(10'500), [&] { gpu->Run(3'000'000, &m_listener, 3); });
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 2'000'000}, {2, 11'000'000}, {3, 14'000'000}}));
    EXPECT_EQ(gpu->GetBusyPs(), 6'000'000);
}

TEST_F(GpuTest, LengthZeroEndsAtOnceUnlessOthersAreBeforeIt)
{
    const auto gpu = MakeGpu("0bps", "0bps");
    gpu->Run(0, &m_listener, 1);
    EXPECT_EQ(m_listener.done, (Done{{1, 0}}));
    gpu->Run(5'000, &m_listener, 2);
    gpu->Run(0, &m_listener, 3);
    EXPECT_EQ(m_listener.done.size(), 1u);
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 0}, {2, 5'000}, {3, 5'000}}));
}

TEST_F(GpuTest, BusyTimeCountsTheOperationThatRuns)
{
    const auto gpu = MakeGpu("0bps", "0bps");
    Simulator::Schedule(MicroSeconds(1), [&] { gpu->Run(4'000'000, &m_listener, 1); });
    Simulator::Schedule(MicroSeconds(3), [&] { EXPECT_EQ(gpu->GetBusyPs(), 2'000'000); });
    Simulator::Schedule(MicroSeconds(9), [&] { EXPECT_EQ(gpu->GetBusyPs(), 4'000'000); });
    Simulator::Run();
    EXPECT_EQ(Simulator::Now(), MicroSeconds(9));
}
