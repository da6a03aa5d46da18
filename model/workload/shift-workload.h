// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHIFT_WORKLOAD_H
#define AI_FABRIC_SHIFT_WORKLOAD_H

#include "fabric-workload.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Every host sends one message to the host Shift places further on, all at the same time:
 *
 *     destination(r) = (r + Shift) mod n
 *
 * With Shift = hosts per group, this is the worst case of a dragonfly, because all hosts of a group
 * send to the next group (Kim, Dally, Scott and Abts, ISCA'08, section 4.2). With half of a ring of
 * hosts, rounded up, minus one, it is the tornado of a torus.
 */
class ShiftWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;

    uint64_t m_bytes; //!< bytes per host
    uint32_t m_shift; //!< distance in hosts
};

} // namespace ns3

#endif // AI_FABRIC_SHIFT_WORKLOAD_H
