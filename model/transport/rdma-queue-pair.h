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
#include "ns3/random-draws.h"
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
 * calls of verbs.
 *
 * Any number of messages of any size may be posted. They are cut into packets of the path MTU, and
 * are sent and completed in order. RdmaRequester is the sending half, RdmaResponder the receiving
 * half; RdmaCommon has their shared parts. A retransmission timer runs while data is
 * unacknowledged. After RetryCount timeouts without progress the queue pair goes to its error state
 * and every message completes with a status, so no message waits forever.
 *
 * Sending is bounded by the congestion control and the loss recovery:
 *     inflight + payload <= window (one packet may always be in flight),
 * and paced by SendPacer.
 *
 * Datagrams are neither acknowledged nor repeated: a message is one packet, and is complete when
 * the packet is on its way.
 *
 * It has many methods because each call of verbs is one, and so is each question of a monitor. Its
 * halves hold the state. The sending half and its policies are made when this end first sends
 * messages or READ responses, since half of the queue pairs of most jobs only receive.
 */
class RdmaQueuePair : public Object,
                      public PacketSource,
                      private RdmaRequester::Context,
                      private RdmaResponder::Context,
                      private RttProber::Client,
                      private AdapterQueue::Client
{
  public:
    /** Settings that the NIC gives to a queue pair. */
    struct Settings
    {
        RdmaPacketMaker::Settings packets; //!< for telemetry only the room of a stack
        RdmaRequester::Settings requester; //!< without the parts that policies add
        RdmaResponder::Settings responder; //!< complete
        /** Kind, rate, clock, class and outlet of notifications; outlet null: the context. */
        NotificationPoint::Settings notifications;
        uint64_t lineRatebps{0}; //!< rate of the port, in bit/s
        int64_t baseRttPs{0};    //!< idle round trip of a full packet, in ps
        uint64_t draw{0};        //!< HashDraw() of its purpose; its random draws depend on it
    };

    /** Interface of an owner that is told of messages, with fewer allocations than by callbacks. */
    class Client
    {
      public:
        /** @param completion end of a message of this end */
        virtual void OnCompletion(const RdmaCompletion& completion) = 0;

        /** @param workId work id of a message of this end that has left */
        virtual void OnDeparture(uint64_t workId) = 0;

        /** @param arrival SEND or WRITE that arrived here, in order */
        virtual void OnArrival(const RdmaArrival& arrival) = 0;

      protected:
        ~Client() = default;
    };

    /** What both ends do because of the policies of their senders. */
    struct Needs
    {
        CongestionNeeds congestion; //!< needs of the congestion control
        bool entropy{false};        //!< an entropy policy chooses the ports
        bool entropyMarks{false};   //!< EntropyPolicy::NeedsMarks()
    };

    /** Environment of a queue pair: a NIC, or a test. */
    class Context : public PacketOutlet
    {
      public:
        /**
         * @param settings settings of the queue pair that starts or is reset
         * @param draw number on which random draws of its policies depend
         * @return new policies for the queue pair, started: the loss recovery, the receiver's half
         * of the congestion control, and others that cannot be made later
         */
        virtual RdmaPolicies MakePolicies(const Settings& settings, uint64_t draw) = 0;

        /**
         * Adds the policies that MakePolicies() left out, at the first use of the sending half.
         *
         * @param settings settings of the queue pair
         * @param draw number on which random draws of its policies depend
         * @param startPs time of MakePolicies(), at which the policies start, in ps
         * @param policies result of MakePolicies()
         */
        virtual void AddSendPolicies(const Settings& settings,
                                     uint64_t draw,
                                     int64_t startPs,
                                     RdmaPolicies& policies)
        {
            (void)settings;
            (void)draw;
            (void)startPs;
            (void)policies;
        }

        /**
         * @param policies result of MakePolicies()
         * @return needs of the policies, with those that AddSendPolicies() adds
         */
        virtual Needs GetNeeds(const RdmaPolicies& policies) const
        {
            const auto& entropy = policies.entropy;
            return {policies.congestionControl->GetNeeds(),
                    entropy != nullptr,
                    entropy && entropy->NeedsMarks()};
        }

        /**
         * @param source source that may have become able to send
         * @param nowPs current time, in ps
         */
        virtual void Activate(PacketSource& source, int64_t nowPs) = 0;

        /**
         * @param client queue pair
         * @return queue of its work in the adapter; null: the adapter takes no time
         */
        virtual std::unique_ptr<AdapterQueue> MakeAdapterQueue(AdapterQueue::Client& client)
        {
            (void)client;
            return nullptr;
        }

        /**
         * @param address address of an 8-byte word
         * @return reference to the word in host memory
         */
        virtual uint64_t& GetWord(uint64_t address) = 0;

        /** @return counters of the NIC, over all its queue pairs */
        virtual RdmaCounters& GetQueuePairCounters() = 0;

        /**
         * @param lane lane of the port
         * @return reason why the port does not send this lane, in words; empty: it may send
         */
        virtual std::string DescribeBlock(uint8_t lane) const = 0;
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    RdmaQueuePair();

    /**
     * Called before anything else.
     *
     * @param settings complete settings
     * @param context environment; must outlive the last call
     */
    void Start(const Settings& settings, Context& context);

    /**
     * Sends by another port of its host from now on, with the same number.
     *
     * @param host host index of this end at the port
     * @param peerHost host index of the other end there
     * @param context NIC of the port; must outlive the last call
     * @param notifications sends notifications there; must outlive the last call
     * @param nextPs clock of notifications there, see NotificationPoint::Settings
     */
    void MoveTo(uint32_t host,
                uint32_t peerHost,
                Context& context,
                PacketOutlet& notifications,
                int64_t* nextPs);

    /**
     * Posts an RDMA WRITE.
     *
     * @param bytes length, at least 1
     * @param workId number that the completion returns
     */
    void PostWrite(uint64_t bytes, uint64_t workId)
    {
        Post(RdmaOperation::WRITE, bytes, workId);
    }

    /**
     * @param bytes length, at least 1
     * @param immediate number that the receiver sees
     * @param workId number that the completion returns
     */
    void PostWriteWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId)
    {
        Post(RdmaOperation::WRITE_IMM, bytes, workId, immediate);
    }

    /**
     * Posts a SEND.
     *
     * @param bytes length, at least 1
     * @param workId number that the completion returns
     */
    void PostSend(uint64_t bytes, uint64_t workId)
    {
        Post(RdmaOperation::SEND, bytes, workId);
    }

    /**
     * @param bytes length, at least 1
     * @param immediate number that the receiver sees
     * @param workId number that the completion returns
     */
    void PostSendWithImmediate(uint64_t bytes, uint32_t immediate, uint64_t workId)
    {
        Post(RdmaOperation::SEND_IMM, bytes, workId, immediate);
    }

    /**
     * Posts an RDMA READ: fetches data from the other end's memory.
     *
     * @param bytes length, 1 to 2^31; longer READs end with LENGTH_ERROR
     * @param workId number that the completion returns
     * @throw InputError if the congestion control works only with acknowledgements
     * (CongestionNeeds), because READ responses are not acknowledged
     */
    void PostRead(uint64_t bytes, uint64_t workId);

    /**
     * Posts an addition to an 8-byte word of the other end's memory; the completion has the old
     * value.
     *
     * @param address address, a multiple of 8; else the queue pair fails with REMOTE_ERROR
     * @param add number to add
     * @param workId number that the completion returns
     */
    void PostFetchAdd(uint64_t address, uint64_t add, uint64_t workId);

    /**
     * Replaces an 8-byte word of the other end's memory if it has an expected value; the completion
     * has the old value.
     *
     * @param address address, a multiple of 8; else the queue pair fails with REMOTE_ERROR
     * @param compare expected value
     * @param swap new value
     * @param workId number that the completion returns
     */
    void PostCompareSwap(uint64_t address, uint64_t compare, uint64_t swap, uint64_t workId);

    /**
     * Posts a SEND without connection; only on queue pairs made by
     * RdmaNic::MakeDatagramQueuePair().
     *
     * @param destHost host index
     * @param destQp number of a datagram queue pair at that host
     * @param bytes length, 1 to MTU; longer datagrams end with LENGTH_ERROR
     * @param workId number that the completion returns
     */
    void PostDatagram(uint32_t destHost, uint32_t destQp, uint64_t bytes, uint64_t workId);

    /**
     * Posts receive requests. From the first call on each SEND consumes one.
     *
     * @param requests number of requests
     */
    void PostReceive(uint64_t requests = 1)
    {
        m_responder.PostReceive(requests);
    }

    /** @param client owner that is told of what no callback is set for; null: nobody */
    void SetClient(Client* client)
    {
        m_client = client;
    }

    /** @param callback function called for every message of this end that ended */
    void SetCompletionCallback(Callback<void, const RdmaCompletion&> callback)
    {
        m_completion = callback;
    }

    /**
     * @param callback function called with the work id of every message of this end that has left
     */
    void SetDepartureCallback(Callback<void, uint64_t> callback)
    {
        m_departure = callback;
    }

    /** @param callback function called for every SEND and WRITE that arrived here, in order */
    void SetArrivalCallback(Callback<void, const RdmaArrival&> callback)
    {
        m_arrival = callback;
    }

    /**
     * Changes the state. RESET forgets all messages without completions, starts again at packet
     * number 0 with new policies, and keeps the other end. Both ends must be reset together, when
     * none of their packets is under way. ERROR flushes all messages. A change to the present state
     * has no effect.
     *
     * @param state new state, see RdmaQueuePairState
     * @throw InputError if that state cannot be reached from the present state
     */
    void Modify(RdmaQueuePairState state);

    /** @return true if every message that was begun has ended */
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

    /** @return name for logs and reports, such as "host 3 -> host 5 queue pair 2" */
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

    /** @return true if a message waits to be sent or acknowledged */
    bool HasWork() const
    {
        return (m_requester && m_requester->HasWork()) ||
               (m_adapterQueue && m_adapterQueue->HasWork());
    }

    /** Declares that no more messages will be posted; posted messages end normally. */
    void Retire()
    {
        m_isRetired = true;
    }

    /** @return true if it will never send payload again, so that its counters are final */
    bool IsFinished() const
    {
        return m_isRetired && !HasWork();
    }

    /** @return payload acknowledged so far, in bytes */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_requester ? m_requester->GetAcknowledgedBytes() : 0;
    }

    /** @return payload delivered to this end so far, in bytes, including responses to its READs */
    uint64_t GetDeliveredBytes() const
    {
        return m_responder.GetDeliveredBytes() + (m_requester ? m_requester->GetReadBytes() : 0);
    }

    /** @return its congestion control; made now if this end has never sent */
    RdmaCongestionControl& GetCongestionControl() const
    {
        if (!m_common.policies.congestionControl)
        {
            // Monitors and getters of attributes have constant queue pairs.
            const_cast<RdmaQueuePair*>(this)->EquipSender();
        }
        return *m_common.policies.congestionControl;
    }

    /** @return reason of its wait, in words, for the stall report */
    std::string DescribeWait() const;

    /**
     * Signature of the trace source State.
     *
     * @param state new state
     * @param status reason of the change
     */
    typedef void (*StateTracedCallback)(RdmaQueuePairState state, RdmaStatus status);

  protected:
    void DoDispose() override;

  private:
    // For configuration paths: the present policies.
    Ptr<RdmaCongestionControl> FindCongestionControl() const
    {
        return m_context ? &GetCongestionControl() : nullptr;
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

    void SendControl(uint64_t value, int64_t nowPs) override
    {
        m_common.notificationPoint.SendControl(value, nowPs);
    }

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

    /** Those of the settings that its parts do not have. */
    struct OwnSettings
    {
        RdmaRequester::Settings requester; //!< without the parts that policies add
        uint64_t lineRatebps{0};
        int64_t baseRttPs{0};
        uint64_t draw{0};
        uint32_t peerHost{0};     //!< datagrams change that of the packets
        uint8_t telemetryRoom{0}; //!< of a stack
    };

    void Equip();
    void EquipSender();
    Settings GetSettings() const;

    /** @return number on which random draws of the present policies depend */
    uint64_t GetPolicyDraw() const
    {
        return HashDraw(m_settings.draw, m_equipped - 1);
    }

    /** @return the sending half, made if there is none */
    RdmaRequester& GetRequester()
    {
        if (__builtin_expect(!m_requester, 0))
        {
            EquipSender();
        }
        return *m_requester;
    }

    /**
     * @param operation operation of the message
     * @param bytes length of the message
     * @param workId number that the completion returns
     * @param immediate number that the receiver sees
     */
    void Post(RdmaOperation operation, uint64_t bytes, uint64_t workId, uint32_t immediate = 0);
    /** @param message message without the fields that the send queue fills in */
    void Post(const RdmaMessage& message);
    /** Handles a CNP of the other end. */
    void HandleCnp(int64_t nowPs);
    void ReceiveOther(FabricPacket& packet);
    void HandleNotification(const FabricPacket& packet);
    /** Called when there is work to send. */
    void StartProbes(int64_t nowPs);
    /** Not inlined, as few queue pairs serve READs. */
    [[gnu::noinline, gnu::cold]] FabricPacketPtr MakeNextAnswer(int64_t nowPs);
    void AnswerProbe(const FabricPacket& packet);
    void HandleRttResponse(const FabricPacket& packet);
    /**
     * @param state new state
     * @param status reason of the change, for the trace source
     */
    void SetState(RdmaQueuePairState state, RdmaStatus status);

    OwnSettings m_settings;
    Client* m_client{nullptr};                  //!< null: nobody
    Context* m_context{nullptr};                //!< the NIC; null after disposal
    RdmaCommon m_common;                        //!< shared by both halves
    std::unique_ptr<RdmaRequester> m_requester; //!< null: nothing to send since it was (re)set
    RdmaResponder m_responder;
    Callback<void, const RdmaCompletion&> m_completion; //!< null: no function is called
    Callback<void, uint64_t> m_departure;               //!< null: no function is called
    Callback<void, const RdmaArrival&> m_arrival;       //!< null: no function is called
    TracedCallback<RdmaQueuePairState, RdmaStatus> m_stateTrace;
    std::unique_ptr<AdapterQueue> m_adapterQueue; //!< null: the adapter takes no time
    std::unique_ptr<RttProber> m_prober;          //!< null: the congestion control needs no probes
    TickClock m_clock;
    RdmaQueuePairState m_state{RdmaQueuePairState::READY_TO_SEND};
    RdmaStatus m_failure{RdmaStatus::SUCCESS}; //!< reason of the error state
    uint64_t m_equipped{0};                    //!< number of times it got new policies
    int64_t m_startPs{0};                      //!< time of the last time, in ps
    bool m_isRetired{false};                   //!< see Retire()
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_QUEUE_PAIR_H
