// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "msccl-data.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

MscclData::MscclData(const MscclProgram& program, const std::string& path)
    : m_program(program),
      m_path(path),
      m_gpus(static_cast<uint32_t>(program.blocks.size()))
{
}

void
MscclData::Check()
{
    if (!Divide())
    {
        return;
    }
    Fill();
    Run();
    for (uint32_t gpu = 0; gpu < m_gpus; ++gpu)
    {
        const bool isShort = m_outputs < m_program.chunks;
        for (uint64_t chunk = 0; chunk < m_outputs; ++chunk)
        {
            const Memory& memory = m_memory[gpu];
            Compare(gpu,
                    chunk,
                    m_program.inPlace ? memory.input[chunk + (isShort ? gpu * m_share : 0)]
                                      : memory.output[chunk]);
        }
    }
}

/** Sets the lengths of input and output if the collective is known. @return true if it is known */
bool
MscclData::Divide()
{
    const std::string& name = m_program.collective;
    const bool isScatter = name == "reduce_scatter" || name == "reducescatter";
    const bool isGather = name == "allgather";
    m_reduces = isScatter || name == "allreduce";
    if (!m_reduces && !isGather && name != "alltoall")
    {
        return false;
    }
    if (name != "allreduce" && m_program.chunks % m_gpus != 0)
    {
        throw InputError(m_path,
                         0,
                         "nchunksperloop",
                         "is " + std::to_string(m_program.chunks) + " for " + name +
                             "; expected a multiple of the " + std::to_string(m_gpus) + " GPUs");
    }
    m_share = m_program.chunks / m_gpus;
    m_inputs = isGather ? m_share : m_program.chunks;
    m_outputs = isScatter ? m_share : m_program.chunks;
    return true;
}

/** Gives each GPU its input. */
void
MscclData::Fill()
{
    m_memory.resize(m_gpus);
    m_done.resize(m_gpus);
    for (uint32_t gpu = 0; gpu < m_gpus; ++gpu)
    {
        const auto& buffers = m_program.buffers[gpu];
        Memory& memory = m_memory[gpu];
        memory.input.resize(std::max(buffers.input, m_inputs));
        memory.output.resize(std::max(buffers.output, m_outputs));
        memory.scratch.resize(buffers.scratch);
        if (m_program.inPlace)
        {
            memory.input.resize(std::max(memory.input.size(), memory.output.size()));
            memory.output.clear();
        }
        const bool isBehind = m_program.inPlace && m_inputs < m_program.chunks;
        for (uint64_t chunk = 0; chunk < m_inputs; ++chunk)
        {
            memory.input[chunk + (isBehind ? gpu * m_share : 0)] =
                std::make_shared<const std::vector<Origin>>(1, Origin(gpu, chunk));
        }
        m_done[gpu].resize(m_program.blocks[gpu].size());
    }
}

/** Runs each thread block as far as possible, until all are done. */
void
MscclData::Run()
{
    for (bool goesOn = true; goesOn;)
    {
        goesOn = false;
        for (uint32_t gpu = 0; gpu < m_gpus; ++gpu)
        {
            for (uint32_t block = 0; block < m_done[gpu].size(); ++block)
            {
                for (; IsReady(gpu, block); ++m_done[gpu][block], goesOn = true)
                {
                    const auto& steps = m_program.blocks[gpu][block];
                    Do(gpu, steps, steps.steps[m_done[gpu][block]]);
                }
            }
        }
    }
}

/** @return true if the next step of a thread block can be carried out */
bool
MscclData::IsReady(uint32_t gpu, uint32_t number)
{
    const auto& block = m_program.blocks[gpu][number];
    if (m_done[gpu][number] == block.steps.size())
    {
        return false;
    }
    const auto& step = block.steps[m_done[gpu][number]];
    if (step.awaitedBlock != MscclProgram::NONE &&
        m_done[gpu][step.awaitedBlock] <= step.awaitedStep)
    {
        return false;
    }
    if (!step.receives)
    {
        return true;
    }
    const Messages& messages = m_messages[{block.recvPeer, gpu, block.channel}];
    return messages.received < messages.sent.size();
}

