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
 *
 * Without SeedPerSwitch all switches hash alike. The flows that one of them lays on its i-th port
 * are then those that the next one lays on its i-th of as many ports: that has the use of one of
 * them (polarization).
 */
class EcmpPathSelector : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** @return what tells the hash of this switch from others */
    uint32_t GetHashSalt() const
    {
        return MakeSalt(m_seed);
    }

  private:
    uint16_t DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports) override;
    uint32_t DoChooseSalt(uint32_t salt) const override;

    uint32_t m_seed;
    bool m_seedPerSwitch;
};

} // namespace ns3

#endif // AI_FABRIC_ECMP_PATH_SELECTOR_H
