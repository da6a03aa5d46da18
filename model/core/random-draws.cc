// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "random-draws.h"

#include "input-error.h"

#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ns3
{

namespace
{

/** Names in the order of DrawKind. */
constexpr std::array<const char*, 8> NAMES =
    {"paths", "marks", "losses", "queuePairs", "jitter", "placement", "workloads", "failures"};

std::array<std::optional<uint32_t>, NAMES.size()> g_fixed;

} // namespace

std::vector<std::string>
RandomDraws::GetKindNames()
{
    return {NAMES.begin(), NAMES.end()};
}

void
RandomDraws::Fix(DrawKind kind, uint32_t seed)
{
    if (seed == 0 || seed > LAST_SEED)
    {
        throw InputError(std::string("draws ") + NAMES[static_cast<size_t>(kind)] + ": seed " +
                         std::to_string(seed) + "; expected 1 to " + std::to_string(LAST_SEED));
    }
    g_fixed[static_cast<size_t>(kind)] = seed;
}

void
RandomDraws::Fix(const std::string& kind, uint32_t seed)
{
    const auto name = std::find(NAMES.begin(), NAMES.end(), kind);
    if (name == NAMES.end())
    {
        std::string known;
        for (const auto* other : NAMES)
        {
            known += (known.empty() ? "" : ", ") + std::string(other);
        }
        throw InputError("draws: unknown kind \"" + kind + "\"; expected one of " + known);
    }
    Fix(static_cast<DrawKind>(name - NAMES.begin()), seed);
}

void
RandomDraws::Release()
{
    g_fixed = {};
}

uint64_t
RandomDraws::GetSeed(DrawKind kind)
{
    const auto& fixed = g_fixed[static_cast<size_t>(kind)];
    const uint64_t seed = fixed ? *fixed : RngSeedManager::GetSeed();
    const uint64_t run = fixed ? 1 : RngSeedManager::GetRun();
    return HashDraw(HashDraw(HashDraw(0, NAMES[static_cast<size_t>(kind)]), seed), run);
}

RandomDraws::Scope::Scope(DrawKind kind)
{
    if (const auto& fixed = g_fixed[static_cast<size_t>(kind)])
    {
        m_seed = RngSeedManager::GetSeed();
        m_run = RngSeedManager::GetRun();
        RngSeedManager::SetSeed(*fixed);
        RngSeedManager::SetRun(1);
    }
}

RandomDraws::Scope::~Scope()
{
    if (m_seed)
    {
        RngSeedManager::SetSeed(*m_seed);
        RngSeedManager::SetRun(m_run);
    }
}

} // namespace ns3
