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
 * What a file of MSCCL XML says; see MscclAlgorithm.
 */
struct MscclProgram
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< no peer, no thread block

    static constexpr int64_t NOWHERE = -1; //!< no place in a buffer

    /** A place in one of the three buffers of a GPU. */
    struct Place
    {
        char buffer{'\0'};      //!< 'i', 'o' or 's', as in the file; 0: the file does not say
        int64_t chunk{NOWHERE}; //!< the first one
    };

    /** How many chunks each buffer of a GPU has. */
    struct Buffers
    {
        uint64_t input{0};   //!< of i
        uint64_t output{0};  //!< of o
        uint64_t scratch{0}; //!< of s
    };

    /** One instruction. */
    struct Step
    {
        uint64_t line{0};            //!< of the file
        uint64_t chunks{0};          //!< how many it moves
        Place source;                //!< what it reads, besides what it receives
        Place target;                //!< what it writes
        uint32_t awaitedBlock{NONE}; //!< index into the GPU's blocks; NONE: it waits for none
        uint32_t awaitedStep{0};     //!< of awaitedBlock
        bool receives{false};        //!< from recvPeer of its block
        bool reduces{false};         //!< what it receives into what is there
        bool copies{false};          //!< within the GPU
        bool sends{false};           //!< to sendPeer of its block
        bool stores{false};          //!< what it receives or adds up is kept
    };

    /** Steps that run one after the other. */
    struct Block
    {
        uint64_t line{0};        //!< of the file
        uint32_t sendPeer{NONE}; //!< GPU that its steps send to
        uint32_t recvPeer{NONE}; //!< GPU that its steps receive from
        uint32_t channel{0};     //!< of its connections to both peers
        std::vector<Step> steps; //!< in order
    };

    std::string collective;                 //!< such as allreduce
    uint64_t chunks{0};                     //!< that the operation's bytes are cut into, at least 1
    bool inPlace{false};                    //!< input and output are one buffer
    std::vector<std::vector<Block>> blocks; //!< by GPU
    std::vector<Buffers> buffers;           //!< by GPU

    /**
     * @param path of the file
     * @return the program; every reference in it is valid
     * @throw InputError with file and line
     */
    static MscclProgram Read(const std::string& path);
};

} // namespace ns3

#endif // AI_FABRIC_MSCCL_PROGRAM_H
