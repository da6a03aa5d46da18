// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "fabric-test.h"
#include "port-pair.h"

#include "ns3/aggregation-header.h"
#include "ns3/fifo-input-arbiter.h"
#include "ns3/oldest-first-input-arbiter.h"
#include "ns3/rdma-header.h"
#include "ns3/round-robin-input-arbiter.h"

#include <deque>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** A user's own: the input of the highest number, always. */
class HighestInputArbiter final : public InputArbiter
{
  private:
    Contenders::Iterator DoSelect(const Contenders& contenders) override
    {
        auto highest = contenders.begin();
        for (auto input = contenders.begin(); input != contenders.end(); ++input)
        {
            if (input->ingressPort > highest->ingressPort)
            {
                highest = input;
            }
        }
        return highest;
    }
};

/** The queues of one output with four inputs. */
class InputArbiterTest : public FabricTest
{
  protected:
    static constexpr uint32_t INPUTS = 4;

    void Use(Ptr<InputArbiter> arbiter)
    {
        m_arbiter = arbiter;
        m_arbiter->SetSize(INPUTS, PRIORITY_COUNT);
    }

    /** @param input that a packet of this number comes by */
    void Push(uint16_t input, uint32_t number, int64_t sentPs = 0, uint8_t lane = 0)
    {
        auto packet = MakeDataPacket(0, 100 + number, lane, number);
        packet->ingressPort = input;
        packet->sentPs = sentPs;
        m_arbiter->Push(m_queues[lane], std::move(packet));
    }

    /** @return input and number of the next packet, such as "2:17" */
    std::string Serve(uint8_t lane = 0)
    {
        m_arbiter->Choose(1U << lane, m_queues);
        const auto packet = m_arbiter->Pop(m_queues[lane]);
        return std::to_string(packet->ingressPort) + ":" +
               std::to_string(packet->As<RdmaHeader>().psn);
    }

    /** @return all that is left, as served */
    std::vector<std::string> ServeAll()
    {
        std::vector<std::string> served;
        while (!m_queues[0].IsEmpty())
        {
            served.push_back(Serve());
        }
        return served;
    }

    Ptr<InputArbiter> m_arbiter;
    std::vector<PacketFifo> m_queues{PRIORITY_COUNT};
};

using Order = std::vector<std::string>;

} // namespace

TEST_F(InputArbiterTest, RoundRobinGivesEachInputAPacketInTurn)
{
    Use(CreateObject<RoundRobinInputArbiter>());
    for (const uint32_t number : {1, 2, 3})
    {
        Push(0, number);
    }
    Push(1, 1);
    Push(2, 1);
    Push(2, 2);
    EXPECT_EQ(m_queues[0].GetPackets(), 6u);
    EXPECT_EQ(m_queues[0].GetBytes(), 600u + 1 + 2 + 3 + 1 + 1 + 2);
    EXPECT_EQ(ServeAll(), (Order{"0:1", "1:1", "2:1", "0:2", "2:2", "0:3"}));
    EXPECT_EQ(m_queues[0].GetBytes(), 0u);
}

TEST_F(InputArbiterTest, RoundRobinAsksWhoWasServedLastAfterTheOthers)
{
    // Input 3 has been served while nobody else had a packet; the next is that of input 1, though
    // it came when 3:2 waited already.
    Use(CreateObject<RoundRobinInputArbiter>());
    Push(3, 1);
    Push(3, 2);
    EXPECT_EQ(Serve(), "3:1");
    Push(1, 1);
    Push(1, 2);
    EXPECT_EQ(ServeAll(), (Order{"1:1", "3:2", "1:2"}));
}

TEST_F(InputArbiterTest, WhoWasChosenKeepsItsTurn)
{
    // It was chosen and lacked credits; what comes in between waits.
    Use(CreateObject<OldestFirstInputArbiter>());
    Push(0, 1, 50);
    m_arbiter->Choose(1, m_queues);
    Push(1, 1, 10);
    Push(2, 1, 20);
    EXPECT_EQ(ServeAll(), (Order{"0:1", "1:1", "2:1"}));
}

TEST_F(InputArbiterTest, OldestFirstGoesByTheTimeThatPacketsLeftTheirSource)
{
    // Only the first packet of each input counts; equal packets are served by the longest wait of
    // their input.
    Use(CreateObject<OldestFirstInputArbiter>());
    Push(0, 1, 30);
    Push(0, 2, 5);
    Push(1, 1, 20);
    Push(2, 1, 20);
    Push(3, 1, 40);
    EXPECT_EQ(ServeAll(), (Order{"1:1", "2:1", "0:1", "0:2", "3:1"}));
}

