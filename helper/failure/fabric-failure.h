// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FAILURE_H
#define AI_FABRIC_FABRIC_FAILURE_H

#include "ns3/fabric-network.h"
#include "ns3/fabric-profile.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Something that goes wrong in a network for a while.
 *
 * A subclass says what begins and what ends; when, is here.
 */
class FabricFailure : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param topology that it is to happen in
     * @param profile what the network will be made of
     * @throw InputError if it cannot happen there
     */
    void Check(const FabricTopology& topology, const FabricProfile& profile) const;

    /** Makes it happen, counted from now. @param network that passed Check() */
    void Install(const FabricNetwork& network) const;

  protected:
    /**
     * Throws if there is no such host.
     *
     * @param topology of all
     * @param host attribute "Host"
     */
    void CheckHost(const FabricTopology& topology, uint32_t host) const;

  private:
    virtual void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const = 0;
    /** @return whether it happens to packets, by default */
    virtual bool DoNeedsPackets() const;
    virtual void DoBegin(const FabricNetwork& network) const = 0;
    virtual void DoEnd(const FabricNetwork& network) const = 0;

    Time m_start;
    Time m_stop; //!< 0: never
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_FAILURE_H
