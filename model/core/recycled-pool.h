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
 * The free places of a RecycledPool in one thread. Each thread has its own variable, so that
 * threads do not wait for each other; all members are zero at first.
 *
 * Invariant: free places = stock - live.
 */
struct RecycledShelf
{
    /** A free place. */
    struct Place
    {
        Place* next; //!< next free place, or null
    };

    /**
     * @param pool pool of this shelf
     * @return place with arbitrary contents
     */
    void* Take(RecycledPool& pool);

    /** @param object place of the pool without a living object */
    void Give(void* object)
    {
        auto* const place = static_cast<Place*>(object);
        place->next = free;
        free = place;
        --live;
    }

    Place* free; //!< first free place
    /**
     * Places taken minus places returned; negative if other threads take the places returned here.
     */
    int64_t live;
    int64_t stock; //!< places received from the pool
};

/**
 * @ingroup ai-fabric-core
 * Places of one size for objects that any thread makes and recycles frequently. If the size is a
 * multiple of a cache line, no two places share a cache line.
 *
 * Places that one thread takes and another returns collect on the other's shelf: SettleAll()
 * balances the shelves. Memory is never returned to the system.
 */
class RecycledPool
{
  public:
    /** Function that returns the calling thread's shelf of a pool. */
    using GetShelf = RecycledShelf& (*)();

    /**
     * @param bytes size of a place, a multiple of the alignment of plain values
     * @param getShelf function that finds the shelf of this pool
     */
    RecycledPool(std::size_t bytes, GetShelf getShelf);

    /** @param shelf shelf without a free place, which gets some */
    void Fill(RecycledShelf& shelf);

    /** @return number of used places, if no other thread is running */
    uint64_t GetLiveCount();

    /**
     * Takes surplus places off the calling thread's shelves, for use by others. Each of several
     * threads must call it from time to time, and at its end.
     *
     * @param leaves true if the thread ends: then all free places are taken
     */
    static void SettleAll(bool leaves);

  private:
    /** Frees memory that begins at a cache line. */
    struct Free
    {
        void operator()(std::byte* chunk) const;
    };

    void Settle(bool leaves);

    const std::size_t m_bytes;
    const GetShelf m_getShelf;
    std::mutex m_mutex;                                     //!< protects the members below
    std::vector<std::unique_ptr<std::byte, Free>> m_chunks; //!< all memory
    /** Surplus places of shelves: first place and length of each list. */
    std::vector<std::pair<RecycledShelf::Place*, int64_t>> m_batches;
    int64_t m_leftLive{0}; //!< live count of the shelves of ended threads
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
