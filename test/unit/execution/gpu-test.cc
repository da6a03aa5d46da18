// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "has-text.h"
#include "temporary-file.h"

#include "ns3/double.h"
#include "ns3/fabric-gpu.h"
#include "ns3/gpu-model.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Records the notifications that it gets. */
struct Listener : GpuClient
{
    void OnGpuDone(uint32_t operation, int64_t startedPs, int64_t finishedPs) override
    {
        started.emplace_back(operation, startedPs);
        done.emplace_back(operation, finishedPs);
    }

    std::vector<std::pair<uint32_t, int64_t>> started;
    std::vector<std::pair<uint32_t, int64_t>> done;
};

using Done = std::vector<std::pair<uint32_t, int64_t>>;

class GpuTest : public FabricTest
{
  protected:
    Ptr<FabricGpu> MakeGpu(const char* reduceRate, const char* copyRate)
    {
        auto gpu = CreateObject<FabricGpu>();
        gpu->SetAttribute("ReduceRate", DataRateValue(DataRate(reduceRate)));
        gpu->SetAttribute("CopyRate", DataRateValue(DataRate(copyRate)));
        return gpu;
    }

    /** A GPU whose kernels communication slows. */
    Ptr<FabricGpu> MakeContended(uint32_t smCount, uint32_t smsPerChannel)
    {
        auto gpu = CreateObject<FabricGpu>();
        gpu->SetAttribute("SmCount", UintegerValue(smCount));
        gpu->SetAttribute("SmsPerChannel", UintegerValue(smsPerChannel));
        return gpu;
    }

    /** Runs an operation at a time. */
    void RunAt(int64_t nowNs,
               Ptr<FabricGpu> gpu,
               int64_t lengthPs,
               uint32_t operation,
               uint8_t stream)
    {
        Simulator::Schedule(NanoSeconds(nowNs), [this, gpu, lengthPs, operation, stream] {
            gpu->Run(lengthPs, &m_listener, operation, stream);
        });
    }

    static constexpr int64_t US = 1'000'000; //!< ps

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

TEST_F(GpuTest, StreamsRunAtTheSameTimeEachInItsOrder)
{
    // 3 us on stream 0 and twice 2 us on stream 1: ends at 2 and 4 us there, at 3 us here. Busy is
    // what stream 0 does.
    const auto gpu = CreateObject<FabricGpu>();
    gpu->Run(3 * US, &m_listener, 1, 0);
    gpu->Run(2 * US, &m_listener, 2, 1);
    gpu->Run(2 * US, &m_listener, 3, 1);
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{2, 2 * US}, {1, 3 * US}, {3, 4 * US}}));
    EXPECT_EQ(m_listener.started, (Done{{2, 0}, {1, 0}, {3, 2 * US}}));
    EXPECT_EQ(gpu->GetBusyPs(), 3 * US);
}

TEST_F(GpuTest, CommunicationTakesSmsFromTheKernelThatRuns)
{
    // 10 SMs, 4 per channel. 10 us of kernel from 0; stream 1 works from 2 to 5 us. Done by then:
    // 2 us + 3 us * 6/10 = 3.8 us; the other 6.2 us end at 11.2 us. Stream 1 is not slowed.
    const auto gpu = MakeContended(10, 4);
    gpu->Run(10 * US, &m_listener, 1, 0);
    RunAt(2'000, gpu, 3 * US, 2, 1);
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{2, 5 * US}, {1, 11'200'000}}));
    EXPECT_EQ(gpu->GetBusyPs(), 11'200'000);
}

TEST_F(GpuTest, EachStreamTakesItsSmsButOneIsLeft)
{
    // 10 SMs, 4 per channel; a kernel of 10 us. Stream 1 from 0 to 4 us, 2 from 1 to 3 us, 3 from 2
    // to 3 us: the kernel has 6, 2, 1 (not -2) and 6 of 10 SMs for 1 us each, 1.5 us of work. The
    // other 8.5 us end at 12.5 us.
    const auto gpu = MakeContended(10, 4);
    gpu->Run(10 * US, &m_listener, 1, 0);
    gpu->Run(4 * US, &m_listener, 2, 1);
    RunAt(1'000, gpu, 2 * US, 3, 2);
    RunAt(2'000, gpu, 1 * US, 4, 3);
    Simulator::Run();
    EXPECT_EQ(m_listener.done.back(), std::make_pair(1U, int64_t{12'500'000}));
}

TEST_F(GpuTest, WorkIsNeitherLostNorGainedByChangesOfPace)
{
    // 7 SMs, 3 per channel. A channel is at work in every other ns from 0: 571.43 ps of work in
    // that one, 1000 ps in the next. 7 of the one kind and 6 of the other are 10 ns of work: the
    // kernel ends at 13 ns to the picosecond though no piece is a whole number of them.
    const auto gpu = MakeContended(7, 3);
    gpu->Run(10'000, &m_listener, 1);
    for (int ns = 0; ns < 20; ns += 2)
    {
        Simulator::Schedule(NanoSeconds(ns), &FabricGpu::BeginChannel, gpu);
        Simulator::Schedule(NanoSeconds(ns + 1), &FabricGpu::EndChannel, gpu);
    }
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 13'000}}));
}

TEST_F(GpuTest, AnEndBetweenPicosecondsIsRoundedUp)
{
    // 2 of 3 SMs: 1000 ps take 1500 ps, then 1001 ps take 1501.5 ps.
    const auto gpu = MakeContended(3, 1);
    gpu->BeginChannel();
    gpu->Run(1'000, &m_listener, 1);
    gpu->Run(1'001, &m_listener, 2);
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 1'500}, {2, 1'500 + 1'502}}));
}

TEST_F(GpuTest, CommunicationSlowsNothingByDefault)
{
    const auto gpu = CreateObject<FabricGpu>();
    gpu->Run(10 * US, &m_listener, 1, 0);
    gpu->Run(10 * US, &m_listener, 2, 1);
    gpu->BeginChannel();
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 10 * US}, {2, 10 * US}}));
}

TEST_F(GpuTest, ASlowGpuTakesLongerFromThatMomentOn)
{
    // 10 us of kernel, half pace from 4 to 10 us: 4 + 3 us are done then, 3 us are left.
    const auto gpu = CreateObject<FabricGpu>();
    gpu->Run(10 * US, &m_listener, 1);
    Simulator::Schedule(MicroSeconds(4), &FabricGpu::SetSlowdown, gpu, 2.0);
    Simulator::Schedule(MicroSeconds(10), &FabricGpu::SetSlowdown, gpu, 1.0);
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 13 * US}}));
}

