// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHAKRA_FILE_H
#define AI_FABRIC_CHAKRA_FILE_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * The fields of a node of a Chakra execution trace that this module uses.
 */
struct ChakraNode
{
    /** Type of a node; numbers are those of the format. */
    enum class Type : uint64_t
    {
        INVALID = 0,
        METADATA = 1,
        MEM_LOAD = 2,
        MEM_STORE = 3,
        COMPUTE = 4,
        SEND = 5,
        RECV = 6,
        COLLECTIVE = 7
    };

    uint64_t id{0};                      //!< id, by which dependencies name the node
    Type type{Type::INVALID};            //!< type of the node
    std::vector<uint64_t> dependencies;  //!< ids of the nodes it depends on, by data or control
    uint64_t durationMicros{0};          //!< duration in us
    std::string inputs;                  //!< METADATA: definitions of process groups
    bool onCpu{false};                   //!< is_cpu_op
    bool partialDimensions{false};       //!< involved_dim is not true for all
    std::optional<uint64_t> operations;  //!< num_ops
    std::optional<uint64_t> collective;  //!< comm_type
    std::optional<uint64_t> bytes;       //!< comm_size
    std::optional<uint64_t> source;      //!< comm_src
    std::optional<uint64_t> destination; //!< comm_dst
    std::optional<uint64_t> tag;         //!< comm_tag
    std::optional<uint64_t> durationPs;  //!< ai_fabric_duration_ps, exact, as ChakraTrace writes it
    std::optional<uint64_t> stream;      //!< ai_fabric_stream, as ChakraTrace writes it
    std::optional<uint64_t> channel;     //!< ai_fabric_channel, as ChakraTrace writes it
    std::optional<std::string> groupName; //!< pg_name, or comm_group
};

/**
 * @ingroup ai-fabric-trace
 * Reads the nodes of one rank of an MLCommons Chakra execution trace, schema 0.0.4 and 1.x.
 *
 * The file is a sequence of protobuf messages, each behind its length as a varint: one
 * GlobalMetadata, which is skipped, then one Node each. Unknown fields are skipped, as protobuf
 * does.
 *
 * @param path path of the file
 * @return nodes in the order of the file
 * @throw InputError with file and byte or node; or if protobuf is not built in
 */
std::vector<ChakraNode> ReadChakraFile(const std::string& path);

} // namespace ns3

#endif // AI_FABRIC_CHAKRA_FILE_H
