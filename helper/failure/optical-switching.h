// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTICAL_SWITCHING_H
#define AI_FABRIC_OPTICAL_SWITCHING_H

#include "fabric-failure.h"

#include "ns3/fabric-network.h"
#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <memory>
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

class OpticalDrain;
class OpticalPlan;

/**
 * @ingroup ai-fabric-failure
 * Optical circuit switches join other ports, after a decision at Start:
 *
 *     dark  = Start + ControlTime        the moved links lose their light
 *     light = dark + SwitchingTime       mirrors have settled, the new links are up
 *
 * Drained links lose their light as soon as an OpticalDrain finds them empty, at dark at the
 * latest.
 *
 * Links that are moved are down in between, like failed links; all others stay up. Routes follow as
 * after any change of links. Senders made later use the idle round trips of the new wiring,
 * existing ones keep theirs. All planned changes have to be announced to an OpticalPlan, in order,
 * before the network is built.
 */
class OpticalSwitching : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param events events of any kind
     * @return indexes of the OpticalSwitchings among them, in the order for planning
     */
    static std::vector<size_t> FindOrder(const std::vector<Ptr<FabricFailure>>& events);

    /**
     * @return time at which links lose their light, after Install(); the latest time if they are
     *         drained
     */
    Time GetDarkTime() const
    {
        return GetStart() + m_controlTime;
    }

    /** @return earliest time at which links may lose their light */
    Time GetEarliestDarkTime() const
    {
        return DoDrains() ? GetStart() : GetDarkTime();
    }

    /**
     * @return time at which the new links are up, after Install(); the latest time if links are
     *         drained
     */
    Time GetLightTime() const
    {
        return GetDarkTime() + m_switchingTime;
    }

    /**
     * @param topology topology of the plan
     * @return topology of the links with light after the change, with link ids of its own; empty:
     *         switches and hosts are joined as before
     */
    std::optional<FabricTopology> MakeWiring(const FabricTopology& topology) const
    {
        return DoMakeWiring(topology);
    }

    /**
     * @return ids of these links among all links, in the order of that topology; empty: as before
     */
    std::vector<uint32_t> GetWiredLinks() const
    {
        return DoGetWiredLinks();
    }

    /** Determines the change. @param plan plan of the topology, with all earlier changes */
    void Plan(OpticalPlan& plan);

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const final;
    void DoInstall(const SharedNetwork& network) const final;
    void DoSet(const FabricNetwork& network, bool begins) const final;
    /** @param plan plan of the topology; gets the used and changed links */
    virtual void DoPlan(OpticalPlan& plan) = 0;
    /** @return nothing by default */
    virtual std::optional<FabricTopology> DoMakeWiring(const FabricTopology& topology) const;
    /** @return none by default */
    virtual std::vector<uint32_t> DoGetWiredLinks() const;
    /** Throws if the attributes of a subclass are wrong. */
    virtual void DoCheckPlan(const FabricTopology& topology,
                             const FabricProfile& profile) const = 0;
    /** Handles the decision; by default nothing changes before DoDarken(). */
    virtual void DoDecide(const FabricNetwork& network) const;
    /** @return true if links are to be empty before they lose their light; false by default */
    virtual bool DoDrains() const;
    /** @return drain of the moved links; null: no links; the default */
    virtual std::shared_ptr<OpticalDrain> DoMakeDrain() const;
    /** Handles the loss of light. */
    virtual void DoDarken(const FabricNetwork& network) const = 0;
    /** Handles the return of light. */
    virtual void DoLight(const FabricNetwork& network) const = 0;

    /** Calls DoDarken() now, and DoLight() after SwitchingTime. */
    void Turn(const SharedNetwork& network) const;
    /** Checks links from now on until they are empty, or until GetDarkTime(). */
    void LookLater(const SharedNetwork& network, const std::shared_ptr<OpticalDrain>& drain) const;

    Time m_controlTime;
    Time m_switchingTime;
    bool m_isPlanned{false}; //!< true: Plan() was called
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_SWITCHING_H
