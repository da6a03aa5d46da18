// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "telemetry-stack.h"

#include "ns3/recycled-pool.h"

namespace ns3
{

namespace
{

__thread RecycledShelf g_stackShelf;

RecycledPool g_stackPool(sizeof(TelemetryStack), []() -> RecycledShelf& { return g_stackShelf; });

} // namespace

void*
TelemetryStack::operator new(std::size_t)
{
    return g_stackShelf.Take(g_stackPool);
}

void
TelemetryStack::operator delete(void* place)
{
    g_stackShelf.Give(place);
}

} // namespace ns3
