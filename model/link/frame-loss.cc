// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "frame-loss.h"

#include <cmath>

namespace ns3
{

bool
FrameLoss::Draw(uint32_t frameBytes)
{
    double intact = 1 - m_errorRate;
    if (m_bitErrorRate > 0)
    {
        intact *= std::exp(8.0 * frameBytes * std::log1p(-m_bitErrorRate));
    }
    return m_random.Draw() < 1 - intact;
}

} // namespace ns3
