// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_FAULT_H
#define AI_FABRIC_FABRIC_FAULT_H

#include "ns3/fabric-channel.h"
#include "ns3/fabric-network.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * Returns the state that failures keep about a link; it is aggregated to the link's channel at the
 * first call.
 *
 * @tparam T class of the state
 * @param channel channel of the link
 * @return state of the link
 */
template <typename T>
T&
GetPartOf(FabricChannel& channel)
{
    if (const auto known = channel.GetObject<T>())
    {
        return *known;
    }
    const auto added = CreateObject<T>();
    channel.AggregateObject(added);
    return *added;
}

/**
 * @ingroup ai-fabric-failure
 * One occurrence of a failure.
 */
struct FabricFault
{
    TypeId type;                   //!< type of the failure
    std::string what;              //!< failed part in words, such as "leaf0 to spine0"
    std::vector<uint32_t> links;   //!< ids of links of the network that carry less or nothing,
                                   //!< ascending
    std::vector<uint32_t> hosts{}; //!< indexes of hosts whose GPU or NIC is affected, besides the
                                   //!< links
    std::vector<Ptr<FabricChannel>> channels{}; //!< channels of these links, and of affected links
                                                //!< of other networks

    /** TracedCallback signature. @param fault fault that begins or ends */
    typedef void (*TracedCallback)(const FabricFault& fault);
};

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

#endif // AI_FABRIC_FABRIC_FAULT_H
