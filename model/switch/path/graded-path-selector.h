// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRADED_PATH_SELECTOR_H
#define AI_FABRIC_GRADED_PATH_SELECTOR_H

#include "path-selector.h"

#include "ns3/discounting-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Adaptive routing by coarse grades, as in switches and htsim's "pqb". Each packet takes a port
 * with the lowest grade. Ports are compared by
 *
 *     1. whether the port is stopped: it is paused, or waits for credits;
 *     2. the number of thresholds LowQueue, MiddleQueue and HighQueue (parts of QueueBytes) that
 *        its queue reaches;
 *     3. whether its link is in use, and how many of LowUse and HighUse the use reaches, by the
 *        DiscountingRate of CONGA
 *
 * in this order. Among equal ports a hash of flow, time and switch decides. Small differences do
 * not count, so packets do not all go to one port.
 *
 * Packets of a flow overtake each other. The policy needs a LossRecovery that accepts packets out
 * of order: SelectiveRepeat with ReorderPackets.
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
    std::vector<uint16_t> m_best;        //!< ports with the lowest grade, during a choice
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
