// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "telemetry-stack.h"

#include <boost/pool/singleton_pool.hpp>
#include <new>

namespace ns3
{

namespace
{

/** Tells the pool of these from others. */
struct PoolTag
{
};

// Packets are made and recycled by one thread, as in FabricPacketPool.
using Pool = boost::singleton_pool<PoolTag,
                                   sizeof(TelemetryStack),
                                   boost::default_user_allocator_new_delete,
                                   boost::details::pool::null_mutex>;

} // namespace

void*
TelemetryStack::operator new(std::size_t)
{
    void* place = Pool::malloc();
    if (!place)
    {
        throw std::bad_alloc();
    }
    return place;
}

void
TelemetryStack::operator delete(void* place)
{
    Pool::free(place);
}

} // namespace ns3
