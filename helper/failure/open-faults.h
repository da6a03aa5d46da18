// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPEN_FAULTS_H
#define AI_FABRIC_OPEN_FAULTS_H

#include "fabric-failure.h"

#include "ns3/object.h"

#include <functional>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * What has gone wrong in a network and is not over: part of its first channel from the first fault
 * on. Who puts something else in the place of what failed, as a spare cube, ends the fault with it;
 * the repair that comes later is then of something that is no longer there.
 */
class OpenFaults : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param network with a link @return its open faults */
    static OpenFaults& Get(const FabricNetwork& network);

    /** Is told what goes wrong, and where. */
    using Watcher = std::function<void(const FabricNetwork&, const FabricFault&)>;

    /**
     * Begins a fault.
     *
     * @param network with a link, where it is
     * @param failure that begins
     * @param fault what goes wrong
     */
    static void Add(const FabricNetwork& network,
                    const FabricFailure* failure,
                    const FabricFault& fault);

    /**
     * Has somebody told of the faults that are open, and of each that begins.
     *
     * @param network with a link
     * @param watcher that does not hold the network
     */
    static void Watch(const FabricNetwork& network, const Watcher& watcher);

    /** @param failure that ends @return whether a fault of it was open; the earliest no longer is
     */
    bool Remove(const FabricFailure* failure);

    /**
     * Ends faults, in the order in which they began.
     *
     * @param network that they are in
     * @param isGone whether what failed is no longer there
     */
    static void EndThose(const FabricNetwork& network,
                         const std::function<bool(const FabricFault&)>& isGone);

    /**
     * @param network with a link
     * @param isOne what to look for
     * @return whether such a fault is open
     */
    static bool HasOne(const FabricNetwork& network,
                       const std::function<bool(const FabricFault&)>& isOne);

  private:
    std::vector<std::pair<const FabricFailure*, FabricFault>> m_open; //!< in order
    std::vector<Watcher> m_watchers;
};

} // namespace ns3

#endif // AI_FABRIC_OPEN_FAULTS_H
