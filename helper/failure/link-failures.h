// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_FAILURES_H
#define AI_FABRIC_LINK_FAILURES_H

#include "failure-of-links.h"

#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-failure
 * The links between two nodes are down for a while, in both directions (SetLinkDown()). The
 * fabric's route manager routes around them.
 */
class LinkFailure final : public FailureOfLinks
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    bool DoFitsLaw() const override
    {
        return true;
    }

    void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const override;
};

/**
 * @ingroup ai-fabric-failure
 * The links between two nodes go down and come up again, together, from Start until Stop, when they
 * are up. They are down for DownTime, then up for UpTime, and so on:
 *     outage n begins at Start + n (DownTime + UpTime)
 * or, if the times are drawn, both are exponential with those means. Each outage is a fault of its
 * own.
 */
class LinkFlap final : public FailureOfLinks
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    LinkFlap();

  private:
    bool DoFitsLaw() const override
    {
        return true;
    }

    void DoCheckLinks(const FabricTopology& topology,
                      const std::vector<uint32_t>& links) const override;
    void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const override;
    void DoInstall(const SharedNetwork& network) const override;
    int64_t DoAssignStreams(int64_t stream) override;

    /** Takes the links down now, unless the time is past "over" (0: never). */
    void GoDown(const SharedNetwork& network, Time over) const;
    /** Brings the links up now, and schedules the next GoDown(). */
    void ComeUp(const SharedNetwork& network, Time over) const;
    /** @param mean mean of the time @return random or constant time, at least a tick */
    Time Draw(Time mean) const;

    Time m_upTime;
    Time m_downTime;
    bool m_drawn;                          //!< true: times are exponential
    Ptr<ExponentialRandomVariable> m_draw; //!< exponential with mean 1
};

/**
 * @ingroup ai-fabric-failure
 * The switch From drops all packets for To, as if its port were dead, without a report: the other
 * direction works, and no route changes. Silent drops of this kind are known from production (Guo
 * et al., "Pingmesh", SIGCOMM 2015, section 5).
 */
class BlackHole final : public FailureOfLinks
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoCheckLinks(const FabricTopology& topology,
                      const std::vector<uint32_t>& links) const override;
    void DoChange(const FabricNetwork& network, uint32_t link, bool begins) const override;
};

} // namespace ns3

#endif // AI_FABRIC_LINK_FAILURES_H
