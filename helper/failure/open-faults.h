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

    /** @param failure that begins @param fault what goes wrong */
    void Add(const FabricFailure* failure, const FabricFault& fault);

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

  private:
    std::vector<std::pair<const FabricFailure*, FabricFault>> m_open; //!< in order
};

} // namespace ns3

#endif // AI_FABRIC_OPEN_FAULTS_H
