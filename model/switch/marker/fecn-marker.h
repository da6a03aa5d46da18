// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FECN_MARKER_H
#define AI_FABRIC_FECN_MARKER_H

#include "ecn-marker.h"

#include <bitset>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * FECN of InfiniBand's congestion control annex (IBTA vol. 1, A10.2).
 *
 * A packet of at least PacketSize * 64 B is eligible if its virtual lane of the egress port holds
 *     q >= (16 - Threshold) / 16 * MaxQueueBytes,   Threshold 1 ... 15
 * and the port is the root of the congestion, or VictimMask contains the port. Each eligible packet
 * is marked with probability 1 / (1 + MarkingRate), so that on average MarkingRate packets stay
 * unmarked between two marks.
 *
 * The port is a victim, not a root, for a packet that had to wait for credits: while the packet was
 * in the queue, it or an earlier packet of the lane was held back by the other end. The queue of a
 * root grows because of the limited rate of its own link. Under PFC a pause in force counts as lack
 * of credits.
 *
 * The annex does not say of which quantity the threshold is a fraction, nor how long a port that
 * lacked credits is a victim; both rules are this model's.
 */
class FecnMarker final : public EcnMarker
{
  public:
    /** Unit of PacketSize, in bytes: one block of credit. */
    static constexpr uint32_t CREDIT_BYTES = 64;
    /** Number of bits of VictimMask. */
    static constexpr uint32_t MASK_BITS = 256;

    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    /** State of one virtual lane of a port when the last packet was judged. */
    struct Lane
    {
        int64_t blockedPs{0};  //!< total time without credits so far, in ps
        int64_t lackedAtPs{0}; //!< last time when blockedPs was seen to have grown, in ps; 0: never
    };

    bool DoShouldMark(const MarkingEvent& event) override;
    bool DoCanMark() const override;
    int64_t DoAssignStreams(int64_t stream) override;

    void SetThreshold(uint8_t threshold);
    uint8_t GetThreshold() const;
    void SetMaxQueueBytes(uint64_t bytes);
    uint64_t GetMaxQueueBytes() const;
    void SetThresholdBytes();

    /** @return true if the lane lacked credits while the packet waited in it */
    bool HasLackedCredits(const MarkingEvent& event);
    void SetVictimMask(std::string mask);
    std::string GetVictimMask() const;

    uint8_t m_threshold{0}; //!< 1 to 15; 0: no packet is marked
    uint64_t m_maxQueueBytes{0};
    uint8_t m_packetSize;                //!< smallest packet that is marked, in units of 64 B
    uint16_t m_markingRate;              //!< average number of unmarked packets between two marks
    std::bitset<MASK_BITS> m_victimMask; //!< bit n: port n marks even if it is a victim
    uint64_t m_thresholdBytes{0};        //!< queue threshold in bytes, computed
    std::vector<Lane> m_lanes;           //!< by port and lane
};

} // namespace ns3

#endif // AI_FABRIC_FECN_MARKER_H
