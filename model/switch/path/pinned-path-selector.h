// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PINNED_PATH_SELECTOR_H
#define AI_FABRIC_PINNED_PATH_SELECTOR_H

#include "path-selector.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Path pinning (Gangidi et al., SIGCOMM'24, 5.1): the path depends only on the position of the
 * destination at its leaf, as in d-mod-k routing of fat-trees:
 *
 *     port = (destination / divisor) mod number of ports,
 *
 * where the divisor is 1 at a switch that has hosts, and the number of ports at other switches.
 * Those are assumed to have as many uplinks as the switches below them.
 *
 * The hosts of one rack as destinations then do not share links if racks are used completely and
 * there are as many uplinks as hosts. A job on parts of racks may use only some of the uplinks.
 */
class PinnedPathSelector : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    void DoStart() override;
    /** @param packet packet to forward @return number that decides; by default its destination */
    virtual uint32_t DoGetNumber(const FabricPacket& packet) const;

    bool m_hasHosts{false};
};

} // namespace ns3

#endif // AI_FABRIC_PINNED_PATH_SELECTOR_H
