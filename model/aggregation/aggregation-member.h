// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATION_MEMBER_H
#define AI_FABRIC_AGGREGATION_MEMBER_H

#include "ns3/aggregation-operation.h"
#include "ns3/callback.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-net-device.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-aggregation
 * A request of a host to an aggregation tree.
 */
struct AggregationRequest
{
    uint64_t workId{0}; //!< number chosen by the caller
    uint64_t bytes{0};  //!< length of the operation in bytes; 0 for a barrier
    uint32_t order{0};  //!< number of the operation in its group, from 0
    uint32_t root{0};   //!< REDUCE, BROADCAST: number of the root member
    AggregationOperation operation{AggregationOperation::BARRIER}; //!< kind of the operation
};

/**
 * @ingroup ai-fabric-aggregation
 * Result of a request.
 */
struct AggregationCompletion
{
    uint64_t workId;    //!< workId of the request
    int64_t postedPs;   //!< time of the request in ps
    int64_t finishedPs; //!< time of the last result, or of the failure, in ps
    bool success;       //!< false: no result came in time
};

/**
 * @ingroup ai-fabric-aggregation
 * Membership of a host in one aggregation tree; corresponds to the queue pair of a connection.
 *
 * All members perform the operations of their group in the same order. An operation posted early
 * waits for those before it; an operation that other members have not posted waits in the network
 * for them. An operation of S bytes is cut into
 *
 *     max(1, ceil(S / payload))
 *
 * packets. Numbers continue from one operation to the next, so operations follow each other without
 * a gap. Packet i is sent when the result of packet i - window has come. So at most window packets
 * are outstanding, which limits the memory of switches and the rate of small requests,
 *
 *     rate <= window * payload / (round trip to the root)
 *
 * Every member sends and receives a packet of every number; only packets with data have a payload.
 * Instead of the data a packet has one word: each member adds its own word, and the result must be
 * the sum of all words. With up to 64 members each word is a bit of its own: a sum of as many
 * contributions as members with all these bits set has each member exactly once. With more members
 * the words are random numbers, and a wrong sum passes with a chance of 2^-64.
 *
 * Links are assumed lossless. If no result comes for Timeout while packets are outstanding, all
 * posted requests fail, and so do all later ones.
 *
 * Invariants: answered <= sent <= answered + window; at most one packet of the member waits in the
 * port's queue.
 */
class AggregationMember final : public Object
{
  public:
    /** Settings of a member and its tree. */
    struct Settings
    {
        uint32_t tree;          //!< number of the tree in the network
        uint32_t member;        //!< number of this member in its tree
        uint32_t memberCount;   //!< number of members in the tree, at least 1
        uint32_t payloadBytes;  //!< payload of a full packet in bytes, at least 1
        uint32_t overheadBytes; //!< frame without payload in bytes; the frame is padded to a
                                //!< multiple of 4 B
        uint32_t gapBytes;      //!< bytes on the wire in addition to the frame
        uint32_t window;        //!< packet numbers that may be outstanding, at least 1
        uint32_t host;          //!< index of the host
        uint8_t level;          //!< service level
        uint8_t lane;           //!< lane on all links
        int64_t timeoutPs;      //!< time without a result, in ps, after which all requests fail
        uint32_t extraBytes{0}; //!< further bytes on the wire of a full payload; in proportion for
                                //!< a smaller one
    };

    /** Counters of packets, bytes and operations. */
    struct Counters
    {
        uint64_t packetsSent{0};          //!< with and without payload
        uint64_t packetsReceived{0};      //!< results, in order
        uint64_t payloadBytesSent{0};     //!< payload of the packets sent, in bytes
        uint64_t payloadBytesReceived{0}; //!< payload of the packets received, in bytes
        uint64_t completed{0};            //!< operations completed
        uint64_t answeredBytes{0};        //!< bytes of operations answered, even if another member
                                          //!< gets the data
        uint64_t wrongSums{0};            //!< results that lack a contribution or contain one twice
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    AggregationMember();
    ~AggregationMember() override;

