// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_QUEUE_PAIR_H
#define AI_FABRIC_RDMA_QUEUE_PAIR_H

#include "loss-recovery.h"
#include "rdma-framing.h"
#include "rdma-requester.h"
#include "rdma-responder.h"
#include "rdma-verbs.h"
#include "retransmission-timer.h"

#include "ns3/callback.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"
#include "ns3/object.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/rdma-header.h"
#include "ns3/sl-to-vl-map.h"
#include "ns3/telemetry-stack.h"
#include "ns3/traced-callback.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ns3
{

class RdmaNic;

/**
 * @ingroup ai-fabric-transport
 * One end of a reliable connection, or of unreliable datagrams (IBTA vol. 1, chapter 9), with the
 * calls that verbs have.
 *
 * Any number of messages of any size may be posted; they are cut into packets of the path MTU, go
 * out in order and complete in order. RdmaRequester is its sending half, RdmaResponder its
 * receiving half; they share the connection's LossRecovery and RdmaCongestionControl. A
 * retransmission timer runs while anything is unacknowledged; when RetryCount timeouts have passed
 * without progress the queue pair goes to its error state and every message completes with a
 * status: nothing waits forever.
 *
 * Sending is bounded by the congestion control and the loss recovery:
 *     inflight + payload <= window (one packet may always be in flight), and
 *     integral of the rate from start to next start >= wire bits.
 * A change of the rate hence plans the next start anew: what is left of the packet's bits is paid
 * at the new rate. A packet that is sent at line rate owes nothing: the port itself takes its time.
 *
 * Datagrams are neither acknowledged nor repeated: a message is one packet, and complete when it is
 * on its way.
 */
class RdmaQueuePair : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    RdmaQueuePair();

    /** @param bytes at least 1 @param workId comes back with the completion */
    void PostWrite(uint64_t bytes, uint64_t workId);

    /**
     * @param bytes at least 1
     * @param immediate is shown to the receiver
     * @param workId comes back with the completion
     */
    void PostWriteWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId);

    /** @param bytes at least 1 @param workId comes back with the completion */
    void PostSend(uint64_t bytes, uint64_t workId);

    /**
     * @param bytes at least 1
     * @param immediate is shown to the receiver
     * @param workId comes back with the completion
     */
    void PostSendWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId);

    /**
     * Takes data from the other end's memory.
     *
     * @param bytes 1 to 2^31; longer ones end with LENGTH_ERROR
     * @param workId comes back with the completion
     * @throw InputError if the congestion control works by acknowledgements only (CongestionNeeds):
     *        nobody acknowledges the response
     */
    void PostRead(uint64_t bytes, uint64_t workId);

    /**
     * Adds to 8 bytes of the other end's memory; the completion tells what was there.
     *
     * @param address multiple of 8, or the queue pair fails with REMOTE_ERROR
     * @param add what to add
     * @param workId comes back with the completion
     */
    void PostFetchAdd(uint64_t address, uint64_t add, uint64_t workId);

    /**
     * Replaces 8 bytes of the other end's memory if they are as expected; the completion tells what
     * was there.
     *
     * @param address multiple of 8, or the queue pair fails with REMOTE_ERROR
     * @param compare what must be there
     * @param swap what to replace it with
     * @param workId comes back with the completion
     */
    void PostCompareSwap(uint64_t address, uint64_t compare, uint64_t swap, uint64_t workId);

    /**
     * A SEND without connection; only for those made by RdmaNic::MakeDatagramQueuePair().
     *
     * @param destHost host index
     * @param destQp number of a datagram queue pair there
     * @param bytes 1 to MTU; longer ones end with LENGTH_ERROR
     * @param workId comes back with the completion
     */
    void PostDatagram(uint32_t destHost, uint32_t destQp, uint64_t bytes, uint64_t workId);

    /** @param requests that SENDs may take; from the first call on a SEND needs one */
    void PostReceive(uint64_t requests = 1);

    /** @param callback told of every message of ours that ended */
    void SetCompletionCallback(Callback<void, const RdmaCompletion&> callback)
    {
        m_completion = callback;
    }

    /** @param callback told of every SEND and WRITE that arrived here, in order */
    void SetArrivalCallback(Callback<void, const RdmaArrival&> callback)
    {
        m_arrival = callback;
    }

    /**
     * Goes to another state. RESET forgets everything without completions and gives the queue pair
     * the packet number 0, policies as new and the same other end; both ends go there together,
     * when none of their packets is on its way any more. ERROR flushes everything. To the state it
     * is in it goes without effect.
     *
     * @param state see RdmaQueuePairState
     * @throw InputError if no way leads there
     */
    void Modify(RdmaQueuePairState state);

    /** @return whether no message that has begun waits for its end */
    bool IsDrained() const
    {
        return m_recovery->GetFirstUnacknowledged() == m_recovery->GetHighest();
    }

    /** @return what it is able to do */
    RdmaQueuePairState GetState() const
    {
        return m_state;
    }

    /** @return the NIC that it belongs to */
    Ptr<RdmaNic> GetNic() const;

    /** @return number at its NIC */
    uint32_t GetNumber() const
    {
        return m_number;
    }

    /** @return how logs and reports name it, such as "host 3 -> host 5 queue pair 2" */
    std::string GetName() const;

    /** @return host index of the other end */
    uint32_t GetRemoteHost() const
    {
        return m_remoteHost;
    }

    /** @return priority or virtual lane of its packets on the link of its NIC */
    uint8_t GetPriority() const
    {
        return m_class.lane;
    }

    /** @return service level of its packets */
    uint8_t GetServiceLevel() const
    {
        return m_class.level;
    }

    /** @return whether a message waits to be sent or acknowledged */
    bool HasWork() const
    {
        return m_requester.HasWork();
    }

    /** @return payload acknowledged so far */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_requester.GetAcknowledgedBytes();
    }

    /** @return payload delivered to this end so far, responses to its READs too */
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

    /** Signature of the trace source State. @param state the new one @param status why */
    typedef void (*StateTracedCallback)(RdmaQueuePairState state, RdmaStatus status);

  protected:
    void DoDispose() override;

  private:
    friend class RdmaNic;
    friend class RdmaRequester;
    friend class RdmaResponder;

    /** Where it stands with its NIC's scheduler. */
    enum class SendState : uint8_t
    {
        IDLE,  //!< nothing may be sent: no work or no window
        READY, //!< in the round robin
        PACED  //!< waits for its rate
    };

    void Post(RdmaOperation operation, uint64_t bytes, uint64_t workId, uint32_t immediate = 0);

    // For the NIC's scheduler.
    bool CanSend() const;
    FabricPacketPtr MakeNextPacket(int64_t nowPs);
    void Plan(int64_t nowPs);
    int64_t GetDuePs() const;
    int64_t GetNextLookPs(int64_t nowPs) const;

    // For the NIC's receive path.
    void Receive(FabricPacket& packet);
    void ReceiveTrimmed(FabricPacket& packet);

    // For both halves.
    FabricPacketPtr MakePacket(RdmaOpcode opcode, ServiceClass service) const;
    FabricPacketPtr MakeData(RdmaOpcode opcode, uint32_t payloadBytes, int64_t nowPs) const;
    void SetLength(FabricPacket& packet) const;
    void Pace(uint32_t wireBytes, int64_t nowPs);
    void TellSource(const FabricPacket& packet);
    void HandleCnp(int64_t nowPs);
    void Fail(int64_t nowPs, RdmaStatus status);
    void SetState(RdmaQueuePairState state, RdmaStatus status);
    std::string DescribeSendState() const;

    RdmaNic* m_nic{nullptr};
    const RdmaFraming* m_framing{nullptr};
    Ptr<RdmaCongestionControl> m_congestionControl;
    Ptr<LossRecovery> m_recovery;
    Ptr<RetransmissionTimer> m_retransmissionTimer;
    RdmaRequester m_requester;
    RdmaResponder m_responder;
    Callback<void, const RdmaCompletion&> m_completion;
    Callback<void, const RdmaArrival&> m_arrival;
    TracedCallback<RdmaQueuePairState, RdmaStatus> m_stateTrace;
    uint64_t m_windowBytes{UINT64_MAX}; //!< of NIC and loss recovery
    uint64_t m_lineRatebps{0};
    int64_t m_baseRttPs{0}; //!< idle round trip of a full packet
    uint32_t m_host{0};
    uint32_t m_number{0};
    uint32_t m_remoteNumber{0};
    uint32_t m_remoteHost{0};
    uint32_t m_entropy{0}; //!< of a connection; of datagrams the source port alone
    uint32_t m_mtuBytes{4096};
    ServiceClass m_class{};     //!< of all that it sends but what the NIC sends in another one
    bool m_datagram{false};     //!< unreliable datagrams rather than a connection
    uint8_t m_telemetryRoom{0}; //!< hops of telemetry that its data collects; 0: none
    bool m_echoesMarks{true};   //!< acknowledgements tell of marks (BECN)
    SendState m_sendState{SendState::IDLE};
    RdmaQueuePairState m_state{RdmaQueuePairState::READY_TO_SEND};
    RdmaStatus m_failure{RdmaStatus::SUCCESS}; //!< why it is in the error state
    bool m_congestionSeen{false};              //!< a marked packet since the last acknowledgement
    RdmaQueuePair* m_nextReady{nullptr};       //!< in the NIC's round robin
    int64_t m_nextSendPs{0};                   //!< earliest start by the rate, as planned last
    int64_t m_notReadyUntilPs{0};              //!< what the receiver asked for in an RNR NAK
    int64_t m_lookPs{0};                       //!< when the NIC looks again; PACED
    Uint128 m_paidAllowance{0};                //!< with which the last packet is paid
    int64_t m_nextCnpPs{0};                    //!< earliest
    uint64_t m_deliveredBytes{0};
    uint64_t m_draw{0};     //!< HashDraw() of what it is for, which its random draws depend on
    uint64_t m_equipped{0}; //!< how often it was given its policies
};

