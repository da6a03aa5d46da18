// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ADAPTER_QUEUE_H
#define AI_FABRIC_ADAPTER_QUEUE_H

#include "rdma-common.h"
#include "rdma-send-queue.h"
#include "rdma-verbs.h"

#include "ns3/fabric-packet.h"
#include "ns3/lazy-deque.h"
#include "ns3/packet-fifo.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Where a thing that an adapter holds goes next.
 */
enum class AdapterStep : uint8_t
{
    START,      //!< a work request is in the adapter, and its turn in the queue pair has come
    READY,      //!< the payload of its first packet is there
    COMPLETION, //!< software sees the end of a message that it has sent
    ARRIVAL,    //!< software sees a message that has come
    ANSWER,     //!< the response to a READ is there
    ACK         //!< an acknowledgement is made
};

/**
 * @ingroup ai-fabric-transport
 * What a FabricAdapter holds of one queue pair: work requests, completions, arrivals and
 * acknowledgements that take time. Each kind leaves in the order in which it came.
 */
class AdapterQueue final : public PacketOutlet
{
  public:
    /** The queue pair. */
    class Client
    {
      public:
        /** @param message whose first packet may be sent @param nowPs the time, in ps */
        virtual void Execute(const RdmaMessage& message, int64_t nowPs) = 0;

        /** @param completion that software sees now */
        virtual void ShowCompletion(const RdmaCompletion& completion) = 0;

        /** @param arrival that software sees now */
        virtual void ShowArrival(const RdmaArrival& arrival) = 0;

        /** The response to a READ has been read from memory. @param nowPs the time, in ps */
        virtual void AnswerIsRead(int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /** The adapter: says how long each step takes, and tells the queue when the time has come. */
    class Timing
    {
      public:
        /** @return the time, in ps */
        virtual int64_t GetNowPs() const = 0;

        /**
         * Calls Do() with these.
         *
         * @param ps when, in ps; not in the past
         * @param queue that is told
         * @param step that is due then
         * @param generation of the queue now
         */
        virtual void Plan(int64_t ps,
                          AdapterQueue& queue,
                          AdapterStep step,
                          uint32_t generation) = 0;

        /**
         * Asked when software posts a message.
         *
         * @param queue of the queue pair
         * @param nowPs the time, in ps
         * @return when the adapter has the work request and its turn has come, in ps
         */
        virtual int64_t GetStartPs(const AdapterQueue& queue, int64_t nowPs) = 0;

        /**
         * Asked at that time.
         *
         * @param queue of the queue pair
         * @param payloadBytes that the message sends; 0 for a READ
         * @param nowPs the time, in ps
         * @return when its first packet may be sent, in ps
         */
        virtual int64_t GetReadyPs(const AdapterQueue& queue,
                                   uint64_t payloadBytes,
                                   int64_t nowPs) = 0;

        /**
         * Asked when the request of a READ arrives.
         *
         * @param queue of the queue pair
         * @param bytes of the response
         * @param nowPs the time, in ps
         * @return when the first packet of the response may be sent, in ps
         */
        virtual int64_t GetAnswerPs(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs) = 0;

        /**
         * Asked when a packet is to be acknowledged.
         *
         * @param queue of the queue pair
         * @param nowPs the time, in ps
         * @return when the acknowledgement may be sent, in ps
         */
        virtual int64_t GetAckPs(const AdapterQueue& queue, int64_t nowPs) = 0;

        /**
         * Asked when a message has ended, at its sender, or has arrived.
         *
         * @param nowPs the time, in ps
         * @return when software sees it, in ps
         */
        virtual int64_t GetSeenPs(int64_t nowPs) const = 0;

      protected:
        ~Timing() = default;
    };

    /**
     * @param timing of the adapter; outlives it
     * @param client the queue pair; outlives it
     * @param outlet sends acknowledgements; outlives it
     * @param index of the queue pair at its adapter, counted from 0
     * @param mtuBytes payload of a full packet
     * @param ratebps rate of the port, in bit/s
     */
    AdapterQueue(Timing& timing,
                 Client& client,
                 PacketOutlet& outlet,
                 uint32_t index,
                 uint32_t mtuBytes,
                 uint64_t ratebps);

    /** Software posts a message. @param message complete but for when it was posted */
    void Post(RdmaMessage message);

    /** A message has ended at its sender. @param completion of it; its time is now */
    void Complete(const RdmaCompletion& completion);

    /** A message has arrived. @param arrival of it; its time is now */
    void Arrive(const RdmaArrival& arrival);

    /**
     * The request of a READ has arrived.
     *
     * @param bytes of the response
     * @param nowPs the time, in ps
     * @return when its first packet may be sent, in ps; if later, Client::AnswerIsRead() follows
     */
    int64_t ReadAnswer(uint64_t bytes, int64_t nowPs);

    /** @param packet an acknowledgement; its readyPs is now */
    void Enqueue(FabricPacketPtr&& packet) override;

    /** Ends the messages that were not executed, as FLUSHED. @param nowPs the time, in ps */
    void Flush(int64_t nowPs);

    /** Forgets everything. */
    void Clear();

    /** @return whether a message that was posted has not been executed */
    bool HasWork() const
    {
        return !m_posted.empty() || !m_started.empty();
    }

    /** @return of the queue pair at its adapter, counted from 0 */
    uint32_t GetIndex() const
    {
        return m_index;
    }

    /** @return payload of a full packet */
    uint32_t GetMtuBytes() const
    {
        return m_mtuBytes;
    }

    /** @return rate of the port, in bit/s */
    uint64_t GetRatebps() const
    {
        return m_ratebps;
    }

    /**
     * For Timing: the time of a step has come.
     *
     * @param step that is due
     * @param generation when it was planned
     * @param nowPs the time, in ps
     */
    void Do(AdapterStep step, uint32_t generation, int64_t nowPs);

  private:
    static constexpr std::size_t STEPS = 6;

    /** Things of one step. */
    struct Line
    {
        int64_t lastPs{0};   //!< when the last one is done
        uint32_t waiting{0}; //!< planned and not done
    };

    /**
     * @param ps when a thing is due
     * @param step of it
     * @param nowPs the time
     * @return whether it is planned, behind those ahead of it; if not, it is to be done now
     */
    bool Plan(int64_t ps, AdapterStep step, int64_t nowPs);
    /** The oldest message posted is in the adapter. */
    void Start(int64_t nowPs);

    /** @return the oldest, taken out */
    template <typename T>
    static T Take(LazyDeque<T>& from)
    {
        const T oldest = from.front();
        from.pop_front();
        return oldest;
    }

    Timing& m_timing;
    Client& m_client;
    PacketOutlet& m_outlet;
    uint32_t m_index;
    uint32_t m_mtuBytes;
    uint32_t m_generation{0};          //!< grows when everything is forgotten
    std::array<Line, STEPS> m_lines{}; //!< by step
    LazyDeque<RdmaMessage> m_posted;   //!< not in the adapter, or not their turn
    LazyDeque<RdmaMessage> m_started;  //!< their payload is read
    LazyDeque<RdmaCompletion> m_completions;
    LazyDeque<RdmaArrival> m_arrivals;
    PacketFifo m_acks;
    uint64_t m_ratebps;
};

} // namespace ns3

#endif // AI_FABRIC_ADAPTER_QUEUE_H
