// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ADAPTER_QUEUE_H
#define AI_FABRIC_ADAPTER_QUEUE_H

#include "packet-outlet.h"
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
 * The next step of an item that an adapter holds.
 */
enum class AdapterStep : uint8_t
{
    START,      //!< a work request is in the adapter, and it is first in its queue pair
    READY,      //!< the payload of a message's first packet has been read
    COMPLETION, //!< software sees the end of a sent message
    ARRIVAL,    //!< software sees a received message
    ANSWER,     //!< the payload of a READ response has been read
    ACK         //!< an acknowledgement is ready
};

/**
 * @ingroup ai-fabric-transport
 * Items of one queue pair in a FabricAdapter: work requests, completions, arrivals and
 * acknowledgements that take time. Items of each kind leave in order of arrival.
 */
class AdapterQueue final : public PacketOutlet
{
  public:
    /** Interface of the queue pair. */
    class Client
    {
      public:
        /**
         * @param message message whose first packet may be sent now
         * @param nowPs current time, in ps
         */
        virtual void Execute(const RdmaMessage& message, int64_t nowPs) = 0;

        /** @param completion completion that software sees now */
        virtual void ShowCompletion(const RdmaCompletion& completion) = 0;

        /** @param arrival arrival that software sees now */
        virtual void ShowArrival(const RdmaArrival& arrival) = 0;

        /**
         * Called when the response to a READ has been read from memory.
         *
         * @param nowPs current time, in ps
         */
        virtual void AnswerIsRead(int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /**
     * Interface of the adapter: computes how long each step takes, and calls the queue when the
     * time has come.
     */
    class Timing
    {
      public:
        /** @return current time, in ps */
        virtual int64_t GetNowPs() const = 0;

        /**
         * Plans a call of AdapterQueue::Do() with these arguments.
         *
         * @param ps time of the call, in ps; not in the past
         * @param queue queue to call
         * @param step step that is due at that time
         * @param generation present generation of the queue
         */
        virtual void Plan(int64_t ps,
                          AdapterQueue& queue,
                          AdapterStep step,
                          uint32_t generation) = 0;

        /**
         * Called when software posts a message.
         *
         * @param queue queue of the queue pair
         * @param nowPs current time, in ps
         * @return time at which the adapter has the work request and it is first in its queue pair,
         * in ps
         */
        virtual int64_t GetStartPs(const AdapterQueue& queue, int64_t nowPs) = 0;

        /**
         * Called at the start time of a work request.
         *
         * @param queue queue of the queue pair
         * @param payloadBytes payload of the message in bytes; 0 for a READ
         * @param nowPs current time, in ps
         * @return time at which the first packet may be sent, in ps
         */
        virtual int64_t GetReadyPs(const AdapterQueue& queue,
                                   uint64_t payloadBytes,
                                   int64_t nowPs) = 0;

        /**
         * Called when the request of a READ arrives.
         *
         * @param queue queue of the queue pair
         * @param bytes length of the response
         * @param nowPs current time, in ps
         * @return time at which the first packet of the response may be sent, in ps
         */
        virtual int64_t GetAnswerPs(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs) = 0;

        /**
         * Called when a packet must be acknowledged.
         *
         * @param queue queue of the queue pair
         * @param nowPs current time, in ps
         * @return time at which the acknowledgement may be sent, in ps
         */
        virtual int64_t GetAckPs(const AdapterQueue& queue, int64_t nowPs) = 0;

        /**
         * Called when a message has ended at its sender, or has arrived.
         *
         * @param nowPs current time, in ps
         * @return time at which software sees this, in ps
         */
        virtual int64_t GetSeenPs(int64_t nowPs) const = 0;

      protected:
        ~Timing() = default;
    };

    /**
     * @param timing the adapter; must outlive this object
     * @param client the queue pair; must outlive this object
     * @param outlet sender of acknowledgements; must outlive this object
     * @param index number of the queue pair at its adapter, from 0
     * @param mtuBytes payload of a full packet, in bytes
     * @param ratebps rate of the port, in bit/s
     */
    AdapterQueue(Timing& timing,
                 Client& client,
                 PacketOutlet& outlet,
                 uint32_t index,
                 uint32_t mtuBytes,
                 uint64_t ratebps);

    /**
     * Called when software posts a message.
     *
     * @param message complete message, except its posting time
     */
    void Post(RdmaMessage message);

    /**
     * Called when a message has ended at its sender.
     *
     * @param completion its completion, with the current time
     */
    void Complete(const RdmaCompletion& completion);

    /**
     * Called when a message has arrived.
     *
     * @param arrival its arrival, with the current time
     */
    void Arrive(const RdmaArrival& arrival);

    /**
     * Called when the request of a READ has arrived.
     *
     * @param bytes length of the response
     * @param nowPs current time, in ps
     * @return time at which its first packet may be sent, in ps; if that is later than now,
     * Client::AnswerIsRead() follows
     */
    int64_t ReadAnswer(uint64_t bytes, int64_t nowPs);

    /** @param outlet sender of acknowledgements from now on; must outlive this object */
    void SetOutlet(PacketOutlet& outlet)
    {
        m_outlet = &outlet;
    }

    /** @param packet acknowledgement; its readyPs is the current time */
    void Enqueue(FabricPacketPtr&& packet) override;

    /**
     * Ends the messages that have not been executed, with status FLUSHED.
     *
     * @param nowPs current time, in ps
     */
    void Flush(int64_t nowPs);

    /** Removes all items. */
    void Clear();

    /** @return true if a posted message has not been executed */
    bool HasWork() const
    {
        return !m_posted.empty() || !m_started.empty();
    }

    /** @return number of the queue pair at its adapter, from 0 */
    uint32_t GetIndex() const
    {
        return m_index;
    }

    /** @return payload of a full packet, in bytes */
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
     * Called by Timing when a step is due.
     *
     * @param step step that is due
     * @param generation generation of the queue when the step was planned
     * @param nowPs current time, in ps
     */
    void Do(AdapterStep step, uint32_t generation, int64_t nowPs);

  private:
    static constexpr std::size_t STEPS = 6;

    /** Items that wait for one kind of step. */
    struct Line
    {
        int64_t lastPs{0};   //!< time at which the last item is done, in ps
        uint32_t waiting{0}; //!< planned items that are not done
    };

    /**
     * @param ps time at which an item is due, in ps
     * @param step step of the item
     * @param nowPs current time, in ps
     * @return true if the step is planned, behind earlier items; false if it must be done now
     */
    bool Plan(int64_t ps, AdapterStep step, int64_t nowPs);
    /** Called when the oldest posted message is in the adapter. */
    void Start(int64_t nowPs);

    /** @return the oldest element, which is removed */
    template <typename T>
    static T Take(LazyDeque<T>& from)
    {
        const T oldest = from.front();
        from.pop_front();
        return oldest;
    }

    Timing& m_timing;
    Client& m_client;
    PacketOutlet* m_outlet;
    uint32_t m_index;
    uint32_t m_mtuBytes;
    uint32_t m_generation{0};          //!< increases when all items are removed
    std::array<Line, STEPS> m_lines{}; //!< by step
    LazyDeque<RdmaMessage> m_posted;   //!< not in the adapter yet, or not first in the queue pair
    LazyDeque<RdmaMessage> m_started;  //!< their payload is being read
    LazyDeque<RdmaCompletion> m_completions;
    LazyDeque<RdmaArrival> m_arrivals;
    PacketFifo m_acks;
    uint64_t m_ratebps;
};

} // namespace ns3

#endif // AI_FABRIC_ADAPTER_QUEUE_H
