// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "chunk-history.h"

#include <algorithm>

namespace ns3
{

void
ChunkHistory::Begin(uint32_t ranks, uint32_t chunks)
{
    m_chunks = chunks;
    m_state.assign(size_t{ranks} * chunks, Chunk{NONE, NONE, NONE, 0});
    m_reads.clear();
    m_wentInto.clear();
}

uint64_t
ChunkHistory::GetTime(uint32_t rank, ChunkRange chunks) const
{
    uint64_t time = 0;
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        time = std::max(time, m_state[Index(rank, chunks.Get(i, m_chunks))].time);
    }
    return time;
}

void
ChunkHistory::SetTime(uint32_t rank, ChunkRange chunks, uint32_t writer, uint64_t time)
{
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        Chunk& chunk = m_state[Index(rank, chunks.Get(i, m_chunks))];
        if (chunk.writer == writer)
        {
            chunk.time = time;
        }
    }
}

uint32_t
ChunkHistory::AddSum(uint32_t own, uint32_t other)
{
    const uint32_t sum = GetSums();
    m_wentInto.push_back(sum);
    if (own != NONE)
    {
        m_wentInto[own] = sum;
    }
    AddToSum(other, sum);
    return sum;
}

void
ChunkHistory::AddToSum(uint32_t value, uint32_t sum)
{
    if (value != NONE && m_wentInto[value] == value)
    {
        m_wentInto[value] = sum;
    }
}

void
ChunkHistory::AfterWriter(uint32_t rank, uint32_t chunk, std::vector<uint32_t>& before) const
{
    const uint32_t writer = m_state[Index(rank, chunk)].writer;
    if (writer != NONE)
    {
        before.push_back(writer);
    }
}

void
ChunkHistory::AddRead(uint32_t rank, uint32_t chunk, uint32_t node, uint32_t sum)
{
    uint32_t& readers = m_state[Index(rank, chunk)].readers;
    m_reads.push_back({node, sum, readers});
    readers = static_cast<uint32_t>(m_reads.size() - 1);
}

void
ChunkHistory::Write(uint32_t rank,
                    uint32_t chunk,
                    uint32_t node,
                    uint32_t value,
                    uint64_t time,
                    std::vector<uint32_t>& before)
{
    Chunk& state = m_state[Index(rank, chunk)];
    if (state.readers == NONE)
    {
        AfterWriter(rank, chunk, before);
    }
    for (uint32_t i = state.readers; i != NONE; i = m_reads[i].next)
    {
        const Read& read = m_reads[i];
        const bool comesBack = read.sum != NONE && value != NONE && Latest(read.sum) == value;
        if (!comesBack && read.node != node)
        {
            before.push_back(read.node);
        }
    }
    state = {node, NONE, value, time};
}

/** @return last of the sums that this value went into, one after the other */
uint32_t
ChunkHistory::Latest(uint32_t value)
{
    while (m_wentInto[value] != value)
    {
        m_wentInto[value] = m_wentInto[m_wentInto[value]];
        value = m_wentInto[value];
    }
    return value;
}

} // namespace ns3
