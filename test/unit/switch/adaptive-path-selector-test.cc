// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/adaptive-path-selector.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class AdaptivePathSelectorTest : public NetworkTest
{
  protected:
    /** Eight hosts on each of two leaves under eight spines, host h sends to h + 8. */
    void BuildPairs(const std::string& selector)
    {
        Build("InfiniBandFabric",
              "PathSelector=" + selector + " LossRecovery=ns3::SelectiveRepeat[ReorderPackets=64]",
              Topology("LeafSpineTopology",
                       {{"Leaves", "2"}, {"Spines", "8"}, {"HostsPerLeaf", "8"}}));
        for (uint32_t host = 0; host < 8; ++host)
        {
            const auto hosts = std::to_string(host) + "," + std::to_string(host + 8);
            Add("IncastWorkload", {{"Hosts", hosts}, {"Bytes", "4000000"}});
        }
    }
};

} // namespace

TEST_F(AdaptivePathSelectorTest, TakesThePortWithTheLeastBytes)
{
    BuildPairs("ns3::EcmpPathSelector");
    const auto& ports = m_network.fabricSwitches[0]->GetPorts();
    const auto selector = CreateObject<AdaptivePathSelector>();
    selector->SetPorts(ports);
    std::vector<uint16_t> group; // to the spines: ports 8 to 15 of the leaf
    for (uint16_t port = 8; port < 16; ++port)
    {
        group.push_back(port);
    }
    const uint8_t lane = m_network.nics[0]->GetDefaultServiceLevel();
    uint32_t unequal = 0;
    for (int round = 0; round < 20; ++round)
    {
        Simulator::Stop(MicroSeconds(10));
        Simulator::Run();
        uint64_t least = UINT64_MAX;
        uint64_t most = 0;
        for (const uint16_t port : group)
        {
            least = std::min(least, ports[port]->GetQueueBytes(lane));
            most = std::max(most, ports[port]->GetQueueBytes(lane));
        }
        unequal += most > least ? 1 : 0;
        std::set<uint16_t> chosen;
        for (uint32_t entropy = 0; entropy < 500; ++entropy)
        {
            FabricPacket packet;
            packet.lane = lane;
            packet.entropy = entropy;
            chosen.insert(selector->Select(packet, group));
        }
        for (const uint16_t port : group)
        {
            EXPECT_EQ(chosen.count(port), ports[port]->GetQueueBytes(lane) == least ? 1u : 0u);
        }
    }
    EXPECT_GT(unequal, 10) << "hashed flows share ports, so queues differ";
}

TEST_F(AdaptivePathSelectorTest, FlowsThatCollideByHashDoNotCollide)
{
    // Eight flows at line rate and eight spines. Hashes put two or more on one port, and those take
    // twice the 320 us of 4 MB at 100 Gb/s. Without that there is a port for each flow; selective
    // repeat keeps no more than a bandwidth-delay product on its way, so that a packet waits for
    // another one now and then costs some rate.
    const auto endUs = [this](const std::string& selector) {
        BuildPairs(selector);
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        int64_t end = 0;
        for (const auto& job : m_jobs)
        {
            EXPECT_TRUE(job->IsFinished());
            end = std::max(end, job->GetFinishPs());
        }
        Simulator::Destroy();
        return static_cast<double>(end) / 1e6;
    };
    EXPECT_GT(endUs("ns3::EcmpPathSelector"), 640);
    EXPECT_LT(endUs("ns3::AdaptivePathSelector"), 1.35 * 320);
}
