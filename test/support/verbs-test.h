// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VERBS_TEST_H
#define AI_FABRIC_VERBS_TEST_H

#include "queue-pair-test.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/** Messages between two hosts by what became of them. */
class VerbsTest : public QueuePairTest
{
  protected:
    /** @return statuses in the order in which messages ended; expects them in order of posting */
    std::vector<RdmaStatus> Statuses(size_t number = 0) const
    {
        std::vector<RdmaStatus> statuses;
        for (const auto& completion : m_completions[number])
        {
            EXPECT_EQ(completion.workId, statuses.size());
            statuses.push_back(completion.status);
        }
        return statuses;
    }

    /** @return statuses of so many messages that ended well */
    static std::vector<RdmaStatus> Well(size_t messages)
    {
        return std::vector<RdmaStatus>(messages, RdmaStatus::SUCCESS);
    }

    /** @return of a host's NIC */
    const RdmaNic::Counters& Counters(uint32_t host) const
    {
        return m_network.nics[host]->GetCounters();
    }
};

} // namespace ns3

#endif // AI_FABRIC_VERBS_TEST_H
