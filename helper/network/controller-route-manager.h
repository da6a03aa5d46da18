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
 * A central controller (software-defined networking): switches report their ports to it; it
 * computes the routes of the whole network and writes rules to switches, which confirm them. These
 * steps follow one another, for k messages that arrive while the controller is idle:
 *
 *     heard     = change + DetectionTime + MessageTime    one message for each end at a switch
 *     handled   = heard + k * EventTime                   plus messages that arrive meanwhile
 *     computed  = handled + ComputationTime               from the next multiple of Interval on
 *     installed = begun + MessageTime + n * RuleTime      of a switch that needs n rules
 *     confirmed = installed + MessageTime
 *
 * The controller begins to write to all switches when routes are computed. With MaxSwitches it
 * begins with that many, in the order of node ids, and continues with one more for each
 * confirmation. It handles new messages when the last switch has confirmed. A switch changes to its
 * new rules all at once, when the last of them has arrived (a bundle of OpenFlow 1.4).
 *
 * A rule names a prefix, the hosts of one switch, and a group of ports; hosts of one switch whose
 * routes change in the same way share a rule. With forwarding tables (a routing engine) a route is
 * a port for each path.
 *
 * With FastFailover a switch leaves out its dead ports by itself from DetectionTime on, as
 * RouteManager describes (fast-failover groups of OpenFlow 1.1, ECMP beneath a controller). Without
 * it, a switch continues to send into dead ports until its rules are changed.
 *
 * Messages use a network of their own: they have a delay, without queues and losses. The controller
 * does not fail.
 *
 * EventTime is that of NOX, 30,000 events a second (Tootoonchian et al., Hot-ICE 2012); RuleTime is
 * the guarantee of Hermes for an insertion into a TCAM (Chen and Benson, CoNEXT 2017). RuleTris
 * measures 12 ms from end to end (Wen et al., ICDCS 2016). The other times are assumptions.
 */
class ControllerRouteManager final : public RouteManager
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** New routes of a switch. */
    struct Change
    {
        uint32_t node;
        uint32_t rules;
        NodeRoutes routes;
    };

    void DoNotifyDetected() override;
    std::string DoGetName() const override;
    std::string DoDescribe(const Reroute& reroute) const override;

    /**
     * @return number of messages that switches send for all changes detected since the last ones
     */
    uint32_t CountMessages() const;
    /**
     * Takes messages that have arrived.
     *
     * @param count number of messages
     * @param dead by link id: true if dead, as the messages say
     */
    void Hear(uint32_t count, const std::vector<bool>& dead);
    /** Handles the waiting messages; without messages computes routes; without changes is idle. */
    void Work();
    /** Computes routes now, if no messages wait. */
    void Tick();
    /** Computes routes without the links that are dead by the messages so far. */
    void BeginRoute();
    void Route();
    /** Sends the rules of the next switch. */
    void Update();
    /** A switch has its rules. @param index index of the change */
    void Install(std::size_t index);
    /** A switch has confirmed its rules. */
    void Confirm();
    /** @return number of rules that differ from those of the switch */
    uint32_t CountRules(uint32_t node, const NodeRoutes& next) const;

    Time m_messageTime;
    Time m_eventTime;
    Time m_interval; //!< 0: computes at once
    Time m_computationTime;
    Time m_ruleTime;
    uint32_t m_maxSwitches; //!< 0: no limit

    std::vector<bool> m_told;      //!< by link id: dead, as reported by switches or on the way to
                                   //!< the controller
    std::vector<bool> m_heard;     //!< by link id: dead, as of the last message that has arrived
    std::vector<bool> m_known;     //!< by link id: dead, as of the last computation
    uint32_t m_waiting{0};         //!< messages not handled yet
    bool m_busy{false};            //!< true: handles messages later
    Time m_firstHeard;             //!< arrival of the first message whose content is not in m_known
    bool m_ticking{false};         //!< true: Tick() is scheduled
    std::vector<uint32_t> m_edges; //!< by host index: node id of its switch
    std::vector<Change> m_changes; //!< changes by the last computation
    std::size_t m_begun{0};        //!< changes whose rules were sent
    std::size_t m_confirmed{0};    //!< changes that were confirmed
};

} // namespace ns3

#endif // AI_FABRIC_CONTROLLER_ROUTE_MANAGER_H
