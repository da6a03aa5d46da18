// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SCHEDULED_FABRIC_TEST_H
#define AI_FABRIC_SCHEDULED_FABRIC_TEST_H

#include "network-test.h"
#include "units.h"

#include "ns3/pointer.h"
#include "ns3/scheduled-stage.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** Leaves and spines with a switch latency of 0.4 us, a packet of 4096 B of payload at a time. */
class ScheduledFabricTest : public NetworkTest
{
  protected:
    static constexpr int64_t LATENCY_PS = 400'000;     //!< of a switch
    static constexpr double WIRE_SHARE = 4096. / 4178; //!< payload of what the wire carries
    static constexpr double TOLERANCE = 0.02;          //!< of rates

    /** What a test is about. */
    struct Wiring
    {
        uint32_t leaves{2};
        uint32_t spines{4};
        uint32_t hostsPerLeaf{4};
        uint64_t ratebps{100 * GBPS}; //!< of hosts
        int64_t delayPs{600'000};
        std::string dead{}; //!< a link that is not there, as "leaf0spine1"
        std::string fabricSwitch{"ns3::FabricSwitch"};
        double speedUp{1};                          //!< of links between switches
        std::map<std::string, uint64_t> ratesbps{}; //!< of single links, as "leaf0spine1"
        uint32_t priorities{1U << 3};               //!< that are lossless, by bits
        std::string arbiter{"ns3::StrictArbiter"};  //!< of all ports
        std::map<std::string, int64_t> laterPs{};   //!< single links take so much longer
    };

    void Build(const std::string& stage, const Wiring& wiring)
    {
        Restart();
        const std::string rate = std::to_string(wiring.ratebps) + "bps";
        const auto uplinkRate = std::to_string(static_cast<uint64_t>(
                                    static_cast<double>(wiring.ratebps) * wiring.speedUp)) +
                                "bps";
        auto topology = Topology("LeafSpineTopology",
                                 {{"Leaves", std::to_string(wiring.leaves)},
                                  {"Spines", std::to_string(wiring.spines)},
                                  {"HostsPerLeaf", std::to_string(wiring.hostsPerLeaf)},
                                  {"HostRate", rate},
                                  {"UplinkRate", uplinkRate}});
        std::vector<TopologyLink> links;
        for (auto link : topology.links)
        {
            link.delayPs = wiring.delayPs;
            const auto name = topology.nodes[link.a].name + topology.nodes[link.b].name;
            if (const auto rate = wiring.ratesbps.find(name); rate != wiring.ratesbps.end())
            {
                link.ratebps = rate->second;
            }
            if (const auto later = wiring.laterPs.find(name); later != wiring.laterPs.end())
            {
                link.delayPs += later->second;
            }
            if (name != wiring.dead)
            {
                links.push_back(link);
            }
        }
        topology.links = links;
        m_wiring = wiring;
        NetworkTest::Build(
            "RoceFabric",
            {{"Stage", stage},
             {"Switch", wiring.fabricSwitch},
             {"Buffer", "ns3::SharedBuffer[SizeBytes=1000000000]"},
             {"Marker", "ns3::NoMarker"},
             {"CongestionControl", "ns3::NoCongestionControl"},
             {"FlowControl",
              "ns3::PriorityFlowControl[Priorities=" + std::to_string(wiring.priorities) + "]"},
             {"Arbiter", wiring.arbiter},
             {"LossRecovery", "ns3::GoBackN"}},
            topology);
    }

    /** For some time a port of a switch throws away what it would send in lane 3. */
    void DiscardFrom(uint32_t number, uint16_t port, Time start, Time stop) const
    {
        const auto& fabricSwitch = m_network.fabricSwitches[number];
        for (const auto& [time, reason] : {std::pair(start, DropReason(DropReason::PFC_WATCHDOG)),
                                           std::pair(stop, DropReason(DropReason::NONE))})
        {
            Simulator::Schedule(time, [=, reason = reason] {
                fabricSwitch->SetDiscard(port, 3, reason, Simulator::Now().GetPicoSeconds());
            });
        }
    }

    void RunAll() const
    {
        Simulator::Stop(Seconds(5)); // some retransmission timeouts
        Simulator::Run();
    }

    /** Expects that no switch holds a packet any more. */
    void ExpectNothingLeft() const
    {
        for (const auto& device : m_network.fabricSwitches)
        {
            EXPECT_EQ(device->GetHeldBytes(), 0u);
            EXPECT_EQ(device->GetBuffer().GetUsedBytes(), 0u);
        }
    }

    /** Expects an end without a packet lost, out of order, or left behind in a leaf. */
    void ExpectOrderlyEnd() const
    {
        ExpectLosslessEnd();
        for (const auto& nic : m_network.nics)
        {
            EXPECT_EQ(nic->GetCounters().naksSent, 0u);
        }
        ExpectNothingLeft();
        for (uint32_t i = 0; i < m_network.fabricSwitches.size(); ++i)
        {
            EXPECT_EQ(GetStage(i)->GetMissing(), 0u);
        }
    }

    Ptr<ScheduledStage> GetStage(uint32_t number) const
    {
        PointerValue value;
        m_network.fabricSwitches[number]->GetAttribute("Stage", value);
        return value.Get<ScheduledStage>();
    }

    /** @return when each message of a job had arrived, in ps from its start */
    static std::vector<int64_t> GetTimesPs(const GraphExecutor& job)
    {
        std::vector<int64_t> times;
        for (std::size_t i = 0; i < job.GetRecords().size(); ++i)
        {
            const auto record = job.GetRecords()[i];
            times.push_back(record.arrivedPs - record.startPs);
        }
        return times;
    }

    static double GetLastPs(const GraphExecutor& job)
    {
        const auto times = GetTimesPs(job);
        return static_cast<double>(*std::max_element(times.begin(), times.end()));
    }

    /** @return how long a port is busy with so much payload */
    double GetBusyPs(double bytes) const
    {
        return bytes * 8e12 / static_cast<double>(m_wiring.ratebps) / WIRE_SHARE;
    }

    /** @return from a request until the first packet that it lets go is in the last leaf's queue */
    double GetLoopPs() const
    {
        const double hop = static_cast<double>(m_wiring.delayPs + LATENCY_PS);
        return 6 * hop + GetBusyPs(2 * 4096);
    }

    Wiring m_wiring;
};

} // namespace ns3

#endif // AI_FABRIC_SCHEDULED_FABRIC_TEST_H
