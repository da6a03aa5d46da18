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
 * Packet spraying by turns: the packets to each host take all ports one after the other, in the
 * order of their numbers, and after so many Rounds begin again at a port that is drawn. So a switch
 * loads its ports alike to within one packet per host.
 *
 * Without a draw now and then (Rounds 0) turns of several switches to hosts of one leaf may keep in
 * step, and meet at each spine in turn. One turn for all hosts would let flows that send alike keep
 * in step, each on one port. htsim lays out its ports anew after 5 rounds.
 *
 * Packets of a flow overtake each other, so it needs a LossRecovery that accepts packets out of
 * order: SelectiveRepeat with ReorderPackets.
 */
class RoundRobinPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** Whose turn it is of the ports to a host. */
    struct Turn
    {
        uint16_t place{0}; //!< of the next packet, among the ports
        uint32_t left{0};  //!< packets until there is another draw
    };

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;

    std::vector<Turn> m_turns; //!< by host
    uint32_t m_rounds;
    uint32_t m_seed;
};

} // namespace ns3

#endif // AI_FABRIC_ROUND_ROBIN_PATH_SELECTOR_H
