// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOWLET_PATH_SELECTOR_H
#define AI_FABRIC_FLOWLET_PATH_SELECTOR_H

#include "flowlet-state.h"
#include "path-selector.h"

#include "ns3/flow-table.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * LetFlow (Vanini et al., NSDI'17): a flow keeps its port while its packets follow each other
 * within Gap. The first packet after a longer pause draws a port, all ports with equal probability.
 * Flowlets on slow paths are short, because slow paths cause more pauses, so load moves to fast
 * paths.
 *
 * The first flowlet of a flow takes the port that ECMP with the same Seed would take: without
 * pauses longer than Gap both policies choose the same paths. Entries need no age limit, because an
 * entry older than Gap draws a new port anyway.
 *
 * If Gap is shorter than the difference of path delays, packets overtake each other. The policy
 * then needs a LossRecovery that accepts packets out of order, or causes some retransmissions.
 */
class FlowletPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
    void SetGap(Time gap);
    Time GetGap() const;

    FlowTable<FlowletState> m_flows;
    int64_t m_gapPs{0};
    uint32_t m_seed;
};

} // namespace ns3

#endif // AI_FABRIC_FLOWLET_PATH_SELECTOR_H
