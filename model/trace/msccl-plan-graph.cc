// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "msccl-plan-graph.h"

#include "ns3/graph-cycle.h"
#include "ns3/input-error.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Iterations of a pipeline beyond which a plan does not fit into memory. */
constexpr uint64_t MAX_PLAN_ITERATIONS = uint64_t{1} << 20;

} // namespace

MscclPlanGraph::MscclPlanGraph(const MscclPlan& plan,
                               const std::string& file,
                               uint64_t bytes,
                               CommunicationGraph& graph)
    : m_plan(plan),
      m_file(file),
      m_graph(graph),
      m_chunkBytes(bytes / plan.chunks + (bytes % plan.chunks > 0))
{
    if (bytes < plan.minBytes || bytes > plan.maxBytes)
    {
        Fail(0,
             bytes < plan.minBytes ? "min_message_size" : "max_message_size",
             "is " + std::to_string(bytes < plan.minBytes ? plan.minBytes : plan.maxBytes) +
                 ", but the operation has " + std::to_string(bytes) + " bytes");
    }
}

void
MscclPlanGraph::Build()
{
    for (uint32_t gpu = 0; gpu < m_plan.gpus.size(); ++gpu)
    {
        const auto& blocks = m_plan.gpus[gpu].blocks;
        for (uint32_t number = 0; number < blocks.size(); ++number)
        {
            Block block;
            block.gpu = gpu;
            block.number = number;
            for (const auto& operation : blocks[number])
            {
                Add(block, operation, {});
            }
        }
    }
    Connect();
    if (!FindGraphCycle(m_graph).empty())
    {
        Fail(0, "", "the operations form a cycle of dependencies");
    }
}

void
MscclPlanGraph::Fail(uint64_t line, const char* key, const std::string& problem) const
{
    throw InputError(m_file, line, key, problem);
}

/** @return bytes of a piece that an operation moves; 0 behind the end of the piece */
uint64_t
MscclPlanGraph::GetBytes(const MscclPlan::Operation& operation,
                         const MscclPlan::Piece& piece,
                         const Slice& slice) const
{
    if (piece.chunks > INT64_MAX / m_chunkBytes / 2)
    {
        Fail(operation.line, "size", "is too large; the operation moves over 2^62 bytes");
    }
    const uint64_t whole = piece.chunks * m_chunkBytes;
    const uint64_t bytes = slice.from < whole ? std::min(whole - slice.from, slice.bytes) : 0;
    return bytes / operation.shares + (operation.share < bytes % operation.shares);
}

void
MscclPlanGraph::Follow(Block& block, uint32_t node)
{
    if (block.last != NONE)
    {
        m_graph.AddDependency(block.last, node);
    }
}

uint32_t
MscclPlanGraph::Join(Block& block)
{
    const uint32_t join = m_graph.AddJoin(block.gpu);
    Follow(block, join);
    block.last = join;
    return join;
}

void
MscclPlanGraph::Add(Block& block, const MscclPlan::Operation& operation, const Slice& slice)
{
    if (!operation.loop.empty())
    {
        AddPipeline(block, operation);
        return;
    }
    if (operation.barrier != MscclPlan::NONE)
    {
        AddBarrier(block, operation);
    }
    for (const uint32_t semaphore : operation.acquired)
    {
        m_acquires[{block.gpu, semaphore}].push_back({Join(block), operation.line});
    }
    for (const uint32_t semaphore : operation.released)
    {
        m_releases[{block.gpu, semaphore}].push_back(Join(block));
    }
    if (!operation.targets.empty())
    {
        AddMoves(block, operation, slice);
        AddWrites(block, operation, slice);
    }
    if (operation.signals)
    {
        AddSignals(block, operation);
    }
    for (const auto& [peer, number, isPort] : operation.channels)
    {
        if (operation.waits)
        {
            m_waits[{peer, block.gpu, isPort, number}].push_back({Join(block), operation.line});
        }
        if (operation.flushes)
        {
            const uint32_t join = Join(block);
            for (const uint32_t send : block.sends[peer])
            {
                m_graph.AddDependency(send, join);
            }
            block.sends[peer].clear();
        }
    }
}

