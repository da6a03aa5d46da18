// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "recycled-pool.h"

#include <new>
#include <utility>

namespace ns3
{

namespace
{

constexpr int64_t BATCH = 1024;     // places
constexpr int64_t KEPT = 4 * BATCH; // number of places that a running thread keeps
constexpr std::align_val_t LINE{64};

/** @return all pools; they are made before the threads */
std::vector<RecycledPool*>&
GetPools()
{
    static std::vector<RecycledPool*> pools;
    return pools;
}

} // namespace

RecycledPool::RecycledPool(std::size_t bytes, GetShelf getShelf)
    : m_bytes(bytes),
      m_getShelf(getShelf)
{
    GetPools().push_back(this);
}

void
RecycledPool::Free::operator()(std::byte* chunk) const
{
    ::operator delete(chunk, LINE);
}

void
RecycledPool::Fill(RecycledShelf& shelf)
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (!m_batches.empty())
    {
        shelf.free = m_batches.back().first;
        shelf.stock += m_batches.back().second;
        m_batches.pop_back();
        return;
    }
    auto* const chunk = static_cast<std::byte*>(::operator new(m_bytes* BATCH, LINE));
    m_chunks.emplace_back(chunk);
    for (int64_t i = BATCH; i-- > 0;)
    {
        auto* const place = reinterpret_cast<RecycledShelf::Place*>(chunk + m_bytes * i);
        place->next = shelf.free;
        shelf.free = place;
    }
    shelf.stock += BATCH;
}

uint64_t
RecycledPool::GetLiveCount()
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    return static_cast<uint64_t>(m_leftLive + m_getShelf().live);
}

void
RecycledPool::SettleAll(bool leaves)
{
    for (RecycledPool* const pool : GetPools())
    {
        pool->Settle(leaves);
    }
}

void
RecycledPool::Settle(bool leaves)
{
    RecycledShelf& shelf = m_getShelf();
    if (leaves)
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        if (shelf.free)
        {
            // At once: visiting places that have not been used for long takes time.
            m_batches.emplace_back(std::exchange(shelf.free, nullptr), shelf.stock - shelf.live);
        }
        m_leftLive += std::exchange(shelf.live, 0);
        shelf.stock = 0;
        return;
    }
    for (int64_t free = shelf.stock - shelf.live; free > KEPT; free -= BATCH)
    {
        RecycledShelf::Place* const first = shelf.free;
        RecycledShelf::Place* last = first;
        for (int64_t i = 1; i < BATCH; ++i)
        {
            last = last->next;
        }
        shelf.free = std::exchange(last->next, nullptr);
        shelf.stock -= BATCH;
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_batches.emplace_back(first, BATCH);
    }
}

} // namespace ns3
