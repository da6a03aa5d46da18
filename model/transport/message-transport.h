// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MESSAGE_TRANSPORT_H
#define AI_FABRIC_MESSAGE_TRANSPORT_H

#include "message-channel.h"
#include "network-paths.h"
#include "rdma-nic.h"

#include "ns3/object.h"
#include "ns3/packet-run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

class EntropyPolicy;

/**
 * @ingroup ai-fabric-transport
 * Options of a channel.
 */
struct ChannelOptions
{
    uint64_t draw{0};      //!< HashDraw() of its purpose; its random draws depend on it
    uint32_t firstPath{0}; //!< number of paths of earlier channels with this draw
    /** Number of flows, such as queue pairs, that ECMP can distinguish; at least 1. */
    uint32_t paths{1};
    /** True: each message uses all paths; false: messages use the paths in turn. */
    bool splitMessages{false};
    uint64_t maxRatebps{0}; //!< largest rate of the sender on the wire in bit/s; 0: no limit
};

/**
 * @ingroup ai-fabric-transport
 * Carries the messages of jobs from host to host. Each NIC has one such object, aggregated to it:
 * the end of the transport at that host.
 *
 * A new transport consists of a subclass with a TypeId, which a fabric names as its Transport, and
 * a MessageChannel. A transport need not send packets. If it does, it registers a PacketSource with
 * the NIC, takes frame lengths from the NIC's framing, and puts its own header into its packets.
 */
