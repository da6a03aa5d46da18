// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_LINK_TEST_H
#define AI_FABRIC_CREDIT_LINK_TEST_H

#include "fabric-test.h"
#include "port-pair.h"

#include "ns3/credit-flow-control.h"
#include "ns3/uinteger.h"

#include <cstdint>

namespace ns3
{

/** A link with credits. 40 blocks of 64 B per lane; a packet of 256 B takes four of them. */
class CreditLinkTest : public FabricTest
{
  protected:
    static constexpr uint64_t G = 1'000'000'000;
    static constexpr uint32_t BLOCKS = 40; //!< of each lane's buffer

    /**
     * Makes the link and starts it.
     *
     * @param bufferBytes of each lane
     * @param errorRate of packets
     */
    void Build(uint64_t bufferBytes = BLOCKS * 64, double errorRate = 0)
    {
        m_link.Connect(100 * G, 100'000, 256, errorRate);
        for (const auto& flow : m_link.flow)
        {
            flow->SetAttribute("BufferBytes", UintegerValue(bufferBytes));
        }
        m_link.Start();
    }

    /**
     * Packets at one end; PSNs count from 0 for each call.
     *
     * @param side which end
     * @param packets how many
     * @param bytes of each
     * @param vl lane
     */
    void Enqueue(uint32_t side, uint32_t packets, uint32_t bytes = 256, uint8_t vl = 0)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            m_link.ports[side]->Enqueue(MakeDataPacket(NowPs(), bytes, vl, i));
        }
    }

    /** Nothing is on its way and every credit is accounted for. */
    void ExpectAtRest()
    {
        for (const auto& flow : m_link.flow)
        {
            for (const auto& problem : flow->Audit())
            {
                ADD_FAILURE() << problem;
            }
        }
    }

    PortPair<CreditFlowControl> m_link;
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_LINK_TEST_H