void
MscclData::Do(uint32_t gpu, const MscclProgram::Block& block, const MscclProgram::Step& step)
{
    std::vector<Chunk> values;
    if (step.receives)
    {
        Messages& messages = m_messages[{block.recvPeer, gpu, block.channel}];
        values = std::move(messages.sent[messages.received++]);
    }
    if (step.reduces || step.copies || (step.sends && !step.receives))
    {
        // A reduction within the GPU adds to the target.
        const bool isLocal = step.reduces && !step.receives;
        const Chunk* const source = Find(gpu, step, step.source, "srcbuf", "srcoff");
        const Chunk* const other =
            isLocal ? Find(gpu, step, step.target, "dstbuf", "dstoff") : values.data();
        std::vector<Chunk> results;
        for (uint64_t i = 0; i < step.chunks; ++i)
        {
            results.push_back(step.reduces ? Add(source[i], other[i]) : source[i]);
        }
        values = std::move(results);
    }
    if (step.stores)
    {
        std::copy(values.begin(), values.end(), Find(gpu, step, step.target, "dstbuf", "dstoff"));
    }
    if (step.sends)
    {
        m_messages[{gpu, block.sendPeer, block.channel}].sent.push_back(std::move(values));
    }
}

MscclData::Chunk*
MscclData::Find(uint32_t gpu,
                const MscclProgram::Step& step,
                const MscclProgram::Place& place,
                const char* buffer,
                const char* offset)
{
    if (place.buffer == '\0')
    {
        throw InputError(m_path,
                         step.line,
                         buffer,
                         "is missing; expected one of i, o, s, as the result of " +
                             m_program.collective + " is checked");
    }
    Memory& memory = m_memory[gpu];
    std::vector<Chunk>* chunks = &memory.scratch;
    uint64_t first = 0; // first chunk of the buffer
    if (place.buffer != 's')
    {
        const bool isInput = place.buffer == 'i';
        chunks = m_program.inPlace || isInput ? &memory.input : &memory.output;
        const bool isBehind =
            m_program.inPlace && (isInput ? m_inputs : m_outputs) < m_program.chunks;
        first = isBehind ? gpu * m_share : 0;
    }
    const uint64_t size = chunks->size() - std::min<uint64_t>(first, chunks->size());
    if (place.chunk < 0 || static_cast<uint64_t>(place.chunk) > size ||
        step.chunks > size - static_cast<uint64_t>(place.chunk))
    {
        throw InputError(m_path,
                         step.line,
                         offset,
                         "is " + std::to_string(place.chunk) + " for " +
                             std::to_string(step.chunks) + " chunks, but buffer " + place.buffer +
                             " of gpu " + std::to_string(gpu) + " has " + std::to_string(size));
    }
    return chunks->data() + first + place.chunk;
}

/** @return the sum of two chunks */
MscclData::Chunk
MscclData::Add(const Chunk& one, const Chunk& other)
{
    if (!one || !other)
    {
        return one ? one : other;
    }
    std::vector<Origin> sum;
    sum.reserve(one->size() + other->size());
    std::merge(one->begin(), one->end(), other->begin(), other->end(), std::back_inserter(sum));
    return std::make_shared<const std::vector<Origin>>(std::move(sum));
}

/** @return the demanded contents of a chunk of a GPU's output */
std::vector<MscclData::Origin>
MscclData::GetWanted(uint32_t gpu, uint64_t chunk) const
{
    if (!m_reduces)
    {
        const bool isGather = m_inputs < m_program.chunks;
        return {{static_cast<uint32_t>(chunk / m_share),
                 chunk % m_share + (isGather ? 0 : gpu * m_share)}};
    }
    const uint64_t summand = m_outputs < m_program.chunks ? gpu * m_share + chunk : chunk;
    std::vector<Origin> wanted;
    for (uint32_t other = 0; other < m_gpus; ++other)
    {
        wanted.emplace_back(other, summand);
    }
    return wanted;
}

void
MscclData::Compare(uint32_t gpu, uint64_t chunk, const Chunk& found) const
{
    const auto wanted = GetWanted(gpu, chunk);
    static const std::vector<Origin> NOTHING;
    const auto& present = found ? *found : NOTHING;
    const auto fail = [&](const char* problem, const Origin& origin) {
        throw InputError(m_path,
                         0,
                         "coll",
                         m_program.collective + ": at the end, chunk " + std::to_string(chunk) +
                             " of the output of gpu " + std::to_string(gpu) + " " + problem +
                             " chunk " + std::to_string(origin.second) + " of the input of gpu " +
                             std::to_string(origin.first));
    };
    std::vector<Origin> differing;
    std::set_difference(wanted.begin(),
                        wanted.end(),
                        present.begin(),
                        present.end(),
                        std::back_inserter(differing));
    if (!differing.empty())
    {
        fail("lacks", differing.front());
    }
    std::set_difference(present.begin(),
                        present.end(),
                        wanted.begin(),
                        wanted.end(),
                        std::back_inserter(differing));
    if (!differing.empty())
    {
        const bool isWanted = std::binary_search(wanted.begin(), wanted.end(), differing.front());
        fail(isWanted ? "contains more than once" : "should not contain", differing.front());
    }
}

} // namespace ns3
