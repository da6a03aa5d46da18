// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLUID_NETWORK_H
#define AI_FABRIC_FLUID_NETWORK_H

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/network-paths.h"
#include "ns3/object.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-fluid
 * A message as a quantity of bytes.
 */
struct FluidMessage
{
    uint64_t wireBytes;    //!< with all headers, at least 1
    uint32_t firstBytes;   //!< of these, its first packet
    uint64_t payloadBytes; //!< without headers
    uint32_t immediate;    //!< its name, to the client
    int64_t postedPs;      //!< when
};

/**
 * @ingroup ai-fabric-fluid
 * Whoever sends messages.
 */
class FluidClient
{
  public:
    /**
     * @param message whose last byte is there
     * @param arrivedPs when, exactly; at or less than a tick before now
     */
    virtual void OnArrival(const FluidMessage& message, int64_t arrivedPs) = 0;

    /** @param message all of which has been sent */
    virtual void OnDeparture(const FluidMessage& message) = 0;

    /** @param message whose sender knows that it has arrived @param knownPs since when, likewise */
    virtual void OnAnswer(const FluidMessage& message, int64_t knownPs) = 0;

  protected:
    ~FluidClient() = default;
};

/**
 * @ingroup ai-fabric-fluid
 * A network through which messages flow as bytes, without packets and queues.
 *
 * A flow has messages, one after another. While it has one it takes part in MaxMinShares of the
 * links of its route, at a rate r in whole bit/s that changes when messages of any flow begin and
 * end. A message that begins at t and of which W bytes are to be sent ends at the t' with
 *     integral of r from t to t' = 8 W,   rounded up to picoseconds,
 * gives its share to the others then, and has arrived PathHead::GetPs() later. Its sender knows of
 * that when the delay of the way back is over, too; this takes no bytes.
 *
 * All that begins at one time is one computation, and so is all that ends at one time. Only flows
 * that share links with those that begin or end, with these, and so on, are looked at.
 *
 * Invariant: m_ends has exactly the flows with a message, each at the end of its first one.
 */
class FluidNetwork : public Object
{
  public:
    /** Of a flow, at one time. */
    struct Progress
    {
        uint64_t ratebps;     //!< of the message that is sent; 0: none is
        uint64_t sentPayload; //!< bytes since the start, without headers
        uint64_t messages;    //!< that one and those behind it
        uint64_t leftBytes;   //!< of all these, without headers
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param paths of a network @return the one of that network, aggregated to it */
    static Ptr<FluidNetwork> Get(Ptr<NetworkPaths> paths);

    /**
     * @param client outlives the network's use of it
     * @param route of its messages
     * @param backPs delay of the way back
     * @return number of the new flow
     */
    uint32_t AddFlow(FluidClient& client, NetworkRoute route, int64_t backPs);

    /** @param flow number @param message to be sent behind its others, from now on */
    void Send(uint32_t flow, const FluidMessage& message);

    /**
     * @param flow number
     * @param nowPs the time
     * @return how far it is
     */
    Progress GetProgress(uint32_t flow, int64_t nowPs) const;

  protected:
    void DoDispose() override;

  private:
    /** One direction of a link. */
    struct Link
    {
        uint64_t ratebps;            //!< capacity
        std::vector<uint32_t> flows; //!< with a message
        uint64_t seen{0};            //!< computation that had it last
        uint32_t number{0};          //!< there
    };

    /** What goes from one host to another. */
    struct Flow
    {
        FluidClient* client; //!< told of its messages
        NetworkRoute route;
        int64_t backPs{0};                 //!< of its answers
        uint64_t sentPayload{0};           //!< of messages that have been sent
        std::deque<FluidMessage> messages; //!< the first one is sent
        Uint128 left{0};                   //!< of the first, at lastPs, in bit ps/s
        uint64_t ratebps{0};               //!< since lastPs
        int64_t lastPs{0};                 //!< when left was last computed
        int64_t endPs{0};                  //!< of the first, if nothing changes
        uint64_t seen{0};                  //!< computation that had it last
    };

    /** Of a message, or that its sender knows. */
    struct Arrival
    {
        int64_t timePs;
        uint64_t sequence; //!< of those at one time
        uint32_t flow;
        bool answer; //!< its sender knows; else it has arrived
        FluidMessage message;

        bool operator>(const Arrival& other) const
        {
            return std::make_pair(timePs, sequence) > std::make_pair(other.timePs, other.sequence);
        }
    };

    void Update();
    void Begin(uint32_t flow, int64_t nowPs);
    void End(uint32_t flow, int64_t nowPs);
    void Share(int64_t nowPs);
    void FindTouched(std::vector<uint32_t>& links, std::vector<uint32_t>& flows);
    /**
     * A flow that has a message goes on at another rate.
     *
     * @param number of the flow
     * @param ratebps from now on
     * @param nowPs the time
     */
    void SetRate(uint32_t number, uint64_t ratebps, int64_t nowPs);
    void Deliver(int64_t nowPs);
    /** Lets m_event fire at the next end or arrival. */
    void ScheduleNext();
    static Uint128 GetLeft(const Flow& flow, int64_t nowPs);

    std::vector<Link> m_links;                     //!< by direction
    std::vector<Flow> m_flows;                     //!< by number
    std::set<std::pair<int64_t, uint32_t>> m_ends; //!< time and flow
    /** The earliest on top. */
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> m_arrivals;
    std::vector<uint32_t> m_begun;   //!< flows that have got a message and had none
    std::vector<uint32_t> m_touched; //!< links of those that have begun or ended
    Ptr<FabricEvent> m_event;        //!< calls Update()
    TickClock m_clock;
    uint64_t m_sequence{0};     //!< arrivals so far
    uint64_t m_computations{0}; //!< number of the present one
    bool m_updating{false};     //!< Update() is at work
};

} // namespace ns3

#endif // AI_FABRIC_FLUID_NETWORK_H
