// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_OPTICAL_SWITCHING_H
#define AI_FABRIC_OPTICAL_SWITCHING_H

#include "fabric-failure.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

class OpticalDrain;
class OpticalPlan;

/**
 * @ingroup ai-fabric-failure
 * Optical circuit switches join other ports, as somebody decides at Start:
 *
 *     dark  = Start + ControlTime        the moved links lose their light
 *     light = dark + SwitchingTime       mirrors have settled, the new links are up
 *
 * Links that are drained first lose their light as soon as an OpticalDrain finds them empty, which
 * it looks for at an interval, and at dark at the latest.
 *
 * Links that are moved are down in between, as those that fail are; all others go on. Routes follow
 * as after any change of links. Senders that are made later have the idle round trips of the new
 * wiring, those that are there keep theirs. What is planned at once has to be told to an
 * OpticalPlan, in order, before the network is built.
 */
class OpticalSwitching : public FabricFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return when links lose their light, after Install(); at the latest, if they are drained */
    Time GetDarkTime() const
    {
        return GetStart() + m_controlTime;
    }

    /** @return when links may lose their light at the earliest */
    Time GetEarliestDarkTime() const
    {
        return DoDrains() ? GetStart() : GetDarkTime();
    }

    /** @return when the new links are up, after Install(); at the latest, if links are drained */
    Time GetLightTime() const
    {
        return GetDarkTime() + m_switchingTime;
    }

    /**
     * @param topology of the plan
     * @return the topology of what has light then, with ids of its own for links; nothing: switches
     *         and hosts are joined as before
     */
    std::optional<FabricTopology> MakeWiring(const FabricTopology& topology) const
    {
        return DoMakeWiring(topology);
    }

    /** @return ids of the links of that topology among all links, in its order; none as before */
    std::vector<uint32_t> GetWiredLinks() const
    {
        return DoGetWiredLinks();
    }

    /** Finds out what is to change. @param plan of the topology, with what changes before */
    void Plan(OpticalPlan& plan);

  private:
    void DoCheck(const FabricTopology& topology, const FabricProfile& profile) const final;
    void DoInstall(const SharedNetwork& network) const final;
    void DoBegin(const FabricNetwork& network) const final;
    void DoEnd(const FabricNetwork& network) const final;

    /** @param plan of the topology, to be told what is used or changed */
    virtual void DoPlan(OpticalPlan& plan) = 0;
    /** @return nothing by default */
    virtual std::optional<FabricTopology> DoMakeWiring(const FabricTopology& topology) const;
    /** @return none by default */
    virtual std::vector<uint32_t> DoGetWiredLinks() const;
    /** Throws about what a subclass adds. */
    virtual void DoCheckPlan(const FabricTopology& topology,
                             const FabricProfile& profile) const = 0;
    /** Somebody has decided; by default nothing changes before DoDarken(). */
    virtual void DoDecide(const FabricNetwork& network) const;
    /** @return whether links are to be empty before they lose their light; false by default */
    virtual bool DoDrains() const;
    /** @return of these links; null by default, if there are none */
    virtual std::shared_ptr<OpticalDrain> DoMakeDrain() const;
    /** Light is lost now. */
    virtual void DoDarken(const FabricNetwork& network) const = 0;
    /** Light is there now. */
    virtual void DoLight(const FabricNetwork& network) const = 0;

    /** Light is lost now, and there again after SwitchingTime. */
    void Turn(const SharedNetwork& network) const;
    /** Looks at links from now on until they are empty, or it is GetDarkTime(). */
    void LookLater(const SharedNetwork& network, const std::shared_ptr<OpticalDrain>& drain) const;

    Time m_controlTime;
    Time m_switchingTime;
    bool m_isPlanned{false}; //!< Plan() was called
};

} // namespace ns3

#endif // AI_FABRIC_OPTICAL_SWITCHING_H
