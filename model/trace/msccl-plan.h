// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MSCCL_PLAN_H
#define AI_FABRIC_MSCCL_PLAN_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Contents of an execution plan of MSCCL++, the JSON that its DSL writes and its executor runs; see
 * MscclPlanGraph. The forms are those of microsoft/mscclpp, execution_plan.cc and operations.py.
 */
struct MscclPlan
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< stands for no barrier

    /** Consecutive chunks of a buffer. */
    struct Piece
    {
        uint32_t gpu;    //!< GPU that has the buffer
        char buffer;     //!< 'i', 'o' or 's', as in the file
        uint64_t first;  //!< number of the first chunk
        uint64_t chunks; //!< number of chunks
    };

    /** A channel to another GPU. */
    struct Channel
    {
        uint32_t peer;   //!< the other GPU
        uint32_t number; //!< counts the channels of this kind to the same peer, from 0
        bool isPort;     //!< a port channel; false: a memory channel
    };

    /** One operation of a thread block. */
    struct Operation
    {
        uint64_t line{0};           //!< line number in the file
        std::vector<Piece> sources; //!< places that it reads; those of other GPUs over the network
        std::vector<Piece> targets; //!< places that it writes
        std::vector<Channel> channels;  //!< channels that it signals, waits for or flushes
        bool reduces{false};            //!< reduces its sources
        bool copies{false};             //!< copies within the GPU
        bool sendsPackets{false};       //!< each word that it writes carries a flag
        bool awaitsPackets{false};      //!< waits for the flags of its sources in scratch
        bool signals{false};            //!< signals its channels after its writes
        bool fuses{false};              //!< its last write to a channel is the signal
        bool waits{false};              //!< waits for a signal of each channel
        bool flushes{false};            //!< waits until its block's writes have arrived
        uint32_t barrier{NONE};         //!< barrier of thread blocks of the GPU
        uint32_t barrierBlocks{0};      //!< number of thread blocks that meet there
        std::vector<uint32_t> acquired; //!< semaphores of the GPU to take
        std::vector<uint32_t> released; //!< semaphores of the GPU to release
        uint64_t share{0};              //!< number of its part, if blocks share an operation
        uint64_t shares{1};             //!< number of parts
        std::vector<Operation> loop;    //!< operations of a pipeline
        uint64_t unitBytes{0};          //!< pipeline: bytes of an iteration
        uint64_t unitChunks{0};         //!< pipeline: chunks of all iterations
    };

    /** A GPU. */
    struct Gpu
    {
        std::vector<std::vector<Operation>> blocks; //!< operations by thread block, in order
        std::vector<uint64_t> semaphores;           //!< initial values
    };

    std::string collective;        //!< name, such as allreduce
    uint64_t chunks{1};            //!< chunks into which the operation's bytes are divided
    uint64_t minBytes{0};          //!< smallest operation that the plan is for
    uint64_t maxBytes{UINT64_MAX}; //!< largest operation that the plan is for
    std::vector<Gpu> gpus;         //!< by id

    /**
     * @param path path of a file
     * @return true if the file holds JSON and not XML: its first character is a brace
     * @throw InputError if it cannot be read
     */
    static bool IsPlan(const std::string& path);

    /**
     * @param path path of the file
     * @return the plan; every reference in it is valid
     * @throw InputError with file, line and key
     */
    static MscclPlan Read(const std::string& path);
};

} // namespace ns3

#endif // AI_FABRIC_MSCCL_PLAN_H
