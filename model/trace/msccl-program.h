// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MSCCL_PROGRAM_H
#define AI_FABRIC_MSCCL_PROGRAM_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/** @ingroup ai-fabric-trace What a file of MSCCL XML says; see MscclAlgorithm. */
struct MscclProgram
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< no peer, no thread block

    /** One instruction. */
    struct Step
    {
        uint64_t line{0};
        uint64_t chunks{0};          //!< how many it moves
        uint32_t awaitedBlock{NONE}; //!< index into the GPU's blocks; NONE: it waits for none
        uint32_t awaitedStep{0};
        bool receives{false};
        bool reduces{false};
        bool copies{false}; //!< within the GPU
        bool sends{false};
    };

    /** Steps that run one after the other. */
    struct Block
    {
        uint64_t line{0};
        uint32_t sendPeer{NONE};
        uint32_t recvPeer{NONE};
        uint32_t channel{0};
        std::vector<Step> steps;
    };

    std::string collective;                 //!< such as allreduce
    uint64_t chunks{0};                     //!< that the operation's bytes are cut into, at least 1
    std::vector<std::vector<Block>> blocks; //!< by GPU

    /**
     * @param path of the file
     * @return the program; every reference in it is valid
     * @throw InputError with file and line
     */
    static MscclProgram Read(const std::string& path);
};

} // namespace ns3

#endif // AI_FABRIC_MSCCL_PROGRAM_H
