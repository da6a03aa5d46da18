// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// When the sending half of a queue pair is made.

#include "queue-pair-test.h"

#include "ns3/prepared-factory.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace ns3
{

namespace
{

/** Start times of all objects of the classes below, in ps. */
std::vector<int64_t> g_starts;

/** Is made by its setters. */
class MadeControl : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::SendingHalfTestMade")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<MadeControl>();
        return tid;
    }

  private:
    void DoStart() override
    {
        g_starts.push_back(GetContext().nowPs);
    }
};

/** Is copied. */
class CopiedControl : public MadeControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::SendingHalfTestCopied")
                                .SetParent<MadeControl>()
                                .AddConstructor<CopiedControl>();
        return tid;
    }
};

NS_OBJECT_ENSURE_REGISTERED(MadeControl);
NS_OBJECT_ENSURE_REGISTERED(CopiedControl);

const CopiesAsNew<CopiedControl> g_copiesCopiedControl;

class SendingHalfTest : public QueuePairTest
{
  protected:
    /** Connects at 2 us. @param control class of the congestion control */
    void ConnectAtTwo(const std::string& control)
    {
        g_starts.clear();
        BuildPair("MtuBytes=1024", {{"CongestionControl", control}});
        Simulator::Schedule(MicroSeconds(2), [this] { m_queuePair = Connect(); });
    }

    Ptr<RdmaQueuePair> m_queuePair;
};

} // namespace

TEST_F(SendingHalfTest, IsMadeWhenAnEndSendsAndStartsAtItsConnection)
{
    ConnectAtTwo("ns3::SendingHalfTestCopied");
    Simulator::Schedule(MicroSeconds(5), [this] {
        EXPECT_TRUE(g_starts.empty());
        m_queuePair->PostWrite(3000, 0);
    });
    Simulator::Run();
    ExpectAll(0, {3000});
    EXPECT_EQ(g_starts, std::vector<int64_t>(1, 2'000'000));
    m_remote->GetCongestionControl();
    EXPECT_EQ(g_starts, std::vector<int64_t>(2, 2'000'000));
}

TEST_F(SendingHalfTest, OfAnEndThatServesReadsPacesThem)
{
    ConnectAtTwo("ns3::SendingHalfTestCopied");
    Simulator::Schedule(MicroSeconds(5), [this] { m_queuePair->PostRead(3000, 0); });
    Simulator::Run();
    EXPECT_EQ(m_queuePair->GetDeliveredBytes(), 3000u);
    EXPECT_EQ(g_starts, std::vector<int64_t>(2, 2'000'000));
}

TEST_F(SendingHalfTest, PoliciesThatAreNoCopiesAreMadeAtTheConnection)
{
    ConnectAtTwo("ns3::SendingHalfTestMade");
    Simulator::Run();
    EXPECT_EQ(g_starts, std::vector<int64_t>(2, 2'000'000));
}

} // namespace ns3
