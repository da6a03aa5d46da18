// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_SPRAY_PATH_SELECTOR_H
#define AI_FABRIC_SPRAY_PATH_SELECTOR_H

#include "path-selector.h"

#include "ns3/random-variable-stream.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Oblivious packet spraying: each packet takes any of the ports, all alike, whatever came before.
 *
 * Packets of a flow overtake each other, so it wants a LossRecovery that takes them out of order:
 * SelectiveRepeat with ReorderPackets.
 */
class SprayPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    SprayPathSelector();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    bool DoKeepsOrder() const override;
    int64_t DoAssignStreams(int64_t stream) override;

    Ptr<UniformRandomVariable> m_random;
};

} // namespace ns3

#endif // AI_FABRIC_SPRAY_PATH_SELECTOR_H
