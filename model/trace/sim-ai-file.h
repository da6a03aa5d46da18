// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SIM_AI_FILE_H
#define AI_FABRIC_SIM_AI_FILE_H

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * Contents of a workload file of SimAI; see SimAiWorkload.
 */
struct SimAiFile
{
    /** Kind of a collective. */
    enum class Collective : uint8_t
    {
        NONE,
        ALL_REDUCE,
        ALL_GATHER,
        REDUCE_SCATTER,
        ALL_TO_ALL
    };

    /** Ranks that take part in a collective. */
    enum class Group : uint8_t
    {
        TENSOR,
        DATA,
        EXPERT,
        DATA_EXPERT
    };

    /** One of the three parts of a layer. */
    struct Part
    {
        int64_t computePs{0};                    //!< computation before the collective, in ps
        Collective collective{Collective::NONE}; //!< collective behind the computation
        Group group{Group::TENSOR};              //!< ranks that take part
        uint64_t bytes{0};                       //!< size as nccl-tests counts it
    };

    /** A layer: one line of the file. */
    struct Layer
    {
        std::array<Part, 3> parts; //!< forward, input gradients, weight gradients
        int64_t updatePs{0};       //!< update after the collective of the weight gradients, in ps
    };

    static constexpr size_t FORWARD = 0;          //!< index of a part
    static constexpr size_t INPUT_GRADIENTS = 1;  //!< index of a part
    static constexpr size_t WEIGHT_GRADIENTS = 2; //!< index of a part

    std::string policy;                                    //!< first word of the file
    std::map<std::string, std::vector<uint64_t>> settings; //!< values by key from the first line,
                                                           //!< keys without colons
    std::vector<Layer> layers;                             //!< in the order of the file

    /**
     * @param key key of a setting
     * @param otherwise value if the key is missing
     * @return first value of the setting
     */
    uint64_t Get(const std::string& key, uint64_t otherwise) const;

    /**
     * @param path path of the file
     * @return its contents
     * @throw InputError with file, line and key
     */
    static SimAiFile Read(const std::string& path);
};

} // namespace ns3

#endif // AI_FABRIC_SIM_AI_FILE_H
