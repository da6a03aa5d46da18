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
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * What a channel is for.
 */
struct ChannelOptions
{
    uint64_t draw{0};      //!< HashDraw() of it, which random draws depend on, paths first of all
    uint32_t firstPath{0}; //!< how many paths earlier channels of the same draw have taken
    uint32_t paths{1};     //!< at least 1; that the network may tell apart, such as queue pairs
    bool splitMessages{false}; //!< each over all paths, instead of the paths in turn
};

/**
 * @ingroup ai-fabric-transport
 * How the messages of jobs get from host to host: the end of a transport at one host and NIC,
 * aggregated to the NIC.
 *
 * A new transport is a subclass with a TypeId, which a fabric names as its Transport, and its
 * MessageChannel. Whether there are packets is its own affair. If so, it has the NIC serve a
 * PacketSource, gets the lengths of frames from the NIC's framing, and its packets carry its own
 * header.
 */
class MessageTransport : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Once, after the NIC is attached to its port. @param nic that it sends and receives by */
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

    /** @return the NIC that it sends and receives by */
    const Ptr<RdmaNic>& GetNic() const
    {
        return m_nic;
    }

    /**
     * @param peer that of another host
     * @param wanted service level of messages, -1 for the default
     * @return what messages to that host have instead, if the routing says so; else the wanted one
     */
    uint8_t GetServiceLevelTo(const MessageTransport& peer, int16_t wanted) const
    {
        return m_nic->GetServiceLevelTo(peer.m_nic->GetHost(), wanted);
    }

    /**
     * Throws InputError if messages, or what answers them, could not be sent.
     *
     * @param level service level of the messages
     */
    void CheckServiceLevel(uint8_t level) const
    {
        DoCheckServiceLevel(level);
    }

    /**
     * @param peer that of another host, of the same class and network
     * @param level service level of the messages, unless the routing decides
     * @param options what it is for
     * @return a new channel to that host
     * @throw InputError if there can be none
     */
    Ptr<MessageChannel> Open(MessageTransport& peer, uint8_t level, const ChannelOptions& options);

    /**
     * For the ideal time of a message.
     *
     * @param bytes of a message
     * @param paths of its channel, which it is split over
     * @return what it is on the wire, in the order that ends first, without telemetry
     */
    std::vector<PacketRun> GetPackets(uint64_t bytes, uint32_t paths) const
    {
        return DoGetPackets(bytes, paths);
    }

    /** @return of the packet by which the sender learns that a message has arrived, on the wire;
     * 0: there is none */
    uint32_t GetAnswerBytes() const
    {
        return DoGetAnswerBytes();
    }

    /** @return payload that has arrived at other hosts, as far as this one knows */
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

    /** @return that were opened here, in that order */
    const std::vector<Ptr<MessageChannel>>& GetChannels() const
    {
        return m_channels;
    }

  protected:
    void DoDispose() override;

  private:
    /** The NIC is there now; nothing is to be done by default. */
    virtual void DoAttach();
    /** The network is complete; nothing is to be done by default. @param paths of it */
    virtual void DoJoin(Ptr<NetworkPaths> paths);
    /** @param level see CheckServiceLevel(); by default what has a lane is well */
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
    /** @param bytes of a message @param paths of its channel @return see GetPackets() */
    virtual std::vector<PacketRun> DoGetPackets(uint64_t bytes, uint32_t paths) const = 0;
    /** @return see GetAnswerBytes() */
    virtual uint32_t DoGetAnswerBytes() const = 0;
    /** @return see GetAcknowledgedBytes() */
    virtual uint64_t DoGetAcknowledgedBytes() const = 0;
    /** @return see HasQueuePairs(); by default false */
    virtual bool DoHasQueuePairs() const;
    /** @return see HasPackets(); by default true */
    virtual bool DoHasPackets() const;

    Ptr<RdmaNic> m_nic;
    std::vector<Ptr<MessageChannel>> m_channels; //!< that were opened here
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_TRANSPORT_H
