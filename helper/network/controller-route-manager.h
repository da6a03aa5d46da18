// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONTROLLER_ROUTE_MANAGER_H
#define AI_FABRIC_CONTROLLER_ROUTE_MANAGER_H

#include "route-manager.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-network
 * A central controller (software-defined networking): switches tell it of their ports, it computes
 * the routes of the whole network and writes rules to switches, which report back. One after the
 * other, of k messages that come while it is idle:
 *
 *     heard     = change + DetectionTime + MessageTime    one message for each end at a switch
 *     handled   = heard + k * EventTime                   plus those that come meanwhile
 *     computed  = handled + ComputationTime               from the next multiple of Interval on
 *     installed = begun + MessageTime + n * RuleTime      of a switch that needs n rules
 *     confirmed = installed + MessageTime
 *
 * It begins with all switches when routes are computed, or, with MaxSwitches, with so many in the
 * order of node ids and with another one whenever one is confirmed. It looks at messages again when
 * the last one is confirmed. A switch goes over to its new rules all at once, when the last of them
 * is there (a bundle of OpenFlow 1.4).
 *
 * A rule names a prefix, the hosts of one switch, and a group of ports; hosts of one switch whose
 * ways change alike share one. With forwarding tables (a routing engine) a way is a port for each
 * path.
 *
 * With FastFailover a switch leaves out its dead ports by itself from DetectionTime on, as
 * RouteManager describes (fast-failover groups of OpenFlow 1.1, ECMP beneath a controller). Without
 * it, it goes on sending into them until its rules are changed.
 *
 * Messages go through a network of their own; they are a delay, neither queue on the way nor get
 * lost. The controller does not fail.
 *
 * EventTime is that of NOX, 30,000 events a second (Tootoonchian et al., Hot-ICE 2012); RuleTime is
 * what Hermes guarantees for an insertion into a TCAM (Chen and Benson, CoNEXT 2017). RuleTris
 * measures 12 ms from end to end (Wen et al., ICDCS 2016). The other times are assumed.
 */
class ControllerRouteManager final : public RouteManager
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** Rules that a switch is to have. */
    struct Change
    {
        uint32_t node;
        uint32_t rules;
        NodeRoutes routes;
    };

    void DoNotifyDetected() override;
    std::string DoGetName() const override;
    std::string DoDescribe(const Reroute& reroute) const override;

    /** @return messages that switches send of what they have detected since the last ones */
    uint32_t CountMessages() const;
    /**
     * Messages have come.
     *
     * @param count how many
     * @param dead by link id, as they have it
     */
    void Hear(uint32_t count, const std::vector<bool>& dead);
    /** Handles what has come; if there is nothing, computes; if nothing has changed, is idle. */
    void Work();
    /** It may compute now, if it has no messages to look at. */
    void Tick();
    /** Computes routes without what is dead by the messages so far. */
    void BeginRoute();
    void Route();
    /** Sends the next switch its rules. */
    void Update();
    /** A switch has its rules. @param index of the change */
    void Install(std::size_t index);
    /** A switch has said that it has its rules. */
    void Confirm();
    /** @return rules that differ from those that a switch has */
    uint32_t CountRules(uint32_t node, const NodeRoutes& next) const;

    Time m_messageTime;
    Time m_eventTime;
    Time m_interval; //!< 0: it computes at once
    Time m_computationTime;
    Time m_ruleTime;
    uint32_t m_maxSwitches; //!< 0: all

    std::vector<bool> m_told;      //!< by link id: dead, as switches have said or are saying
    std::vector<bool> m_heard;     //!< by link id: dead, by the last message that has come
    std::vector<bool> m_known;     //!< by link id: dead, for the routes that were computed last
    uint32_t m_waiting{0};         //!< messages not looked at
    bool m_busy{false};            //!< it looks at messages later
    Time m_firstHeard;             //!< when the first of those came that are not in m_known
    bool m_ticking{false};         //!< Tick() will be called
    std::vector<uint32_t> m_edges; //!< by host index, node id of its switch
    std::vector<Change> m_changes; //!< by the last computation
    std::size_t m_begun{0};        //!< of these
    std::size_t m_confirmed{0};    //!< of these
};

} // namespace ns3

#endif // AI_FABRIC_CONTROLLER_ROUTE_MANAGER_H
