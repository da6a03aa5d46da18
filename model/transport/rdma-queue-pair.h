// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_QUEUE_PAIR_H
#define AI_FABRIC_RDMA_QUEUE_PAIR_H

#include "adapter-queue.h"
#include "packet-source.h"
#include "rdma-common.h"
#include "rdma-requester.h"
#include "rdma-responder.h"
#include "rdma-verbs.h"
#include "rtt-prober.h"

#include "ns3/callback.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"
#include "ns3/object.h"
#include "ns3/rdma-congestion-control.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * One end of a reliable connection, or of unreliable datagrams (IBTA vol. 1, chapter 9), with the
 * calls that verbs have.
 *
 * Any number of messages of any size may be posted; they are cut into packets of the path MTU, go
 * out in order and complete in order. RdmaRequester is its sending half, RdmaResponder its
 * receiving half; what they share is in RdmaCommon. A retransmission timer runs while anything is
 * unacknowledged; when RetryCount timeouts have passed without progress the queue pair goes to its
 * error state and every message completes with a status: nothing waits forever.
 *
 * Sending is bounded by the congestion control and the loss recovery:
 *     inflight + payload <= window (one packet may always be in flight),
 * and paced by SendPacer.
 *
 * Datagrams are neither acknowledged nor repeated: a message is one packet, and complete when it is
 * on its way.
 */
