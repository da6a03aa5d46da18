// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_MESSENGER_H
#define AI_FABRIC_GRAPH_MESSENGER_H

#include "host-nics.h"
#include "message-record.h"

#include "ns3/fabric-units.h"
#include "ns3/workload.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Whoever has the messages of a graph sent; it outlives them.
 */
class GraphMessengerClient
{
  public:
    /**
     * A message has been acknowledged or given up.
     *
     * @param send number of its SEND
     * @param record of it, complete but perhaps for the arrival
     */
    virtual void OnMessageEnd(uint32_t send, const MessageRecord& record) = 0;

    /**
     * The last byte of a message is there.
     *
     * @param recv number of its RECV
     * @param arrivedPs when, exactly; at or less than a tick before now
     */
    virtual void OnMessageArrival(uint32_t recv, int64_t arrivedPs) = 0;

  protected:
    ~GraphMessengerClient() = default;
};

/**
 * @ingroup ai-fabric-execution
 * Sends the messages of a communication graph: who talks to whom over which queue pair, and what
 * became of each message.
 *
 * A SEND is an RDMA write with immediate, the number of its RECV, so nothing is matched by tag. All
 * messages between two ranks on one channel at one priority share a connection. That is one queue
 * pair, and they stay in order, or Job::queuePairs of them, each with an entropy of its own, so
 * that ECMP may lay them on different paths (NCCL_IB_QPS_PER_CONNECTION; Meta, SIGCOMM'24, "E-ECMP
 * + QP scaling"). Messages then take the queue pairs in turn: whole, or with Job::splitMessages
 * (NCCL_IB_SPLIT_DATA_ON_QPS) in as many parts as there are queue pairs,
 *     part = bytes / queue pairs, rounded up to a multiple of PART_UNIT_BYTES,
 * the last one shorter and those that would be empty left out. A message has arrived when all its
 * parts have, in whatever order, and has ended when all have ended; it fails if one of them does.
 * NVLink has no paths to choose from: there a connection is always one queue pair.
 *
 * What is drawn at random for a queue pair depends on the name of the job, the two ranks and their
 * hosts, the channel, and which it is of the queue pairs of these; on nothing else in the network.
 *
 * Ranks of the same host need no NIC: messages between them are not for this class.
 *
 * Invariant: there is exactly one record per Post(), in that order.
 */
class GraphMessenger
{
  public:
    static constexpr uint64_t PART_UNIT_BYTES = 128; //!< B; as NCCL, for its LL128 protocol

    /** @param bytes of a message @param queuePairs it is split over @return of a part but the last
     */
    static uint64_t GetPartBytes(uint64_t bytes, uint32_t queuePairs);

    /**
     * @param job whose messages to send; outlives the messenger's work
     * @param nicsOfRank the NICs of each rank's host; only of those that send or receive to others
     * @param client who is told
     * @throw InputError if messages, or what answers them, have no lane
     */
    void SetJob(const Job& job, std::vector<HostNics> nicsOfRank, GraphMessengerClient* client);

    /** Makes the queue pairs of all SENDs between hosts. */
    void Connect();

    /** @param transfer a SEND or RECV @return whether both its ranks are on one host */
    bool IsLocal(const CommunicationGraph::Node& transfer) const
    {
        return m_job->hostOfRank[transfer.rank] == m_job->hostOfRank[transfer.peer];
    }

    /**
     * Sends a message. On a queue pair that has failed it ends, as flushed, before this returns.
     *
     * @param send number of a SEND between two hosts
     */
    void Post(uint32_t send);

    /** What arrives from now on is the last copy of a message that was given up: no more news. */
    void Close()
    {
        m_closed = true;
    }

    /** @param send that was posted and has not ended @return what its queue pair waits for */
    std::string DescribeWait(uint32_t send) const;

    /** @return one record per message that was posted, in that order */
    const std::vector<MessageRecord>& GetRecords() const
    {
        return m_records;
    }

    /**
     * @param visit called with every queue pair that sends and the channel of its messages, maybe
     *        several times; with none before Connect()
     */
    template <typename Visit>
    void VisitSenders(const Visit& visit) const
    {
        for (uint32_t number = 0; number < m_index.size() && !m_queuePairs.empty(); ++number)
        {
            const auto& node = m_job->graph.GetNodes()[number];
            if (node.kind == CommunicationGraph::Kind::SEND && !IsLocal(node))
            {
                const auto& connection = m_connections[m_index[number]];
                for (uint32_t i = 0; i < connection.count; ++i)
                {
                    visit(*m_queuePairs[connection.begin + i], node.channel);
                }
            }
        }
    }

    /** Lets go of the network. */
    void Dispose();

  private:
    /** Between what a message goes. */
    struct Ends
    {
        const Ptr<RdmaNic>& sender;
        const Ptr<RdmaNic>& receiver;
        uint8_t priority; //!< or service level
        bool scaleUp;     //!< over NVLink
    };

    /** Queue pairs that the messages between two ranks on a channel at a priority take in turn. */
    struct Connection
    {
        uint32_t begin; //!< index of the first
        uint32_t count; //!< at least 1
        uint32_t next;  //!< whose turn it is, below count
    };

    /** What is under way of a message on a connection of several queue pairs. */
    struct Flight
    {
        uint32_t first;                             //!< queue pair of the first part, below count
        uint32_t parts;                             //!< at least 1
        uint32_t toArrive;                          //!< parts
        uint32_t toEnd;                             //!< parts
        int64_t arrivedPs{MessageRecord::NOT_YET};  //!< of the latest part so far
        int64_t finishedPs{MessageRecord::NOT_YET}; //!< of the latest part so far
        RdmaStatus status{RdmaStatus::SUCCESS};     //!< of the first part that failed
    };

    Ends GetEnds(const CommunicationGraph::Node& send) const;
    void CheckLanes() const;
    uint32_t Connect(const Ends& ends, uint64_t draw, uint32_t number);
    void PostParts(uint32_t send, Connection& connection);
    bool EndPart(uint32_t recv, RdmaCompletion& completion);
    bool ArrivePart(uint32_t recv, int64_t& arrivedPs);
    void OnCompletion(const RdmaCompletion& completion);
    void OnArrival(const RdmaArrival& arrival);

    const Job* m_job{nullptr};
    GraphMessengerClient* m_client{nullptr};
    std::vector<HostNics> m_nics; //!< by rank

    std::vector<Ptr<RdmaQueuePair>> m_queuePairs; //!< those that send
    std::vector<Connection> m_connections;
    std::vector<uint32_t> m_index; //!< SEND: its connection; RECV: record of its message
    std::unordered_map<uint32_t, Flight> m_flights; //!< by RECV; none where there is 1 queue pair
    std::vector<MessageRecord> m_records;
    TickClock m_clock;
    bool m_closed{false};
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_MESSENGER_H
