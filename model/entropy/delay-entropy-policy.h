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
 * Packet spraying by the delay of paths, as AWS describes SRD ("A Cloud-Optimized Transport
 * Protocol for Elastic and Scalable HPC", IEEE Micro 2020): the sender keeps the round trip of each
 * of 64 paths and prefers the faster ones. The rule is not published; here each packet compares
 * Choices random ports and takes the port with the least
 *
 *     delay = max(average round trip, silence),
 *
 * where an ACK of a port is averaged with Weight, a port without an ACK has the idle round trip,
 * and silence is the time since the first unanswered packet of the port. So a dead path is left as
 * soon as its silence exceeds the delay of others, and tried again only if the others are not
 * better.
 *
 * An ACK reports the delay of one packet, so each packet should be acknowledged (AckInterval or
 * AckBytes 1).
 */
class DelayEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    static constexpr int64_t ANSWERED = -1; //!< in place of a time: no unanswered packet

    /** State of a port. */
    struct Path
    {
        double averagePs;               //!< average round trip
        int64_t unansweredPs{ANSWERED}; //!< sending time of the first unanswered packet
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
