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
 * responder keeps what comes out of order and names it in a NAK together with what it expects; the
 * requester sends only what is missing.
 *
 * A packet is missing when a later one has come; it is lost, and sent again, when one has come that
 * is ReorderPackets further on. What was sent again is lost again when something first sent after
 * it has come (IRN itself waits for a timeout there; DetectLostRepeats false does so too). After a
 * timeout everything that is not known to have come is lost.
 *
 * BDP-FC: no more payload may be unacknowledged than WindowBdps times line rate * base round trip,
 * up to the next whole packet.
 * While a packet is repaired the window stands still for about a round trip, so a window of one
 * BDP costs throughput at every loss, one of two does not.
 *
 * Invariants: what is missing is in ascending order, not acknowledged and below the furthest known
 * arrival; each packet is delivered once, in order.
 */
class SelectiveRepeat final : public LossRecovery
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    SelectiveRepeat();

  private:
    /** A packet that has not come although a later one has. */
    struct Missing
    {
        uint64_t packet;     //!< its number
        uint64_t lostBeyond; //!< it is lost once a packet at or beyond this one has come
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

    double m_windowBdps;       //!< window in bandwidth-delay products; 0: none
    uint32_t m_reorderPackets; //!< how far later ones may overtake one that is not lost
    bool m_detectLostRepeats;  //!< else only a timeout does

    LazyDeque<Missing> m_missing; //!< requester
    uint64_t m_known{0};          //!< requester: one more than the furthest known arrival
    std::vector<uint64_t> m_held; //!< responder: what has come out of order, ascending
};

} // namespace ns3

#endif // AI_FABRIC_SELECTIVE_REPEAT_H
