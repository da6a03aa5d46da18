// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Port-status updates of one half of a connection: when they are sent, and which count.

#include "network-test.h"

#include "ns3/mrc-port-status.h"

#include <cstdint>
#include <vector>

using namespace ns3;

namespace
{

class MrcPortStatusTest : public NetworkTest, protected MrcPortStatus::Owner
{
  protected:
    static constexpr int64_t DELAY_PS = 3'000'000;
    static constexpr int64_t REPEAT_PS = 10'000'000;

    struct Sent
    {
        MrcControl status;
        int64_t ps;
    };

    void SendPortStatus(const MrcControl& status, int64_t nowPs) override
    {
        m_sent.push_back({status, nowPs});
    }

    /** @return an update, or the answer to one */
    static MrcControl Make(MrcOpcode opcode, uint16_t number, uint32_t ports)
    {
        MrcControl control{};
        control.opcode = opcode;
        control.kind = MrcEndpointKind::PORTS;
        control.number = number;
        control.ports = ports;
        return control;
    }

    std::vector<Sent> m_sent;
};

} // namespace

TEST_F(MrcPortStatusTest, AnUpdateIsRepeatedUntilItIsAnswered)
{
    MrcPortStatus status(*this, 0, DELAY_PS, REPEAT_PS);
    status.SetOwn(4, 0);
    Simulator::Schedule(PicoSeconds(DELAY_PS + 2 * REPEAT_PS + 1000), [&] {
        // The answer to an earlier update does not count.
        status.Receive(Make(MrcOpcode::ENDPOINT_RESPONSE, 0, 4), 0);
    });
    Simulator::Schedule(PicoSeconds(DELAY_PS + 3 * REPEAT_PS + 1000),
                        [&] { status.Receive(Make(MrcOpcode::ENDPOINT_RESPONSE, 1, 4), 0); });
    Simulator::Run();
    ASSERT_EQ(m_sent.size(), 4u);
    for (size_t i = 0; i < m_sent.size(); ++i)
    {
        EXPECT_EQ(m_sent[i].ps, DELAY_PS + static_cast<int64_t>(i) * REPEAT_PS);
        EXPECT_EQ(m_sent[i].status.opcode, MrcOpcode::ENDPOINT_REQUEST);
        EXPECT_EQ(m_sent[i].status.number, 1);
        EXPECT_EQ(m_sent[i].status.ports, 4u);
    }
}

TEST_F(MrcPortStatusTest, NoAnswerEndsIt)
{
    MrcPortStatus status(*this, 0, DELAY_PS, REPEAT_PS);
    status.SetOwn(1, 0);
    Simulator::Run();
    EXPECT_EQ(m_sent.size(), MrcPortStatus::MOST_TRIES);
}

TEST_F(MrcPortStatusTest, AnOlderUpdateDoesNotCount)
{
    MrcPortStatus status(*this, 0, DELAY_PS, REPEAT_PS);
    const auto update = [&](uint16_t number, uint32_t ports) {
        return status.Receive(Make(MrcOpcode::ENDPOINT_REQUEST, number, ports), 7);
    };
    EXPECT_TRUE(update(2, 5));
    EXPECT_FALSE(update(1, 1));
    EXPECT_EQ(status.GetOther(), 5u);
    EXPECT_FALSE(update(3, 5)); // the same ports
    EXPECT_TRUE(update(4, 0));
    EXPECT_EQ(status.GetOther(), 0u);
    // Each is answered with its own number.
    ASSERT_EQ(m_sent.size(), 4u);
    EXPECT_EQ(m_sent[1].status.opcode, MrcOpcode::ENDPOINT_RESPONSE);
    EXPECT_EQ(m_sent[1].status.number, 1);
    EXPECT_EQ(m_sent[1].ps, 7);
}
