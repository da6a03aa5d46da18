// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPEN_FAULTS_H
#define AI_FABRIC_OPEN_FAULTS_H

#include "fabric-fault.h"

#include "ns3/fabric-network.h"
#include "ns3/object.h"

#include <functional>
#include <utility>
#include <vector>

namespace ns3
{

class FabricFailure;

/**
 * @ingroup ai-fabric-failure
 * Faults of a network that have not ended. Aggregated to the network's first channel at the first
 * fault. If the failed part is replaced, for example by a spare cube, the replacement ends the
 * fault; the repair that comes later then finds no fault.
 */
class OpenFaults : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param network network with at least one link @return its open faults */
    static OpenFaults& Get(const FabricNetwork& network);

    /** Called with the network and the fault. */
    using Watcher = std::function<void(const FabricNetwork&, const FabricFault&)>;

    /**
     * Adds a fault.
     *
     * @param network network of the fault, with at least one link
     * @param failure failure that begins
     * @param fault description of the fault
     */
    static void Add(const FabricNetwork& network,
                    const FabricFailure* failure,
                    const FabricFault& fault);

    /**
     * Calls a watcher for each fault that is open now, and for each that begins later.
     *
     * @param network network with at least one link
     * @param watcher function that does not hold the network
     */
    static void Watch(const FabricNetwork& network, const Watcher& watcher);

    /**
     * Removes the earliest open fault of a failure.
     *
     * @param failure failure that ends
     * @return true if a fault of it was open
     */
    bool Remove(const FabricFailure* failure);

    /**
     * @param network network with at least one link
     * @param isOne true for the faults to find
     * @return failure of each such fault that is open, in the order in which the faults began
     */
    static std::vector<const FabricFailure*> Find(
        const FabricNetwork& network,
        const std::function<bool(const FabricFault&)>& isOne);

    /**
     * @param network network with at least one link
     * @param isOne true for the faults to find
     * @return true if such a fault is open
     */
    static bool HasOne(const FabricNetwork& network,
                       const std::function<bool(const FabricFault&)>& isOne);

  private:
    std::vector<std::pair<const FabricFailure*, FabricFault>> m_open; //!< in the order of their
                                                                      //!< begin
    std::vector<Watcher> m_watchers;
};

} // namespace ns3

#endif // AI_FABRIC_OPEN_FAULTS_H
