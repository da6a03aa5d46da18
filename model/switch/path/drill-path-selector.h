// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DRILL_PATH_SELECTOR_H
#define AI_FABRIC_DRILL_PATH_SELECTOR_H

#include "path-selector.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * DRILL(d, m) (Ghorbani et al., SIGCOMM'17): each packet takes the least loaded of d ports drawn at
 * random and of m ports remembered from earlier packets to the same host,
 *
 *     load(port) = bytes queued there, of the packet's lane
 *
 * The m least loaded of these ports are remembered. Among equal ports drawn ports come before
 * remembered ports, and earlier draws before later draws. The draw is a hash of the flow, the time
 * and the switch.
 *
 * Packets of a flow overtake each other. The policy needs a LossRecovery that accepts packets out
 * of order: SelectiveRepeat with ReorderPackets.
 */
class DrillPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    static constexpr uint32_t MOST = 16; //!< largest number of drawn ports, and of remembered ports
    static constexpr uint16_t NO_PORT = UINT16_MAX;

    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
    uint32_t DrawPorts(const FabricPacket& packet,
                       const std::vector<uint16_t>& ports,
                       uint16_t* chosen) const;

    std::vector<uint16_t> m_remembered; //!< by host, m_memory ports each; NO_PORT: none
    uint32_t m_samples;
    uint32_t m_memory;
    uint32_t m_seed;
};

} // namespace ns3

#endif // AI_FABRIC_DRILL_PATH_SELECTOR_H
