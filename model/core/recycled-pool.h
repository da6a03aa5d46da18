// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECYCLED_POOL_H
#define AI_FABRIC_RECYCLED_POOL_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ns3
{

class RecycledPool;

/**
 * @ingroup ai-fabric-core
 * The free places of a RecycledPool that one thread has. A variable of each thread, so that nobody
 * waits for another; all zero at first.
 *
 * Invariant: free places = stock - live.
 */
struct RecycledShelf
{
    /** A free place. */
    struct Place
    {
        Place* next; //!< the next one, or null
    };

    /** @param pool whose shelf it is @return a place, with whatever was in it before */
    void* Take(RecycledPool& pool);

    /** @param object a place of the pool, in which nothing lives any more */
    void Give(void* object)
    {
        auto* const place = static_cast<Place*>(object);
        place->next = free;
        free = place;
        --live;
    }

    Place* free;   //!< the first of them
    int64_t live;  //!< places taken less places given back; negative if others take what comes here
    int64_t stock; //!< places that came from the pool
};

/**
 * @ingroup ai-fabric-core
 * Places of one size for objects that are made and recycled all the time, by any thread. Where that
 * size is one of whole cache lines, no two places share one.
 *
 * What one thread takes and another gives back ends on the other's shelf: SettleAll() evens that
 * out. Memory is never given back to the system.
 */
class RecycledPool
{
  public:
    /** @return the calling thread's shelf of a pool */
    using GetShelf = RecycledShelf& (*)();

    /**
     * @param bytes of a place, a multiple of the alignment, which is that of any plain value
     * @param getShelf finds the shelf of this pool
     */
    RecycledPool(std::size_t bytes, GetShelf getShelf);

    /** @param shelf without a free place, which gets some */
    void Fill(RecycledShelf& shelf);

    /** @return places that are in use, if no other thread is at work */
    uint64_t GetLiveCount();

    /**
     * Takes a surplus off the calling thread's shelves, for others to use. To be called now and
     * then by each of several threads, and at the end of each.
     *
     * @param leaves whether the thread ends: then all that is free is taken
     */
    static void SettleAll(bool leaves);

  private:
    /** Gives memory back that begins with a cache line. */
    struct Free
    {
        void operator()(std::byte* chunk) const;
    };

    void Settle(bool leaves);

    const std::size_t m_bytes;
    const GetShelf m_getShelf;
    std::mutex m_mutex;                                     //!< of what follows
    std::vector<std::unique_ptr<std::byte, Free>> m_chunks; //!< all memory
    /** Places that shelves had too much of: the first of a list, and how many it has. */
    std::vector<std::pair<RecycledShelf::Place*, int64_t>> m_batches;
    int64_t m_leftLive{0}; //!< live count of the shelves of threads that have ended
};

inline void*
RecycledShelf::Take(RecycledPool& pool)
{
    if (!free)
    {
        pool.Fill(*this);
    }
    Place* const place = free;
    free = place->next;
    ++live;
    return place;
}

} // namespace ns3

#endif // AI_FABRIC_RECYCLED_POOL_H
