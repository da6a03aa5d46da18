// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MSCCL_DATA_H
#define AI_FABRIC_MSCCL_DATA_H

#include "msccl-program.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Follows the chunks of a collective through an MSCCL program, to check its result.
 *
 * With C chunks for n GPUs and k = C/n, chunk c of GPU g must finally be
 *
 *     collective                          input    output
 *     allreduce                           C        C: the sum of chunk c of all inputs
 *     allgather                           k        C: chunk c mod k of the input of GPU c/k
 *     reduce_scatter, reducescatter       C        k: the sum of chunk g k + c of all inputs
 *     alltoall                            C        C: chunk g k + c mod k of the input of GPU c/k
 *
 * In place, input and output are one buffer, in which the shorter of the two begins at g k.
 *
 * A chunk is the list of inputs added up in it. The steps of thread blocks are carried out in one
 * of the orders that the program allows.
 */
class MscclData
{
  public:
    /**
     * @param program program to follow; every half of a message has its other half, and no step
     *         waits for itself
     * @param path path of its file, for messages
     */
    MscclData(const MscclProgram& program, const std::string& path);

    /**
     * Does nothing if the result of the collective is not known.
     *
     * @throw InputError if the result is not that of the collective, with the chunk that is missing
     *         or too much; or if a step reads or writes outside of its buffers or does not say
     *         where
     */
    void Check();

  private:
    /** A chunk of an input: the GPU and the number of the chunk there. */
    using Origin = std::pair<uint32_t, uint64_t>;

    /** Inputs added up, ascending; null: nothing was ever written. */
    using Chunk = std::shared_ptr<const std::vector<Origin>>;

    /** The buffers of a GPU. */
    struct Memory
    {
        std::vector<Chunk> input; //!< in place, this is the output too
        std::vector<Chunk> output;
        std::vector<Chunk> scratch;
    };

    /** Sender, receiver and channel. */
    using Connection = std::tuple<uint32_t, uint32_t, uint32_t>;

    /** Messages of a connection, oldest first. */
    struct Messages
    {
        std::vector<std::vector<Chunk>> sent;
        size_t received{0}; //!< number of them received
    };

    bool Divide();
    void Fill();
    void Run();
    bool IsReady(uint32_t gpu, uint32_t block);
    void Do(uint32_t gpu, const MscclProgram::Block& block, const MscclProgram::Step& step);
    std::vector<Chunk> Read(uint32_t gpu, const MscclProgram::Step& step);
    /** @return chunks of a place that a step reads or writes */
    Chunk* Find(uint32_t gpu,
                const MscclProgram::Step& step,
                const MscclProgram::Place& place,
                const char* buffer,
                const char* offset);
    static Chunk Add(const Chunk& one, const Chunk& other);
    std::vector<Origin> GetWanted(uint32_t gpu, uint64_t chunk) const;
    void Compare(uint32_t gpu, uint64_t chunk, const Chunk& found) const;

    const MscclProgram& m_program;
    const std::string& m_path;
    uint32_t m_gpus;                           //!< number of GPUs
    uint64_t m_share{0};                       //!< k
    uint64_t m_inputs{0};                      //!< chunks of each input
    uint64_t m_outputs{0};                     //!< chunks of each output
    bool m_reduces{false};                     //!< true: outputs are sums
    std::vector<Memory> m_memory;              //!< by GPU
    std::vector<std::vector<uint64_t>> m_done; //!< by GPU and thread block: number of steps done
    std::map<Connection, Messages> m_messages;
};

} // namespace ns3

#endif // AI_FABRIC_MSCCL_DATA_H
