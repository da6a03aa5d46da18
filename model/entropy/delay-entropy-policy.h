// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DELAY_ENTROPY_POLICY_H
#define AI_FABRIC_DELAY_ENTROPY_POLICY_H

#include "entropy-policy.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * Packet spraying by the delay of paths, as AWS describes what SRD does ("A Cloud-Optimized
 * Transport Protocol for Elastic and Scalable HPC", IEEE Micro 2020): the sender keeps the round
 * trip of each of 64 paths and prefers the faster ones. How is not published; here each packet
 * compares Choices ports at random and takes the one with the least of
 *
 *     delay = max(average round trip, silence),
 *
 * where an ACK of a port counts with Weight, a port without one yet has the idle round trip, and
 * silence is the time since the first packet that it took and that nothing has answered. So a dead
 * path is left as fast as it is silent, and tried again only if the others are no better.
 *
 * An ACK tells the delay of one packet, so acknowledge each (AckInterval or AckBytes 1).
 */
class DelayEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    static constexpr int64_t ANSWERED = -1; //!< in place of a time

    /** What is known of a port. */
    struct Path
    {
        double averagePs;               //!< round trip
        int64_t unansweredPs{ANSWERED}; //!< since when a packet is without an answer
    };

    void DoStart() override;
    uint16_t DoChoosePort(int64_t nowPs) override;
    void DoNotifyAck(const EntropyAck& ack) override;

    uint32_t m_pathBits;
    uint32_t m_choices;
    double m_weight;
    std::vector<Path> m_paths;
};

} // namespace ns3

#endif // AI_FABRIC_DELAY_ENTROPY_POLICY_H
