// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLUID_NETWORK_H
#define AI_FABRIC_FLUID_NETWORK_H

#include "max-min-shares.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/lazy-deque.h"
#include "ns3/network-paths.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <unordered_map>
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
    uint64_t wireBytes;    //!< length with all headers in bytes, at least 1
    uint32_t firstBytes;   //!< bytes of its first packet, a part of wireBytes
    uint64_t payloadBytes; //!< length without headers in bytes
    uint32_t immediate;    //!< number by which the client knows the message
    int64_t postedPs;      //!< time at which it was posted, in ps
};

/**
 * @ingroup ai-fabric-fluid
 * A sender of messages.
 */
class FluidClient
{
  public:
    /**
     * @param message message whose last byte has arrived
     * @param arrivedPs exact time of the arrival in ps; now, or less than a tick before
     */
    virtual void OnArrival(const FluidMessage& message, int64_t arrivedPs) = 0;

    /** @param message message that has been sent wholly */
    virtual void OnDeparture(const FluidMessage& message) = 0;

    /**
     * @param message message whose arrival its sender has just learned
     * @param knownPs exact time of that in ps; now, or less than a tick before
     */
    virtual void OnAnswer(const FluidMessage& message, int64_t knownPs) = 0;

  protected:
    ~FluidClient() = default;
};

/**
 * @ingroup ai-fabric-fluid
 * A network through which messages flow as bytes, without packets and queues.
 *
 * A flow has messages, one after another. While it has one it takes part in MaxMinShares of the
 * links of its route. Its rate r is the share there, rounded to whole bit/s, at least 1; it changes
 * when messages of any flow begin and end.
 * A message that begins at t and of which W bytes are to be sent ends at the t' with
 *     integral of r from t to t' = 8 W,   rounded up to picoseconds,
 * then gives its share to the others, and has arrived PathHead::GetPs() later. Its sender learns of
 * the arrival after the delay of the way back, too; the answer takes no bytes.
 *
 * All messages that begin at one time are one computation, and so are all that end at one time. A
 * computation visits only links whose levels may change and flows whose rates may change.
 *
 * Invariant: m_ends has an entry for each flow with a message, at the flow's endPs. An entry with a
 * time that is not the endPs of its flow is outdated.
 */
class FluidNetwork : public Object
{
  public:
    /** Progress of a flow at one time. */
    struct Progress
    {
        uint64_t ratebps;     //!< rate of the message under way in bit/s; 0: none is under way
        uint64_t sentPayload; //!< bytes sent since the start, without headers
        uint64_t messages;    //!< messages under way or waiting
        uint64_t leftBytes;   //!< bytes of these that are not sent yet, without headers
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param paths paths of a network
     * @param host index of a host
     * @param node id of the host's node
     * @return the fluid network of the host and of all hosts that it is connected with, made at
     *         the first call. Events of an island have the place of the node of that call; without
     *         islands their place is behind the events of all nodes
     */
    static Ptr<FluidNetwork> Get(Ptr<NetworkPaths> paths, uint32_t host, uint32_t node);

    /**
     * @param client receiver of the flow's events; outlives the network's use of it
     * @param route links that its messages take
     * @param backPs delay of the way back in ps
     * @param maxRatebps largest rate of the flow in bit/s; 0: no limit
     * @return number of the new flow
     */
    uint32_t AddFlow(FluidClient& client,
                     NetworkRoute route,
                     int64_t backPs,
                     uint64_t maxRatebps = 0);

    /**
     * @param flow number of the flow
     * @param message message to send behind the flow's others, from now on
     */
    void Send(uint32_t flow, const FluidMessage& message);

    /**
     * @param flow number of the flow
     * @param nowPs time in ps
     * @return progress of the flow at that time
     */
    Progress GetProgress(uint32_t flow, int64_t nowPs) const;

  protected:
    void DoDispose() override;

  private:
    /** A flow from one host to another. */
    struct Flow
    {
        FluidClient* client;              //!< receives the events of its messages
        PathHead head;                    //!< delay of the first bits of its messages
        int64_t backPs{0};                //!< delay of its answers in ps
        uint64_t sentPayload{0};          //!< payload bytes of the messages sent wholly
        LazyDeque<FluidMessage> messages; //!< messages in order; the first one is under way
        Uint128 left{0};                  //!< rest of the first message at lastPs, in bit ps/s
        uint64_t ratebps{0};              //!< rate since lastPs in bit/s
        int64_t lastPs{0};                //!< time at which left was last computed, in ps
        int64_t endPs{NEVER_PS};          //!< end of the first message in ps, if no rate changes;
                                          //!< NEVER_PS: it has none
    };

    /** The arrival of a message, or of the answer at its sender. */
    struct Arrival
    {
        int64_t timePs;
        uint64_t sequence; //!< order among arrivals of one time
        uint32_t flow;
        bool answer; //!< true: the answer is at the sender; false: the message has arrived
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
    /**
     * Changes the rate of a flow that has a message.
     *
     * @param number number of the flow
     * @param ratebps rate from now on in bit/s
     * @param nowPs time in ps
     */
    void SetRate(uint32_t number, uint64_t ratebps, int64_t nowPs);
    void Deliver(int64_t nowPs);
    int64_t GetNextEndPs();
    /** Lets m_event fire at the next end or arrival. */
    void ScheduleNext();
    static Uint128 GetLeft(const Flow& flow, int64_t nowPs);

    MaxMinShares m_shares;                                 //!< rates of the flows with a message
    std::unordered_map<uint32_t, uint32_t> m_numberOfLink; //!< by direction: number in m_shares
    Ptr<NetworkPaths> m_paths;                             //!< paths of all islands
    uint32_t m_island{0};                                  //!< number of its island
    std::map<uint32_t, Ptr<FluidNetwork>> m_others; //!< in the first network of m_paths: by island
    std::vector<Flow> m_flows;                      //!< by number
    /** Ends of first messages in ps, and numbers of their flows: a heap, the earliest in front. */
    std::vector<std::pair<int64_t, uint32_t>> m_ends;
    /** Arrivals to come; the earliest on top. */
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> m_arrivals;
    std::vector<uint32_t> m_begun; //!< flows that got a message and had none before
    Ptr<FabricEvent> m_event;      //!< calls Update()
    TickClock m_clock;
    uint64_t m_sequence{0}; //!< number of arrivals so far
    bool m_updating{false}; //!< true while Update() runs
};

} // namespace ns3

#endif // AI_FABRIC_FLUID_NETWORK_H
