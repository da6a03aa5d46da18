// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_MESSENGER_H
#define AI_FABRIC_GRAPH_MESSENGER_H

#include "host-transports.h"
#include "message-parts.h"
#include "message-records.h"

#include "ns3/fabric-units.h"
#include "ns3/fabric-workload.h"
#include "ns3/message-channel.h"
#include "ns3/node.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Told of the messages of a graph; outlives them.
 */
class GraphMessengerClient
{
  public:
    /**
     * A message has been acknowledged or given up: its GetRecord() is complete, except that the
     * arrival may be missing.
     *
     * @param send number of its SEND
     * @param finishedPs when, in ps
     * @param failure why it was given up; null: it was not
     */
    virtual void OnMessageEnd(uint32_t send, int64_t finishedPs, const char* failure) = 0;

    /**
     * The last byte of a message is there.
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
 * The immediate of a message is the number of its RECV, so nothing is matched by tag. All messages
 * between two ranks on one channel of the graph at one service level share a MessageChannel, with
 * FabricJob::queuePairs paths; with one path where NVLink joins the two, as there is no choice of
 * paths. Hosts whose messages go over all their NICs have such a MessageChannel for each NIC, and
 *     part = bytes / NICs, rounded up to a multiple of 128 B,
 * as NCCL has it for the ports of an adapter: the last part is shorter, empty ones are left out.
 * The message has arrived when all its parts have, and fails if one of them does.
 *
 * Random draws of a channel depend on the name of the job, the two ranks and their hosts, the
 * number of the channel and that of the path; on nothing else in the network.
 *
 * Messages between ranks of the same host need no NIC and are not sent by this class.
 *
 * Ranks of different shares may be at work side by side: each share keeps the records of what its
 * ranks send, and a receiver writes only when a message arrived.
 *
 * Invariant: there is exactly one record per Post().
 */
class GraphMessenger final : private MessageClient
{
  public:
    /**
     * @param job whose messages to send; outlives the messenger's work
     * @param shareOfRank by rank: who of those that may be at work side by side runs it
     * @param transportsOfRank by rank: the transports of its host
     * @param client who is told
     * @throw InputError if messages or their acknowledgements have no lane
     */
    void SetJob(const FabricJob& job,
                const std::vector<uint32_t>& shareOfRank,
                std::vector<HostTransports> transportsOfRank,
                GraphMessengerClient* client);

    /** @param rank whose @return the Node of its host; null if it has no NIC */
    Ptr<Node> FindNode(uint32_t rank) const;

    /** Opens the channels of all SENDs between hosts. */
    void Connect();

    /** All messages have ended: opens new channels, and hears no more of those before. */
    void Reconnect();

    /** @param transfer a SEND or RECV @return whether both its ranks are on one host */
    bool IsLocal(const CommunicationGraph::Node& transfer) const
    {
        return m_job->hostOfRank[transfer.rank] == m_job->hostOfRank[transfer.peer];
    }

    /**
     * Sends a message. What cannot be sent any more ends before this returns.
     *
     * @param send number of a SEND between two hosts
     */
    void Post(uint32_t send);

    /**
     * The job has ended: from now on the client is told of nothing. Late copies of messages that
     * were given up may still arrive.
     *
     * @param isComplete nobody will ask what a message waits for
     */
    void Close(bool isComplete);

    /** @param send that was posted and has not ended @return what it waits for */
    std::string DescribeWait(uint32_t send) const;

    /** @param send that was posted and has not ended before this moment @return its record */
    MessageRecord GetRecord(uint32_t send) const;

    /**
     * @return one record per message that was posted, by time, then by share, then in that order;
     * valid until the next call
     */
    const MessageRecords& GetRecords() const;

    /** @return the same, once; none afterwards */
    MessageRecords TakeRecords();

    /**
     * @param visit called with the address of what monitors know of every sender
     *        (MessageChannel::GetSenders(), else its MessageChannel) and the channel of its
     *        messages; with none before Connect()
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
     * Several processes run the job, each some of the shares: before Connect().
     *
     * @param isHere by share: whether this one runs it
     */
    void SetRanks(std::vector<bool> isHere);

    /** @param to where records of this process's shares, and arrivals at them, are appended */
    void Save(std::string& to) const;

    /** In another process. @param from by process: what Save() wrote */
    void Load(const std::vector<const char*>& from);

    /** Forgets channels and transports. */
    void Dispose();

  private:
    /** The two transports between which a message goes. */
    struct Ends
    {
        const Ptr<MessageTransport>& sender;
        const Ptr<MessageTransport>& receiver;
        uint8_t serviceLevel; //!< of its messages
        bool scaleUp;         //!< over NVLink
    };

    /** @param send a message @return how many channels carry parts of it, at least 1 */
    uint32_t GetParts(const CommunicationGraph::Node& send) const;
    /** @param send a message @param part below GetParts() @return what carries it */
    Ends GetEnds(const CommunicationGraph::Node& send, uint32_t part) const;
    void CheckServiceLevels() const;
    void MakeRoom();
    void OpenChannels();
    /**
     * A part of a message has left, arrived or ended, see MessageParts::Add().
     *
     * @param parts counts them at that end
     * @param recv number of the RECV of the message
     * @param timePs when, in ps; becomes the latest of the parts
     * @param failure why the part was given up, null: it was not
     * @return whether it is the last part
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
    std::vector<uint32_t> m_channelOf;           //!< of each the channel of the graph
    std::vector<MessageParts> m_departing;       //!< by share of the sender
    std::vector<MessageParts> m_arriving;        //!< by share of the receiver
    std::vector<MessageParts> m_ending;          //!< by share of the sender
    std::vector<uint32_t> m_index;               //!< SEND: its first channel; RECV: record of its
                                                 //!< message; empty before Connect() and after
                                                 //!< a complete end
    std::vector<uint32_t> m_shareOfRank;         //!< see SetJob()
    std::vector<MessageRecords> m_records;       //!< by share of the sender
    mutable MessageRecords m_allRecords;         //!< for GetRecords()
    TickClock m_clock;
    bool m_closed{false}; //!< see Close()

    /** What is kept only where other processes have shares, see SetRanks(). */
    struct Spread
    {
        /** A message from a share of another process. */
        struct Arrival
        {
            uint32_t recv;     //!< its number
            int64_t arrivedPs; //!< see MessageRecord
        };

        std::vector<bool> isHere;                   //!< by share
        std::vector<std::vector<uint32_t>> recvs;   //!< by share: of its records
        std::vector<std::vector<Arrival>> arrivals; //!< by share of the receiver
    };

    std::unique_ptr<Spread> m_spread; //!< null: all shares are here
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_MESSENGER_H
