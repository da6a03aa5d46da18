// SPDX-License-Identifier: GPL-2.0-only

#include "collective-builder.h"

#include <algorithm>
#include <utility>

namespace ns3
{

CollectiveBuilder::CollectiveBuilder(const RankLayout& layout,
                                     const ChunkSizes& sizes,
                                     uint32_t channels)
    : m_layout(layout),
      m_sizes(sizes),
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
    const auto [send, recv] = AddMessage(from, to, source, needed);
    const uint64_t moved = std::max(Moved(from, source), Moved(to, needed)) + Bytes(from, source);
    for (uint32_t i = 0; i < source.count; ++i)
    {
        const uint32_t chunk = source.Get(i, m_sizes.chunks);
        if (Bytes(from, chunk) > 0)
        {
            Chunk& sent = At(from, chunk);
            AddRead(sent, send, NONE);
            Write(At(to, target.Get(i, m_sizes.chunks)), recv, sent.value, moved);
        }
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
    const auto [send, recv] = AddMessage(from, to, chunks, chunks);
    // What is sent without rendezvous beside what is sent with it does not count.
    const uint64_t counted = m_rendezvousBytes == UINT64_MAX ? 0 : Bytes(from, chunks);
    const uint64_t moved = std::max(Moved(from, chunks), Moved(to, chunks)) + counted;
    const uint32_t firstSum = ReadForSum(from, to, chunks, send);
    AddReduce(to, chunks, recv, firstSum, moved);
}

void
CollectiveBuilder::ExchangeAndReduce(uint32_t one, uint32_t other, ChunkRange chunks)
{
    if (!MakesNodes(one, chunks, 6))
    {
        return;
    }
    const auto there = AddMessage(one, other, chunks, chunks);
    const auto back = AddMessage(other, one, chunks, chunks);
    const uint64_t moved = std::max(Moved(one, chunks), Moved(other, chunks)) + Bytes(one, chunks);
    const uint32_t sumsOfOther = ReadForSum(one, other, chunks, there.first);
    const uint32_t sumsOfOne = ReadForSum(other, one, chunks, back.first);
    AddReduce(other, chunks, there.second, sumsOfOther, moved);
    AddReduce(one, chunks, back.second, sumsOfOne, moved);
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
            Chunk& from = At(rank, chunk);
            AfterWriter(from);
            AddRead(from, copy, NONE);
            Write(At(rank, target.Get(i, m_sizes.chunks)), copy, from.value, from.moved);
        }
    }
    AddDependencies(copy);
    m_progress[rank].arrived.push_back(copy);
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
    const auto firstSum = static_cast<uint32_t>(m_wentInto.size());
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        // All members' values go into one sum, as if added one after the other.
        uint32_t sum = Sum(NONE, NONE);
        for (const uint32_t rank : group.ranks)
        {
            const uint32_t value = At(rank, chunks.Get(i, m_sizes.chunks)).value;
            if (value != NONE && m_wentInto[value] == value)
            {
                m_wentInto[value] = sum;
            }
        }
    }
    for (uint32_t member = 0; member < members; ++member)
    {
        const uint32_t rank = group.ranks[member];
        const uint32_t node = nodes[member];
        m_before = m_progress[rank].gate;
        for (uint32_t i = 0; i < chunks.count; ++i)
        {
            const uint32_t chunk = chunks.Get(i, m_sizes.chunks);
            if (Bytes(rank, chunk) > 0)
            {
                AfterWriter(At(rank, chunk));
                Write(At(rank, chunk), node, firstSum + i, At(rank, chunk).moved);
            }
        }
        AddDependencies(node);
        m_progress[rank].sent.push_back(node);
        m_progress[rank].arrived.push_back(node);
        Record(node, {chunks, chunks});
    }
}

void
CollectiveBuilder::AwaitArrivals(uint32_t rank)
{
    if (!m_counting)
    {
        Progress& progress = m_progress[rank];
        progress.gate.insert(progress.gate.end(), progress.arrived.begin(), progress.arrived.end());
        progress.arrived.clear();
    }
}

void
CollectiveBuilder::AwaitAll(uint32_t rank)
{
    if (!m_counting)
    {
        Progress& progress = m_progress[rank];
        if (!progress.sent.empty())
        {
            progress.gate.clear(); // what was sent has waited for it
        }
        progress.gate.insert(progress.gate.end(), progress.sent.begin(), progress.sent.end());
        progress.sent.clear();
        AwaitArrivals(rank);
    }
}

