// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "verbs-test.h"

#include "ns3/input-error.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <vector>

using namespace ns3;

namespace
{

using Op = RdmaOpcode;
using State = RdmaQueuePairState;

class QueuePairStatesTest : public VerbsTest
{
};

} // namespace

TEST_F(QueuePairStatesTest, TheErrorStateFlushesWhatIsPostedAndWhatComes)
{
    BuildPair("MtuBytes=1024|AckTimeout=10us|RetryCount=2");
    const auto queuePair = Connect();
    const auto peer = m_remote;
    RdmaStatus peerStatus = RdmaStatus::SUCCESS;
    peer->SetCompletionCallback(Callback<void, const RdmaCompletion&>(
        [&](const RdmaCompletion& completion) { peerStatus = completion.status; }));
    for (uint64_t i = 0; i < 4; ++i)
    {
        i % 2 ? queuePair->PostRead(100'000, i) : queuePair->PostWrite(100'000, i);
    }
    Simulator::Schedule(MicroSeconds(15), [&] {
        EXPECT_EQ(m_completions[0].size(), 1u); // 98 packets of 88.5 ns, and 5 us there and back
        queuePair->Modify(State::ERROR);
        EXPECT_EQ(m_completions[0].size(), 4u);
        queuePair->PostWrite(1, 4);
        queuePair->PostFetchAdd(0, 1, 5);
        queuePair->Modify(State::ERROR); // once is enough
        peer->PostWrite(10, 0);
    });
    Simulator::Run();
    EXPECT_EQ(Statuses(),
              (std::vector{RdmaStatus::SUCCESS,
                           RdmaStatus::FLUSHED,
                           RdmaStatus::FLUSHED,
                           RdmaStatus::FLUSHED,
                           RdmaStatus::FLUSHED,
                           RdmaStatus::FLUSHED}));
    EXPECT_FALSE(queuePair->HasWork());
    // Nobody answers the other end any more.
    EXPECT_EQ(peerStatus, RdmaStatus::RETRY_EXCEEDED);
    EXPECT_EQ(Counters(0).failedQueuePairs, 1u);
    EXPECT_EQ(Counters(1).failedQueuePairs, 1u);
}

TEST_F(QueuePairStatesTest, StatesFollowEachOther)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    std::vector<State> seen;
    queuePair->TraceConnectWithoutContext(
        "State",
        Callback<void, State, RdmaStatus>([&](State state, RdmaStatus) { seen.push_back(state); }));
    const std::vector<State> states{State::RESET,
                                    State::INIT,
                                    State::READY_TO_RECEIVE,
                                    State::READY_TO_SEND,
                                    State::SEND_QUEUE_DRAINED,
                                    State::ERROR};
    // From each state to each: only the next one, back from drained, reset and error.
    for (size_t from = 0; from < states.size(); ++from)
    {
        for (size_t to = 0; to < states.size(); ++to)
        {
            queuePair->Modify(State::RESET);
            for (size_t step = 1; step <= std::min<size_t>(from, 4); ++step)
            {
                queuePair->Modify(states[step]);
            }
            queuePair->Modify(states[from]);
            const bool allowed =
                to == from || to == from + 1 || to == 0 || to == 5 || (from == 4 && to == 3);
            if (allowed)
            {
                queuePair->Modify(states[to]);
            }
            else
            {
                EXPECT_THROW(queuePair->Modify(states[to]), InputError) << from << " " << to;
            }
            EXPECT_EQ(queuePair->GetState(), allowed ? states[to] : states[from]);
        }
    }
    queuePair->Modify(State::RESET);
    EXPECT_EQ(MessageOf<InputError>([&] { queuePair->Modify(State::READY_TO_SEND); }),
              "queue pair 2 of host 0: cannot change from reset to ready to send");
    EXPECT_EQ(seen.back(), State::RESET);
    EXPECT_EQ(queuePair->DescribeWait(), "state: reset");
}

