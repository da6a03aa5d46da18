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
 * What the opener of a channel may choose.
 */
struct ChannelOptions
{
    uint64_t draw{0};      //!< HashDraw() of its purpose, on which its random draws depend
    uint32_t firstPath{0}; //!< how many paths earlier channels of this draw have
    uint32_t paths{1};     //!< how many flows, such as queue pairs, ECMP may tell apart; at least 1
    bool splitMessages{false}; //!< each message over all paths, not one path after the other
};

/**
 * @ingroup ai-fabric-transport
 * Carries the messages of jobs from host to host. Each NIC has one such object, aggregated to it,
 * which is the end of the transport at that host.
 *
 * A new transport is a subclass with a TypeId, which a fabric names as its Transport, and its
 * MessageChannel. A transport need not send packets. If it does, it registers a PacketSource with
 * the NIC, takes frame lengths from the NIC's framing, and puts its own header into its packets.
 */
class MessageTransport : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Called once, after the NIC is attached to its port. @param nic that sends and receives */
    void Attach(Ptr<RdmaNic> nic);

    /**
     * Once, when the network is complete.
     *
     * @param paths of the network, the same for all its transports
     */
    void Join(Ptr<NetworkPaths> paths)
    {
        DoJoin(paths);
    }

    /** @return the NIC that sends and receives */
    const Ptr<RdmaNic>& GetNic() const
    {
        return m_nic;
    }

    /**
     * @param peer the transport's end at another host
     * @param wanted service level of messages, -1 for the default
     * @return service level of messages to that host: the one that the routing prescribes, if it
     *         does; else the wanted one
     */
    uint8_t GetServiceLevelTo(const MessageTransport& peer, int16_t wanted) const
    {
        return m_nic->GetServiceLevelTo(peer.m_nic->GetHost(), wanted);
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
     * @param peer the transport's end at another host, of the same class and network
     * @param level service level of the messages, unless the routing decides
     * @param options what it is for
     * @return a new channel to that host
     * @throw InputError if no channel to it is possible
     */
    Ptr<MessageChannel> Open(MessageTransport& peer, uint8_t level, const ChannelOptions& options);

    /**
     * For the ideal time of a message.
     *
     * @param bytes of a message
     * @param paths of its channel, over which it is split
     * @return its packets with their lengths on the wire, without telemetry, in that order in
     *         which it ends first
     */
    std::vector<PacketRun> GetPackets(uint64_t bytes, uint32_t paths) const
    {
        return DoGetPackets(bytes, paths);
    }

    /**
     * @return bytes on the wire of the packet by which the sender learns that a message has
     *         arrived; 0: there is no such packet
     */
    uint32_t GetAnswerBytes() const
    {
        return DoGetAnswerBytes();
    }

    /** @return payload bytes that other hosts have acknowledged to this one */
    uint64_t GetAcknowledgedBytes() const
    {
        return DoGetAcknowledgedBytes();
    }

    /**
     * Queue pairs have the congestion control, loss recovery and retransmission timer of the fabric
     * and most attributes of the NIC, and a channel may have several.
     *
     * @return whether there are any; if not, nothing of that may be set
     */
    bool HasQueuePairs() const
    {
        return DoHasQueuePairs();
    }

    /**
     * Whether its senders have the congestion control, retransmission timer and entropy policy of
     * the fabric (RdmaNic::MakeSendPolicies()) and give acknowledgements in AckPriority, as queue
     * pairs do.
     *
     * @return whether that may be set; always if there are queue pairs
     */
    bool HasCongestionControl() const
    {
        return DoHasCongestionControl();
    }

    /**
     * @param framing of the fabric
     * @param needs of its congestion control; all false if it has none
     * @throw InputError if it does not work with them
     */
    void Check(const FabricFraming& framing, const CongestionNeeds& needs) const
    {
        DoCheck(framing, needs);
    }

    /**
     * Throws InputError if its senders cannot leave the choice of ports to an entropy policy.
     *
     * @param entropy of the fabric
     */
    void CheckEntropy(const EntropyPolicy& entropy) const
    {
        DoCheckEntropy(entropy);
    }

    /**
     * A transport without packets has the lengths of frames of its NIC, and the rates and delays of
     * links and switches, and nothing else of the parts of a fabric. Ideal times are those of
     * PathHead and the slowest link.
     *
     * @return whether messages are packets on the links; if not, nothing that concerns only packets
     *         may be set, and nothing can be seen on the links
     */
    bool HasPackets() const
    {
        return DoHasPackets();
    }

    /**
     * Receivers may need the packets of a flow in the order in which they were sent, as those of
     * go-back-N do.
     *
     * @return what of it does and what to choose instead, as the second half of a sentence on
     *         packets that overtake each other; empty: they may come in any order
     */
    std::string GetNeedOfOrder() const
    {
        return DoGetNeedOfOrder();
    }

    /** @return that were opened here, in that order */
    const std::vector<Ptr<MessageChannel>>& GetChannels() const
    {
        return m_channels;
    }

  protected:
    void DoDispose() override;

  private:
    /** GetNic() is set now. Does nothing by default. */
    virtual void DoAttach();
    /** The network is complete; nothing is to be done by default. @param paths of it */
    virtual void DoJoin(Ptr<NetworkPaths> paths);
    /** @param level see CheckServiceLevel(); by default checks that it has a lane */
    virtual void DoCheckServiceLevel(uint8_t level) const;
    /**
     * See Open().
     *
     * @param peer of the same class
     * @param level service level
     * @param options what it is for
     * @return a new channel
     */
    virtual Ptr<MessageChannel> DoOpen(MessageTransport& peer,
                                       uint8_t level,
                                       const ChannelOptions& options) = 0;
    /**
     * @param bytes of a message
     * @param paths of its channel
     * @return see GetPackets()
     */
    virtual std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const = 0;
    /** @return see GetAnswerBytes() */
    virtual uint32_t DoGetAnswerBytes() const = 0;
    /** @return see GetAcknowledgedBytes() */
    virtual uint64_t DoGetAcknowledgedBytes() const = 0;
    /** @return see HasQueuePairs(); by default false */
    virtual bool DoHasQueuePairs() const;
    /** @return see HasCongestionControl(); by default whether it has queue pairs */
    virtual bool DoHasCongestionControl() const;
    /**
     * See Check(); refuses needs that are not of queue pairs by default.
     *
     * @param framing of the fabric
     * @param needs of its congestion control
     */
    virtual void DoCheck(const FabricFraming& framing, const CongestionNeeds& needs) const;
    /** @param entropy see CheckEntropy(); any will do by default */
    virtual void DoCheckEntropy(const EntropyPolicy& entropy) const;
    /** @return see HasPackets(); by default true */
    virtual bool DoHasPackets() const;
    /** @return see GetNeedOfOrder(); by default empty */
    virtual std::string DoGetNeedOfOrder() const;

    Ptr<RdmaNic> m_nic;                          //!< null before it is attached
    std::vector<Ptr<MessageChannel>> m_channels; //!< that were opened here
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_TRANSPORT_H
