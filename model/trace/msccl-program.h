// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MSCCL_PROGRAM_H
#define AI_FABRIC_MSCCL_PROGRAM_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Contents of a file of MSCCL XML; see MscclAlgorithm.
 */
struct MscclProgram
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< stands for no peer or no thread block

    static constexpr int64_t NOWHERE = -1; //!< stands for no place in a buffer

    /** A place in one of the three buffers of a GPU. */
    struct Place
    {
        char buffer{'\0'};      //!< 'i', 'o' or 's', as in the file; 0: the file does not say
        int64_t chunk{NOWHERE}; //!< number of the first chunk
    };

    /** Number of chunks in each buffer of a GPU. */
    struct Buffers
    {
        uint64_t input{0};   //!< chunks of buffer i
        uint64_t output{0};  //!< chunks of buffer o
        uint64_t scratch{0}; //!< chunks of buffer s
    };

    /** One instruction. */
    struct Step
    {
        uint64_t line{0};            //!< line number in the file
        uint64_t chunks{0};          //!< number of chunks that it moves
        Place source;                //!< place that it reads, besides received data
        Place target;                //!< place that it writes
        uint32_t awaitedBlock{NONE}; //!< index into the GPU's blocks; NONE: it does not wait
        uint32_t awaitedStep{0};     //!< index of a step in awaitedBlock
        bool receives{false};        //!< receives from recvPeer of its block
        bool reduces{false}; //!< adds its source to the received data, or to its target if it
                             //!< receives nothing
        bool copies{false};  //!< copies within the GPU
        bool sends{false};   //!< sends to sendPeer of its block
        bool stores{false};  //!< keeps received or reduced data
    };

    /** A thread block: steps that run one after the other. */
    struct Block
    {
        uint64_t line{0};        //!< line number in the file
        uint32_t sendPeer{NONE}; //!< GPU that its steps send to
        uint32_t recvPeer{NONE}; //!< GPU that its steps receive from
        uint32_t channel{0};     //!< channel of its connections to both peers
        std::vector<Step> steps; //!< in order
    };

    std::string collective;                 //!< name, such as allreduce
    uint64_t chunks{0};                     //!< number of chunks into which the operation's bytes
                                            //!< are divided, at least 1
    bool inPlace{false};                    //!< true: input and output are one buffer
    std::vector<std::vector<Block>> blocks; //!< by GPU
    std::vector<Buffers> buffers;           //!< by GPU

    /**
     * @param path path of the file
     * @return the program; every reference in it is valid
     * @throw InputError with file and line
     */
    static MscclProgram Read(const std::string& path);
};

} // namespace ns3

#endif // AI_FABRIC_MSCCL_PROGRAM_H
