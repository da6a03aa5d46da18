// SPDX-License-Identifier: GPL-2.0-only

// When a queue pair that is held back by its rate sends next.

#include "queue-pair-test.h"

#include "ns3/simulator.h"

#include <gtest/gtest.h>

namespace ns3
{

namespace
{

/** A PFC frame that pauses nobody: 64 B, on the wire 84. */
FabricPacketPtr
MakeIdlePause()
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = PacketKind::PAUSE;
    packet->pause = {};
    packet->frameBytes = 64;
    packet->wireBytes = 84;
    return packet;
}

class PacingTest : public QueuePairTest
{
  protected:
    /** Sends link control frames at the same instant. @param atPs when @param frames how many */
    void SendControl(int64_t atPs, uint32_t frames)
    {
        Simulator::Schedule(PicoSeconds(atPs), [this, atPs, frames] {
            for (uint32_t i = 0; i < frames; ++i)
            {
                m_network.nics[0]->GetPort().SendControl(MakeIdlePause(), atPs);
            }
        });
    }
};

} // namespace

// A paced queue pair whose time comes while link control frames have the wire, and more of them
// wait, is asked when the last of them has left. By hand: the first packet is 1024 B and 98 B of
// headers and gap, 1122 B; at 10 Gb/s the second is due at 1122 * 800 ps = 897,600 ps. From 1 ns
// before on two frames of 84 B at 100 Gb/s take the wire for 6,720 ps each, so it starts at
// 896,600 + 13,440 ps; it has no RETH, 1106 B, and the third is due 1106 * 800 ps later.
TEST_F(PacingTest, IsAskedBehindLinkControl)
{
    BuildPair("MtuBytes=1024", {{"CongestionControl", "ns3::FixedRate[Rate=10Gbps]"}});
    const auto queuePair = Connect();
    queuePair->PostWrite(3072, 0);
    SendControl(896'600, 2);
    Simulator::Run();
    ASSERT_EQ(m_sent[0].size(), 3U);
    EXPECT_EQ(m_sent[0][0].startPs, 0);
    EXPECT_EQ(m_sent[0][1].startPs, 910'040);
    EXPECT_EQ(m_sent[0][2].startPs, 910'040 + 884'800);
    ExpectAll(0, {3072});
}

} // namespace ns3