TEST_F(GpuTest, SlowdownAndJitterAreFactors)
{
    // 100 us * 2.1 on stream 0, and on stream 3 as well; then 100 us * 2.1 * 1.5.
    const auto gpu = CreateObject<FabricGpu>();
    gpu->SetAttribute("Slowdown", DoubleValue(2.1));
    gpu->Run(100 * US, &m_listener, 1);
    gpu->Run(100 * US, &m_listener, 2, 3);
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 210 * US}, {2, 210 * US}}));
    gpu->SetAttribute("Jitter", StringValue("ns3::ConstantRandomVariable[Constant=1.5]"));
    EXPECT_EQ(gpu->AssignStreams(5), 1);
    gpu->Run(100 * US, &m_listener, 3);
    Simulator::Run();
    EXPECT_EQ(m_listener.done.back(), std::make_pair(3U, 210 * US + 315 * US));
}

TEST_F(GpuTest, JitterIsDrawnForEachOperationAndNegativeFactorsAreNone)
{
    // Factors -1, 0.5 and 2: nothing, 1 us, 4 us.
    const auto gpu = CreateObject<FabricGpu>();
    ObjectFactory factors("ns3::SequentialRandomVariable");
    factors.Set("Min", DoubleValue(-1));
    factors.Set("Max", DoubleValue(3));
    factors.Set("Increment", StringValue("ns3::ConstantRandomVariable[Constant=1.5]"));
    gpu->SetAttribute("Jitter", ObjectFactoryValue(factors));
    for (uint32_t i = 1; i <= 3; ++i)
    {
        gpu->Run(2 * US, &m_listener, i);
    }
    Simulator::Run();
    EXPECT_EQ(m_listener.done, (Done{{1, 0}, {2, US}, {3, 5 * US}}));
}

TEST_F(GpuTest, JitterIsARandomVariable)
{
    const auto gpu = CreateObject<FabricGpu>();
    EXPECT_EQ(gpu->AssignStreams(5), 0); // none by default
    const auto error = MessageOf<InputError>([&] { gpu->SetJitter(ObjectFactory("ns3::Gpu")); });
    EXPECT_TRUE(Begins(error, "ns3::Gpu Jitter: is ns3::Gpu; expected one of ns3::"));
    EXPECT_TRUE(Has(error, ", ns3::LogNormalRandomVariable, "));
}

TEST(KernelTimeTest, TheLongerOfArithmeticAndMemory)
{
    // H100, BF16 at 50 %: 494.7 Tflop/s; memory at 80 %: 2.68 TB/s. 4.947 Tflop take 10 ms and
    // 2.68 GB take 1 ms; 26.8 GB take 10 ms, so with 4.947 Gflop (10 us) memory decides.
    const KernelTime time(GpuModel::Get("h100"), 0.5, 0.8);
    using Precision = GpuModel::Precision;
    EXPECT_EQ(time.GetPs(4.947e12, 2.68e9, Precision::BF16), 10'000'000'000);
    EXPECT_EQ(time.GetPs(4.947e9, 26.8e9, Precision::BF16), 10'000'000'000);
    EXPECT_EQ(time.GetPs(0, 0, Precision::FP8), 0);
    // FP8 is twice as fast, 989.45 Tflop/s at 50 %: 9.8945 Tflop take 10 ms.
    EXPECT_EQ(time.GetPs(9.8945e12, 0, Precision::FP8), 10'000'000'000);
    EXPECT_EQ(time.GetPs(33.45e9, 0, Precision::FP32), 1'000'000'000);
}

TEST(KernelTimeTest, RefusesWhatCannotBe)
{
    const auto& a100 = GpuModel::Get("a100");
    EXPECT_EQ(MessageOf<InputError>([] { GpuModel::Get("H100"); }),
              "no GPU is called \"H100\"; expected one of a100, b200, b300, gb200, gb300, "
              "h100, h200, h800, mi300x, tpu-v5p, trainium2, or the path of a .json file; did you "
              "mean h100?");
    EXPECT_EQ(MessageOf<InputError>([&] { KernelTime(a100, 0, 1); }),
              "compute efficiency: is 0.000000; expected a share above 0 and at most 1");
    EXPECT_EQ(MessageOf<InputError>([&] { KernelTime(a100, 1, 1.5); }),
              "memory efficiency: is 1.500000; expected a share above 0 and at most 1");
    EXPECT_EQ(MessageOf<InputError>(
                  [&] { KernelTime(a100, 1, 1).GetPs(1, 1, GpuModel::Precision::FP8); }),
              "GPU a100 has no FP8 arithmetic; expected BF16 or FP32");
}
