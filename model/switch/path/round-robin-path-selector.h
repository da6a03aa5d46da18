// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROUND_ROBIN_PATH_SELECTOR_H
#define AI_FABRIC_ROUND_ROBIN_PATH_SELECTOR_H

#include "path-selector.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Packet spraying in turn: the packets to each host take all ports one after the other, in the
 * order of port numbers. After Rounds rounds the turn restarts at a port that is drawn. Thus a
 * switch loads its ports equally to within one packet per host.
 *
 * Without draws (Rounds 0) the turns of several switches to hosts of one leaf may synchronize, and
 * meet at one spine after the other. One turn for all hosts would let flows that send alike
 * synchronize, each on one port. htsim permutes its ports anew after 5 rounds.
 *
 * Packets of a flow overtake each other. The policy needs a LossRecovery that accepts packets out
 * of order: SelectiveRepeat with ReorderPackets.
 */
class RoundRobinPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** Position in the round over the ports to one host. */
    struct Turn
    {
        uint16_t place{0}; //!< index of the next packet's port
        uint32_t left{0};  //!< packets until the next draw
    };

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;

    std::vector<Turn> m_turns; //!< by host
    uint32_t m_rounds;
    uint32_t m_seed;
};

} // namespace ns3

#endif // AI_FABRIC_ROUND_ROBIN_PATH_SELECTOR_H
