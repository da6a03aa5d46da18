// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-builder.h"

#include "ns3/assert.h"

#include <algorithm>
#include <utility>

namespace ns3
{

CollectiveBuilder::CollectiveBuilder(const RankLayout& layout,
                                     const ChunkSizes& sizes,
                                     uint32_t channels)
    : m_layout(layout),
      m_sizes(sizes),
      m_pass(sizes),
      m_channels(channels)
{
}

uint64_t
CollectiveBuilder::GetSize(ChunkRange chunks) const
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        bytes += m_sizes.Get(0, chunks.Get(i, m_sizes.chunks));
    }
    return bytes;
}

void
CollectiveBuilder::Send(uint32_t from,
                        uint32_t to,
                        ChunkRange source,
                        ChunkRange target,
                        ChunkRange needed)
{
    if (!MakesNodes(from, source, 2))
    {
        return;
    }
    uint32_t depth = 0;
    if (needed.first != target.first || needed.count != target.count)
    {
        AfterWriters(to, needed); // the step of the receiver, which may be later than the sender's
        depth = m_order.GetDepth(m_before);
        m_before.clear();
    }
    const auto [send, recv, start] = AddMessage(from, to, source, needed, depth);
    const uint64_t bytes = Bytes(from, source);
    for (uint32_t i = 0; i < source.count; ++i)
    {
        const uint32_t chunk = source.Get(i, m_sizes.chunks);
        if (Bytes(from, chunk) > 0)
        {
            const uint32_t value = m_history.GetValue(from, chunk);
            m_history.AddRead(from, chunk, send, NONE);
            Write(to, target.Get(i, m_sizes.chunks), recv, value, start + bytes);
        }
    }
    if (m_rendezvousBytes != UINT64_MAX)
    {
        m_progress[from].AddMessage({recv, to, target, start, bytes, start + bytes});
    }
    AddDependencies(recv);
    Record(recv, {{0, 0}, target});
}

void
CollectiveBuilder::SendAndReduce(uint32_t from, uint32_t to, ChunkRange chunks)
{
    if (!MakesNodes(from, chunks, 3))
    {
        return;
    }
    const Message message = AddMessage(from, to, chunks, chunks);
    // Messages sent without rendezvous in parallel to those with it do not count.
    const uint64_t counted = m_rendezvousBytes == UINT64_MAX ? 0 : Bytes(from, chunks);
    const uint32_t firstSum = ReadForSum(from, to, chunks, message.send);
    AddReduce(to, chunks, message.recv, firstSum, message.start + counted);
}

void
CollectiveBuilder::ExchangeAndReduce(uint32_t one, uint32_t other, ChunkRange chunks)
{
    if (!MakesNodes(one, chunks, 6))
    {
        return;
    }
    const Message there = AddMessage(one, other, chunks, chunks);
    const Message back = AddMessage(other, one, chunks, chunks);
    const uint64_t bytes = Bytes(one, chunks);
    const uint32_t sumsOfOther = ReadForSum(one, other, chunks, there.send);
    const uint32_t sumsOfOne = ReadForSum(other, one, chunks, back.send);
    AddReduce(other, chunks, there.recv, sumsOfOther, there.start + bytes);
    AddReduce(one, chunks, back.recv, sumsOfOne, back.start + bytes);
}

void
CollectiveBuilder::Copy(uint32_t rank, ChunkRange source, ChunkRange target)
{
    if (!MakesNodes(rank, source, 1))
    {
        return;
    }
    const uint32_t copy = m_graph.AddCopy(rank, Bytes(rank, source));
    for (uint32_t i = 0; i < source.count; ++i)
    {
        const uint32_t chunk = source.Get(i, m_sizes.chunks);
        if (Bytes(rank, chunk) > 0)
        {
            const uint32_t value = m_history.GetValue(rank, chunk);
            const uint64_t time = m_history.GetTime(rank, chunk);
            m_history.AfterWriter(rank, chunk, m_before);
            m_history.AddRead(rank, chunk, copy, NONE);
            Write(rank, target.Get(i, m_sizes.chunks), copy, value, time);
        }
    }
    AddDependencies(copy);
    m_progress[rank].AddArrived(copy);
    Record(copy, {source, target});
}

