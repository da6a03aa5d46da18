// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BITMAP_ENTROPY_POLICY_H
#define AI_FABRIC_BITMAP_ENTROPY_POLICY_H

#include "entropy-policy.h"
#include "path-bitmap.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * Packet spraying that avoids congested paths, as the bitmap of UET in htsim does. All ports take
 * turns, as in ObliviousEntropyPolicy, but each mark of a port makes the turn skip it once more,
 * and a packet of the port that did not arrive whole four times more (PathBitmap):
 *
 *     a mark:    skips of its port + 1, at most MaxSkips
 *     a NACK:    skips of its port + 4, at most MaxSkips
 *     a packet:  takes the next port of the turn without skips; each port that is passed over
 *                loses one skip
 *
 * The ports of packets that timed out are not known here; in htsim they get the largest number of
 * skips.
 */
class BitmapEntropyPolicy : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /**
     * @param nowPs current time, in ps
     * @return next port of the turn without skips
     */
    uint16_t DoChoosePort(int64_t nowPs) override;
    /** @param ack acknowledgement; its port gets skips if it is marked or a NACK */
    void DoNotifyAck(const EntropyAck& ack) override;

  private:
    void DoStart() override;
    bool DoNeedsMarks() const override;

    uint32_t m_pathBits;
    uint32_t m_maxSkips;
    PathBitmap m_paths;
};

} // namespace ns3

#endif // AI_FABRIC_BITMAP_ENTROPY_POLICY_H
