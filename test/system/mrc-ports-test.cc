// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Hosts with several ports on as many planes: what MRC does with them.

#include "error-message.h"
#include "mrc-test.h"
#include "units.h"

#include "ns3/host-transports.h"
#include "ns3/input-error.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Four ports of 100 Gb/s. */
class MrcPortsTest : public MrcTest
{
  protected:
    static constexpr uint32_t PORTS = 4;
    static constexpr double LINK_PS = 80; //!< of a byte on one link

    /** @return the network of a plane */
    const FabricNetwork& GetPlane(uint32_t plane) const
    {
        return plane == 0 ? m_network : *m_network.planes[plane - 1];
    }

    /** All links of a plane lose everything, or nothing. */
    void SetDead(uint32_t plane, bool dead)
    {
        for (const auto& channel : GetPlane(plane).channels)
        {
            channel->SetErrorRate(0, dead ? 1 : 0);
            channel->SetErrorRate(1, dead ? 1 : 0);
        }
    }

    /** @return links that the acknowledged payload of the first channel fills in that time */
    double MeasureLinks(int64_t fromPs, int64_t toPs)
    {
        std::vector<uint64_t> bytes;
        for (const int64_t ps : {fromPs, toPs})
        {
            Simulator::Stop(PicoSeconds(ps) - Simulator::Now());
            Simulator::Run();
            bytes.push_back(m_channels.at(0)->GetActivity(ps)->acknowledgedBytes);
        }
        const double packets = static_cast<double>(bytes[1] - bytes[0]) / 4096;
        return packets * static_cast<double>(MrcWireBytes(4096, false)) * LINK_PS /
               static_cast<double>(toPs - fromPs);
    }
};

} // namespace

TEST_F(MrcPortsTest, AMessageUsesAllPorts)
{
    BuildPorts({}, Star(2), PORTS);
    constexpr uint64_t BYTES = 163'840'000;
    Open(0, 1).Post(BYTES, 0);
    Simulator::Run();
    ExpectOnce(1);
    uint64_t delivered = 0;
    for (uint32_t plane = 0; plane < PORTS; ++plane)
    {
        const uint64_t bytes = GetPlane(plane).nics[1]->GetCounters().deliveredBytes;
        EXPECT_NEAR(static_cast<double>(bytes), BYTES / PORTS, BYTES / PORTS / 100.0);
        delivered += bytes;
    }
    EXPECT_EQ(delivered, BYTES);
    const double alonePs =
        static_cast<double>(BYTES / 4096 * MrcWireBytes(4096, false)) * LINK_PS / PORTS;
    EXPECT_LT(static_cast<double>(GetLastArrivalPs()), 1.01 * alonePs);
}

TEST_F(MrcPortsTest, ADeadPlaneLeavesTheOthersShare)
{
    BuildPorts({}, Leaves(1), PORTS);
    Open(0, 1).Post(uint64_t{1} << 40, 0);
    EXPECT_NEAR(MeasureLinks(100 * US, 500 * US), PORTS, 0.01 * PORTS);
    SetDead(2, true);
    // Its values are bad when 1.5 windows have passed it; lost packets are repaired.
    EXPECT_NEAR(MeasureLinks(700 * US, 1500 * US), PORTS - 1, 0.01 * (PORTS - 1));
    SetDead(2, false);
    // Probes bring them back.
    EXPECT_NEAR(MeasureLinks(1800 * US, 2200 * US), PORTS, 0.01 * PORTS);
}

TEST_F(MrcPortsTest, EveryMessageComesOnceWhateverIsLostOnAnyPort)
{
    for (const double loss : {0.001, 0.05})
    {
        SCOPED_TRACE(loss);
        Restart();
        auto topology = Leaves(2);
        for (auto& link : topology.links)
        {
            link.errorRate = loss;
        }
        BuildPorts({}, topology, PORTS);
        auto& first = Open(0, 3);
        auto& second = Open(2, 1);
        constexpr uint32_t COUNT = 60;
        uint64_t sum = 0;
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            const uint64_t bytes = 1 + i * 7919 % 150'000;
            sum += bytes;
            (i % 2 == 0 ? first : second).Post(bytes, i);
        }
        Simulator::Run();
        ExpectOnce(COUNT);
        uint64_t delivered = 0;
        for (uint32_t plane = 0; plane < PORTS; ++plane)
        {
            for (const auto& nic : GetPlane(plane).nics)
            {
                delivered += nic->GetCounters().deliveredBytes;
            }
        }
        EXPECT_EQ(delivered, sum);
    }
}

TEST_F(MrcPortsTest, QueuePairsArePinnedToOnePort)
{
    BuildPorts({{"Transport", "ns3::ReliableConnectionTransport"},
                {"Framing", "ns3::RoceV2Framing"},
                {"EntropyPolicy", "ns3::FixedEntropyPolicy"}},
               Star(8),
               PORTS);
    std::set<Ptr<MessageTransport>> used;
    for (uint32_t from = 0; from < 8; ++from)
    {
        const auto near = m_network.GetTransports(from);
        for (uint32_t to = 0; to < from; ++to)
        {
            const auto far = m_network.GetTransports(to);
            EXPECT_EQ(near.GetParts(far), 1u);
            for (uint32_t plane = 0; plane < PORTS; ++plane)
            {
                // Both ends choose the same plane.
                EXPECT_EQ(near.GetTo(far, 0, 0) == near.scaleOut[plane],
                          far.GetTo(near, 0, 0) == far.scaleOut[plane]);
            }
            used.insert(near.GetTo(far, 0, 0));
        }
    }
    EXPECT_GT(used.size(), 10u); // of 28 that differ
}

TEST_F(MrcPortsTest, SeveralPortsNeedTheTable)
{
    const auto build = [this](const std::string& entropy) {
        return MessageOf<InputError>([&] {
            BuildPorts({{"EntropyPolicy", entropy}}, Star(2), PORTS);
        });
    };
    EXPECT_EQ(build("ns3::ObliviousEntropyPolicy"),
              "transport ns3::MrcTransport: a host with several ports needs the entropyPolicy "
              "ns3::MrcEntropyPolicy");
    EXPECT_EQ(build("ns3::MrcEntropyPolicy[Values=130]"),
              "MrcEntropyPolicy: Values 130 and Spares 32 must be multiples of the number of "
              "ports, which is 4");
}