void
CollectiveBuilder::Aggregate(const CommunicationGraph::Group& group,
                             AggregationOperation operation,
                             ChunkRange chunks,
                             uint32_t root)
{
    const uint32_t first = group.ranks.front();
    const auto members = static_cast<uint32_t>(group.ranks.size());
    if (!MakesNodes(first, chunks, members))
    {
        return;
    }
    const bool hasData = operation != AggregationOperation::BARRIER;
    const auto nodes = m_graph.AddAggregate(m_graph.AddGroup(group),
                                            operation,
                                            hasData ? Bytes(first, chunks) : 0,
                                            root);
    const uint32_t firstSum = m_history.GetSums();
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        // The values of all members go into one sum, as if added one after the other.
        const uint32_t sum = m_history.AddSum(NONE, NONE);
        for (const uint32_t rank : group.ranks)
        {
            m_history.AddToSum(m_history.GetValue(rank, chunks.Get(i, m_sizes.chunks)), sum);
        }
    }
    for (uint32_t member = 0; member < members; ++member)
    {
        const uint32_t rank = group.ranks[member];
        const uint32_t node = nodes[member];
        m_before = m_progress[rank].GetGate();
        for (uint32_t i = 0; i < chunks.count; ++i)
        {
            const uint32_t chunk = chunks.Get(i, m_sizes.chunks);
            if (Bytes(rank, chunk) > 0)
            {
                const uint64_t time = m_history.GetTime(rank, chunk);
                m_history.AfterWriter(rank, chunk, m_before);
                Write(rank, chunk, node, firstSum + i, time);
            }
        }
        AddDependencies(node);
        m_progress[rank].AddSent(node);
        m_progress[rank].AddArrived(node);
        Record(node, {chunks, chunks});
    }
}

void
CollectiveBuilder::AwaitAll(uint32_t rank)
{
    if (!m_counting)
    {
        // A node that waits for the arrival need not wait for the departure.
        m_order.ForgetSent(rank);
        for (const RankProgress::Message& message : m_progress[rank].AwaitAll())
        {
            m_history.SetTime(message.to, message.target, message.recv, message.end);
        }
    }
}

void
CollectiveBuilder::BeginCount(uint32_t channel)
{
    m_counting = true;
    m_channel = channel;
    for (size_t i = 0; i < m_sizes.bytes.size(); ++i)
    {
        m_pass.bytes[i] = CountSlices(GetPart(m_sizes.bytes[i], m_channels, m_channel));
    }
}

void
CollectiveBuilder::BeginGraph(CollectiveData* data)
{
    m_counting = false;
    m_data = data;
    if (m_data)
    {
        *m_data = CollectiveData();
    }
    m_graph = CommunicationGraph(m_layout.GetRanks());
    m_edges.clear();
}

void
CollectiveBuilder::BeginPass(uint32_t channel, uint64_t slice)
{
    m_channel = channel;
    m_slice = slice;
    m_history.Begin(m_layout.GetRanks(), m_sizes.chunks);
    m_progress.assign(m_layout.GetRanks(), RankProgress());
    m_order.BeginPass(m_layout.GetRanks());
    for (size_t i = 0; i < m_sizes.bytes.size(); ++i)
    {
        m_pass.bytes[i] = GetPassBytes(m_sizes.bytes[i]);
    }
    if (m_data)
    {
        m_data->passes.push_back(m_pass);
    }
}

/** @return bytes of a chunk in this pass */
uint64_t
CollectiveBuilder::GetPassBytes(uint64_t chunkBytes) const
{
    const uint64_t share = GetPart(chunkBytes, m_channels, m_channel);
    if (share <= m_sliceBytes)
    {
        return m_slice == 0 ? share : 0;
    }
    const uint64_t slices = CountSlices(share);
    return m_slice < slices ? GetPart(share, slices, m_slice) : 0;
}

uint64_t
CollectiveBuilder::Bytes(uint32_t rank, ChunkRange chunks) const
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        bytes += Bytes(rank, chunks.Get(i, m_sizes.chunks));
    }
    return bytes;
}

