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
 * What a host asks of an aggregation tree.
 */
struct AggregationRequest
{
    uint64_t workId{0}; //!< of the caller's choice
    uint64_t bytes{0};  //!< of the operation; 0 for a barrier
    uint32_t order{0};  //!< number of the operation in its group, from 0 on
    uint32_t root{0};   //!< REDUCE, BROADCAST: the member that differs
    AggregationOperation operation{AggregationOperation::BARRIER}; //!< what to do
};

/**
 * @ingroup ai-fabric-aggregation
 * What became of a request.
 */
struct AggregationCompletion
{
    uint64_t workId;    //!< of the request
    int64_t postedPs;   //!< when it was posted
    int64_t finishedPs; //!< when the last result was there, or it was given up
    bool success;       //!< false: no result in time
};

/**
 * @ingroup ai-fabric-aggregation
 * A host's share in one aggregation tree: what a queue pair is to a connection.
 *
 * All members perform the operations of their group in the same order. One that is posted early
 * waits for those before it, and one that others have not posted waits in the network for them. An
 * operation of S bytes is cut into
 *
 *     max(1, ceil(S / payload))
 *
 * packets. Numbers go on from one operation to the next, so operations follow each other without a
 * gap. Packet i is sent when the result of packet i - window is here: as many requests are
 * outstanding, which is what limits the memory of switches and the rate of small requests,
 *
 *     rate <= window * payload / (round trip to the root)
 *
 * Every member sends and receives a packet of every number; only what carries data has a payload.
 * Instead of the data a packet has one word: each member adds a word of its own, and the result
 * must be the sum of all of them. With up to 64 members the words are bits of their own, so that a
 * sum of as many contributions as there are members and with all these bits set has each of them
 * exactly once; with more members they are random numbers and it is so but for a chance of 2^-64.
 *
 * Links are taken as lossless. When no result has come for Timeout, though packets are outstanding,
 * what was posted fails, and so does whatever is posted later.
 *
 * Invariants: answered <= sent <= answered + window; at most one packet of it waits in the port's
 * queue.
 */
class AggregationMember final : public Object
{
  public:
    /** What a member has to know of its tree. */
    struct Settings
    {
        uint32_t tree;          //!< number in the network
        uint32_t member;        //!< number of this one in its tree
        uint32_t memberCount;   //!< members of the tree, at least 1
        uint32_t payloadBytes;  //!< of a full packet, at least 1
        uint32_t overheadBytes; //!< frame without payload; padded to 4 B with it
        uint32_t gapBytes;      //!< on the wire besides the frame
        uint32_t window;        //!< packet numbers that may be outstanding, at least 1
        uint32_t host;          //!< index of the host
        uint8_t level;          //!< service level
        uint8_t lane;           //!< on all links
        int64_t timeoutPs;      //!< without a result until everything fails
        uint32_t extraBytes{0}; //!< on the wire besides, with a full payload; less with less
    };

    /** What it has sent and got. */
    struct Counters
    {
        uint64_t packetsSent{0};          //!< with and without payload
        uint64_t packetsReceived{0};      //!< results, in order
        uint64_t payloadBytesSent{0};     //!< of these
        uint64_t payloadBytesReceived{0}; //!< of these
        uint64_t completed{0};            //!< operations
        uint64_t answeredBytes{0};        //!< of operations, whoever gets the data
        uint64_t wrongSums{0};            //!< results that lack a contribution or have one twice
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    AggregationMember();
    ~AggregationMember() override;

    /** @param settings see there @param port of the host, which outlives this */
    void Start(const Settings& settings, FabricNetDevice& port);

    /** @param callback told of each request, in order */
    void SetCompletionCallback(Callback<void, const AggregationCompletion&> callback)
    {
        m_completionCallback = callback;
    }

    /**
     * Of each order one request may be posted. After a failure it completes, failed, before this
     * returns.
     *
     * @param request what to do
     */
    void Post(const AggregationRequest& request);

    /** For AggregationEndpoint. @param packet result of a number */
    void Receive(const FabricPacket& packet);

    /** For AggregationEndpoint: its packet has left the port's queue. @param nowPs the time */
    void OnSent(int64_t nowPs);

    /** @return its settings */
    const Settings& GetSettings() const
    {
        return m_settings;
    }

    /** @return what happened so far */
    const Counters& GetCounters() const
    {
        return m_counters;
    }

    /** @return what it waits for, for the stall report */
    std::string DescribeWait() const;

    /**
     * @param member of a tree
     * @param memberCount of the tree
     * @return its word
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
        int64_t postedPs; //!< when the request was posted
        uint64_t first;   //!< number of its first packet
        uint64_t packets; //!< how many, at least 1
    };

    /** A request whose turn has come joins those under way. */
    void Begin(const AggregationRequest& request, int64_t postedPs);
    /**
     * Puts the next packet into the port's queue, if there is one, it fits the window and none
     * waits.
     */
    void Send(int64_t nowPs);
    /** @return packet m_sent */
    FabricPacketPtr MakePacket(const Work& work, int64_t nowPs) const;
    void Fail();
    /** Tells the poster. */
    void Complete(const Work& work, int64_t finishedPs, bool success);

    /** @return the bytes of an operation that one packet of it stands for */
    uint32_t GetBytes(const Work& work, uint64_t number) const
    {
        const uint64_t offset = (number - work.first) * m_settings.payloadBytes;
        return static_cast<uint32_t>(
            std::min<uint64_t>(m_settings.payloadBytes, work.request.bytes - offset));
    }

    /** @return how many an operation of that length has, at least 1 */
    uint64_t GetPackets(uint64_t bytes) const
    {
        return bytes == 0 ? 1 : (bytes + m_settings.payloadBytes - 1) / m_settings.payloadBytes;
    }

    Settings m_settings{};
    FabricNetDevice* m_port{nullptr}; //!< of the endpoint that has this
    Callback<void, const AggregationCompletion&> m_completionCallback;
    std::deque<Work> m_works;                                           //!< under way, by order
    std::map<uint32_t, std::pair<AggregationRequest, int64_t>> m_early; //!< posted too early
    uint32_t m_nextOrder{0};                                            //!< that may begin
    std::size_t m_sending{0}; //!< index into m_works: whose packet is next
    uint64_t m_posted{0};     //!< packets of all that has begun
    uint64_t m_sent{0};       //!< packets
    uint64_t m_answered{0};   //!< packets
    uint64_t m_word{0};       //!< of this member
    uint64_t m_sumOfWords{0}; //!< of all members
    Ptr<FabricEvent> m_timer; //!< set while packets are outstanding
    bool m_staged{false};     //!< a packet waits in the port's queue
    bool m_failed{false};     //!< a result did not come in time
    TickClock m_clock;
    Counters m_counters;
    TracedCallback<const FabricPacket&> m_resultTrace;
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_MEMBER_H
