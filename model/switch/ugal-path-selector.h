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
 * Kim, Dally, Scott and Abts, ISCA'08, section 4.1): a packet takes its minimal way if
 *
 *     wait(minimal) <= wait(detour) + BiasBytes
 *
 * with what a subclass knows of both, in bytes. The bias keeps packets of a network with little to
 * do on minimal ways.
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
     * @param packet at this switch, its first one
     * @param way of the packet from here
     * @param sharesPort whether the minimal way and the detour leave by one port
     * @return bytes that the packet has to wait for
     */
    virtual uint64_t DoMeasure(const FabricPacket& packet,
                               const Way& way,
                               bool sharesPort) const = 0;

    uint64_t m_biasBytes;
};

} // namespace ns3

#endif // AI_FABRIC_UGAL_PATH_SELECTOR_H