/**
 * Counts the nodes of a statement in the counting phase.
 *
 * @return true if the statement must make its nodes now
 */
bool
CollectiveBuilder::MakesNodes(uint32_t rank, ChunkRange chunks, uint32_t nodes)
{
    if (!m_counting)
    {
        return Bytes(rank, chunks) > 0;
    }
    uint64_t slices = 0;
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        slices = std::max(slices, m_pass.Get(rank, chunks.Get(i, m_sizes.chunks)));
    }
    m_nodeCount += static_cast<double>(slices) * nodes;
    if (m_rendezvousBytes != UINT64_MAX || m_turnBytes != UINT64_MAX)
    {
        m_nodeCount += static_cast<double>(slices) * 4; // two clear-to-sends or turns
    }
    m_sliceCount = std::max(m_sliceCount, slices);
    m_mostChunks = std::max(m_mostChunks, chunks.count);
    return false;
}

/**
 * Makes the present node wait for the writers of these chunks; chunks without bytes have none.
 */
void
CollectiveBuilder::AfterWriters(uint32_t rank, ChunkRange chunks)
{
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        const uint32_t chunk = chunks.Get(i, m_sizes.chunks);
        if (Bytes(rank, chunk) > 0)
        {
            m_history.AfterWriter(rank, chunk, m_before);
        }
    }
}

/** @return earliest time at which a rank can send these chunks to a ready receiver, in bytes */
uint64_t
CollectiveBuilder::GetStart(uint32_t from, ChunkRange source) const
{
    return std::max(m_history.GetTime(from, source), m_progress[from].GetFreeTime());
}

/**
 * Records that a SEND reads chunks that the receiver will add.
 *
 * @return number of the first new sum; there is one sum per chunk
 */
uint32_t
CollectiveBuilder::ReadForSum(uint32_t from, uint32_t to, ChunkRange chunks, uint32_t send)
{
    const uint32_t firstSum = m_history.GetSums();
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        const uint32_t chunk = chunks.Get(i, m_sizes.chunks);
        const uint32_t sum =
            m_history.AddSum(m_history.GetValue(to, chunk), m_history.GetValue(from, chunk));
        if (Bytes(from, chunk) > 0)
        {
            m_history.AddRead(from, chunk, send, sum);
        }
    }
    return firstSum;
}

/** Adds the REDUCE of a message's chunks to the rank's own. */
void
CollectiveBuilder::AddReduce(uint32_t rank,
                             ChunkRange chunks,
                             uint32_t recv,
                             uint32_t firstSum,
                             uint64_t time)
{
    const uint32_t reduce = m_graph.AddReduce(rank, Bytes(rank, chunks));
    m_before.push_back(recv);
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        const uint32_t chunk = chunks.Get(i, m_sizes.chunks);
        if (Bytes(rank, chunk) > 0)
        {
            Write(rank, chunk, reduce, firstSum + i, time);
        }
    }
    AddDependencies(reduce);
    m_progress[rank].AddArrived(reduce);
    Record(recv, {});
    Record(reduce, {{0, 0}, chunks, 0, recv});
}

/**
 * @return arrival of the clear-to-send for a long message to a rank behind its sender; NONE if none
 * is necessary
 */
uint32_t
CollectiveBuilder::AddClearToSend(uint32_t from, uint32_t to, ChunkRange source, ChunkRange needed)
{
    if (Bytes(from, source) < m_rendezvousBytes ||
        m_history.GetTime(to, needed) <
            GetStart(from, source) + std::max<uint64_t>(m_rendezvousBytes, 1))
    {
        return NONE;
    }
    // Uses its own queue pairs: behind data that leaves at the same time it would be late.
    const auto clear = m_graph.AddTransfer(to, from, CLEAR_TO_SEND_BYTES, m_channels + m_channel);
    AfterWriters(to, needed);
    AddDependencies(clear.first);
    m_order.Raise(clear.second, m_order.GetDepth(clear.first) + MessageOrder::SMALL_MESSAGE);
    Record(clear.first, {});
    Record(clear.second, {});
    return clear.second;
}

/**
 * Makes a node wait for the nodes in m_before, except nodes that others of m_before wait for.
 */
