// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "telemetry-header.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace ns3
{

namespace
{

constexpr uint32_t HOP_COUNT_SHIFT = 12;
constexpr uint32_t RATE_SHIFT = 60;
constexpr uint32_t TIME_SHIFT = 36;
constexpr uint32_t SENT_SHIFT = 16;
constexpr uint64_t PATH_MASK = (1 << HOP_COUNT_SHIFT) - 1;
constexpr uint64_t TIME_MASK = (1 << 24) - 1;
constexpr uint64_t SENT_MASK = (1 << 20) - 1;
constexpr uint64_t QUEUE_MAX = UINT16_MAX;
constexpr int64_t TIME_UNIT_PS = 1000;
constexpr uint64_t SENT_UNIT_BYTES = 128;
constexpr uint64_t QUEUE_UNIT_BYTES = 80;
constexpr uint64_t RATE_UNIT_BPS = 1'000'000'000;

/** Rates in Gb/s by code. */
constexpr std::array<uint64_t, 12> RATES = {0, 1, 10, 25, 40, 50, 56, 100, 200, 400, 800, 1600};

uint64_t
CodeOf(uint64_t ratebps)
{
    const auto* found = std::find(std::next(RATES.begin()), RATES.end(), ratebps / RATE_UNIT_BPS);
    return found == RATES.end() || ratebps % RATE_UNIT_BPS ? 0 : found - RATES.begin();
}

uint64_t
FoldPath(uint64_t path)
{
    uint64_t folded = 0;
    for (; path > 0; path >>= HOP_COUNT_SHIFT)
    {
        folded ^= path & PATH_MASK;
    }
    return folded;
}

} // namespace

void
WriteTelemetry(const TelemetryStack& stack, WireWriter& out)
{
    out.Put(stack.count << HOP_COUNT_SHIFT | FoldPath(stack.path), 2);
    for (uint32_t i = 0; i < stack.room; ++i)
    {
        if (i >= stack.count)
        {
            out.PutZeros(8);
            continue;
        }
        const TelemetryHop& hop = stack.hops[i];
        const uint64_t time = static_cast<uint64_t>(hop.timePs / TIME_UNIT_PS) & TIME_MASK;
        const uint64_t sent = hop.sentBytes / SENT_UNIT_BYTES & SENT_MASK;
        const uint64_t queue = std::min(hop.queueBytes / QUEUE_UNIT_BYTES, QUEUE_MAX);
        out.Put(CodeOf(hop.ratebps) << RATE_SHIFT | time << TIME_SHIFT | sent << SENT_SHIFT | queue,
                8);
    }
}

std::unique_ptr<TelemetryStack>
ReadTelemetry(WireReader& in, uint32_t room)
{
    auto stack = std::make_unique<TelemetryStack>(std::min(room, TelemetryStack::MAX_HOPS));
    const uint64_t front = in.Get(2);
    stack->count = std::min(static_cast<uint32_t>(front >> HOP_COUNT_SHIFT), stack->room);
    stack->path = front & PATH_MASK;
    for (uint32_t i = 0; i < stack->room; ++i)
    {
        TelemetryHop& hop = stack->hops[i];
        const uint64_t word = in.Get(8);
        const uint64_t code = word >> RATE_SHIFT;
        hop.ratebps = code < RATES.size() ? RATES[code] * RATE_UNIT_BPS : 0;
        hop.timePs = static_cast<int64_t>(word >> TIME_SHIFT & TIME_MASK) * TIME_UNIT_PS;
        hop.sentBytes = (word >> SENT_SHIFT & SENT_MASK) * SENT_UNIT_BYTES;
        hop.queueBytes = (word & QUEUE_MAX) * QUEUE_UNIT_BYTES;
    }
    return stack;
}

} // namespace ns3
