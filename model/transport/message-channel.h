// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MESSAGE_CHANNEL_H
#define AI_FABRIC_MESSAGE_CHANNEL_H

#include "ns3/object.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The end of a message, as its sender knows it.
 */
struct MessageEnd
{
    int64_t postedPs;    //!< when it was posted
    int64_t finishedPs;  //!< when the sender knew that it had arrived, or gave it up
    const char* failure; //!< null: it has arrived; else why not, a word of the results' tables
};

/**
 * @ingroup ai-fabric-transport
 * What a channel is doing, for those who only look.
 */
struct ChannelActivity
{
    const char* waitsFor;       //!< what keeps it from being done, in words; null: it is done
    uint64_t leftBytes;         //!< payload that was posted and is not known to have arrived
    uint64_t acknowledgedBytes; //!< payload that is, since the start
    uint64_t ratebps;           //!< that it may send at, on the wire
};

/**
 * @ingroup ai-fabric-transport
 * Whoever has messages sent; it outlives their channels.
 */
class MessageClient
{
  public:
    /** At the sender. @param immediate of the message @param end of it */
    virtual void OnEnd(uint32_t immediate, const MessageEnd& end) = 0;

    /**
     * At the receiver: the last byte of a message is there.
     *
     * @param immediate of the message
     * @param arrivedPs when, exactly; at or less than a tick before now
     */
    virtual void OnArrival(uint32_t immediate, int64_t arrivedPs) = 0;

  protected:
    ~MessageClient() = default;
};

/**
 * @ingroup ai-fabric-transport
 * Messages from one host to another: all that jobs know of a network. MessageTransport::Open()
 * makes it.
 *
 * A message is so many bytes and an immediate, a number that its receiver is shown. Whoever posts
 * gives messages that are under way on a channel different ones. Every message ends exactly once,
 * well or not; it arrives once, before or after that. Messages need not arrive in order.
 */
class MessageChannel : public SimpleRefCount<MessageChannel>
{
  public:
    virtual ~MessageChannel();

    /** Before the first message. @param client who is told, of both ends */
    void SetClient(MessageClient* client)
    {
        m_client = client;
    }

    /**
     * Sends a message; what cannot be sent any more ends before this returns.
     *
     * @param bytes at least 1
     * @param immediate see MessageChannel
     */
    void Post(uint64_t bytes, uint32_t immediate)
    {
        DoPost(bytes, immediate);
    }

    /** @return the service level of the message that is posted next */
    uint8_t GetServiceLevel() const
    {
        return DoGetServiceLevel();
    }

    /** @param immediate of a message that has not ended @return what it waits for, in words */
    std::string DescribeWait(uint32_t immediate) const
    {
        return DoDescribeWait(immediate);
    }

    /**
     * @param nowPs the time
     * @return what it is doing; nothing if monitors know it from those of GetSenders()
     */
    std::optional<ChannelActivity> GetActivity(int64_t nowPs) const
    {
        return DoGetActivity(nowPs);
    }

    /** For MessageTransport::Open(). @param host index of the receiver */
    void SetDestHost(uint32_t host)
    {
        m_destHost = host;
    }

    /** @return host index of the receiver */
    uint32_t GetDestHost() const
    {
        return m_destHost;
    }

    /** @return what monitors know of whoever sends it, such as queue pairs; maybe nothing */
    std::vector<Ptr<const Object>> GetSenders() const
    {
        return DoGetSenders();
    }

  protected:
    /** @param immediate of a message that has ended @param end of it */
    void End(uint32_t immediate, const MessageEnd& end) const
    {
        m_client->OnEnd(immediate, end);
    }

    /** @param immediate of a message whose last byte is there @param arrivedPs since when */
    void Arrive(uint32_t immediate, int64_t arrivedPs) const
    {
        m_client->OnArrival(immediate, arrivedPs);
    }

  private:
    /** See Post(). @param bytes of the message @param immediate of it */
    virtual void DoPost(uint64_t bytes, uint32_t immediate) = 0;
    /** @return see GetServiceLevel() */
    virtual uint8_t DoGetServiceLevel() const = 0;
    /** @param immediate of a message @return see DescribeWait() */
    virtual std::string DoDescribeWait(uint32_t immediate) const = 0;
    /** @param nowPs the time @return see GetActivity(); nothing by default */
    virtual std::optional<ChannelActivity> DoGetActivity(int64_t nowPs) const;
    /** @return see GetSenders(); none by default */
    virtual std::vector<Ptr<const Object>> DoGetSenders() const;

    MessageClient* m_client{nullptr};
    uint32_t m_destHost{0};
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_CHANNEL_H
