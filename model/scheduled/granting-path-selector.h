// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRANTING_PATH_SELECTOR_H
#define AI_FABRIC_GRANTING_PATH_SELECTOR_H

#include "ns3/drop-reason.h"
#include "ns3/fabric-event.h"
#include "ns3/frozen-attributes.h"
#include "ns3/holding-path-selector.h"
#include "ns3/nstime.h"
#include "ns3/traced-callback.h"
#include "ns3/voq-table.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * Base of switches that hold packets in virtual output queues until the output port of the fabric
 * has granted credits, of CreditBytes each.
 *
 * A port grants a lane (VoqGrantArbiter) at SpeedUp times its rate, or at 2 - SpeedUp times its
 * rate if more than NearBytes wait in the lane's egress queue. It grants nothing while more than
 * EgressBytes wait there. So the egress queue stays near NearBytes, and the queue of a paused port
 * ends at EgressBytes.
 *
 * If a queue would exceed QueueBytes, its input is paused until the queue has room for a credit,
 * provided the packet's lane is lossless at the input. Otherwise the packet is dropped.
 *
 * All counts are bytes on the wire, and totals since the start.
 */
class GrantingPathSelector : public HoldingPathSelector, public FrozenAttributes
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Signature of the trace source Grant.
     *
     * @param queue virtual output queue that got the grant
     * @param totalBytes bytes granted to the queue since the start, on the wire
     */
    typedef void (*GrantTracedCallback)(const VoqKey& queue, uint64_t totalBytes);

    /** @return number of requests that queues of this switch sent */
    uint64_t GetRequests() const
    {
        return m_requests;
    }

    /** @return peak of the frame bytes in all virtual output queues together */
    uint64_t GetPeakQueuedBytes() const
    {
        return m_peakQueuedBytes;
    }

  protected:
    /** State of the pause that a virtual output queue causes. */
    struct Fill
    {
        bool stops{false};   //!< the queue has its input paused
        uint16_t ingress{0}; //!< paused port
        uint8_t lane{0};     //!< paused lane
    };

    GrantingPathSelector();

    /** Reads the attributes. */
    void DoStart() override;

    /** @return current time in ps, rounded to ticks */
    int64_t NowPs() const;

    /** Schedules an event. @param event event @param ps time in ps */
    void Arm(FabricEvent& event, int64_t ps) const;

    /**
     * @param waitingBytes bytes in the egress queue of the port
     * @param ratebps rate of the port in bit/s
     * @return time until the port may grant again, in ps; 0: it may grant now
     */
    int64_t GetRestPs(uint64_t waitingBytes, uint64_t ratebps) const;

    /**
     * @param waitingBytes bytes in the egress queue of the port
     * @param ratebps rate of the port in bit/s
     * @return time from one grant of the port to the next, in ps
     */
    int64_t GetCreditPs(uint64_t waitingBytes, uint64_t ratebps) const;

    /**
     * Draws the start value of a queue's totals, anywhere within a credit. With equal start values,
     * the queues for a port, granted in turn, would all at once have overdrawn their grants so far
     * that a grant lets them send nothing.
     *
     * @param key key of the queue
     * @return start value of the queue's totals in bytes, below CreditBytes
     */
    uint64_t DrawBegin(const VoqKey& key) const;

    /**
     * @param queuedBytes bytes that ever came to a queue
     * @param toldBytes bytes of queuedBytes that were reported to the port
     * @param grantedBytes bytes that the queue may send
     * @return true if the port must hear of the unreported bytes now: it may have granted all bytes
     * that it knows of, or the unreported bytes are at least a credit and at least a quarter of the
     * reported bytes that are not granted
     */
    bool IsRequestDue(uint64_t queuedBytes, uint64_t toldBytes, uint64_t grantedBytes) const;

    /** Counts a grant. @param key key of the queue @param totalBytes bytes granted to it, ever */
    void NoteGrant(const VoqKey& key, uint64_t totalBytes);

    /** Counts a request. */
    void NoteRequest()
    {
        ++m_requests;
    }

    /**
     * Pauses the input of a packet if its queue has no room, or drops the packet.
     *
     * @param packet packet that comes to the queue; null afterwards if it was dropped
     * @param fill state of the queue's pause
     * @param waitingBytes frame bytes in the queue
     * @param egress port that the packet is charged to
     * @return true if the packet may enter the queue, false if it was dropped
     */
    bool Admit(FabricPacketPtr& packet, Fill& fill, uint64_t waitingBytes, uint16_t egress);

    /**
     * Ends the pause if the queue has room again; called after a packet has left the queue.
     *
     * @param fill state of the queue's pause
     * @param waitingBytes frame bytes in the queue
     */
    void NoteRoom(Fill& fill, uint64_t waitingBytes);

    /** Counts a packet that enters a virtual output queue. @param frameBytes length of its frame */
    void NoteQueued(uint32_t frameBytes);

    /** Counts a packet that leaves a virtual output queue. @param frameBytes length of its frame */
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
    uint64_t m_queuedBytes{0}; //!< frame bytes in virtual output queues
    uint64_t m_peakQueuedBytes{0};
    std::vector<uint32_t> m_stops; //!< by port and lane: number of queues that pause it
    DropReason m_full;
    uint64_t m_requests{0};
    TracedCallback<const VoqKey&, uint64_t> m_grantTrace;
};

} // namespace ns3

#endif // AI_FABRIC_GRANTING_PATH_SELECTOR_H
