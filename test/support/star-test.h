// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STAR_TEST_H
#define AI_FABRIC_STAR_TEST_H

#include "network-test.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** A network of one switch and three hosts, two of which send to the first. */
class StarTest : public NetworkTest
{
  protected:
    /** @param profile class of the fabric @param parts its attributes */
    void BuildStar(const std::string& profile, const Attributes& parts)
    {
        Build(profile,
              parts,
              Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}, {"Delay", "500ns"}}));
    }

    /** Makes queue pairs of both other hosts to host 0. */
    void ConnectTwo()
    {
        const uint8_t level = m_network.nics[0]->GetDefaultServiceLevel();
        for (const uint32_t sender : {1U, 2U})
        {
            m_senders.push_back(
                RdmaNic::Connect(m_network.nics[sender], m_network.nics[0], level).first);
        }
    }

    /** Sends so much through each of them. */
    void SendTwo(uint64_t bytes)
    {
        for (const auto& sender : m_senders)
        {
            sender->PostWrite(bytes, 0);
        }
    }

    void TearDown() override
    {
        m_senders.clear();
        NetworkTest::TearDown();
    }

    std::vector<Ptr<RdmaQueuePair>> m_senders; //!< queue pairs to host 0
};

} // namespace ns3

#endif // AI_FABRIC_STAR_TEST_H
