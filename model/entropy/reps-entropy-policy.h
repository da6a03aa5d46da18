// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REPS_ENTROPY_POLICY_H
#define AI_FABRIC_REPS_ENTROPY_POLICY_H

#include "entropy-policy.h"

#include "ns3/nstime.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * Recycled entropy packet spraying, REPS (Bonato et al., EuroSys'26): a ring of 8 UDP source ports
 * of packets that met no congestion.
 *
 *     an ACK without a mark:  its port goes into the ring, valid
 *     an ACK with a mark:     its port is forgotten
 *     a packet:               takes the oldest valid port, which then becomes invalid;
 *                             without a valid port a port at random
 *
 * So load leaves paths with marks at the pace of the ACKs, and a path without congestion is used
 * again at once. An ACK returns one port, so each packet should be acknowledged (AckInterval 1).
 *
 * A timeout indicates failed paths, and freezes the ring: for FreezeTime packets take the ports of
 * the ring, valid or not, and never a random port, which may lead to the dead path. Timeouts during
 * this time have no effect. The first ACK after it ends the freeze: the ring restarts with the port
 * of this ACK, and ExploredPackets packets take random ports, during which a timeout does not
 * freeze the ring again.
 */
class RepsEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return true if the ring is frozen */
    bool IsFrozen() const
    {
        return m_frozen;
    }

  private:
    static constexpr uint32_t SIZE = 8; //!< size of the ring, as published

    uint16_t DoChoosePort(int64_t nowPs) override;
    void DoNotifyAck(const EntropyAck& ack) override;
    void DoNotifyLoss(const LossEvent& event) override;
    bool DoNeedsMarks() const override;
    uint16_t DrawPort();

    std::array<uint16_t, SIZE> m_ports{}; //!< the ring
    uint32_t m_head{0};                   //!< place of the next port
    uint32_t m_valid{0};                  //!< unused ports before the head
    uint32_t m_known{0};                  //!< ports in the ring, valid or not
    uint32_t m_exploring{0};              //!< packets that still take a random port
    bool m_frozen{false};
    int64_t m_thawPs{0}; //!< earliest time at which an ACK ends the freeze
    uint32_t m_entropies;
    Time m_freezeTime;
    uint32_t m_exploredPackets;
};

} // namespace ns3

#endif // AI_FABRIC_REPS_ENTROPY_POLICY_H
