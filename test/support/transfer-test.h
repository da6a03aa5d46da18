// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRANSFER_TEST_H
#define AI_FABRIC_TRANSFER_TEST_H

#include "network-test.h"

#include <cstdint>

namespace ns3
{

/** How long a message takes. */
class TransferTest : public NetworkTest
{
  protected:
    /**
     * Posts a message of host 0 to host 1 at 1 us.
     *
     * @param bytes of it
     * @param untilUs the simulation ends then
     * @return when it was acknowledged, in picoseconds; 0: never
     */
    int64_t Transfer(uint64_t bytes, int64_t untilUs = 100'000)
    {
        const auto pair = RdmaNic::Connect(m_network.nics[0], m_network.nics[1], 3);
        m_donePs = 0;
        pair.first->SetCompletionCallback(MakeCallback(&TransferTest::Complete, this));
        Simulator::Schedule(MicroSeconds(1), [pair, bytes] { pair.first->PostWrite(bytes, 0); });
        Simulator::Stop(MicroSeconds(untilUs));
        Simulator::Run();
        return m_donePs;
    }

    int64_t m_donePs{0}; //!< see Transfer()

  private:
    void Complete(const RdmaCompletion& completion)
    {
        EXPECT_EQ(completion.status, RdmaStatus::SUCCESS);
        m_donePs = completion.finishedPs;
    }
};

} // namespace ns3

#endif // AI_FABRIC_TRANSFER_TEST_H
