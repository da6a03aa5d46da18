// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BITMAP_ENTROPY_POLICY_H
#define AI_FABRIC_BITMAP_ENTROPY_POLICY_H

#include "entropy-policy.h"
#include "path-turn.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Packet spraying that leaves out what met congestion, as the bitmap of UET in htsim does: turns
 * over all ports as ObliviousEntropyPolicy, but each mark of a port has it left out once more.
 *
 *     a mark:    skips of its port + 1, at most MaxSkips
 *     a packet:  takes the next port of the turn without skips; a port that is passed over has
 *                one less
 *
 * If all ports of a turn have skips, the one after that turn is taken.
 */
class BitmapEntropyPolicy final : public EntropyPolicy
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    uint16_t DoChoosePort(int64_t nowPs) override;
    void DoNotifyAck(const EntropyAck& ack) override;
    bool DoNeedsMarks() const override;
    /** @return the next one of the turn */
    uint32_t TakePath();

    uint32_t m_pathBits;
    uint32_t m_maxSkips;
    PathTurn m_turn;
    std::vector<uint8_t> m_skips; //!< by path
};

} // namespace ns3

#endif // AI_FABRIC_BITMAP_ENTROPY_POLICY_H
