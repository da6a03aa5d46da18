// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UGAL_PATH_SELECTOR_H
#define AI_FABRIC_UGAL_PATH_SELECTOR_H

#include "detour-path-selector.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Universal globally-adaptive load-balanced routing (UGAL: Singh, Stanford 2005; on dragonflies
 * Kim, Dally, Scott and Abts, ISCA'08, section 4.1): a packet takes its minimal path if
 *
 *     wait(minimal) <= wait(detour) + BiasBytes
 *
 * where a subclass measures both waits, in bytes. The bias keeps packets of a lightly loaded
 * network on minimal paths.
 */
class UgalPathSelector : public DetourPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoTakesDetour(const FabricPacket& packet,
                       const Way& minimal,
                       const Way& detour) const final;

    /**
     * @param packet packet at its first switch, this one
     * @param way path of the packet from here
     * @param sharesPort true if the minimal path and the detour leave by one port
     * @return bytes for which the packet has to wait on this path
     */
    virtual uint64_t DoMeasure(const FabricPacket& packet,
                               const Way& way,
                               bool sharesPort) const = 0;

    uint64_t m_biasBytes;
};

} // namespace ns3

#endif // AI_FABRIC_UGAL_PATH_SELECTOR_H
