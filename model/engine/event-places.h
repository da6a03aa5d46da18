// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EVENT_PLACES_H
#define AI_FABRIC_EVENT_PLACES_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * Kinds of events, in the order in which simultaneous events of one node are run. So a port that
 * chooses its next packet knows all arrivals and all expired timers of the instant.
 */
enum class EventKind : uint32_t
{
    CONTROL_ARRIVAL, //!< a packet of link control: pause, credits
    ARRIVAL,         //!< any other packet
    TIMER,           //!< an event of no other kind
    TRANSMISSION     //!< a port chooses what it sends next
};

/**
 * @ingroup ai-fabric-engine
 * Places of events among simultaneous events of their nodes.
 */
class EventPlaces
{
  public:
    /**
     * The next number among the events of a node. No number is given back: what counts is which of
     * two events was first.
     *
     * @param context id of the node, or Simulator::NO_CONTEXT
     * @param kind kind of the event
     * @return number that grows by kind, then with each call
     */
    static uint32_t GetNext(uint32_t context, EventKind kind);

    /**
     * From now on, different threads may call GetNext() for different nodes.
     *
     * @param nodes number of nodes; events of other nodes may not get a place afterwards
     */
    static void ReserveNodes(uint32_t nodes);
};

} // namespace ns3

#endif // AI_FABRIC_EVENT_PLACES_H
