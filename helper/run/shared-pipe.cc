// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shared-pipe.h"

#include <algorithm>
#include <cstring>

namespace ns3
{

size_t
SharedPipe::Write(const char* from, size_t bytes, size_t size)
{
    const uint64_t written = m_written.load(std::memory_order_relaxed);
    const uint64_t used = written - m_read.load(std::memory_order_acquire);
    const size_t taken = std::min<size_t>(bytes, size - used);
    const size_t begin = written % size;
    const size_t first = std::min(taken, size - begin);
    std::memcpy(GetBytes() + begin, from, first);
    std::memcpy(GetBytes(), from + first, taken - first);
    m_written.store(written + taken, std::memory_order_release);
    return taken;
}

size_t
SharedPipe::Read(char* to, size_t bytes, size_t size)
{
    const uint64_t read = m_read.load(std::memory_order_relaxed);
    const uint64_t used = m_written.load(std::memory_order_acquire) - read;
    const size_t taken = std::min<size_t>(bytes, used);
    const size_t begin = read % size;
    const size_t first = std::min(taken, size - begin);
    std::memcpy(to, GetBytes() + begin, first);
    std::memcpy(to + first, GetBytes(), taken - first);
    m_read.store(read + taken, std::memory_order_release);
    return taken;
}

} // namespace ns3
