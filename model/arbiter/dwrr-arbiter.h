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
 * @ingroup ai-fabric-arbiter
 * Deficit weighted round robin (Shreedhar and Varghese, SIGCOMM'95) below strict priorities, the
 * two kinds of class of IEEE 802.1Qaz (ETS).
 *
 * Queues of weight 0 have strict priority, the highest number first; so do InfiniBand's lanes from
 * 8 on. The other queues share the rest: a queue adds weight * QuantumBytes to its deficit at its
 * turn and sends while the deficit covers the next frame. A queue that is empty or may not send at
 * its turn loses its deficit. It does not lose the deficit when it runs empty, because a NIC fills
 * its queues packet by packet, before each choice.
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

    /** @param weights eight numbers, for lanes 0 to 7, separated by spaces or commas */
    void SetWeights(std::string weights);
    std::string GetWeights() const;

    std::array<uint32_t, PRIORITY_COUNT> m_weights{};      //!< by lane; 0: strict priority
    std::array<uint64_t, PRIORITY_COUNT> m_deficitBytes{}; //!< by lane
    uint32_t m_quantumBytes;                               //!< bytes per turn and weight
    uint32_t m_strict{0};                                  //!< bit n: queue n has weight 0, or none
    uint32_t m_turn{0};                                    //!< queue of the present turn
    bool m_granted{false}; //!< that queue has received its quantum for this turn
};

} // namespace ns3

#endif // AI_FABRIC_DWRR_ARBITER_H
