// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DICE_H
#define AI_FABRIC_DICE_H

#include <cstdint>
#include <random>

namespace ns3
{

/** Random numbers that are the same with every standard library. */
class Dice
{
  public:
    explicit Dice(uint32_t seed)
        : m_engine(seed)
    {
    }

    /** @return a number from 0 to below the bound */
    uint32_t operator()(uint32_t bound)
    {
        return static_cast<uint32_t>(m_engine()) % bound;
    }

  private:
    std::mt19937 m_engine;
};

} // namespace ns3

#endif // AI_FABRIC_DICE_H