TEST_F(QueuePairStatesTest, ReadyToReceiveServesAndDoesNotSend)
{
    BuildPair("MtuBytes=1024|AckTimeout=100us");
    const auto queuePair = Connect();
    m_remote->Modify(State::RESET);
    m_remote->Modify(State::INIT);
    queuePair->PostWrite(5000, 0); // ignored in INIT, and sent again after the timeout
    Simulator::Schedule(MicroSeconds(50), [this] {
        EXPECT_EQ(m_remote->GetDeliveredBytes(), 0u);
        m_remote->Modify(State::READY_TO_RECEIVE);
        m_remote->PostWrite(5000, 0); // flushed
    });
    RdmaStatus status = RdmaStatus::SUCCESS;
    m_remote->SetCompletionCallback(Callback<void, const RdmaCompletion&>(
        [&](const RdmaCompletion& completion) { status = completion.status; }));
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(1));
    EXPECT_EQ(m_remote->GetDeliveredBytes(), 5000u);
    EXPECT_EQ(Counters(0).timeouts, 1u);
    EXPECT_EQ(status, RdmaStatus::FLUSHED);
    EXPECT_EQ(CountSent(1, Op::ACKNOWLEDGE), m_sent[1].size());
}

TEST_F(QueuePairStatesTest, ADrainedSendQueueEndsWhatHasBegunAndBeginsNothing)
{
    BuildPair("MtuBytes=1024");
    const auto queuePair = Connect();
    for (uint64_t i = 0; i < 3; ++i)
    {
        queuePair->PostWrite(100 * 1024, i); // 100 packets of 88.5 ns
    }
    Simulator::Schedule(MicroSeconds(12), [&] {
        EXPECT_FALSE(queuePair->IsDrained());
        queuePair->Modify(State::SEND_QUEUE_DRAINED); // in the middle of the second message
        queuePair->PostWrite(1000, 3);
    });
    Simulator::Schedule(MicroSeconds(50), [&] {
        EXPECT_TRUE(queuePair->IsDrained());
        EXPECT_EQ(m_completions[0].size(), 2u);
        EXPECT_EQ(m_sent[0].size(), 200u);
        EXPECT_TRUE(queuePair->HasWork());
        queuePair->Modify(State::READY_TO_SEND);
    });
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(4));
    EXPECT_GT(m_completions[0][2].finishedPs, 50'000'000);
    EXPECT_EQ(m_sent[0].size(), 301u);
    EXPECT_EQ(Counters(0).retransmittedPackets, 0u);
}

TEST_F(QueuePairStatesTest, AResetConnectionBeginsAnew)
{
    BuildPair("MtuBytes=1024", {{"LossRecovery", "ns3::SelectiveRepeat"}});
    const auto queuePair = Connect();
    const auto reset = [&](Ptr<RdmaQueuePair> end) {
        for (const State state :
             {State::RESET, State::INIT, State::READY_TO_RECEIVE, State::READY_TO_SEND})
        {
            end->Modify(state);
        }
    };
    queuePair->PostWrite(10'000, 0);
    queuePair->PostRead(10'000, 1);
    Simulator::Schedule(MicroSeconds(20), [&] {
        EXPECT_EQ(m_completions[0].size(), 2u);
        queuePair->Modify(State::SEND_QUEUE_DRAINED);
        queuePair->PostWrite(1'000'000, 2); // never heard of again
        reset(queuePair);
        reset(m_remote);
        EXPECT_FALSE(queuePair->HasWork());
        m_sent = {};
        queuePair->PostSend(3000, 2);
        queuePair->PostFetchAdd(0, 1, 3);
    });
    Simulator::Run();
    EXPECT_EQ(Statuses(), Well(4));
    ASSERT_EQ(m_sent[0].size(), 4u);
    EXPECT_EQ(m_sent[0][0].opcode, Op::SEND_FIRST);
    EXPECT_EQ(m_sent[0][0].psn, 0u);
    EXPECT_EQ(m_network.nics[1]->GetMemory(0), 1u);
    ASSERT_EQ(m_arrivals[0].size(), 2u);
    EXPECT_EQ(m_arrivals[0][1].bytes, 3000u);
}
