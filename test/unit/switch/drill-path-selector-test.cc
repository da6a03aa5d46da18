// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lone-switch-test.h"

#include "ns3/drill-path-selector.h"
#include "ns3/priority-flow-control.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

/** A switch whose ports to hosts 0 to 6 have queues of different lengths; nothing moves. */
class DrillPathSelectorTest : public LoneSwitchTest
{
  protected:
    void SetUp() override
    {
        LoneSwitchTest::SetUp();
        Build<PriorityFlowControl>(7, MakeSharedBuffer(1'000'000));
        const std::vector<uint32_t> packets{2, 0, 5, 1, 0, 3, 2};
        for (uint16_t port = 0; port < 7; ++port)
        {
            for (uint32_t i = 0; i < packets[port]; ++i)
            {
                m_switch->GetPorts()[port]->Put(MakeDataPacket(0, 1'000, LANE, i));
            }
            m_group.push_back(port);
            m_load[port] = packets[port];
        }
    }

    Ptr<DrillPathSelector> MakeSelector(uint32_t samples, uint32_t memory) const
    {
        const auto selector = CreateObject<DrillPathSelector>();
        selector->SetPorts(m_switch->GetPorts());
        selector->SetAttribute("Samples", UintegerValue(samples));
        selector->SetAttribute("Memory", UintegerValue(memory));
        return selector;
    }

    uint16_t Select(DrillPathSelector& selector, int64_t timePs, uint32_t host = 9) const
    {
        FabricPacket packet;
        packet.lane = LANE;
        packet.readyPs = timePs;
        packet.destHost = host;
        return selector.Select(packet, m_group);
    }

    static constexpr uint8_t LANE = 3;
    std::vector<uint16_t> m_group;       //!< of equal paths
    std::map<uint16_t, uint64_t> m_load; //!< packets queued, by port
};

} // namespace

TEST_F(DrillPathSelectorTest, OneDrawWithoutMemoryIsASpray)
{
    constexpr uint32_t PACKETS = 70'000;
    const auto selector = MakeSelector(1, 0);
    std::map<uint16_t, uint32_t> counts;
    for (uint32_t i = 0; i < PACKETS; ++i)
    {
        ++counts[Select(*selector, i)];
    }
    for (const uint16_t port : m_group)
    {
        EXPECT_NEAR(counts[port], PACKETS / 7.0, 5 * std::sqrt(PACKETS * 6 / 49.0)) << port;
    }
}

TEST_F(DrillPathSelectorTest, AsManyDrawsAsPortsFindTheLeast)
{
    for (const uint32_t samples : {7U, 16U})
    {
        const auto selector = MakeSelector(samples, 0);
        for (int64_t i = 0; i < 200; ++i)
        {
            const uint16_t port = Select(*selector, i);
            for (const uint16_t other : m_group)
            {
                EXPECT_LE(m_load[port], m_load[other]);
            }
        }
    }
}

TEST_F(DrillPathSelectorTest, OfTwoDifferentDrawsTheLessLoaded)
{
    // The k-th least loaded of n ports is the less loaded one of two in (n - k) of n (n - 1) / 2
    // pairs, for k from 1 on; ports of equal load share.
    constexpr uint32_t PACKETS = 70'000;
    const auto selector = MakeSelector(2, 0);
    std::map<uint64_t, double> expected;
    std::vector<uint64_t> loads;
    for (const auto& [port, load] : m_load)
    {
        loads.push_back(load);
    }
    std::sort(loads.begin(), loads.end());
    for (uint32_t k = 1; k <= 7; ++k)
    {
        expected[loads[k - 1]] += (7 - k) / 21.0;
    }
    std::map<uint64_t, uint32_t> counts;
    for (uint32_t i = 0; i < PACKETS; ++i)
    {
        ++counts[m_load[Select(*selector, i)]];
    }
    for (const auto& [load, share] : expected)
    {
        EXPECT_NEAR(counts[load],
                    share * PACKETS,
                    5 * std::sqrt(PACKETS * share * (1 - share)) + 1e-9)
            << load;
    }
}

TEST_F(DrillPathSelectorTest, MemoryNeverGoesBackToMoreAndIsOfOneHost)
{
    const auto selector = MakeSelector(1, 1);
    const auto alone = MakeSelector(1, 1);
    uint64_t least = UINT64_MAX;
    for (int64_t i = 0; i < 100; ++i)
    {
        const uint16_t port = Select(*selector, i);
        EXPECT_LE(m_load[port], least);
        least = m_load[port];
        EXPECT_EQ(Select(*alone, i), port) << "packets to other hosts have no part in it";
        Select(*selector, i, 8);
    }
    EXPECT_EQ(least,
              std::min_element(m_load.begin(), m_load.end(), [](const auto& a, const auto& b) {
                  return a.second < b.second;
              })->second);
}

TEST_F(DrillPathSelectorTest, ForgetsAPortThatIsNoLongerThere)
{
    const auto selector = MakeSelector(2, 2);
    for (int64_t i = 0; i < 100; ++i)
    {
        const uint16_t port = Select(*selector, i);
        if (m_group.size() > 2)
        {
            m_group.erase(std::find(m_group.begin(), m_group.end(), port));
        }
        EXPECT_TRUE(std::count(m_group.begin(), m_group.end(), Select(*selector, i + 1'000)));
    }
}
