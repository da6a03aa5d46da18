// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_FORMAT_H
#define AI_FABRIC_GRAPH_FORMAT_H

#include "communication-graph.h"

#include <cstdint>

namespace ns3
{

/** The words of the JSON form of a communication graph; for its reader and its writer. */
namespace graphFormat
{

inline constexpr const char* FORMAT = "ai-fabric-graph"; //!< value of the key format
inline constexpr uint64_t VERSION = 1;                   //!< value of the key version

/** The keys of a node, in the order in which they are written. */
enum class GraphField : uint8_t
{
    ID,
    KIND,
    RANK,
    PEER,
    BYTES,
    MATCH,
    CHANNEL,
    PRIORITY,
    TIME_PS,
    STREAM,
    AFTER,
    AFTER_SENT,
    LABEL
};

/** Spelling of each GraphField, in its order. */
inline constexpr const char* FIELD_NAMES[] = {"id",
                                              "kind",
                                              "rank",
                                              "peer",
                                              "bytes",
                                              "match",
                                              "channel",
                                              "priority",
                                              "timePs",
                                              "stream",
                                              "after",
                                              "afterSent",
                                              "label"};

/** @param field a key @return the bit of the key in a set of keys */
constexpr uint32_t
Bit(GraphField field)
{
    return uint32_t{1} << static_cast<unsigned>(field);
}

/** A kind of node, its required and its optional keys. */
struct KindEntry
{
    const char* name;              //!< value of the key kind
    CommunicationGraph::Kind kind; //!< kind of the node
    uint32_t required;             //!< set of required keys, made with Bit()
    uint32_t optional;             //!< set of further keys, made with Bit()
};

/** Keys that every node must have. */
inline constexpr uint32_t ALWAYS = Bit(GraphField::KIND) | Bit(GraphField::RANK);
/** Keys that every node may have. */
inline constexpr uint32_t ANYWHERE =
    Bit(GraphField::ID) | Bit(GraphField::AFTER) | Bit(GraphField::LABEL);
/** Every kind that a file may name. */
inline constexpr KindEntry KINDS[] = {
    {"send",
     CommunicationGraph::Kind::SEND,
     ALWAYS | Bit(GraphField::PEER) | Bit(GraphField::BYTES),
     ANYWHERE | Bit(GraphField::CHANNEL) | Bit(GraphField::PRIORITY) | Bit(GraphField::TIME_PS) |
         Bit(GraphField::AFTER_SENT)},
    {"recv", CommunicationGraph::Kind::RECV, ALWAYS | Bit(GraphField::MATCH), ANYWHERE},
    {"reduce",
     CommunicationGraph::Kind::REDUCE,
     ALWAYS | Bit(GraphField::BYTES),
     ANYWHERE | Bit(GraphField::STREAM) | Bit(GraphField::TIME_PS)},
    {"copy",
     CommunicationGraph::Kind::COPY,
     ALWAYS | Bit(GraphField::BYTES),
     ANYWHERE | Bit(GraphField::STREAM) | Bit(GraphField::TIME_PS)},
    {"compute",
     CommunicationGraph::Kind::COMPUTE,
     ALWAYS | Bit(GraphField::TIME_PS),
     ANYWHERE | Bit(GraphField::STREAM)},
    {"join", CommunicationGraph::Kind::JOIN, ALWAYS, ANYWHERE | Bit(GraphField::TIME_PS)},
};

} // namespace graphFormat

} // namespace ns3

#endif // AI_FABRIC_GRAPH_FORMAT_H
