// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lazy-uniform-random.h"

#include "ns3/assert.h"
#include "ns3/rng-seed-manager.h"

namespace ns3
{

LazyUniformRandom::LazyUniformRandom()
    : m_state(Start{RngSeedManager::GetNextStreamIndex(),
                    RngSeedManager::GetRun(),
                    RngSeedManager::GetSeed()})
{
}

void
LazyUniformRandom::SetStream(int64_t stream)
{
    constexpr uint64_t FIRST_BY_NUMBER = uint64_t{1} << 63; // lower numbers are automatic streams
    NS_ASSERT(stream >= 0);
    m_state = Start{FIRST_BY_NUMBER + static_cast<uint64_t>(stream),
                    RngSeedManager::GetRun(),
                    RngSeedManager::GetSeed()};
}

} // namespace ns3
