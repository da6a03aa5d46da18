// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DWRR_ARBITER_H
#define AI_FABRIC_DWRR_ARBITER_H

#include "egress-arbiter.h"

#include <array>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Deficit weighted round robin (Shreedhar and Varghese, SIGCOMM'95) below strict priorities, the
 * two kinds of class of IEEE 802.1Qaz (ETS).
 *
 * Queues of weight 0 have strict priority, the highest number first; so have InfiniBand's lanes
 * from 8 on. The others share what is left: a queue whose turn comes adds weight * QuantumBytes to
 * its deficit and sends while the deficit covers the next frame. A queue that is empty or may not
 * send when its turn comes up loses its deficit. (It does not lose it when it runs empty: a NIC
 * fills its queues packet by packet, before each choice.)
 *
 * Invariant: over any time in which two queues stay backlogged, their bytes differ from the ratio
 * of their weights by less than one quantum and one frame each.
 */
class DwrrArbiter final : public EgressArbiter
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint32_t DoSelect(uint32_t eligible, const std::vector<PacketFifo>& queues) override;

    /** @param weights eight numbers, of lane 0 to 7, separated by spaces or commas */
    void SetWeights(std::string weights);
    std::string GetWeights() const;

    std::array<uint32_t, PRIORITY_COUNT> m_weights{};      //!< by lane; 0: strict
    std::array<uint64_t, PRIORITY_COUNT> m_deficitBytes{}; //!< by lane
    uint32_t m_quantumBytes;                               //!< per turn and weight
    uint32_t m_strict{0};                                  //!< bit n: queue n has weight 0, or none
    uint32_t m_turn{0};                                    //!< the queue whose turn it is
    bool m_granted{false}; //!< whether that queue has got its quantum for this turn
};

} // namespace ns3

#endif // AI_FABRIC_DWRR_ARBITER_H
