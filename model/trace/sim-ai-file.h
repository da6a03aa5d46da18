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
 * What a workload file of SimAI says; see SimAiWorkload.
 */
struct SimAiFile
{
    /** What a collective does. */
    enum class Collective : uint8_t
    {
        NONE,
        ALL_REDUCE,
        ALL_GATHER,
        REDUCE_SCATTER,
        ALL_TO_ALL
    };

    /** Among whom. */
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
        int64_t computePs{0};                    //!< before the collective
        Collective collective{Collective::NONE}; //!< what is communicated behind it
        Group group{Group::TENSOR};              //!< among whom
        uint64_t bytes{0};                       //!< as nccl-tests counts
    };

    /** A line. */
    struct Layer
    {
        std::array<Part, 3> parts; //!< forward, input gradients, weight gradients
        int64_t updatePs{0};       //!< after the collective of the weight gradients
    };

    static constexpr size_t FORWARD = 0;          //!< index of a part
    static constexpr size_t INPUT_GRADIENTS = 1;  //!< index of a part
    static constexpr size_t WEIGHT_GRADIENTS = 2; //!< index of a part

    std::string policy;                                    //!< the first word
    std::map<std::string, std::vector<uint64_t>> settings; //!< of the first line, without colons
    std::vector<Layer> layers;                             //!< in the order of the file

    /**
     * @param key of a setting
     * @param otherwise if it is missing
     * @return its first value
     */
    uint64_t Get(const std::string& key, uint64_t otherwise) const;

    /**
     * @param path of the file
     * @return what it says
     * @throw InputError with file, line and key
     */
    static SimAiFile Read(const std::string& path);
};

} // namespace ns3

#endif // AI_FABRIC_SIM_AI_FILE_H
