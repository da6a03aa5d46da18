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
 * How and when a message ended, as its sender sees it.
 */
struct MessageEnd
{
    int64_t postedPs;    //!< time of the post, in ps
    int64_t finishedPs;  //!< time at which the sender knew of the arrival, or gave up, in ps
    const char* failure; //!< null: it has arrived; else the reason in the words of result tables
};

/**
 * @ingroup ai-fabric-transport
 * Present activity of a channel, for monitors.
 */
struct ChannelActivity
{
    const char* waitsFor;       //!< reason why it is not done, in words; null: it is done
    uint64_t leftBytes;         //!< posted payload that is not known to have arrived
    uint64_t acknowledgedBytes; //!< payload known to have arrived, since the start
    uint64_t ratebps;           //!< rate at which it may send, on the wire, in bit/s
};

/**
 * @ingroup ai-fabric-transport
 * Interface of a job that posts messages on channels and is notified of them; must outlive the
 * channels.
 */
class MessageClient
{
  public:
    /**
     * Called when a message has ended at its sender.
     *
     * @param immediate immediate of the message
     * @param end end of the message
     */
    virtual void OnEnd(uint32_t immediate, const MessageEnd& end) = 0;

    /**
     * Called at the receiver when the last byte of a message has arrived.
     *
     * @param immediate immediate of the message
     * @param arrivedPs exact time in ps: the current time, or less than one tick earlier
     */
    virtual void OnArrival(uint32_t immediate, int64_t arrivedPs) = 0;

    /**
     * Called at the sender when the last byte of a message is handed to the port for the first
     * time. The call comes in the middle of that, so messages must not be posted before it returns.
     * Does nothing by default.
     *
     * @param immediate immediate of the message
     */
    virtual void OnDeparture(uint32_t immediate);

    /**
     * Called at the receiver before a message arrives, to get its length from the receive that it
     * has posted. A channel asks for it because the sender's data about a message may be in another
     * process.
     *
     * @param channel channel that carries these bytes
     * @param immediate immediate of a message of which a part has arrived
     * @return bytes of the message that were posted to this channel, at least 1
     */
    virtual uint64_t GetMessageBytes(const MessageChannel& channel, uint32_t immediate) const = 0;

  protected:
    ~MessageClient() = default;
};

/**
 * @ingroup ai-fabric-transport
 * Carries messages from one host to another. Jobs use networks only through this class.
 * MessageTransport::Open() makes channels.
 *
 * A message has a length in bytes and an immediate, a number that its receiver sees. Messages that
 * are under way on a channel at the same time must have different immediates. Every message ends
 * exactly once, with success or failure; a successful message also arrives exactly once, before or
 * after its end. Messages may arrive in any order.
 */
class MessageChannel : public SimpleRefCount<MessageChannel>
{
  public:
    virtual ~MessageChannel();

    /**
     * Call before the first message.
     *
     * @param client object that is notified of ends at the sender and of arrivals
     */
    void SetClient(MessageClient* client)
    {
        m_client = client;
    }

    /**
     * Sends a message. If sending is impossible, the message ends before this function returns.
     *
     * @param bytes length of the message, at least 1
     * @param immediate immediate of the message, see MessageChannel
     */
    void Post(uint64_t bytes, uint32_t immediate)
    {
        DoPost(bytes, immediate);
    }

    /** Declares that no more messages will be posted; posted messages end normally. */
    void Retire()
    {
        m_isRetired = true;
        DoRetire();
    }

    /** @return true after Retire() */
    bool IsRetired() const
    {
        return m_isRetired;
    }

    /** @return service level of the next posted message */
    uint8_t GetServiceLevel() const
    {
        return DoGetServiceLevel();
    }

    /**
     * @param immediate immediate of a message that has not ended
     * @return reason of its wait, in words
     */
    std::string DescribeWait(uint32_t immediate) const
    {
        return DoDescribeWait(immediate);
    }

    /**
     * @param nowPs current time, in ps
     * @return present activity; nothing if monitors get it from the objects of GetSenders()
     */
    std::optional<ChannelActivity> GetActivity(int64_t nowPs) const
    {
        return DoGetActivity(nowPs);
    }

    /**
     * For MessageTransport::Open().
     *
     * @param host host index of the receiver
     */
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
     * @return objects that send for this channel, such as queue pairs, for monitors; may be empty
     */
    std::vector<Ptr<const Object>> GetSenders() const
    {
        return DoGetSenders();
    }

  protected:
    /**
     * @param immediate immediate of a message that has ended
     * @param end end of the message
     */
    void End(uint32_t immediate, const MessageEnd& end) const
    {
        m_client->OnEnd(immediate, end);
    }

    /**
     * @param immediate immediate of a message of which a part has arrived
     * @return its length in bytes
     */
    uint64_t GetMessageBytes(uint32_t immediate) const
    {
        return m_client->GetMessageBytes(*this, immediate);
    }

    /**
     * @param immediate immediate of a message whose last byte has arrived
     * @param arrivedPs time of the arrival, in ps
     */
    void Arrive(uint32_t immediate, int64_t arrivedPs) const
    {
        m_client->OnArrival(immediate, arrivedPs);
    }

    /** @param immediate immediate of a message whose bytes have all been sent once */
    void Depart(uint32_t immediate) const
    {
        m_client->OnDeparture(immediate);
    }

  private:
    /**
     * See Post().
     *
     * @param bytes length of the message
     * @param immediate immediate of the message
     */
    virtual void DoPost(uint64_t bytes, uint32_t immediate) = 0;
    /** @return see GetServiceLevel() */
    virtual uint8_t DoGetServiceLevel() const = 0;
    /**
     * @param immediate immediate of a message
     * @return see DescribeWait()
     */
    virtual std::string DoDescribeWait(uint32_t immediate) const = 0;
    /**
     * @param nowPs current time, in ps
     * @return see GetActivity(); nothing by default
     */
    virtual std::optional<ChannelActivity> DoGetActivity(int64_t nowPs) const;
    /** @return see GetSenders(); none by default */
    virtual std::vector<Ptr<const Object>> DoGetSenders() const;

    /** See Retire(); does nothing by default. */
    virtual void DoRetire();

    MessageClient* m_client{nullptr}; //!< object that is notified; null before SetClient()
    uint32_t m_destHost{0};           //!< host index
    bool m_isRetired{false};          //!< see Retire()
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_CHANNEL_H
