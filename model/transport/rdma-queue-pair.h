// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_RDMA_QUEUE_PAIR_H
#define AI_FABRIC_RDMA_QUEUE_PAIR_H

#include "loss-recovery.h"

#include "ns3/callback.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"
#include "ns3/object.h"
#include "ns3/rdma-congestion-control.h"

#include <cstdint>
#include <deque>
#include <string>

namespace ns3
{

class RdmaNic;

/** @ingroup ai-fabric-transport How a message ended. */
enum class RdmaStatus : uint8_t
{
    SUCCESS,        //!< acknowledged
    RETRY_EXCEEDED, //!< nothing came back, too often
    FLUSHED         //!< the queue pair had failed before its turn came
};

/** @param status any @return it in words */
const char* ToString(RdmaStatus status);

/** @ingroup ai-fabric-transport The end of a message, at its sender. */
struct RdmaCompletion
{
    uint64_t workId;    //!< as it was posted
    uint64_t bytes;     //!< its length
    int64_t postedPs;   //!< when it was posted
    int64_t finishedPs; //!< when its last packet was acknowledged
    RdmaStatus status;
};

/** @ingroup ai-fabric-transport A complete message, at its receiver. */
struct RdmaArrival
{
    uint64_t bytes;     //!< its length
    int64_t finishedPs; //!< when its last byte was there
    uint32_t immediate; //!< if hasImmediate
    bool hasImmediate;
};

/**
 * @ingroup ai-fabric-transport
 * One end of a reliable connection (IBTA vol. 1, chapter 9): requester and responder.
 *
 * Any number of messages of any size may be posted; they are cut into packets of the path MTU and
 * go out in order. The responder acknowledges every packet that asks for it (the last of a
 * message, every AckInterval-th, and the last that the window allows), asks for what is missing
 * by a NAK, and tells the source of congestion. A retransmission timer runs while anything is
 * unacknowledged; when RetryCount timeouts have passed without progress the queue pair fails and
 * every message completes with a status: nothing waits forever. A receiver always has room for a
 * SEND (receive work requests are not modelled).
 *
 * Sending is bounded by the congestion control:
 *     inflight + payload <= window (one packet may always be in flight), and
 *     next start >= start + wire bits / rate.
 *
 * Invariants: messages complete in the order posted, each once; bytes delivered to the peer in
 * order without gap or repetition; inflight = bytes sent and not acknowledged.
 */
class RdmaQueuePair : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RdmaQueuePair();
    ~RdmaQueuePair() override;

    /** @param bytes at least 1 @param workId comes back with the completion */
    void PostWrite(uint64_t bytes, uint64_t workId);

    /** @param bytes at least 1 @param immediate is shown to the receiver @param workId comes back
     * with the completion */
    void PostWriteWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId);

    /** @param bytes at least 1 @param workId comes back with the completion */
    void PostSend(uint64_t bytes, uint64_t workId);

    /** @param callback told of every message of ours that ended */
    void SetCompletionCallback(Callback<void, const RdmaCompletion&> callback)
    {
        m_completion = callback;
    }

    /** @param callback told of every message that arrived here, in order */
    void SetArrivalCallback(Callback<void, const RdmaArrival&> callback)
    {
        m_arrival = callback;
    }

    /** @return the NIC that it belongs to */
    Ptr<RdmaNic> GetNic() const;

    /** @return number at its NIC */
    uint32_t GetNumber() const
    {
        return m_number;
    }

    /** @return host index of the other end */
    uint32_t GetRemoteHost() const
    {
        return m_remoteHost;
    }

    /** @return priority or virtual lane of its packets */
    uint8_t GetPriority() const
    {
        return m_priority;
    }

    /** @return whether a message waits to be sent or acknowledged */
    bool HasWork() const
    {
        return !m_messages.empty();
    }

    /** @return payload acknowledged so far */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_acknowledgedBytes;
    }

    /** @return payload delivered to this end so far */
    uint64_t GetDeliveredBytes() const
    {
        return m_deliveredBytes;
    }

    /** @return its congestion control */
    RdmaCongestionControl& GetCongestionControl() const
    {
        return *m_congestionControl;
    }

    /** @return what it waits for, in words, for the stall report */
    std::string DescribeWait() const;

  protected:
    void DoDispose() override;

  private:
    friend class RdmaNic;

    /** What a message is made of. */
    enum class Operation : uint8_t
    {
        WRITE,
        WRITE_IMM,
        SEND
    };

    /** Where it stands with its NIC's scheduler. */
    enum class SendState : uint8_t
    {
        IDLE,  //!< nothing may be sent: no work or no window
        READY, //!< in the round robin
        PACED  //!< waits for its rate
    };

    struct Message
    {
        uint64_t workId;
        uint64_t bytes;
        uint64_t startByte;   //!< of all bytes ever posted here
        uint64_t firstPacket; //!< its number
        uint64_t packets;
        int64_t postedPs;
        uint32_t immediate;
        Operation operation;
    };

    void Post(uint64_t bytes, Operation operation, uint32_t immediate, uint64_t workId);

    // For the NIC's scheduler.
    bool CanSend() const;
    FabricPacketPtr MakeNextPacket(int64_t nowPs);

    // For the NIC's receive path.
    void HandleRequest(const FabricPacket& packet);
    void HandleAcknowledge(const FabricPacket& packet);
    void HandleCnp(int64_t nowPs);

    RdmaOpcode OpcodeOf(const Message& message, uint64_t index) const;
    uint32_t PayloadOf(const Message& message, uint64_t index) const;
    void SeekTo(uint64_t packet);
    void Acknowledge(uint64_t packets, int64_t nowPs);
    void SendAcknowledge(const FabricPacket& request, uint64_t packet, uint8_t syndrome);
    void RestartTimer(int64_t nowPs);
    void Timeout();
    void Fail(int64_t nowPs);
    void Complete(const Message& message, int64_t nowPs, RdmaStatus status);

    RdmaNic* m_nic{nullptr};
    Ptr<RdmaCongestionControl> m_congestionControl;
    Ptr<LossRecovery> m_recovery;
    Callback<void, const RdmaCompletion&> m_completion;
    Callback<void, const RdmaArrival&> m_arrival;
    uint32_t m_number{0};
    uint32_t m_remoteNumber{0};
    uint32_t m_remoteHost{0};
    uint32_t m_entropy{0};
    uint32_t m_mtuBytes{4096};
    uint8_t m_priority{0};

    // Requester.
    std::deque<Message> m_messages; //!< posted and not complete
    std::size_t m_cursor{0};        //!< in m_messages: of the next packet to send
    uint64_t m_postedPackets{0};
    uint64_t m_postedBytes{0};
    uint64_t m_sentBytes{0};         //!< payload before the next packet to send
    uint64_t m_acknowledgedBytes{0}; //!< payload before the first unacknowledged packet
    int64_t m_nextSendPs{0};         //!< earliest start by the rate
    uint32_t m_retries{0};           //!< timeouts since the last progress
    SendState m_state{SendState::IDLE};
    bool m_failed{false};                //!< out of retries
    RdmaQueuePair* m_nextReady{nullptr}; //!< in the NIC's round robin
    Ptr<FabricEvent> m_timer;

    // Responder.
    uint64_t m_deliveredBytes{0};
    uint64_t m_messageBytes{0};   //!< of the message that is arriving
    uint32_t m_messageNumber{0};  //!< MSN: messages complete, 24 bit
    int64_t m_nextCnpPs{0};       //!< earliest
    bool m_congestionSeen{false}; //!< a marked packet since the last acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_QUEUE_PAIR_H
