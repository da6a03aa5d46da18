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
 * Checks at intervals, by the counters of their ports, whether drained links are empty. They are
 * empty when
 * - no route of a switch leads over them any more,
 * - no packet waits for them or is on them, and
 * - no packet was sent over them since the check before, at which the first two held already.
 *
 * So packets that a switch had begun to forward by the old routes have left, if the interval is
 * longer than that takes.
 */
class OpticalDrain
{
  public:
    /** @param links ids of the links to drain @param interval time between checks */
    OpticalDrain(std::vector<uint32_t> links, Time interval);

    /** @return time between checks */
    Time GetInterval() const
    {
        return m_interval;
    }

    /**
     * Checks the links; all ranks of the network call this at the same time.
     *
     * @param network network of the links
     * @return true if they are empty
     */
    bool Look(const FabricNetwork& network);

  private:
    std::vector<uint32_t> m_links;
    Time m_interval;
    std::optional<uint64_t> m_sentPackets; //!< packets sent up to the last check, if the links were
                                           //!< empty then
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_DRAIN_H
