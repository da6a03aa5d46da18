// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRADED_PATH_SELECTOR_H
#define AI_FABRIC_GRADED_PATH_SELECTOR_H

#include "discounting-rate.h"
#include "path-selector.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Adaptive routing by coarse grades, as switches and htsim's "pqb" do it: each packet takes a port
 * of the least of
 *
 *     1. whether the port stands still: it is paused, or waits for credits;
 *     2. how many of LowQueue, MiddleQueue and HighQueue its queue reaches, in parts of QueueBytes;
 *     3. whether its link is in use, and how many of LowUse and HighUse it reaches, by the
 *        DiscountingRate of CONGA
 *
 * in this order; among equal ones a hash of flow, time and switch decides. Small differences do not
 * count, so packets do not all run to one port.
 *
 * Packets of a flow overtake each other, so it needs a LossRecovery that accepts packets out of
 * order: SelectiveRepeat with ReorderPackets.
 */
class GradedPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
    uint32_t Grade(uint16_t port, uint8_t lane, int64_t nowPs);

    std::vector<DiscountingRate> m_uses; //!< by port
    std::vector<uint16_t> m_best;        //!< ports of the least grade, while one is chosen
    uint64_t m_queueBytes;
    double m_lowQueue;
    double m_middleQueue;
    double m_highQueue;
    double m_lowUse;
    double m_highUse;
    Time m_interval;
    double m_discount;
    uint32_t m_seed;
};

} // namespace ns3

#endif // AI_FABRIC_GRADED_PATH_SELECTOR_H
