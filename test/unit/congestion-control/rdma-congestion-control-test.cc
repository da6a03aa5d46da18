// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/no-congestion-control.h"
#include "ns3/object-factory.h"
#include "ns3/rdma-congestion-control.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

constexpr CongestionContext CONTEXT{100, 100 * GBPS, 10'000'000, 1000};

/** Sets whatever rate and window a test asks for, and writes down when it was advanced. */
class Probe : public RdmaCongestionControl
{
  public:
    using RdmaCongestionControl::SetNextUpdate;
    using RdmaCongestionControl::SetRate;
    using RdmaCongestionControl::SetWindow;

    std::vector<int64_t> m_advanced;
    std::vector<char> m_events;

  private:
    void DoAdvance(int64_t nowPs) override
    {
        m_advanced.push_back(nowPs);
        SetNextUpdate(nowPs + 10);
    }

    void DoNotifySent(int64_t /* nowPs */, uint32_t /* wireBytes */) override
    {
        m_events.push_back('s');
    }

    void DoNotifyAck(const AckEvent& /* event */) override
    {
        m_events.push_back('a');
    }

    void DoNotifyCnp(int64_t /* nowPs */) override
    {
        m_events.push_back('c');
    }

    void DoNotifyLoss(const LossEvent& /* event */) override
    {
        m_events.push_back('l');
    }
};

void
RecordRate(std::vector<uint64_t>* rates, int64_t /* nowPs */, uint64_t ratebps)
{
    rates->push_back(ratebps);
}

TEST(RdmaCongestionControl, ClampsRateAndWindow)
{
    const auto probe = CreateObject<Probe>();
    probe->Start(CONTEXT);
    EXPECT_EQ(probe->GetRatebps(100), 100 * GBPS);
    EXPECT_EQ(probe->GetWindowBytes(), UINT64_MAX);
    probe->SetRate(100, 0);
    EXPECT_EQ(probe->GetRatebps(100), 1u);
    probe->SetRate(100, 400 * GBPS);
    EXPECT_EQ(probe->GetRatebps(100), 100 * GBPS);
    probe->SetWindow(0);
    EXPECT_EQ(probe->GetWindowBytes(), 1u);
}

TEST(RdmaCongestionControl, AdvancesBeforeLooksAndEventsOnceTheTimerIsDue)
{
    const auto probe = CreateObject<Probe>();
    probe->Start(CONTEXT);
    probe->GetRatebps(1'000'000); // no timer yet
    EXPECT_TRUE(probe->m_advanced.empty());

    probe->SetNextUpdate(2'000'000);
    probe->GetRatebps(1'999'999);
    EXPECT_TRUE(probe->m_advanced.empty());
    probe->GetRatebps(2'000'000);
    probe->NotifySent(2'000'009, 1000); // due at 2,000,010
    probe->NotifyCnp(2'000'010);
    probe->NotifyAck({2'000'020, 0, 0, 0, false, nullptr});
    probe->NotifyLoss({2'000'050, true});
    EXPECT_EQ(probe->m_advanced,
              (std::vector<int64_t>{2'000'000, 2'000'010, 2'000'020, 2'000'050}));
    EXPECT_EQ(probe->m_events, (std::vector<char>{'s', 'c', 'a', 'l'}));
}

TEST(RdmaCongestionControl, TracesChangesOnly)
{
    const auto probe = CreateObject<Probe>();
    std::vector<uint64_t> rates;
    probe->TraceConnectWithoutContext("Rate", MakeBoundCallback(&RecordRate, &rates));
    probe->Start(CONTEXT);
    probe->SetRate(200, 50 * GBPS);
    probe->SetRate(300, 50 * GBPS);
    probe->SetRate(400, 60 * GBPS);
    EXPECT_EQ(rates, (std::vector<uint64_t>{100 * GBPS, 50 * GBPS, 60 * GBPS}));
}

TEST(NoCongestionControl, KeepsLineRateAndAnOpenWindowWhateverHappens)
{
    const auto none = ObjectFactory("ns3::NoCongestionControl").Create<RdmaCongestionControl>();
    none->Start(CONTEXT);
    none->NotifySent(200, 1000);
    none->NotifyCnp(300);
    none->NotifyAck({400, 300, 1000, 0, true, nullptr});
    none->NotifyLoss({500, true});
    EXPECT_EQ(none->GetRatebps(600), 100 * GBPS);
    EXPECT_EQ(none->GetWindowBytes(), UINT64_MAX);
    EXPECT_EQ(none->AssignStreams(7), 0);
}

} // namespace
