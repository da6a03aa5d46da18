// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/sonic-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint8_t KEPT = 3;    // a lossless lane
constexpr uint8_t DROPPED = 0; // a lossy one

/** 1 MB for some ports, each with 10 kB of headroom for lane 3. */
class SonicBufferTest : public FabricTest
{
  protected:
    /** @param limits attributes and values @param ports how many */
    void Configure(const std::map<std::string, double>& limits, size_t ports = 3)
    {
        m_buffer = CreateObject<SonicBuffer>();
        m_buffer->SetAttribute("SizeBytes", UintegerValue(1'000'000));
        m_buffer->SetAttribute("Alpha", DoubleValue(0.25));
        for (const auto& [name, value] : limits)
        {
            if (name == "EgressAlpha")
            {
                m_buffer->SetAttribute(name, DoubleValue(value));
                continue;
            }
            m_buffer->SetAttribute(name, UintegerValue(static_cast<uint64_t>(value)));
        }
        m_buffer->Configure(std::vector<SwitchBuffer::PortNeeds>(ports, {10'000, 1 << KEPT}));
    }

    DropReason Admit(uint16_t ingress, uint16_t egress, uint8_t lane = KEPT)
    {
        return m_buffer->Admit({ingress, lane}, {egress, lane}, 1'000);
    }

    void Release(uint16_t ingress, uint16_t egress)
    {
        m_buffer->Release({ingress, KEPT}, {egress, KEPT}, 1'000);
    }

    /** @return how many kB the ingress ports before the last one admit for that, one by one */
    uint32_t FillLastQueue(size_t ports)
    {
        const auto last = static_cast<uint16_t>(ports - 1);
        uint32_t packets = 0;
        for (uint16_t port = 0; port < last; ++port)
        {
            while (Admit(port, last) == DropReason::NONE)
            {
                ++packets;
            }
        }
        return packets;
    }

    uint64_t GetDrops(uint16_t ingress, const std::string& reason) const
    {
        return m_buffer->GetAccount(ingress, KEPT).drops[RegisterDropReason(reason)];
    }

    Ptr<SonicBuffer> m_buffer;
};

} // namespace

TEST_F(SonicBufferTest, AQueueIsCutAtItsThreshold)
{
    Configure({{"EgressThresholdBytes", 20'000}});
    for (int packet = 0; packet < 20; ++packet)
    {
        EXPECT_EQ(Admit(packet % 2, 2), DropReason::NONE) << packet;
    }
    EXPECT_STREQ(ToString(Admit(0, 2)), "egress queue limit");
    EXPECT_EQ(GetDrops(0, "egress queue limit"), 1u);
    EXPECT_EQ(m_buffer->GetUsedBytes(), 20'000u) << "what is refused is charged nowhere";
    EXPECT_EQ(m_buffer->GetPoolUsedBytes(), 20'000u);
    EXPECT_EQ(Admit(0, 1), DropReason::NONE) << "another queue";
    EXPECT_EQ(Admit(0, 2, DROPPED), DropReason::NONE) << "a lossy queue has LossyAlpha";
    Release(1, 2);
    EXPECT_EQ(Admit(0, 2), DropReason::NONE);
    EXPECT_NE(Admit(0, 2), DropReason::NONE);
}

TEST_F(SonicBufferTest, AllQueuesTogetherAreCutAtThePool)
{
    Configure({{"EgressPoolBytes", 20'000}});
    for (int packet = 0; packet < 20; ++packet)
    {
        EXPECT_EQ(Admit(packet % 2, packet % 3), DropReason::NONE) << packet;
    }
    EXPECT_STREQ(ToString(Admit(0, 0)), "egress pool limit");
    EXPECT_STREQ(ToString(Admit(1, 2)), "egress pool limit");
    EXPECT_EQ(m_buffer->GetLosslessBytes(), 20'000u);
    EXPECT_EQ(Admit(0, 0, DROPPED), DropReason::NONE) << "has another pool";
    EXPECT_EQ(m_buffer->GetLosslessBytes(), 20'000u);
    Release(0, 0);
    EXPECT_EQ(Admit(1, 2), DropReason::NONE);
}

TEST_F(SonicBufferTest, AQueueIsCutAtItsShareOfWhatIsFree)
{
    // n kB <= 1/8 (1000 - (n - 1)) kB up to n = 111; then m <= 1/8 (1000 - 111 - (m - 1)), m <= 98.
    Configure({{"EgressAlpha", 0.125}});
    int first = 0;
    for (; Admit(0, 2) == DropReason::NONE; ++first)
    {
    }
    EXPECT_EQ(first, 111);
    EXPECT_EQ(GetDrops(0, "egress queue limit"), 1u);
    int second = 0;
    for (; Admit(1, 0) == DropReason::NONE; ++second)
    {
    }
    EXPECT_EQ(second, 98);
    for (int packet = 0; packet < first; ++packet)
    {
        Release(0, 2);
    }
    EXPECT_EQ(Admit(1, 0), DropReason::NONE);
}

TEST_F(SonicBufferTest, TheShareIsOfTheEgressPool)
{
    Configure({{"EgressAlpha", 1}, {"EgressPoolBytes", 100'000}});
    int packets = 0;
    for (; Admit(0, 2) == DropReason::NONE; ++packets)
    {
    }
    EXPECT_EQ(packets, 50); // n <= 100 - (n - 1)
}

/**
 * The ports fill one after the other: n - 1 of them admit pool * (1 - (4/5)^(n-1)) for the last
 * port, and a headroom each. A limit of that much is never met, and one packet less costs one
 * packet.
 */
TEST_F(SonicBufferTest, ALimitAtWhatTheIngressAdmitsDropsNothingAndOneBelowDoes)
{
    for (const size_t ports : {2, 3, 5, 17})
    {
        Configure({}, ports);
        const double pool = 1e6 - 10e3 * ports;
        const double law = pool * (1 - std::pow(0.8, ports - 1)) + 10e3 * (ports - 1);
        const uint32_t most = FillLastQueue(ports);
        EXPECT_NEAR(most, law / 1e3, 0.5 * ports) << ports << " ports: whole packets each";
        for (const std::string limit : {"EgressThresholdBytes", "EgressPoolBytes"})
        {
            SCOPED_TRACE(limit + ", " + std::to_string(ports) + " ports");
            const std::string reason =
                limit == "EgressPoolBytes" ? "egress pool limit" : "egress queue limit";
            Configure({{limit, 1e3 * most}}, ports);
            EXPECT_EQ(FillLastQueue(ports), most);
            for (uint16_t port = 0; port < ports - 1; ++port)
            {
                // The last one meets the ingress and the egress at once, and the egress is asked
                // first.
                EXPECT_EQ(GetDrops(port, reason), port + 2U == ports ? 1 : 0) << port;
            }
            Configure({{limit, 1e3 * most - 1}}, ports);
            EXPECT_EQ(FillLastQueue(ports), most - 1);
        }
    }
}

TEST_F(SonicBufferTest, TwoThresholdsForAQueueAreRefused)
{
    EXPECT_EQ(
        MessageOf<InputError>([this] {
            Configure({{"EgressAlpha", 2}, {"EgressThresholdBytes", 1000}});
        }),
        "SonicBuffer EgressAlpha: is 2.000000; expected 0, since EgressThresholdBytes is used in "
        "its place");
}

TEST_F(SonicBufferTest, TheBoundsHoldUnderAnyLoad)
{
    struct Held
    {
        uint16_t ingress;
        uint16_t egress;
        uint8_t lane;
        uint32_t bytes;
    };

    m_buffer = CreateObject<SonicBuffer>();
    m_buffer->SetAttribute("SizeBytes", UintegerValue(60'000));
    m_buffer->SetAttribute("Alpha", DoubleValue(2));
    m_buffer->SetAttribute("EgressPoolBytes", UintegerValue(31'000));
    m_buffer->SetAttribute("EgressThresholdBytes", UintegerValue(19'000));
    m_buffer->Configure({{10'000, 1 << KEPT}, {10'000, 1 << KEPT}});
    std::mt19937 random(4);
    std::vector<Held> held;
    uint64_t losslessBytes = 0;
    uint64_t mostBytes = 0;
    for (uint32_t step = 0; step < 50'000; ++step)
    {
        if (random() % 10 < (step / 500 % 2 == 0 ? 7 : 3))
        {
            const Held packet{static_cast<uint16_t>(random() % 2),
                              static_cast<uint16_t>(random() % 2),
                              static_cast<uint8_t>(random() % 2 ? KEPT : DROPPED),
                              static_cast<uint32_t>(64 + random() % 1'400)};
            if (m_buffer->Admit({packet.ingress, packet.lane},
                                {packet.egress, packet.lane},
                                packet.bytes) == DropReason::NONE)
            {
                held.push_back(packet);
                losslessBytes += packet.lane == KEPT ? packet.bytes : 0;
            }
        }
        else if (!held.empty())
        {
            std::swap(held[random() % held.size()], held.back());
            const Held packet = held.back();
            held.pop_back();
            losslessBytes -= packet.lane == KEPT ? packet.bytes : 0;
            m_buffer->Release({packet.ingress, packet.lane},
                              {packet.egress, packet.lane},
                              packet.bytes);
        }
        ASSERT_EQ(m_buffer->GetLosslessBytes(), losslessBytes);
        ASSERT_LE(losslessBytes, 31'000u);
        for (const uint16_t port : {0, 1})
        {
            ASSERT_LE(m_buffer->GetAccount(port, KEPT).egressBytes, 19'000u);
        }
        mostBytes = std::max(mostBytes, losslessBytes);
    }
    EXPECT_GT(mostBytes, 29'000u);
}
