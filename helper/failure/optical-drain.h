// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTICAL_DRAIN_H
#define AI_FABRIC_OPTICAL_DRAIN_H

#include "ns3/fabric-network.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Whoever drains links looks at the counters of their ports from time to time. They are empty when
 *  - no route that switches have leads over them any more,
 *  - nothing waits for them or is on them, and
 *  - nothing was sent over them since the look before, at which that was so already.
 *
 * So what a switch had begun to forward by the old routes has come out, if looks are further apart
 * than that takes.
 */
class OpticalDrain
{
  public:
    /** @param links ids of those to drain @param interval between looks */
    OpticalDrain(std::vector<uint32_t> links, Time interval);

    /** @return between looks */
    Time GetInterval() const
    {
        return m_interval;
    }

    /** @param network whose links they are, all of whose ranks ask at once @return if empty */
    bool Look(const FabricNetwork& network);

  private:
    std::vector<uint32_t> m_links;
    Time m_interval;
    std::optional<uint64_t> m_sentPackets; //!< at the last look, if nothing was there
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_DRAIN_H