void
CollectiveBuilder::AddDependencies(uint32_t node)
{
    m_order.Raise(node, m_order.GetDepth(m_before));
    m_implied.clear();
    if (m_before.size() > 1)
    {
        std::sort(m_before.begin(), m_before.end());
        m_before.erase(std::unique(m_before.begin(), m_before.end()), m_before.end());
        // Dependencies are in the order of the waiting nodes.
        NS_ASSERT_MSG(m_edges.empty() || m_edges.back().second < node, "nodes are out of order");
        for (const uint32_t before : m_before)
        {
            auto dependency = std::lower_bound(
                m_edges.begin(),
                m_edges.end(),
                before,
                [](const auto& entry, uint32_t waiting) { return entry.second < waiting; });
            for (; dependency != m_edges.end() && dependency->second == before; ++dependency)
            {
                m_implied.push_back(dependency->first);
            }
        }
        std::sort(m_implied.begin(), m_implied.end());
    }
    for (const uint32_t before : m_before)
    {
        if (!std::binary_search(m_implied.begin(), m_implied.end(), before))
        {
            m_graph.AddDependency(before, node);
            m_edges.emplace_back(before, node);
        }
    }
    m_before.clear();
}

/**
 * Makes a long message wait for small messages that signal that the receiver's messages of the step
 * before have left other ranks.
 *
 * @param depth depth of its step at the receiver, so far
 * @param before receives the arrivals of the small messages
 */
void
CollectiveBuilder::AddTurns(uint32_t from,
                            uint32_t to,
                            ChunkRange source,
                            uint32_t depth,
                            std::vector<uint32_t>& before)
{
    if (Bytes(from, source) < m_turnBytes)
    {
        return;
    }
    const auto lastStep = m_order.GetReceivedBefore(to, std::max(depth, m_order.GetDepth(before)));
    for (const auto& last : lastStep)
    {
        if (last.peer != from)
        {
            const auto turn =
                m_graph.AddTransfer(last.peer, from, CLEAR_TO_SEND_BYTES, m_channels + m_channel);
            m_graph.AddOrder(last.send, turn.first);
            AddDependencies(turn.first);
            m_order.Raise(turn.second, m_order.GetDepth(last.send) + MessageOrder::SMALL_MESSAGE);
            Record(turn.first, {});
            Record(turn.second, {});
            before.push_back(turn.second);
        }
    }
}

void
CollectiveBuilder::Record(uint32_t node, const CollectiveData::Access& access)
{
    if (m_data)
    {
        m_data->accesses.resize(m_graph.GetNodes().size());
        m_data->accesses[node] = access;
        m_data->accesses[node].pass = static_cast<uint32_t>(m_data->passes.size() - 1);
    }
}

/**
 * @param depth lower limit of the depth of its step at the receiver
 * @return the message; its SEND has all its dependencies
 */
CollectiveBuilder::Message
CollectiveBuilder::AddMessage(uint32_t from,
                              uint32_t to,
                              ChunkRange source,
                              ChunkRange needed,
                              uint32_t depth)
{
    uint64_t start = std::max(GetStart(from, source), m_history.GetTime(to, needed));
    RankProgress& sender = m_progress[from];
    const uint32_t clear = AddClearToSend(from, to, source, needed);
    m_before = sender.GetGate();
    AfterWriters(from, source);
    std::vector<uint32_t> before = std::exchange(m_before, {});
    if (clear != NONE)
    {
        before.push_back(clear);
        start += m_rendezvousBytes;
    }
    else
    {
        AddTurns(from, to, source, depth, before);
    }
    const auto [send, recv] = m_graph.AddTransfer(from, to, Bytes(from, source), m_channel);
    m_before = std::move(before);
    AddDependencies(send);
    m_order.Raise(recv, m_order.GetDepth(send) + MessageOrder::MESSAGE);
    m_order.Add(m_graph, m_layout, send, depth, m_turnBytes != UINT64_MAX);
    sender.AddSent(send);
    m_progress[to].AddArrived(recv);
    Record(send, {source, {0, 0}});
    return {send, recv, start};
}

} // namespace ns3