void
MscclPlanGraph::AddPipeline(Block& block, const MscclPlan::Operation& pipeline)
{
    if (pipeline.unitChunks > INT64_MAX / m_chunkBytes)
    {
        Fail(pipeline.line, "num_chunks", "is too large; the pipeline moves over 2^63 bytes");
    }
    const uint64_t bytes = pipeline.unitChunks * m_chunkBytes;
    const uint64_t iterations = bytes / pipeline.unitBytes + (bytes % pipeline.unitBytes > 0);
    if (iterations > MAX_PLAN_ITERATIONS)
    {
        Fail(pipeline.line,
             "unit_size",
             "gives " + std::to_string(iterations) + " iterations; expected at most " +
                 std::to_string(MAX_PLAN_ITERATIONS));
    }
    for (uint64_t i = 0; i < iterations; ++i)
    {
        for (const auto& operation : pipeline.loop)
        {
            Add(block, operation, {i * pipeline.unitBytes, pipeline.unitBytes});
        }
    }
}

/** Adds what an operation reads, and its work in the GPU. */
void
MscclPlanGraph::AddMoves(Block& block, const MscclPlan::Operation& operation, const Slice& slice)
{
    std::vector<uint32_t> arrived;
    for (const auto& source : operation.sources)
    {
        const uint64_t bytes = GetBytes(operation, source, slice);
        if (bytes > 0 && source.gpu != block.gpu)
        {
            const auto [request, requested] =
                m_graph.AddTransfer(block.gpu, source.gpu, 1, block.number);
            const auto [answer, answered] =
                m_graph.AddTransfer(source.gpu, block.gpu, bytes, block.number);
            Follow(block, request);
            m_graph.AddDependency(requested, answer);
            arrived.push_back(answered);
        }
        else if (bytes > 0 && operation.awaitsPackets && source.buffer == 's')
        {
            const uint32_t join = m_graph.AddJoin(block.gpu);
            for (uint64_t chunk = source.first; chunk < source.first + source.chunks; ++chunk)
            {
                m_readers[{block.gpu, chunk}].push_back({join, operation.line});
            }
            arrived.push_back(join);
        }
    }
    if (!arrived.empty())
    {
        const uint32_t join = Join(block);
        for (const uint32_t node : arrived)
        {
            m_graph.AddDependency(node, join);
        }
    }
    const uint64_t bytes = GetBytes(operation, operation.sources.front(), slice);
    const auto work = [&](uint32_t node) {
        Follow(block, node);
        block.last = node;
    };
    for (size_t i = 1; bytes > 0 && operation.reduces && i < operation.sources.size(); ++i)
    {
        work(m_graph.AddReduce(block.gpu, bytes));
    }
    if (bytes > 0 && operation.copies)
    {
        work(m_graph.AddCopy(block.gpu, bytes));
    }
}

/** Adds what an operation writes to other GPUs, and the packets that it writes to its own. */
void
MscclPlanGraph::AddWrites(Block& block, const MscclPlan::Operation& operation, const Slice& slice)
{
    for (const auto& target : operation.targets)
    {
        const uint64_t bytes = GetBytes(operation, target, slice);
        if (bytes == 0)
        {
            continue;
        }
        uint32_t written = block.last;
        if (target.gpu != block.gpu)
        {
            const auto [send, recv] =
                m_graph.AddTransfer(block.gpu,
                                    target.gpu,
                                    operation.sendsPackets ? 2 * bytes : bytes,
                                    block.number);
            Follow(block, send);
            block.unsaid[target.gpu].push_back(recv);
            block.sends[target.gpu].push_back(send);
            written = recv;
        }
        if (operation.sendsPackets && target.buffer == 's' && written != NONE)
        {
            for (uint64_t chunk = target.first; chunk < target.first + target.chunks; ++chunk)
            {
                m_packets[{target.gpu, chunk}].push_back(written);
            }
        }
    }
}

