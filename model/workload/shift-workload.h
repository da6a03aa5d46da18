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
 * Every host sends one message to the host Shift further on, all at the same time:
 *
 *     destination(r) = (r + Shift) mod n
 *
 * With the hosts of a group of a dragonfly as the shift that is its worst case, as all of a group
 * send to the next one (Kim, Dally, Scott and Abts, ISCA'08, section 4.2); with half of a ring of
 * hosts, rounded up, less one, the tornado of a torus.
 */
class ShiftWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;

    uint64_t m_bytes; //!< per host
    uint32_t m_shift; //!< in hosts
};

} // namespace ns3

#endif // AI_FABRIC_SHIFT_WORKLOAD_H
