// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "telemetry-stack.h"

#include "ns3/recycled-pool.h"

namespace ns3
{

namespace
{

__thread RecycledShelf g_shelf;

RecycledPool g_pool(sizeof(TelemetryStack), []() -> RecycledShelf& { return g_shelf; });

} // namespace

void*
TelemetryStack::operator new(std::size_t)
{
    return g_shelf.Take(g_pool);
}

void
TelemetryStack::operator delete(void* place)
{
    g_shelf.Give(place);
}

} // namespace ns3
