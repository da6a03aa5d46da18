// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARED_PIPE_H
#define AI_FABRIC_SHARED_PIPE_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-scenario
 * Bytes on their way from one process to another, in memory that both have: a ring, whose bytes are
 * behind it.
 *
 * Invariants: written - read is what is in it, 0 to its size; one process writes and one reads.
 */
class SharedPipe
{
  public:
    /** @param bytes that it is to hold @return bytes of memory of a pipe */
    static constexpr size_t GetSize(size_t bytes)
    {
        return sizeof(SharedPipe) + bytes;
    }

    /**
     * As much as there is room for.
     *
     * @param from the first of the bytes
     * @param bytes how many there are
     * @param size bytes that the pipe holds
     * @return how many were written
     */
    size_t Write(const char* from, size_t bytes, size_t size);

    /**
     * As much as is there.
     *
     * @param to where the first is put
     * @param bytes how many are wanted
     * @param size bytes that the pipe holds
     * @return how many were read
     */
    size_t Read(char* to, size_t bytes, size_t size);

  private:
    /** @return the first of its bytes */
    char* GetBytes()
    {
        return reinterpret_cast<char*>(this + 1);
    }

    alignas(64) std::atomic<uint64_t> m_written{0}; //!< bytes, ever
    alignas(64) std::atomic<uint64_t> m_read{0};    //!< bytes, ever
};

static_assert(std::atomic<uint64_t>::is_always_lock_free, "processes share no locks");

} // namespace ns3

#endif // AI_FABRIC_SHARED_PIPE_H
