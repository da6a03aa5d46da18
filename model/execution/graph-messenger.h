// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_MESSENGER_H
#define AI_FABRIC_GRAPH_MESSENGER_H

#include "host-transports.h"
#include "message-parts.h"
#include "message-records.h"
#include "node-numbers.h"

#include "ns3/fabric-units.h"
#include "ns3/fabric-workload.h"
#include "ns3/graph-cut.h"
#include "ns3/message-channel.h"
#include "ns3/node.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Interface for notices about the messages of a graph; must outlive the messages.
 */
class GraphMessengerClient
{
  public:
    /**
     * Called when a message has been acknowledged or given up. Its GetRecord() is complete, except
     * that the arrival may be missing.
     *
     * @param send number of its SEND
     * @param finishedPs time in ps
     * @param failure reason why it was given up; null: it was not
     */
    virtual void OnMessageEnd(uint32_t send, int64_t finishedPs, const char* failure) = 0;

    /**
     * Called when the last byte of a message has arrived.
     *
     * @param recv number of its RECV
     * @param arrivedPs exact time in ps: now, or less than one tick before
     */
    virtual void OnMessageArrival(uint32_t recv, int64_t arrivedPs) = 0;

    /** See MessageClient::OnDeparture(). @param send number of the SEND of a message */
    virtual void OnMessageDeparture(uint32_t send) = 0;

  protected:
    ~GraphMessengerClient() = default;
};

/**
 * @ingroup ai-fabric-execution
 * Sends the messages of a communication graph: opens the channels between ranks, posts each message
 * on its channel, and keeps a record of each.
 *
 * The immediate of a message is the number of its RECV, so messages are not matched by tag. All
 * messages between two ranks on one channel of the graph at one service level share a
 * MessageChannel, with FabricJob::queuePairs paths. It has one path if NVLink joins the two ranks,
 * as NVLink has no choice of paths. Hosts whose messages go over all their NICs have such a
 * MessageChannel for each NIC, and
 *     part = bytes / NICs, rounded up to a multiple of 128 B,
 * like NCCL for the ports of an adapter: the last part is shorter, empty parts are left out. The
 * message has arrived when all its parts have arrived, and fails if one part fails.
 *
 * Random draws of a channel depend only on the name of the job, the two ranks and their hosts, the
 * number of the channel and the number of the path.
 *
 * Messages between ranks of the same host need no NIC and are not sent by this class.
 *
 * Ranks of different shares may run in parallel: each share keeps the records of the messages that
 * its ranks send, and a receiver writes only the arrival time of a message.
 *
 * Invariant: there is exactly one record per Post().
 */
class GraphMessenger final : private MessageClient
{
  public:
    /**
     * @param job job whose messages are sent; must outlive the messenger's work
     * @param shareOfRank by rank: the share that runs it; shares may run in parallel
     * @param transportsOfRank by rank: the transports of its host
     * @param client gets the notices
     * @throw InputError if messages or their acknowledgements have no lane
     */
    void SetJob(const FabricJob& job,
                const std::vector<uint32_t>& shareOfRank,
                std::vector<HostTransports> transportsOfRank,
                GraphMessengerClient* client);

    /** @param rank rank of the job @return Node of its host; null if it has no NIC */
    Ptr<Node> FindNode(uint32_t rank) const;

    /** Opens the channels of all SENDs between hosts. */
    void Connect();

    /** Opens new channels and ignores the old ones; called after all messages have ended. */
    void Reconnect();

    /** @param transfer SEND or RECV @return true if both its ranks are on one host */
    bool IsLocal(const CommunicationGraph::Node& transfer) const
    {
        return m_job->hostOfRank[transfer.rank] == m_job->hostOfRank[transfer.peer];
    }

    /**
     * Sends a message. If it cannot be sent any more, it ends before this function returns.
     *
     * @param send number of a SEND between two hosts
     */
    void Post(uint32_t send);

    /**
     * Called when the job has ended: the client gets no more notices. Late copies of messages that
     * were given up may still arrive.
     *
     * @param isComplete true: DescribeWait() will not be called any more
     */
    void Close(bool isComplete);

    /** @param send posted SEND that has not ended @return text about its wait */
    std::string DescribeWait(uint32_t send) const;

    /** @param send posted SEND that has not ended before this moment @return its record */
    MessageRecord GetRecord(uint32_t send) const;

    /**
     * @return one record per posted message, by time, then by share, then in the order of posting;
     * valid until the next call
     */
    const MessageRecords& GetRecords() const;

    /** Moves the records out; later calls return no records. @return as GetRecords() */
    MessageRecords TakeRecords();