class MessageTransport : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Called once, after the NIC is attached to its port.
     *
     * @param nic NIC that sends and receives
     */
    void Attach(Ptr<RdmaNic> nic);

    /**
     * Called once, when the network is complete.
     *
     * @param paths paths of the network, the same object for all its transports
     */
    void Join(Ptr<NetworkPaths> paths)
    {
        DoJoin(paths);
    }

    /**
     * Called once, when all networks exist, if the host has several ports and no PortSpanner.
     *
     * @param ports transports of the host by port, one of them this one; they outlive its channels
     */
    void JoinPorts(const std::vector<Ptr<MessageTransport>>& ports)
    {
        DoJoinPorts(ports);
    }

    /** @return the NIC that sends and receives */
    const Ptr<RdmaNic>& GetNic() const
    {
        return m_nic;
    }

    /**
     * @param peer end of the transport at another host
     * @param wanted wanted service level of messages, -1 for the default
     * @return service level of messages to that host: the level prescribed by the routing if there
     * is one, else the wanted level
     */
    uint8_t GetServiceLevelTo(const MessageTransport& peer, int16_t wanted) const
    {
        return m_nic->GetConnectionFactory().GetServiceLevelTo(peer.m_nic->GetHost(), wanted);
    }

    /**
     * Throws InputError if messages of a service level, or their acknowledgements, have no lane.
     *
     * @param level service level of the messages
     */
    void CheckServiceLevel(uint8_t level) const
    {
        DoCheckServiceLevel(level);
    }

    /**
     * @param peer end of the transport at another host, of the same class and network
     * @param level service level of the messages, unless the routing decides
     * @param options options of the channel
     * @return a new channel to that host
     * @throw InputError if a channel to that host is impossible
     */
    Ptr<MessageChannel> Open(MessageTransport& peer, uint8_t level, const ChannelOptions& options);

    /**
     * Used for the ideal time of a message.
     *
     * @param bytes length of a message
     * @param paths number of paths of its channel, over which the message is split
     * @return its packets with their lengths on the wire, without telemetry, in the order that
     * finishes first
     */
    std::vector<PacketRun> GetPackets(uint64_t bytes, uint32_t paths) const
    {
        return DoGetPackets(bytes, paths);
    }

    /**
     * @return length on the wire, in bytes, of the packet that tells the sender of a message's
     * arrival; 0: no such packet exists
     */
    uint32_t GetAnswerBytes() const
    {
        return DoGetAnswerBytes();
    }

    /**
     * @return largest distance of packet numbers of one channel, from the first packet that has not
     * been received; 0: the transport has no limit of its own
     */
    uint32_t GetPsnRange() const
    {
        return DoGetPsnRange();
    }

    /** @return payload bytes of this host that other hosts have acknowledged */
    uint64_t GetAcknowledgedBytes() const
    {
        return DoGetAcknowledgedBytes();
    }

    /**
     * Senders fail after RdmaNic::RetryCount + 1 timeouts in a row.
     *
     * @param timeouts number of timeouts in a row
     * @return longest time that they take at a sender without any answer, in ps
     */
    int64_t GetLongestWaitPs(uint64_t timeouts) const
    {
        return DoGetLongestWaitPs(timeouts);
    }

    /**
     * Queue pairs use the fabric's congestion control, loss recovery and retransmission timer and
     * most attributes of the NIC. A channel may have several queue pairs.
     *
     * @return true if the transport has queue pairs; if false, these settings must not be given
     */
    bool HasQueuePairs() const
    {
        return DoHasQueuePairs();
    }

    /**
     * Tells whether the senders use the fabric's congestion control, retransmission timer and
     * entropy policy (ConnectionFactory::MakeSendPolicies()) and send acknowledgements in
     * AckPriority, as queue pairs do.
     *
     * @return true if these may be set; always true if the transport has queue pairs
     */
    bool HasCongestionControl() const
    {
        return DoHasCongestionControl();
    }

    /**
     * @param framing framing of the fabric
     * @param needs needs of its congestion control; all false without one
     * @throw InputError if the transport does not work with them
     */
    void Check(const FabricFraming& framing, const CongestionNeeds& needs) const
    {
        DoCheck(framing, needs);
    }

    /**
     * Throws InputError if an entropy policy cannot choose the ports of its senders.
     *
     * @param entropy entropy policy of the fabric
     */
    void CheckEntropy(const EntropyPolicy& entropy) const
    {
        DoCheckEntropy(entropy);
    }

    /**
     * A transport without packets uses the NIC's frame lengths and the rates and delays of links
     * and switches, and no other part of a fabric. Its ideal times are given by PathHead and the
     * slowest link.
     *
     * @return true if messages are packets on the links; if false, settings that concern only
     * packets must not be given, and the links show no traffic
     */
    bool HasPackets() const
    {
        return DoHasPackets();
    }

    /**
     * Receivers may need the packets of a flow in the order in which they were sent, for example
     * with go-back-N.
     *
     * @return name of the part that needs order and the alternatives, as the second half of a
     * sentence about packets that overtake each other; empty: any order is accepted
     */
    std::string GetNeedOfOrder() const
    {
        return DoGetNeedOfOrder();
    }

    /** @return channels opened here, in order of opening */
    const std::vector<Ptr<MessageChannel>>& GetChannels() const
    {
        return m_channels;
    }

  protected:
    void DoDispose() override;

  private:
    /** Called when GetNic() is set. Does nothing by default. */
    virtual void DoAttach();
    /**
     * Called when the network is complete; does nothing by default.
     *
     * @param paths paths of the network
     */
    virtual void DoJoin(Ptr<NetworkPaths> paths);
    /**
     * Channels stay at their ports by default.
     *
     * @param ports see JoinPorts()
     */
    virtual void DoJoinPorts(const std::vector<Ptr<MessageTransport>>& ports);
    /** @param level see CheckServiceLevel(); by default checks that it has a lane */
    virtual void DoCheckServiceLevel(uint8_t level) const;
    /**
     * See Open().
     *
     * @param peer end of the transport at another host, of the same class
     * @param level service level
     * @param options options of the channel
     * @return a new channel
     */
    virtual Ptr<MessageChannel> DoOpen(MessageTransport& peer,
                                       uint8_t level,
                                       const ChannelOptions& options) = 0;
    /**
     * @param bytes length of a message
     * @param paths number of paths of its channel
     * @return see GetPackets()
     */
    virtual std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const = 0;
    /** @return see GetAnswerBytes() */
    virtual uint32_t DoGetAnswerBytes() const = 0;
    /** @return see GetPsnRange(); by default 0 */
    virtual uint32_t DoGetPsnRange() const;
    /** @return see GetAcknowledgedBytes() */
    virtual uint64_t DoGetAcknowledgedBytes() const = 0;
    /**
     * @param timeouts number of timeouts in a row
     * @return see GetLongestWaitPs(); by default that of the fabric's retransmission timer
     */
    virtual int64_t DoGetLongestWaitPs(uint64_t timeouts) const;
    /** @return see HasQueuePairs(); by default false */
    virtual bool DoHasQueuePairs() const;
    /** @return see HasCongestionControl(); by default equal to HasQueuePairs() */
    virtual bool DoHasCongestionControl() const;
    /**
     * See Check(). By default refuses needs that only queue pairs fulfil.
     *
     * @param framing framing of the fabric
     * @param needs needs of its congestion control
     */
    virtual void DoCheck(const FabricFraming& framing, const CongestionNeeds& needs) const;
    /** @param entropy see CheckEntropy(); all are accepted by default */
    virtual void DoCheckEntropy(const EntropyPolicy& entropy) const;
    /** @return see HasPackets(); by default true */
    virtual bool DoHasPackets() const;
    /** @return see GetNeedOfOrder(); by default empty */
    virtual std::string DoGetNeedOfOrder() const;

    Ptr<RdmaNic> m_nic;                          //!< null before Attach()
    std::vector<Ptr<MessageChannel>> m_channels; //!< channels opened here
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_TRANSPORT_H
