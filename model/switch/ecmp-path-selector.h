// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ECMP_PATH_SELECTOR_H
#define AI_FABRIC_ECMP_PATH_SELECTOR_H

#include "path-selector.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Equal-cost multipath (RFC 2992): port = hash(flow, switch, seed) scaled to the number of ports,
 * so a flow keeps its path.
 *
 * The hash is the finalizer of MurmurHash3 over entropy, salt of the switch and Seed; every output
 * bit depends on every input bit, so choices at successive switches are independent.
 */
class EcmpPathSelector final : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;

    uint32_t m_seed;
};

} // namespace ns3

#endif // AI_FABRIC_ECMP_PATH_SELECTOR_H
