// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SELECTIVE_REPEAT_H
#define AI_FABRIC_SELECTIVE_REPEAT_H

#include "loss-recovery.h"

#include "ns3/lazy-deque.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Selective repeat as in IRN ("Revisiting Network Support for RDMA", SIGCOMM'18, section 3): the
 * responder holds packets that come out of order and names them in a NAK together with the expected
 * packet; the requester sends only missing packets again.
 *
 * A packet is missing when a later packet has arrived. It is lost, and sent again, when a packet at
 * least ReorderPackets later has arrived. A packet that was sent again is lost again when a packet
 * first sent after the repetition has arrived. (IRN itself waits for a timeout in this case, and so
 * does DetectLostRepeats false.) After a timeout all packets that are not known to have arrived are
 * lost.
 *
 * BDP-FC: unacknowledged payload is limited to WindowBdps times line rate * base round trip,
 * rounded up to a whole packet. During the repair of a packet the window does not move for about
 * one round trip, so a window of one BDP costs throughput at every loss; a window of two BDPs does
 * not.
 *
 * Invariants: missing packets are in ascending order, not acknowledged and below the furthest known
 * arrival; each packet is delivered once, in order.
 */
class SelectiveRepeat final : public LossRecovery
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    SelectiveRepeat();

  private:
    /** A packet that has not arrived although a later one has. */
    struct Missing
    {
        uint64_t packet; //!< packet number
        /** The packet is lost when a packet with this or a higher number has arrived. */
        uint64_t lostBeyond;
    };

    void DoStart(const Context& context) override;
    void DoNotifySent(uint64_t span) override;
    void DoNotifyAck() override;
    bool DoNotifyNak(uint64_t selective, uint64_t messageStart) override;
    void DoNotifyTimeout(uint64_t messageStart) override;
    Verdict DoNotifyArrival(const Arrival& arrival) override;
    Verdict DoNotifyTrimmed(uint64_t packet) override;

    void AddMissing(uint64_t end, uint64_t lostBeyondOffset);
    void LoseMissing();
    void ChooseNext();

    double m_windowBdps; //!< window in bandwidth-delay products; 0: unlimited
    /** Distance by which later packets may overtake a packet that is not lost. */
    uint32_t m_reorderPackets;
    bool m_detectLostRepeats; //!< false: only a timeout detects them

    LazyDeque<Missing> m_missing; //!< requester
    uint64_t m_known{0};          //!< requester: number after the furthest known arrival
    std::vector<uint64_t> m_held; //!< responder: packets that came out of order, ascending
};

} // namespace ns3

#endif // AI_FABRIC_SELECTIVE_REPEAT_H