inline bool
RdmaQueuePair::CanSend() const
{
    return m_requester.CanSend() || m_responder.HasAnswers();
}

inline FabricPacketPtr
RdmaQueuePair::MakeNextPacket(int64_t nowPs)
{
    return m_responder.HasAnswers() ? m_responder.MakeNextPacket(nowPs)
                                    : m_requester.MakeNextPacket(nowPs);
}

/** As far as its rate and the receiver's timer go. */
inline int64_t
RdmaQueuePair::GetDuePs() const
{
    return std::max(m_nextSendPs, m_notReadyUntilPs);
}

/** Of a packet whose opcode, payload and extras are set. */
inline void
RdmaQueuePair::SetLength(FabricPacket& packet) const
{
    packet.frameBytes =
        m_framing->GetFrameBytes(packet.As<RdmaHeader>().opcode, packet.payloadBytes) +
        (packet.telemetry ? static_cast<const TelemetryStack&>(*packet.extras).GetWireBytes() : 0);
    packet.wireBytes = packet.frameBytes + m_framing->GetGapBytes();
}

/** To the other end. */
inline FabricPacketPtr
RdmaQueuePair::MakePacket(RdmaOpcode opcode, ServiceClass service) const
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->sourceHost = m_host;
    packet->destHost = m_remoteHost;
    packet->entropy = m_entropy;
    packet->priority = service.lane;
    packet->serviceLevel = service.level;
    packet->destEndpoint = m_remoteNumber;
    packet->As<RdmaHeader>().opcode = opcode;
    return packet;
}

