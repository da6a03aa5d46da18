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
 * Without SeedPerSwitch all switches use the same hash. The flows that one switch sends by its i-th
 * port then all take the i-th port of the next switch, if that has as many ports; its other ports
 * stay unused (polarization).
 */
class EcmpPathSelector : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** @return salt of this switch's hash */
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