void
CollectiveBuilder::BeginCount(uint32_t channel)
{
    m_counting = true;
    m_channel = channel;
}

void
CollectiveBuilder::SetLongestMessage(uint64_t bytes)
{
    m_sliceBytes = std::max<uint64_t>(1, bytes / m_mostChunks);
    m_nodeCount = 0;
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
    m_graph.Reserve(static_cast<size_t>(m_nodeCount));
    m_progress.resize(m_layout.GetRanks());
}

void
CollectiveBuilder::BeginPass(uint32_t channel, uint64_t slice)
{
    m_channel = channel;
    m_slice = slice;
    m_state.assign(size_t{m_layout.GetRanks()} * m_sizes.chunks, Chunk{NONE, NONE, NONE, 0});
    m_reads.clear();
    m_wentInto.clear();
    for (Progress& progress : m_progress)
    {
        progress = Progress();
    }
    if (m_data)
    {
        ChunkSizes& sizes = m_data->passes.emplace_back(m_sizes);
        for (size_t i = 0; i < sizes.bytes.size(); ++i)
        {
            sizes.bytes[i] = Bytes(static_cast<uint32_t>(i / m_sizes.chunks),
                                   static_cast<uint32_t>(i % m_sizes.chunks));
        }
    }
}

uint64_t
CollectiveBuilder::CountSlices(uint64_t shareBytes) const
{
    return shareBytes / m_sliceBytes + (shareBytes % m_sliceBytes > 0);
}

/** @return the bytes of a chunk in this pass */
uint64_t
CollectiveBuilder::Bytes(uint32_t rank, uint32_t chunk) const
{
    const uint64_t share = GetPart(m_sizes.Get(rank, chunk), m_channels, m_channel);
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

/** Counts a statement of so many nodes, if that is wanted. @return whether it makes them now */
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
        const uint64_t bytes = m_sizes.Get(rank, chunks.Get(i, m_sizes.chunks));
        slices = std::max(slices, CountSlices(GetPart(bytes, m_channels, m_channel)));
    }
    m_nodeCount += static_cast<double>(slices) * nodes;
    if (m_rendezvousBytes != UINT64_MAX)
    {
        m_nodeCount += static_cast<double>(slices) * 4; // two clear-to-sends
    }
    m_sliceCount = std::max(m_sliceCount, slices);
    m_mostChunks = std::max(m_mostChunks, chunks.count);
    return false;
}

CollectiveBuilder::Chunk&
CollectiveBuilder::At(uint32_t rank, uint32_t chunk)
{
    return m_state[size_t{rank} * m_sizes.chunks + chunk];
}

/** @return the last of the sums that this value has gone into, the first one of each */
uint32_t
CollectiveBuilder::Latest(uint32_t value)
{
    while (m_wentInto[value] != value)
    {
        m_wentInto[value] = m_wentInto[m_wentInto[value]];
        value = m_wentInto[value];
    }
    return value;
}

/** @return the number of the sum of two values */
uint32_t
CollectiveBuilder::Sum(uint32_t own, uint32_t other)
{
    const auto sum = static_cast<uint32_t>(m_wentInto.size());
    m_wentInto.push_back(sum);
    for (const uint32_t part : {own, other})
    {
        if (part != NONE && m_wentInto[part] == part)
        {
            m_wentInto[part] = sum;
        }
    }
    return sum;
}

/** A SEND reads chunks that the receiver will add. @return the first sum's number, of one each */
uint32_t
CollectiveBuilder::ReadForSum(uint32_t from, uint32_t to, ChunkRange chunks, uint32_t send)
{
    const auto firstSum = static_cast<uint32_t>(m_wentInto.size());
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        const uint32_t chunk = chunks.Get(i, m_sizes.chunks);
        Chunk& sent = At(from, chunk);
        const uint32_t sum = Sum(At(to, chunk).value, sent.value);
        if (Bytes(from, chunk) > 0)
        {
            AddRead(sent, send, sum);
        }
    }
    return firstSum;
}