    /**
     * @param settings settings of the member and its tree
     * @param port port of the host; outlives the member
     */
    void Start(const Settings& settings, FabricNetDevice& port);

    /** @param callback called for each request that completes, in order */
    void SetCompletionCallback(Callback<void, const AggregationCompletion&> callback)
    {
        m_completionCallback = callback;
    }

    /**
     * Posts a request; each order number may be posted once. After a failure the request completes
     * as failed before this returns.
     *
     * @param request operation to perform
     */
    void Post(const AggregationRequest& request);

    /** Takes a result; called by AggregationEndpoint. @param packet result of a number */
    void Receive(const FabricPacket& packet);

    /**
     * A packet has left the port's queue; called by AggregationEndpoint.
     *
     * @param nowPs time in ps
     */
    void OnSent(int64_t nowPs);

    /** @return settings of the member and its tree */
    const Settings& GetSettings() const
    {
        return m_settings;
    }

    /** @return counters since the start */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @return description of the event it waits for, for the stall report */
    std::string DescribeWait() const;

    /**
     * @param member number of a member
     * @param memberCount number of members in the tree
     * @return word of the member
     */
    static uint64_t GetWord(uint32_t member, uint32_t memberCount);

    /** Signature of the trace source Result. @param packet the result of a number */
    typedef void (*ResultTracedCallback)(const FabricPacket& packet);

  protected:
    void DoDispose() override;

  private:
    /** A request that is under way. */
    struct Work
    {
        AggregationRequest request;
        int64_t postedPs; //!< time of the request in ps
        uint64_t first;   //!< number of its first packet
        uint64_t packets; //!< number of its packets, at least 1
    };

    /** Adds a request whose turn has come to those under way. */
    void Begin(const AggregationRequest& request, int64_t postedPs);
    /**
     * Puts the next packet into the port's queue if there is one, the window allows it and no other
     * packet waits there.
     */
    void Send(int64_t nowPs);
    /** @return packet number m_sent */
    FabricPacketPtr MakePacket(const Work& work, int64_t nowPs) const;
    void Fail();
    /** Reports the completion to the poster. */
    void Complete(const Work& work, int64_t finishedPs, bool success);

    /** @return bytes of the operation that packet `number` stands for */
    uint32_t GetBytes(const Work& work, uint64_t number) const
    {
        const uint64_t offset = (number - work.first) * m_settings.payloadBytes;
        return static_cast<uint32_t>(
            std::min<uint64_t>(m_settings.payloadBytes, work.request.bytes - offset));
    }

    /** @param bytes length of an operation @return number of its packets, at least 1 */
    uint64_t GetPackets(uint64_t bytes) const
    {
        return bytes == 0 ? 1 : (bytes + m_settings.payloadBytes - 1) / m_settings.payloadBytes;
    }

    Settings m_settings{};
    FabricNetDevice* m_port{nullptr}; //!< port of the endpoint that owns this member
    Callback<void, const AggregationCompletion&> m_completionCallback;
    std::deque<Work> m_works; //!< under way, by order
    /** Requests posted early, by order, with the time of their post in ps. */
    std::map<uint32_t, std::pair<AggregationRequest, int64_t>> m_early;
    uint32_t m_nextOrder{0};  //!< order of the next request that may begin
    std::size_t m_sending{0}; //!< index into m_works of the operation whose packet is next
    uint64_t m_posted{0};     //!< packets of all operations that have begun
    uint64_t m_sent{0};       //!< packets sent
    uint64_t m_answered{0};   //!< packets answered
    uint64_t m_word{0};       //!< word of this member
    uint64_t m_sumOfWords{0}; //!< sum of the words of all members
    Ptr<FabricEvent> m_timer; //!< scheduled while packets are outstanding
    bool m_staged{false};     //!< a packet waits in the port's queue
    bool m_failed{false};     //!< a result did not come in time
    TickClock m_clock;
    Counters m_counters;
    TracedCallback<const FabricPacket&> m_resultTrace;
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_MEMBER_H