void
MscclPlanGraph::AddSignals(Block& block, const MscclPlan::Operation& operation)
{
    for (const auto& [peer, number, isPort] : operation.channels)
    {
        auto& writes = block.unsaid[peer];
        if (!operation.fuses || writes.empty())
        {
            const auto [send, recv] = m_graph.AddTransfer(block.gpu, peer, 1, block.number);
            Follow(block, send);
            block.sends[peer].push_back(send);
            writes.push_back(recv);
        }
        m_signals[{block.gpu, peer, isPort, number}].push_back(std::move(writes));
        writes.clear();
    }
}

void
MscclPlanGraph::AddBarrier(Block& block, const MscclPlan::Operation& operation)
{
    const uint32_t round = block.rounds[operation.barrier]++;
    auto& meeting = m_meetings[{block.gpu, operation.barrier, round}];
    if (meeting.nodes.empty())
    {
        meeting.blocks = operation.barrierBlocks;
        meeting.line = operation.line;
    }
    const uint32_t arrival = Join(block);
    meeting.nodes.emplace_back(arrival, Join(block));
}

/** Adds the dependencies between thread blocks. */
void
MscclPlanGraph::Connect()
{
    for (const auto& [channel, waits] : m_waits)
    {
        const auto& [from, to, isPort, number] = channel;
        const auto& signals = m_signals[channel];
        for (size_t i = 0; i < waits.size(); ++i)
        {
            if (i >= signals.size())
            {
                Fail(waits[i].line,
                     "name",
                     "waits for signal " + std::to_string(i) + " of GPU " + std::to_string(from) +
                         " to GPU " + std::to_string(to) + " on " + (isPort ? "port" : "memory") +
                         " channel " + std::to_string(number) + "; it is never sent");
            }
            for (const uint32_t node : signals[i])
            {
                m_graph.AddDependency(node, waits[i].node);
            }
        }
    }
    for (const auto& [place, acquires] : m_acquires)
    {
        const auto& [gpu, semaphore] = place;
        const auto& releases = m_releases[place];
        const uint64_t free = m_plan.gpus[gpu].semaphores[semaphore];
        for (uint64_t i = free; i < acquires.size(); ++i)
        {
            if (i - free >= releases.size())
            {
                Fail(acquires[i].line,
                     "semaphore_ids",
                     "semaphore " + std::to_string(semaphore) + " of GPU " + std::to_string(gpu) +
                         " is acquired " + std::to_string(i + 1) + " times, but released only " +
                         std::to_string(releases.size()) + " times from " + std::to_string(free));
            }
            m_graph.AddDependency(releases[i - free], acquires[i].node);
        }
    }
    for (const auto& [place, readers] : m_readers)
    {
        const auto writers = m_packets.find(place);
        if (writers == m_packets.end())
        {
            Fail(readers.front().line,
                 "src_buff",
                 "waits for packets in chunk " + std::to_string(place.second) +
                     " of the scratch buffer of GPU " + std::to_string(place.first) +
                     ", which no operation writes");
        }
        for (const auto& reader : readers)
        {
            for (const uint32_t writer : writers->second)
            {
                m_graph.AddDependency(writer, reader.node);
            }
        }
    }
    for (const auto& [key, meeting] : m_meetings)
    {
        if (meeting.nodes.size() != meeting.blocks)
        {
            Fail(meeting.line,
                 "num_threadblocks",
                 "is " + std::to_string(meeting.blocks) + ", but " +
                     std::to_string(meeting.nodes.size()) + " thread blocks come to barrier " +
                     std::to_string(std::get<1>(key)));
        }
        const uint32_t gate = m_graph.AddJoin(std::get<0>(key));
        for (const auto& [arrival, departure] : meeting.nodes)
        {
            m_graph.AddDependency(arrival, gate);
            m_graph.AddDependency(gate, departure);
        }
    }
}

} // namespace ns3