    /**
     * @param visit called for every sender with the address by which monitors know it (an element
     * of MessageChannel::GetSenders(), else its MessageChannel) and the channel of its messages;
     * not called before Connect()
     */
    template <typename Visit>
    void VisitSenders(const Visit& visit) const
    {
        for (size_t number = 0; number < m_channels.size(); ++number)
        {
            const auto senders = m_channels[number]->GetSenders();
            for (const auto& sender : senders)
            {
                visit(static_cast<const void*>(PeekPointer(sender)), m_channelOf[number]);
            }
            if (senders.empty())
            {
                visit(static_cast<const void*>(PeekPointer(m_channels[number])),
                      m_channelOf[number]);
            }
        }
    }

    /**
     * Must be called before Connect() if several processes run the job, each some of the shares.
     *
     * @param isHere by share: true if this process runs it
     */
    void SetRanks(std::vector<bool> isHere);

    /**
     * @param to string to which the records of this process's shares, and the arrivals at them, are
     * appended
     */
    void Save(std::string& to) const;

    /** Reads the records in another process. @param from by process: output of its Save() */
    void Load(const std::vector<const char*>& from);

    /** Takes nodes out of the running graph. @param cut nodes that have not started */
    void Cut(const GraphCut& cut)
    {
        m_index.Cut(cut);
    }

    /** A record and the SEND of its message. */
    struct SentRecord
    {
        uint32_t send;        //!< number of the SEND
        MessageRecord record; //!< record of its message
    };

    /**
     * Replaces the records of each share; called before Close().
     *
     * @param isPosted callable: true if a SEND between two hosts has been posted
     * @param change callable: takes the records of a share in the order of posting, and returns
     *        those in their place
     */
    void ChangeRecords(
        const std::function<bool(uint32_t send)>& isPosted,
        const std::function<std::vector<SentRecord>(std::vector<SentRecord> records)>& change);

    /** Forgets channels and transports. */
    void Dispose();

  private:
    /** The two transports between which a message goes. */
    struct Ends
    {
        const Ptr<MessageTransport>& sender;
        const Ptr<MessageTransport>& receiver;
        uint8_t serviceLevel; //!< service level of the messages
        bool scaleUp;         //!< the message goes over NVLink
    };

    /** @param send SEND of a message @return number of channels that carry its parts, at least 1 */
    uint32_t GetParts(const CommunicationGraph::Node& send) const;
    /**
     * @param send SEND of a message
     * @param part index of the part, below GetParts()
     * @return transports of the part
     */
    Ends GetEnds(const CommunicationGraph::Node& send, uint32_t part) const;
    void CheckServiceLevels() const;
    void MakeRoom();
    void OpenChannels();
    /**
     * Counts a part of a message that has left, arrived or ended, see MessageParts::Add().
     *
     * @param parts counter of parts at that end
     * @param recv number of the RECV of the message
     * @param timePs time in ps; becomes the latest of the parts
     * @param failure reason why the part was given up, null: it was not
     * @return true if it is the last part
     */
    bool AddPart(MessageParts& parts, uint32_t recv, int64_t& timePs, const char*& failure) const;
    void OnEnd(uint32_t recv, const MessageEnd& end) override;
    void OnArrival(uint32_t recv, int64_t arrivedPs) override;
    void OnDeparture(uint32_t recv) override;
    uint64_t GetMessageBytes(const MessageChannel& channel, uint32_t recv) const override;

    const FabricJob* m_job{nullptr}; //!< outlives this; null before SetJob()
    GraphMessengerClient* m_client{nullptr};
    std::vector<HostTransports> m_transports;    //!< by rank
    std::vector<Ptr<MessageChannel>> m_channels; //!< by sender, receiver, channel, service level
                                                 //!< and part
    std::vector<uint32_t> m_channelOf;           //!< by MessageChannel: channel of the graph
    std::vector<MessageParts> m_departing;       //!< by share of the sender
    std::vector<MessageParts> m_arriving;        //!< by share of the receiver
    std::vector<MessageParts> m_ending;          //!< by share of the sender
    NodeNumbers m_index;                         //!< SEND: its first channel; RECV: record of its
                                                 //!< message; empty before Connect() and after
                                                 //!< a complete end
    std::vector<uint32_t> m_shareOfRank;         //!< see SetJob()
    std::vector<MessageRecords> m_records;       //!< by share of the sender
    mutable MessageRecords m_allRecords;         //!< for GetRecords()
    TickClock m_clock;
    bool m_closed{false}; //!< see Close()

    /** Data that exist only if other processes have shares, see SetRanks(). */
    struct Spread
    {
        /** A message from a share of another process. */
        struct Arrival
        {
            uint32_t recv;     //!< number of its RECV
            int64_t arrivedPs; //!< see MessageRecord
        };

        std::vector<bool> isHere;                   //!< by share
        std::vector<std::vector<uint32_t>> recvs;   //!< by share: RECVs of its records
        std::vector<std::vector<Arrival>> arrivals; //!< by share of the receiver
    };

    std::unique_ptr<Spread> m_spread; //!< null: all shares are here
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_MESSENGER_H