inline FabricPacketPtr
RdmaQueuePair::MakeData(RdmaOpcode opcode, uint32_t payloadBytes, int64_t nowPs) const
{
    FabricPacketPtr packet = MakePacket(opcode, m_class);
    packet->readyPs = nowPs;
    packet->sentPs = nowPs;
    packet->payloadBytes = payloadBytes;
    packet->ecn = EcnCodepoint::ECT;
    if (m_telemetryRoom > 0 && payloadBytes > 0)
    {
        packet->telemetry = true;
        packet->extras = std::make_unique<TelemetryStack>(m_telemetryRoom);
    }
    SetLength(*packet);
    return packet;
}

/** A packet of so many bytes goes out: when may the next one? */
inline void
RdmaQueuePair::Pace(uint32_t wireBytes, int64_t nowPs)
{
    m_congestionControl->NotifySent(nowPs, wireBytes);
    const uint64_t ratebps = m_congestionControl->GetRatebps(nowPs);
    if (ratebps >= m_lineRatebps)
    {
        m_nextSendPs = nowPs;
        return;
    }
    m_nextSendPs = nowPs + SerializationPs(wireBytes, ratebps);
    m_paidAllowance =
        m_congestionControl->GetAllowance(nowPs) + uint64_t{wireBytes} * (8 * PS_PER_SECOND);
}

} // namespace ns3

#endif // AI_FABRIC_RDMA_QUEUE_PAIR_H