class RdmaQueuePair : public Object,
                      public PacketSource,
                      private RdmaRequester::Context,
                      private RdmaResponder::Context,
                      private RttProber::Client,
                      private AdapterQueue::Client
{
  public:
    /** What the NIC tells a queue pair when it starts it. */
    struct Settings
    {
        RdmaPacketMaker::Settings packets;     //!< of telemetry only the room of a stack
        RdmaRequester::Settings requester;     //!< without what policies add
        RdmaResponder::Settings responder;     //!< complete
        CongestionNotifier::Settings notifier; //!< except echoes
        ServiceClass notifications{};          //!< class of its CNPs
        uint64_t lineRatebps{0};               //!< of the port
        int64_t baseRttPs{0};                  //!< idle round trip of a full packet
        uint64_t draw{0}; //!< HashDraw() of its purpose; its random draws depend on it
    };

    /** Surroundings of a queue pair: a NIC, or a test. */
    class Context : public PacketOutlet
    {
      public:
        /**
         * @param settings of the queue pair that is to begin anew
         * @param draw on which random draws of its policies depend
         * @return new policies for it, started
         */
        virtual RdmaPolicies MakePolicies(const Settings& settings, uint64_t draw) = 0;

        /** @param source may have become able to send @param nowPs the time */
        virtual void Activate(PacketSource& source, int64_t nowPs) = 0;

        /** @param packet a congestion notification; its readyPs is now */
        virtual void SendNotification(FabricPacketPtr&& packet)
        {
            Enqueue(std::move(packet));
        }

        /**
         * @param client a queue pair
         * @return what holds its work while the adapter takes time; null: the adapter takes none
         */
        virtual std::unique_ptr<AdapterQueue> MakeAdapterQueue(AdapterQueue::Client& client)
        {
            (void)client;
            return nullptr;
        }

        /** @param address of 8 bytes @return reference to the 8 bytes of the host's memory */
        virtual uint64_t& GetWord(uint64_t address) = 0;

        /** @return counters of the NIC, over all its queue pairs */
        virtual RdmaCounters& GetQueuePairCounters() = 0;

        /**
         * @param lane of the port
         * @return why the port sends nothing of it, in words; empty: it may send
         */
        virtual std::string DescribeBlock(uint8_t lane) const = 0;
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    RdmaQueuePair();

    /**
     * Called before anything else.
     *
     * @param settings complete
     * @param context outlives the last call
     */
    void Start(const Settings& settings, Context& context);

    /**
     * RDMA WRITE.
     *
     * @param bytes at least 1
     * @param workId comes back with the completion
     */
    void PostWrite(uint64_t bytes, uint64_t workId);

    /**
     * @param bytes at least 1
     * @param immediate is shown to the receiver
     * @param workId comes back with the completion
     */
    void PostWriteWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId);

    /**
     * SEND.
     *
     * @param bytes at least 1
     * @param workId comes back with the completion
     */
    void PostSend(uint64_t bytes, uint64_t workId);

    /**
     * @param bytes at least 1
     * @param immediate is shown to the receiver
     * @param workId comes back with the completion
     */
    void PostSendWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId);

    /**
     * RDMA READ: fetches data from the other end's memory.
     *
     * @param bytes 1 to 2^31; longer ones end with LENGTH_ERROR
     * @param workId comes back with the completion
     * @throw InputError if the congestion control works by acknowledgements only (CongestionNeeds):
     *        nobody acknowledges the response
     */
    void PostRead(uint64_t bytes, uint64_t workId);

    /**
     * Adds to 8 bytes of the other end's memory; the completion has the old value.
     *
     * @param address multiple of 8, or the queue pair fails with REMOTE_ERROR
     * @param add what to add
     * @param workId comes back with the completion
     */
    void PostFetchAdd(uint64_t address, uint64_t add, uint64_t workId);

    /**
     * Replaces 8 bytes of the other end's memory if they have an expected value; the completion
     * has the old value.
     *
     * @param address multiple of 8, or the queue pair fails with REMOTE_ERROR
     * @param compare value that must be there
     * @param swap new value
     * @param workId comes back with the completion
     */
    void PostCompareSwap(uint64_t address, uint64_t compare, uint64_t swap, uint64_t workId);

    /**
     * A SEND without connection; only on queue pairs made by RdmaNic::MakeDatagramQueuePair().
     *
     * @param destHost host index
     * @param destQp number of a datagram queue pair there
     * @param bytes 1 to MTU; longer ones end with LENGTH_ERROR
     * @param workId comes back with the completion
     */
    void PostDatagram(uint32_t destHost, uint32_t destQp, uint64_t bytes, uint64_t workId);

    /**
     * Posts receive requests. From the first call on each SEND takes one.
     *
     * @param requests how many
     */
    void PostReceive(uint64_t requests = 1);

    /** @param callback told of every message of ours that ended */
    void SetCompletionCallback(Callback<void, const RdmaCompletion&> callback)
    {
        m_completion = callback;
    }

    /** @param callback told with its work id of every message of ours that has left */
    void SetDepartureCallback(Callback<void, uint64_t> callback)
    {
        m_departure = callback;
    }

    /** @param callback told of every SEND and WRITE that arrived here, in order */
    void SetArrivalCallback(Callback<void, const RdmaArrival&> callback)
    {
        m_arrival = callback;
    }

    /**
     * Goes to another state. RESET forgets all messages without completions, starts again at packet
     * number 0 with new policies, and keeps the other end. Both ends must be reset together, when
     * none of their packets is under way any more. ERROR flushes all messages. Going to the present
     * state has no effect.
     *
     * @param state see RdmaQueuePairState
     * @throw InputError if the state cannot be reached from the present one
     */
    void Modify(RdmaQueuePairState state);

    /** @return whether every message that was begun has ended */
    bool IsDrained() const
    {
        const LossRecovery& recovery = *m_common.policies.recovery;
        return recovery.GetFirstUnacknowledged() == recovery.GetHighest();
    }

    /** @return the present state */
    RdmaQueuePairState GetState() const
    {
        return m_state;
    }

    /** @return how logs and reports name it, such as "host 3 -> host 5 queue pair 2" */
    std::string GetName() const override;

    /** @return host index of the other end */
    uint32_t GetRemoteHost() const
    {
        return m_common.packets.GetSettings().peerHost;
    }

    /** @return service level of its packets */
    uint8_t GetServiceLevel() const
    {
        return m_common.packets.GetSettings().service.level;
    }

    /** @return whether a message waits to be sent or acknowledged */
    bool HasWork() const
    {
        return m_requester.HasWork() || (m_adapterQueue && m_adapterQueue->HasWork());
    }

    /** Nobody posts messages any more; those that were posted end as they would. */
    void Retire()
    {
        m_isRetired = true;
    }

    /** @return whether it never sends payload again, so that what it counts stays as it is */
    bool IsFinished() const
    {
        return m_isRetired && !HasWork();
    }

    /** @return payload acknowledged so far, in bytes */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_requester.GetAcknowledgedBytes();
    }

    /** @return payload delivered to this end so far, in bytes, responses to its READs included */
    uint64_t GetDeliveredBytes() const
    {
        return m_responder.GetDeliveredBytes() + m_requester.GetReadBytes();
    }

    /** @return its congestion control */
    RdmaCongestionControl& GetCongestionControl() const
    {
        return *m_common.policies.congestionControl;
    }

    /** @return what it waits for, in words, for the stall report */
    std::string DescribeWait() const;

    /**
     * Signature of the trace source State.
     *
     * @param state the new one
     * @param status why
     */
    typedef void (*StateTracedCallback)(RdmaQueuePairState state, RdmaStatus status);

  protected:
    void DoDispose() override;

  private:
    // For config paths: the policies that it got when it was made or reset.
    Ptr<RdmaCongestionControl> FindCongestionControl() const
    {
        return m_common.policies.congestionControl;
    }

    Ptr<LossRecovery> FindLossRecovery() const
    {
        return m_common.policies.recovery;
    }

    Ptr<RetransmissionTimer> FindRetransmissionTimer() const
    {
        return m_common.policies.retransmissionTimer;
    }

    bool CanSend() const override;
    std::optional<uint32_t> GetFlow() const override;
    FabricPacketPtr MakeNextPacket(int64_t nowPs) override;
    void Receive(FabricPacket& packet) override;
    void ReceiveTrimmed(FabricPacket& packet) override;
    void SendControl(uint64_t value, int64_t nowPs) override;
    bool GoesToMemory(const FabricPacket& packet) override;

    bool HasProbedWork() const override;
    void SendProbe(int64_t nowPs) override;

    void Activate(int64_t nowPs) override;
    void Fail(int64_t nowPs, RdmaStatus status) override;
    void Complete(const RdmaCompletion& completion) override;
    void Depart(uint64_t workId) override;
    void Arrive(const RdmaArrival& arrival) override;
    int64_t ReadMemory(uint64_t bytes, int64_t nowPs) override;
    uint64_t& GetWord(uint64_t address) override;

    void Execute(const RdmaMessage& message, int64_t nowPs) override;
    void ShowCompletion(const RdmaCompletion& completion) override;
    void ShowArrival(const RdmaArrival& arrival) override;
    void AnswerIsRead(int64_t nowPs) override;

    void Equip();
    /**
     * @param operation which
     * @param bytes its length
     * @param workId for its completion
     * @param immediate for the other end
     */
    void Post(RdmaOperation operation, uint64_t bytes, uint64_t workId, uint32_t immediate = 0);
    /** @param message complete but for what the send queue fills in */
    void Post(const RdmaMessage& message);
    void TellSource(const FabricPacket& packet);
    void NotifyReceiver(const FabricPacket& packet);
    /** The other end has sent a CNP. */
    void HandleCnp(int64_t nowPs);
    void HandleNotification(const FabricPacket& packet);
    /** There is something to send. */
    void StartProbes(int64_t nowPs);
    /** Kept apart, as few queue pairs serve READs. */
    [[gnu::noinline, gnu::cold]] FabricPacketPtr MakeNextAnswer(int64_t nowPs);
    void SendRtt(RdmaOpcode opcode, const ServiceClass& service, int64_t sentPs, int64_t nowPs);
    void AnswerProbe(const FabricPacket& packet);
    void HandleRttResponse(const FabricPacket& packet);
    /** @param state the new one @param status for the trace source: why */
    void SetState(RdmaQueuePairState state, RdmaStatus status);

    Settings m_settings;
    Context* m_context{nullptr}; //!< the NIC; null once disposed of
    RdmaCommon m_common;         //!< what both halves use
    RdmaRequester m_requester;
    RdmaResponder m_responder;
    Callback<void, const RdmaCompletion&> m_completion; //!< null: nobody
    Callback<void, uint64_t> m_departure;               //!< null: nobody
    Callback<void, const RdmaArrival&> m_arrival;       //!< null: nobody
    TracedCallback<RdmaQueuePairState, RdmaStatus> m_stateTrace;
    std::unique_ptr<AdapterQueue> m_adapterQueue; //!< null: its adapter takes no time
    std::unique_ptr<RttProber> m_prober; //!< null: its congestion control asks for no probes
    TickClock m_clock;
    RdmaQueuePairState m_state{RdmaQueuePairState::READY_TO_SEND};
    RdmaStatus m_failure{RdmaStatus::SUCCESS}; //!< why it is in the error state
    uint64_t m_equipped{0};                    //!< how often it got new policies
    bool m_isRetired{false};                   //!< see Retire()
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_QUEUE_PAIR_H
