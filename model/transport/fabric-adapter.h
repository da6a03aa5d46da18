// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_ADAPTER_H
#define AI_FABRIC_FABRIC_ADAPTER_H

#include "adapter-queue.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * The host side of a NIC: the time from the post of a work request until its first packet may be
 * sent, and from the end of a message until software sees it.
 *
 * A subclass implements the times of AdapterQueue::Timing; the default of each is the current time.
 * This class keeps the planned steps, and calls the queue when a step is due.
 */
class FabricAdapter : public Object, private AdapterQueue::Timing
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricAdapter();
    ~FabricAdapter() override;

    /** @return true if the adapter takes time; if false, the NIC uses no adapter */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /**
     * Called once, before the first queue pair.
     *
     * @param node id of the NIC's Node
     */
    void Attach(uint32_t node);

    /**
     * @param client the queue pair; must outlive the queue
     * @param outlet sender of acknowledgements; must outlive the queue
     * @param mtuBytes payload of a full packet, in bytes
     * @param ratebps rate of the port, in bit/s
     * @return queue for the work of the queue pair; this adapter must outlive it
     */
    std::unique_ptr<AdapterQueue> MakeQueue(AdapterQueue::Client& client,
                                            PacketOutlet& outlet,
                                            uint32_t mtuBytes,
                                            uint64_t ratebps);

    /** @return shortest time between the arrival of a packet and its acknowledgement, in ps */
    int64_t GetAckDelayPs() const
    {
        return DoGetAckDelayPs();
    }

  protected:
    void DoDispose() override;

    /**
     * @param time time, at least 0
     * @return the same time in ps
     */
    int64_t ToPs(Time time) const
    {
        return m_clock.ToPs(time.GetTimeStep());
    }

  private:
    int64_t GetStartPs(const AdapterQueue& queue, int64_t nowPs) override;
    int64_t GetReadyPs(const AdapterQueue& queue, uint64_t payloadBytes, int64_t nowPs) override;
    int64_t GetAnswerPs(const AdapterQueue& queue, uint64_t bytes, int64_t nowPs) override;
    int64_t GetAckPs(const AdapterQueue& queue, int64_t nowPs) override;
    int64_t GetSeenPs(int64_t nowPs) const override;

    int64_t GetNowPs() const final;
    void Plan(int64_t ps, AdapterQueue& queue, AdapterStep step, uint32_t generation) final;

    /** @return see IsNeeded(); true by default */
    virtual bool DoIsNeeded() const;

    /** @param index number of a new queue pair, from 0 */
    virtual void DoAdd(uint32_t index);

    /** @return see GetAckDelayPs(); 0 by default */
    virtual int64_t DoGetAckDelayPs() const;

    /** A planned step. */
    struct Entry
    {
        int64_t ps;
        uint64_t order; //!< among entries of the same time the first one made is done first
        AdapterQueue* queue;
        AdapterStep step;
        uint32_t generation; //!< generation of the queue; entries of older generations are ignored
    };

    /** Order of the heap: the earliest on top. */
    static bool IsLater(const Entry& a, const Entry& b);

    /** Does all steps that are due. */
    void Run();

    TickClock m_clock;
    Ptr<FabricEvent> m_event;    //!< for the top of the heap
    std::vector<Entry> m_agenda; //!< heap
    uint64_t m_planned{0};       //!< number of entries so far
    uint32_t m_queues{0};        //!< number of queues made so far
    bool m_running{false};       //!< Run() is active
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_ADAPTER_H
