// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DERIVED_HEADROOM_H
#define AI_FABRIC_DERIVED_HEADROOM_H

#include "headroom-calculator.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * The headroom from first principles, exact for this model.
 *
 *     X = F + 84 B * priorities + rate/8 * (2 delay + latency + reaction + tick)
 *     H = 2 (F - g) + ceil(X * (F - g) / F)
 *
 * with F the longest packet on the wire and g its preamble and gap, 20 B except for the
 * HpccFraming, which has none. The whole packet that crosses the threshold is charged to the
 * headroom (the first F; a cut-through device charges it before its other bits have come, so they
 * are part of X and this F does not exist). The sender continues at line rate from the last bit of
 * that packet until the pause takes effect:
 *  - the packet crosses the wire and the pipeline to the buffer (delay, latency);
 *  - the pause frame waits for a frame that has just begun (F) and for those of the other
 *    priorities, and takes its own 84 B (84 B * priorities);
 *  - the pause frame crosses the wire (delay), and the sender reacts (reaction).
 *
 * Packets are not cut, so a packet that began an instant earlier is completed (the second F). The
 * buffer is charged frames, without preamble and gap: for W bytes on the wire at most
 * W (F - g) / F, which packets of full length reach. A buffer with cells is charged whole cells:
 *
 *     H = 2 ceil((F - g) / cell) * cell + ceil(X * max over frames f of
 *                                              ceil(f / cell) * cell / (f + g))
 *
 * which short packets reach, or packets that have just begun a cell (GetMostCharged()). These are
 * the terms of IEEE 802.1Qbb annex O; the delays of the interfaces are part of the latency and the
 * reaction.
 *
 * The order within one tick of ns-3's clock is undefined, hence the tick (1 ps in the scenario
 * runner).
 *
 * Tightness: with packets of full length only, 1 + ceil(X/F) packets are charged, so losses begin
 * less than F below H, at any rate and cable length.
 */
class DerivedHeadroom final : public HeadroomCalculator
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    uint64_t DoGetHeadroomBytes(const HeadroomLink& link) const override;

    bool m_standardReaction; //!< the other end may take as long as IEEE 802.3 allows
};

} // namespace ns3

#endif // AI_FABRIC_DERIVED_HEADROOM_H
