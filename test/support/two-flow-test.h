// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TWO_FLOW_TEST_H
#define AI_FABRIC_TWO_FLOW_TEST_H

#include "network-test.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** Hosts 0 and 1 send to host 2 through one switch; every packet is acknowledged. */
class TwoFlowTest : public NetworkTest
{
  protected:
    static constexpr uint32_t RECEIVER = 2; //!< host index
    static constexpr uint32_t MTU = 1000;   //!< payload, in bytes
    static constexpr uint8_t PRIORITY = 3;

    /** What was seen while it was measured. */
    struct Outcome
    {
        double gbps[2];           //!< payload acknowledged, of each flow
        double meanQueueBytes;    //!< of the link to the receiver
        uint64_t leastQueueBytes; //!< of it
        uint64_t mostQueueBytes;  //!< of it

        /** @return of both flows */
        double Sum() const
        {
            return gbps[0] + gbps[1];
        }

        /** @return the smaller share over the larger */
        double Fairness() const
        {
            return std::min(gbps[0], gbps[1]) / std::max(gbps[0], gbps[1]);
        }
    };

    /**
     * @param profile the fabric
     * @param gbps of all links, 1 us long
     * @param parts of the fabric
     */
    void BuildStar(const std::string& profile, uint64_t gbps, const Attributes& parts)
    {
        Build(
            profile,
            "Nic=ns3::RdmaNic[MtuBytes=" + std::to_string(MTU) + "|AckInterval=1]" + parts,
            Topology("StarTopology",
                     {{"Hosts", "3"}, {"Rate", std::to_string(gbps) + "Gbps"}, {"Delay", "1us"}}));
        m_queuePairs.resize(2);
    }

    /**
     * A flow that does not end.
     *
     * @param host from where
     * @param start when
     */
    void StartFlow(uint32_t host, Time start)
    {
        Simulator::Schedule(start, [this, host] {
            m_queuePairs[host] =
                RdmaNic::Connect(m_network.nics[host], m_network.nics[RECEIVER], PRIORITY).first;
            m_queuePairs[host]->PostWrite(1'000'000'000'000, host);
        });
    }

    /**
     * Runs, and looks at the queue every 100 ns.
     *
     * @param from when on
     * @param until when
     */
    Outcome Measure(Time from, Time until)
    {
        const auto& port = *m_network.fabricSwitches[0]->GetPorts()[RECEIVER];
        std::vector<uint64_t> queue;
        uint64_t before[2] = {0, 0};
        Simulator::Schedule(from, [&] {
            for (uint32_t host : {0U, 1U})
            {
                before[host] = m_queuePairs[host]->GetAcknowledgedBytes();
            }
        });
        for (Time at = from; at < until; at += NanoSeconds(100))
        {
            Simulator::Schedule(at, [&] { queue.push_back(port.GetQueueBytes(PRIORITY)); });
        }
        Simulator::Stop(until);
        Simulator::Run();
        Outcome outcome{};
        for (uint32_t host : {0U, 1U})
        {
            outcome.gbps[host] = (m_queuePairs[host]->GetAcknowledgedBytes() - before[host]) *
                                 8e-9 / (until - from).GetSeconds();
        }
        for (const uint64_t bytes : queue)
        {
            outcome.meanQueueBytes += static_cast<double>(bytes) / queue.size();
        }
        outcome.leastQueueBytes = *std::min_element(queue.begin(), queue.end());
        outcome.mostQueueBytes = *std::max_element(queue.begin(), queue.end());
        EXPECT_EQ(Statistics().drops, 0u);
        EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
        return outcome;
    }

    /** @return the idle round trip of a full packet and its acknowledgement, in seconds */
    double GetBaseRtt() const
    {
        return m_network.IdealMessagePs(0, RECEIVER, MTU) * 1e-12;
    }

    std::vector<Ptr<RdmaQueuePair>> m_queuePairs; //!< by sending host
};

} // namespace ns3

#endif // AI_FABRIC_TWO_FLOW_TEST_H
