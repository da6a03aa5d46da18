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
 *     a packet:               takes the oldest valid port, which is then not valid any more;
 *                             if there is none, a port at random
 *
 * So load leaves paths that mark, at the pace of the ACKs, and a path without congestion is used
 * again at once. An ACK brings back one port, so acknowledge each packet (AckInterval 1).
 *
 * A timeout means that paths have failed, and freezes: for FreezeTime packets take what the ring
 * has, valid or not, and none takes a port at random, which may lead to the dead path. Timeouts
 * meanwhile change nothing. The first ACK behind that ends it: the ring begins anew with this one's
 * port, and ExploredPackets ports at random follow, during which a timeout does not freeze again.
 */
class RepsEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return whether it is frozen */
    bool IsFrozen() const
    {
        return m_frozen;
    }

  private:
    static constexpr uint32_t SIZE = 8; //!< of the ring, as published

    uint16_t DoChoosePort(int64_t nowPs) override;
    void DoNotifyAck(const EntropyAck& ack) override;
    void DoNotifyLoss(const LossEvent& event) override;
    bool DoNeedsMarks() const override;
    uint16_t DrawPort();

    std::array<uint16_t, SIZE> m_ports{}; //!< the ring
    uint32_t m_head{0};                   //!< where the next port goes
    uint32_t m_valid{0};                  //!< ports before the head that were not used since
    uint32_t m_known{0};                  //!< ports in the ring, valid or not
    uint32_t m_exploring{0};              //!< packets that take a port at random first
    bool m_frozen{false};
    int64_t m_thawPs{0}; //!< when an ACK may end that
    uint32_t m_entropies;
    Time m_freezeTime;
    uint32_t m_exploredPackets;
};

} // namespace ns3

#endif // AI_FABRIC_REPS_ENTROPY_POLICY_H