/** A rank adds the chunks of a message to its own. */
void
CollectiveBuilder::AddReduce(uint32_t rank,
                             ChunkRange chunks,
                             uint32_t recv,
                             uint32_t firstSum,
                             uint64_t moved)
{
    const uint32_t reduce = m_graph.AddReduce(rank, Bytes(rank, chunks));
    m_before.push_back(recv);
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        const uint32_t chunk = chunks.Get(i, m_sizes.chunks);
        if (Bytes(rank, chunk) > 0)
        {
            Write(At(rank, chunk), reduce, firstSum + i, moved);
        }
    }
    AddDependencies(reduce);
    m_progress[rank].arrived.push_back(reduce);
    Record(recv, {});
    Record(reduce, {{0, 0}, chunks, 0, recv});
}

void
CollectiveBuilder::AfterWriter(const Chunk& chunk)
{
    if (chunk.writer != NONE)
    {
        m_before.push_back(chunk.writer);
    }
}

void
CollectiveBuilder::AddRead(Chunk& chunk, uint32_t node, uint32_t value)
{
    m_reads.push_back({node, value, chunk.readers});
    chunk.readers = static_cast<uint32_t>(m_reads.size() - 1);
}

void
CollectiveBuilder::Write(Chunk& chunk, uint32_t node, uint32_t value, uint64_t moved)
{
    if (chunk.readers == NONE)
    {
        AfterWriter(chunk);
    }
    for (uint32_t i = chunk.readers; i != NONE; i = m_reads[i].next)
    {
        const Read& read = m_reads[i];
        const bool comesBack = read.value != NONE && value != NONE && Latest(read.value) == value;
        if (!comesBack && read.node != node)
        {
            m_before.push_back(read.node);
        }
    }
    chunk = {node, NONE, value, moved};
}

/** @return bytes that must have moved before all these chunks are there */
uint64_t
CollectiveBuilder::Moved(uint32_t rank, ChunkRange chunks)
{
    uint64_t moved = 0;
    for (uint32_t i = 0; i < chunks.count; ++i)
    {
        moved = std::max(moved, At(rank, chunks.Get(i, m_sizes.chunks)).moved);
    }
    return moved;
}

/** @return the node at the sender that a message to a receiver that is later waits for, or NONE */
uint32_t
CollectiveBuilder::AddClearToSend(uint32_t from, uint32_t to, ChunkRange source, ChunkRange needed)
{
    if (Bytes(from, source) < m_rendezvousBytes ||
        Moved(to, needed) < Moved(from, source) + std::max<uint64_t>(m_rendezvousBytes, 1))
    {
        return NONE;
    }
    // On queue pairs of its own: behind data that leave at the same time it would come too late.
    const auto clear = m_graph.AddTransfer(to, from, CLEAR_TO_SEND_BYTES, m_channels + m_channel);
    for (uint32_t i = 0; i < needed.count; ++i)
    {
        AfterWriter(At(to, needed.Get(i, m_sizes.chunks)));
    }
    AddDependencies(clear.first);
    Record(clear.first, {});
    Record(clear.second, {});
    return clear.second;
}

/** Makes a node wait for what was collected in m_before. */
void
CollectiveBuilder::AddDependencies(uint32_t node)
{
    std::sort(m_before.begin(), m_before.end());
    m_before.erase(std::unique(m_before.begin(), m_before.end()), m_before.end());
    for (const uint32_t before : m_before)
    {
        m_graph.AddDependency(before, node);
    }
    m_before.clear();
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

/** @return SEND and RECV; the SEND waits for what it has to */
std::pair<uint32_t, uint32_t>
CollectiveBuilder::AddMessage(uint32_t from, uint32_t to, ChunkRange source, ChunkRange needed)
{
    const uint32_t clear = AddClearToSend(from, to, source, needed);
    const auto message = m_graph.AddTransfer(from, to, Bytes(from, source), m_channel);
    Progress& sender = m_progress[from];
    m_before = sender.gate;
    if (clear != NONE)
    {
        m_before.push_back(clear);
    }
    for (uint32_t i = 0; i < source.count; ++i)
    {
        const uint32_t chunk = source.Get(i, m_sizes.chunks);
        if (Bytes(from, chunk) > 0)
        {
            AfterWriter(At(from, chunk));
        }
    }
    AddDependencies(message.first);
    sender.sent.push_back(message.first);
    m_progress[to].arrived.push_back(message.second);
    Record(message.first, {source, {0, 0}});
    return message;
}

} // namespace ns3