TEST_F(InputArbiterTest, FifoNeedsNoArbiter)
{
    EXPECT_FALSE(CreateObject<FifoInputArbiter>()->IsNeeded());
    EXPECT_TRUE(CreateObject<RoundRobinInputArbiter>()->IsNeeded());
    EXPECT_TRUE(CreateObject<OldestFirstInputArbiter>()->IsNeeded());
}

TEST_F(InputArbiterTest, AUsersPolicyIsAClass)
{
    Use(CreateObject<HighestInputArbiter>());
    Push(0, 1);
    Push(2, 1);
    Push(2, 2);
    Push(1, 1);
    EXPECT_EQ(Serve(), "2:1");
    Push(3, 1);
    EXPECT_EQ(ServeAll(), (Order{"3:1", "2:2", "1:1", "0:1"}));
}

TEST_F(InputArbiterTest, LanesAndWhatTheSwitchMakesHaveTheirOwnTurns)
{
    Use(CreateObject<RoundRobinInputArbiter>());
    Push(0, 1);
    Push(0, 2);
    Push(0, 3, 0, 5);
    for (const uint32_t number : {8, 9})
    {
        // Made here: whatever its port says, it is none of port 0's.
        auto packet = MakeDataPacket(0, 100, 0, number);
        packet->kind = AggregationHeader::GetKind();
        packet->As<AggregationHeader>().number = number;
        m_arbiter->Push(m_queues[0], std::move(packet));
    }
    std::vector<PacketKind> kinds;
    while (!m_queues[0].IsEmpty())
    {
        m_arbiter->Choose(0b100001, m_queues);
        kinds.push_back(m_arbiter->Pop(m_queues[0])->kind);
    }
    EXPECT_EQ(kinds,
              (std::vector<PacketKind>{PacketKind::TRANSPORT,
                                       AggregationHeader::GetKind(),
                                       PacketKind::TRANSPORT,
                                       AggregationHeader::GetKind()}));
    EXPECT_EQ(Serve(5), "0:3");
}

TEST_F(InputArbiterTest, ForgetsALaneThatIsTakenAway)
{
    Use(CreateObject<RoundRobinInputArbiter>());
    Push(0, 1);
    Push(1, 1);
    m_arbiter->Choose(1, m_queues);
    m_queues[0].Clear();
    m_arbiter->Forget(0);
    Push(1, 2);
    Push(0, 2);
    EXPECT_EQ(ServeAll(), (Order{"1:2", "0:2"}));
}

TEST_F(InputArbiterTest, RandomTrafficKeepsOrderBytesAndTurns)
{
    // Compared with one queue per input: a waiting input sees each other input served at most once,
    // and packets of an input leave in the order of their arrival.
    for (const uint32_t seed : {1, 2, 3, 4})
    {
        Use(CreateObject<RoundRobinInputArbiter>());
        Dice dice(seed);
        std::map<uint32_t, std::deque<uint32_t>> waiting;
        std::map<uint32_t, std::map<uint32_t, uint32_t>> servedWhile; // by who waits
        uint64_t bytes = 0;
        uint32_t served = 0;
        for (uint32_t number = 0; number < 20'000; ++number)
        {
            if (dice(2) == 0)
            {
                const uint16_t input = static_cast<uint16_t>(dice(3) ? dice(INPUTS) : 0);
                waiting[input].push_back(number);
                bytes += 100 + number;
                Push(input, number);
            }
            else if (!m_queues[0].IsEmpty())
            {
                m_arbiter->Choose(1, m_queues);
                const auto packet = m_arbiter->Pop(m_queues[0]);
                const uint32_t input = packet->ingressPort;
                ASSERT_FALSE(waiting[input].empty());
                ASSERT_EQ(packet->As<RdmaHeader>().psn, waiting[input].front());
                waiting[input].pop_front();
                bytes -= packet->frameBytes;
                servedWhile[input].clear();
                for (auto& [other, queue] : waiting)
                {
                    if (other != input && !queue.empty())
                    {
                        ASSERT_LE(++servedWhile[other][input], 1u) << other << " waits";
                    }
                }
                ++served;
            }
            ASSERT_EQ(m_queues[0].GetBytes(), bytes);
            uint32_t listed = 0;
            m_queues[0].ForEach([&listed](const FabricPacket&) { ++listed; });
            ASSERT_EQ(listed, m_queues[0].GetPackets());
        }
        EXPECT_GT(served, 5'000u);
        ServeAll();
    }
}
