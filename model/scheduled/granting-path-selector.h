// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRANTING_PATH_SELECTOR_H
#define AI_FABRIC_GRANTING_PATH_SELECTOR_H

#include "ns3/drop-reason.h"
#include "ns3/fabric-event.h"
#include "ns3/holding-path-selector.h"
#include "ns3/nstime.h"
#include "ns3/read-once.h"
#include "ns3/traced-callback.h"
#include "ns3/voq-table.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * What holds packets in virtual output queues until the port that they leave the fabric by has
 * granted them credits, of CreditBytes each.
 *
 * A port grants a lane (LaneTurns) at SpeedUp times its rate, at 2 - SpeedUp times if more than
 * NearBytes wait there in the lane, and nothing while more than EgressBytes do: so its queue stays
 * near NearBytes, and one that is paused ends at EgressBytes.
 *
 * A queue with more than QueueBytes has its input paused until it has a credit less, if its lane is
 * lossless there; else what comes is dropped.
 *
 * All counts are bytes on the wire, and totals since the beginning.
 */
class GrantingPathSelector : public HoldingPathSelector, public ReadOnceAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Signature of the trace source Grant.
     *
     * @param queue whose
     * @param totalBytes that it was ever granted, on the wire
     */
    typedef void (*GrantTracedCallback)(const VoqKey& queue, uint64_t totalBytes);

    /** @return how often this switch granted a credit */
    uint64_t GetGrants() const
    {
        return m_grants;
    }

    /** @return requests that queues of this switch sent */
    uint64_t GetRequests() const
    {
        return m_requests;
    }

    /** @return the most bytes of frames that its virtual output queues ever held */
    uint64_t GetPeakQueuedBytes() const
    {
        return m_peakQueuedBytes;
    }

  protected:
    /** Whether a virtual output queue is too full. */
    struct Fill
    {
        bool stops{false};   //!< it has an input paused
        uint16_t ingress{0}; //!< which one
        uint8_t lane{0};     //!< in which lane
    };

    GrantingPathSelector();

    /** Attributes are read. */
    void DoStart() override;

    /** @return the time in ps, to a tick */
    int64_t NowPs() const;

    /** @param event to be due @param ps when, in ps */
    void Arm(FabricEvent& event, int64_t ps) const;

    /**
     * @param waitingBytes at a port
     * @param ratebps of the port
     * @return for how long it grants nothing, in ps; 0: it may
     */
    int64_t GetRestPs(uint64_t waitingBytes, uint64_t ratebps) const;

    /**
     * @param waitingBytes at a port
     * @param ratebps of the port
     * @return from one of its grants to the next one, in ps
     */
    int64_t GetCreditPs(uint64_t waitingBytes, uint64_t ratebps) const;

    /**
     * Totals begin anywhere in a credit: else the queues for a port, granted in turn, would all at
     * once have sent so much more than they were granted that a grant lets them send nothing.
     *
     * @param key of a queue @return where those of the queue begin, in bytes
     */
    uint64_t DrawBegin(const VoqKey& key) const;

    /**
     * @param queuedBytes that ever came to a queue
     * @param toldBytes of which the port has been told
     * @param grantedBytes that the queue may send
     * @return whether the port has to hear of the rest now: it may have granted all that it knows
     *         of, or the rest is a credit at least, and a quarter of what is not granted
     */
    bool IsRequestDue(uint64_t queuedBytes, uint64_t toldBytes, uint64_t grantedBytes) const;

    /** Counts a grant. @param key of the queue @param totalBytes that it was ever granted */
    void NoteGrant(const VoqKey& key, uint64_t totalBytes);

    /** Counts a request. */
    void NoteRequest()
    {
        ++m_requests;
    }

    /**
     * Pauses the input of a packet for which its queue has no room, or drops it.
     *
     * @param packet comes to a queue; null if it was dropped
     * @param fill of the queue
     * @param waitingBytes of frames there
     * @param egress port that the packet is charged to
     * @return whether it still comes
     */
    bool Admit(FabricPacketPtr& packet, Fill& fill, uint64_t waitingBytes, uint16_t egress);

    /**
     * A packet has left its queue: there may be room for others.
     *
     * @param fill of the queue
     * @param waitingBytes of frames there
     */
    void NoteRoom(Fill& fill, uint64_t waitingBytes);

    /** Counts a packet that comes to a virtual output queue. @param frameBytes of it */
    void NoteQueued(uint32_t frameBytes);

    /** Counts a packet that leaves a virtual output queue. @param frameBytes of it */
    void NoteUnqueued(uint32_t frameBytes)
    {
        m_queuedBytes -= frameBytes;
    }

    /** @return attribute CreditBytes */
    uint32_t GetCreditBytes() const
    {
        return m_creditBytes;
    }

    /** @return attribute QueueBytes; 0: no limit */
    uint64_t GetQueueLimitBytes() const
    {
        return m_queueLimitBytes;
    }

    /** @return attribute LocalDelay, in ps */
    int64_t GetLocalDelayPs() const
    {
        return m_localDelay.GetPicoSeconds();
    }

    /** @return the clock of this run */
    const TickClock& GetClock() const
    {
        return m_clock;
    }

  private:
    bool DoStops(uint16_t ingress, uint8_t lane) const override;

    TickClock m_clock;
    uint32_t m_creditBytes;
    double m_speedUp;
    uint64_t m_nearBytes;
    uint64_t m_egressBytes;
    uint64_t m_queueLimitBytes;
    Time m_localDelay;
    uint64_t m_queuedBytes{0}; //!< of frames, in virtual output queues
    uint64_t m_peakQueuedBytes{0};
    std::vector<uint32_t> m_stops; //!< by port and lane: queues that have it paused
    DropReason m_full;
    uint64_t m_grants{0};
    uint64_t m_requests{0};
    TracedCallback<const VoqKey&, uint64_t> m_grantTrace;
};

} // namespace ns3

#endif // AI_FABRIC_GRANTING_PATH_SELECTOR_H
