// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "telemetry-tag.h"

#include "ns3/recycled-pool.h"

namespace ns3
{

namespace
{

__thread RecycledShelf g_tagShelf;

RecycledPool g_tagPool(sizeof(TelemetryTag), []() -> RecycledShelf& { return g_tagShelf; });

} // namespace

void*
TelemetryTag::operator new(std::size_t)
{
    return g_tagShelf.Take(g_tagPool);
}

void
TelemetryTag::operator delete(void* place)
{
    g_tagShelf.Give(place);
}

} // namespace ns3
