// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "chakra-files.h"

#include "ns3/input-error.h"
#include "ns3/node-description.h"

#include <algorithm>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace ns3
{

namespace
{

constexpr int64_t CHAKRA_PS_PER_US = 1'000'000; //!< ps of a microsecond

/** Types of nodes, by the numbers of the schema. */
enum class ChakraType : uint64_t
{
    METADATA = 1,
    COMP = 4,
    COMM_SEND = 5,
    COMM_RECV = 6
};

/** Fields of a value of an attribute, by the numbers of the schema. */
enum class ChakraValue : uint32_t
{
    INT32 = 7,
    INT64 = 9,
    BOOL = 27
};

/** A protobuf message: fields behind their numbers, as varints or with their length. */
class ChakraMessage
{
  public:
    void AddNumber(uint32_t field, uint64_t number)
    {
        AddVarint(uint64_t{field} << 3);
        AddVarint(number);
    }

    void AddText(uint32_t field, std::string_view text)
    {
        constexpr uint64_t LENGTH = 2;
        AddVarint(uint64_t{field} << 3 | LENGTH);
        AddVarint(text.size());
        m_bytes.append(text);
    }

    void AddVarint(uint64_t number)
    {
        for (; number >= 0x80; number >>= 7)
        {
            m_bytes += static_cast<char>(number | 0x80);
        }
        m_bytes += static_cast<char>(number);
    }

    /** Adds an attribute of a node. */
    void AddAttribute(std::string_view name, ChakraValue field, uint64_t number)
    {
        constexpr uint32_t ATTRIBUTE = 10;
        ChakraMessage attribute;
        attribute.AddText(1, name);
        attribute.AddNumber(static_cast<uint32_t>(field), number);
        AddText(ATTRIBUTE, attribute.m_bytes);
    }

    const std::string& GetBytes() const
    {
        return m_bytes;
    }

  private:
    std::string m_bytes;
};

/** Writes a message behind its length. */
void
WriteMessage(std::ostream& out, const ChakraMessage& message)
{
    ChakraMessage length;
    length.AddVarint(message.GetBytes().size());
    out << length.GetBytes() << message.GetBytes();
}

/** Adds the halves of a message. @param tag number of the message between its two ranks */
void
AddChakraTransfer(ChakraMessage& message, const GraphNode& node, uint32_t tag)
{
    const bool sends = node.kind == GraphNodeKind::SEND;
    message.AddAttribute("comm_size", ChakraValue::INT64, node.bytes);
    message.AddAttribute("comm_src", ChakraValue::INT32, sends ? node.rank : node.peer);
    message.AddAttribute("comm_dst", ChakraValue::INT32, sends ? node.peer : node.rank);
    message.AddAttribute("comm_tag", ChakraValue::INT32, tag);
    if (sends && node.channel > 0)
    {
        message.AddAttribute("ai_fabric_channel", ChakraValue::INT64, node.channel);
    }
}

} // namespace

void
CheckChakra(const FabricScenario& scenario, const FabricJob& job)
{
    if (!scenario.chakra || job.driver)
    {
        return;
    }
    const auto fail = [&job](const std::string& problem) {
        throw InputError("output.chakra: job " + job.name + " " + problem);
    };
    const auto& nodes = job.graph.GetNodes();
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto kind = nodes[number].kind;
        if (kind == GraphNodeKind::AGGREGATE || kind == GraphNodeKind::COLLECTIVE)
        {
            fail(kind == GraphNodeKind::AGGREGATE
                     ? "has operations of the network, which a trace of messages cannot have"
                     : "has collectives that a law computes; expected messages");
        }
    }
    for (const auto& [before, after] : job.graph.GetDependencies())
    {
        if (nodes[before].rank != nodes[after].rank)
        {
            fail("has dependencies between ranks without a message, which a trace cannot have");
        }
    }
}

ChakraTrace::ChakraTrace(const RecordedJob& recorded)
    : m_recorded(recorded)
{
    const auto& graph = recorded.job.graph;
    const auto& nodes = graph.GetNodes();
    m_nodes.resize(graph.GetRankCount());
    m_before.resize(nodes.size());
    m_tags.resize(nodes.size());
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> messages; // by sender and receiver
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        const auto node = nodes[number];
        m_nodes[node.rank].push_back(number);
        if (node.kind == GraphNodeKind::SEND)
        {
            m_tags[number] = messages[{node.rank, node.peer}]++;
            m_tags[node.match] = m_tags[number];
        }
    }
    for (const auto& [before, after] : graph.GetDependencies())
    {
        m_before[after].push_back(before);
    }
}

void
ChakraTrace::Write(std::ostream& out, uint32_t rank) const
{
    ChakraMessage head;
    head.AddText(1, "0.0.4");
    WriteMessage(out, head);
    for (const uint32_t number : m_nodes[rank])
    {
        const auto node = m_recorded.job.graph.GetNodes()[number];
        const auto& span = m_recorded.spans[number];
        const int64_t durationPs = span.endPs == NodeSpan::NOT_YET ? 0 : span.endPs - span.startPs;
        const bool joins = node.kind == GraphNodeKind::JOIN && node.timePs == 0;
        ChakraMessage message;
        message.AddNumber(1, number);
        message.AddText(2, DescribeNode(m_recorded.job, number));
        const auto type = node.kind == GraphNodeKind::SEND   ? ChakraType::COMM_SEND
                          : node.kind == GraphNodeKind::RECV ? ChakraType::COMM_RECV
                          : joins                            ? ChakraType::METADATA
                                                             : ChakraType::COMP;
        message.AddNumber(3, static_cast<uint64_t>(type));
        for (const uint32_t before : m_before[number])
        {
            message.AddNumber(5, before);
        }
        if (span.startPs != NodeSpan::NOT_YET)
        {
            message.AddNumber(6, static_cast<uint64_t>(span.startPs / CHAKRA_PS_PER_US));
        }
        if (durationPs > 0)
        {
            const int64_t micros = (durationPs + CHAKRA_PS_PER_US / 2) / CHAKRA_PS_PER_US;
            message.AddNumber(7, static_cast<uint64_t>(std::max<int64_t>(micros, 1)));
            message.AddAttribute("ai_fabric_duration_ps",
                                 ChakraValue::INT64,
                                 static_cast<uint64_t>(durationPs));
        }
        message.AddAttribute("is_cpu_op", ChakraValue::BOOL, node.stream == GraphNode::HOST_STREAM);
        if (node.IsTransfer())
        {
            AddChakraTransfer(message, node, m_tags[number]);
        }
        else if (!joins)
        {
            message.AddAttribute("ai_fabric_stream", ChakraValue::INT64, node.stream);
        }
        WriteMessage(out, message);
    }
}

} // namespace ns3
