// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_MESSENGER_H
#define AI_FABRIC_GRAPH_MESSENGER_H

#include "host-transports.h"
#include "message-record.h"

#include "ns3/fabric-units.h"
#include "ns3/fabric-workload.h"
#include "ns3/message-channel.h"

#include <cstdint>
#include <string>
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
 * Sends the messages of a communication graph: who talks to whom over which channel, and what
 * became of each message.
 *
 * The immediate of a message is the number of its RECV, so nothing is matched by tag. All messages
 * between two ranks on one channel of the graph at one service level share a MessageChannel, of
 * FabricJob::queuePairs paths; one where NVLink joins the two, as there are no paths to choose
 * from.
 *
 * What is drawn at random for a channel depends on the name of the job, the two ranks and their
 * hosts, the channel, and which it is of the paths of these; on nothing else in the network.
 *
 * Ranks of the same host need no NIC: messages between them are not for this class.
 *
 * Invariant: there is exactly one record per Post(), in that order.
 */
class GraphMessenger final : private MessageClient
{
  public:
    /**
     * @param job whose messages to send; outlives the messenger's work
     * @param transportsOfRank those of each rank's host
     * @param client who is told
     * @throw InputError if messages, or what answers them, have no lane
     */
    void SetJob(const FabricJob& job,
                std::vector<HostTransports> transportsOfRank,
                GraphMessengerClient* client);

    /** Opens the channels of all SENDs between hosts. */
    void Connect();

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

    /** What arrives from now on is the last copy of a message that was given up: no more news. */
    void Close()
    {
        m_closed = true;
    }

    /** @param send that was posted and has not ended @return what it waits for */
    std::string DescribeWait(uint32_t send) const;

    /** @return one record per message that was posted, in that order */
    const std::vector<MessageRecord>& GetRecords() const
    {
        return m_records;
    }

    /**
     * @param visit called with the address of what monitors know of every sender
     * (MessageChannel::GetSenders(), else its MessageChannel) and the channel of its messages,
     * maybe several times; with none before Connect()
     */
    template <typename Visit>
    void VisitSenders(const Visit& visit) const
    {
        for (uint32_t number = 0; number < m_index.size() && !m_channels.empty(); ++number)
        {
            const auto& node = m_job->graph.GetNodes()[number];
            if (node.kind == CommunicationGraph::Kind::SEND && !IsLocal(node))
            {
                const auto& channel = m_channels[m_index[number]];
                const auto senders = channel->GetSenders();
                for (const auto& sender : senders)
                {
                    visit(static_cast<const void*>(PeekPointer(sender)), node.channel);
                }
                if (senders.empty())
                {
                    visit(static_cast<const void*>(PeekPointer(channel)), node.channel);
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
        const Ptr<MessageTransport>& sender;
        const Ptr<MessageTransport>& receiver;
        uint8_t serviceLevel; //!< of its messages
        bool scaleUp;         //!< over NVLink
    };

    Ends GetEnds(const CommunicationGraph::Node& send) const;
    void CheckPriorities() const;
    void OnEnd(uint32_t recv, const MessageEnd& end) override;
    void OnArrival(uint32_t recv, int64_t arrivedPs) override;

    const FabricJob* m_job{nullptr};
    GraphMessengerClient* m_client{nullptr};
    std::vector<HostTransports> m_transports; //!< by rank
    std::vector<Ptr<MessageChannel>> m_channels;
    std::vector<uint32_t> m_index; //!< SEND: its channel; RECV: record of its message
    std::vector<MessageRecord> m_records;
    TickClock m_clock;
    bool m_closed{false};
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_MESSENGER_H
