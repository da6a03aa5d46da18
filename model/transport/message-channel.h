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

class MessageChannel;

/**
 * @ingroup ai-fabric-transport
 * How and when a message ended, as its sender knows it.
 */
struct MessageEnd
{
    int64_t postedPs;    //!< when it was posted
    int64_t finishedPs;  //!< when the sender knew that it had arrived, or gave it up
    const char* failure; //!< null: it has arrived; else why not, as result tables put it
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
 * Whoever posts messages on channels, and is told of them; outlives the channels.
 */
class MessageClient
{
  public:
    /**
     * A message has ended at its sender.
     *
     * @param immediate of the message
     * @param end how it ended
     */
    virtual void OnEnd(uint32_t immediate, const MessageEnd& end) = 0;

    /**
     * At the receiver: the last byte of a message is there.
     *
     * @param immediate of the message
     * @param arrivedPs exact time in ps: now, or less than one tick before
     */
    virtual void OnArrival(uint32_t immediate, int64_t arrivedPs) = 0;

    /**
     * At the sender: the last byte of a message was handed to the port for the first time. It comes
     * in the middle of that, so nothing may be posted before it returns. Does nothing by default.
     *
     * @param immediate of the message
     */
    virtual void OnDeparture(uint32_t immediate);

    /**
     * At the receiver, before a message arrives: its length, as a receiver knows it from the
     * receive that it has posted. A channel asks for it, since what it knows of a message at the
     * sender may be in another process.
     *
     * @param channel of which the bytes are asked for
     * @param immediate of a message of which a part has arrived
     * @return bytes of the message that were posted to this channel, at least 1
     */
    virtual uint64_t GetMessageBytes(const MessageChannel& channel, uint32_t immediate) const = 0;

  protected:
    ~MessageClient() = default;
};

/**
 * @ingroup ai-fabric-transport
 * Carries messages from one host to another. This is all that jobs know of a network.
 * MessageTransport::Open() makes channels.
 *
 * A message has a length in bytes and an immediate, a number that its receiver is shown. The poster
 * gives different immediates to messages that are under way on a channel at the same time. Every
 * message ends exactly once, with success or failure; one that succeeds also arrives exactly once,
 * before or after its end. Messages need not arrive in order.
 */
class MessageChannel : public SimpleRefCount<MessageChannel>
{
  public:
    virtual ~MessageChannel();

    /** Before the first message. @param client told of ends at the sender and of arrivals */
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

    /** Nobody posts messages any more; those that were posted end as they would. */
    void Retire()
    {
        m_isRetired = true;
        DoRetire();
    }

    /** @return whether Retire() was called */
    bool IsRetired() const
    {
        return m_isRetired;
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

    /**
     * @return the objects that send for this channel, such as queue pairs, for monitors; may be
     *         none
     */
    std::vector<Ptr<const Object>> GetSenders() const
    {
        return DoGetSenders();
    }

  protected:
    /** @param immediate of a message that has ended @param end how it ended */
    void End(uint32_t immediate, const MessageEnd& end) const
    {
        m_client->OnEnd(immediate, end);
    }

    /** @param immediate of a message of which a part has arrived @return its length in bytes */
    uint64_t GetMessageBytes(uint32_t immediate) const
    {
        return m_client->GetMessageBytes(*this, immediate);
    }

    /** @param immediate of a message whose last byte has arrived @param arrivedPs when, in ps */
    void Arrive(uint32_t immediate, int64_t arrivedPs) const
    {
        m_client->OnArrival(immediate, arrivedPs);
    }

    /** @param immediate of a message of which all has been sent once */
    void Depart(uint32_t immediate) const
    {
        m_client->OnDeparture(immediate);
    }

  private:
    /**
     * See Post().
     *
     * @param bytes of the message
     * @param immediate of it
     */
    virtual void DoPost(uint64_t bytes, uint32_t immediate) = 0;
    /** @return see GetServiceLevel() */
    virtual uint8_t DoGetServiceLevel() const = 0;
    /** @param immediate of a message @return see DescribeWait() */
    virtual std::string DoDescribeWait(uint32_t immediate) const = 0;
    /** @param nowPs the time @return see GetActivity(); nothing by default */
    virtual std::optional<ChannelActivity> DoGetActivity(int64_t nowPs) const;
    /** @return see GetSenders(); none by default */
    virtual std::vector<Ptr<const Object>> DoGetSenders() const;

    /** See Retire(); does nothing by default. */
    virtual void DoRetire();

    MessageClient* m_client{nullptr}; //!< whom it tells; null before it is set
    uint32_t m_destHost{0};           //!< host index
    bool m_isRetired{false};          //!< see Retire()
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_CHANNEL_H
