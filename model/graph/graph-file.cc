// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-file.h"

#include "graph-check.h"
#include "graph-format.h"

#include "ns3/input-error.h"
#include "ns3/json-reader.h"
#include "ns3/parse-number.h"
#include "ns3/whole-file.h"

#include <iterator>
#include <utility>

namespace ns3
{

namespace
{

using namespace graphFormat;
using Kind = CommunicationGraph::Kind;
using Node = CommunicationGraph::Node;

constexpr uint64_t MAX_FILE_BYTES = uint64_t{4} << 30;
constexpr uint32_t MAX_RANKS = uint32_t{1} << 24;

/** @return names of the keys, separated by commas */
std::string
ListFields(uint32_t fields)
{
    std::string list;
    for (unsigned i = 0; i < std::size(FIELD_NAMES); ++i)
    {
        if (fields & (uint32_t{1} << i))
        {
            list += (list.empty() ? "" : ", ") + std::string(FIELD_NAMES[i]);
        }
    }
    return list;
}

/** Collects nodes while the text is parsed. */
class GraphReader
{
  public:
    explicit GraphReader(const std::string& path)
        : m_path(path)
    {
    }

    CommunicationGraph Read()
    {
        JsonOptions options;
        options.takeElement = [this](const std::string& list, const JsonValue& element) {
            if (list == "nodes")
            {
                m_key = "nodes." + element.key;
                TakeNode(element);
            }
            return list == "nodes";
        };
        const auto root = ParseJson(m_path, ReadWholeFile(m_path, MAX_FILE_BYTES), options);
        return Assemble(ReadHeader(root));
    }

  private:
    [[noreturn]] void Fail(const JsonValue& value, const std::string& problem) const
    {
        throw InputError(m_path,
                         value.line,
                         m_key + (m_key.empty() || value.key.empty() ? "" : ".") + value.key,
                         problem);
    }

    int64_t ReadInteger(const JsonValue& value, int64_t min, int64_t max) const
    {
        const auto number = ParseNumber(value.text, min, max);
        if (value.kind != JsonValue::Kind::NUMBER || !number)
        {
            Fail(value,
                 "is not an integer from " + std::to_string(min) + " to " + std::to_string(max));
        }
        return *number;
    }

    const std::string& ReadText(const JsonValue& value) const
    {
        if (value.kind != JsonValue::Kind::STRING)
        {
            Fail(value, "is not a string; expected a string in double quotes");
        }
        return value.text;
    }

    /** @return number of ranks */
    uint32_t ReadHeader(const JsonValue& root)
    {
        m_key.clear();
        if (root.kind != JsonValue::Kind::OBJECT)
        {
            Fail(root,
                 std::string("does not hold an object; expected {\"format\": \"") + FORMAT +
                     "\", ...");
        }
        for (const auto& member : root.children)
        {
            if (member.key != "format" && member.key != "version" && member.key != "ranks" &&
                member.key != "nodes")
            {
                Fail(member, "unknown key; expected one of format, version, ranks, nodes");
            }
        }
        const auto require = [&](const char* key) -> const JsonValue& {
            const auto* member = root.Find(key);
            if (!member)
            {
                throw InputError(m_path, 0, key, "is missing");
            }
            return *member;
        };
        const auto& format = require("format");
        if (ReadText(format) != FORMAT)
        {
            Fail(format, std::string("is an unknown format; expected \"") + FORMAT + "\"");
        }
        ReadInteger(require("version"), VERSION, VERSION);
        if (require("nodes").kind != JsonValue::Kind::LIST)
        {
            Fail(require("nodes"), "is not a list; expected [{...}, ...]");
        }
        return static_cast<uint32_t>(ReadInteger(require("ranks"), 1, MAX_RANKS));
    }

    void TakeNode(const JsonValue& value)
    {
        const auto number = static_cast<uint32_t>(m_nodes.size());
        if (value.kind != JsonValue::Kind::OBJECT)
        {
            throw InputError(m_path,
                             value.line,
                             m_key,
                             "is not an object; expected {\"kind\": ...}");
        }
        const auto& entry = FindKind(value);
        Node node;
        node.kind = entry.kind;
        uint32_t given = 0;
        for (const auto& member : value.children)
        {
            given |= Bit(ReadField(member, entry, number, node));
        }
        if (const uint32_t missing = entry.required & ~given)
        {
            throw InputError(m_path,
                             value.line,
                             m_key,
                             std::string("a ") + entry.name + " without " + ListFields(missing));
        }
        m_nodes.push_back(node);
        m_lines.push_back(value.line);
    }

    const KindEntry& FindKind(const JsonValue& value) const
    {
        const auto* kind = value.Find("kind");
        std::string names;
        for (const auto& entry : KINDS)
        {
            if (kind && kind->kind == JsonValue::Kind::STRING && kind->text == entry.name)
            {
                return entry;
            }
            names += (names.empty() ? "" : ", ") + std::string(entry.name);
        }
        throw InputError(m_path,
                         kind ? kind->line : value.line,
                         m_key + ".kind",
                         (kind ? "is not a kind of node" : "is missing") +
                             std::string("; expected one of ") + names);
    }

    GraphField ReadField(const JsonValue& member,
                         const KindEntry& entry,
                         uint32_t number,
                         Node& node)
    {
        unsigned index = 0;
        while (index < std::size(FIELD_NAMES) && member.key != FIELD_NAMES[index])
        {
            ++index;
        }
        const auto field = static_cast<GraphField>(index);
        if (index == std::size(FIELD_NAMES) || !((entry.required | entry.optional) & Bit(field)))
        {
            Fail(member,
                 std::string("unknown key for a ") + entry.name + "; expected " +
                     ListFields(entry.required | entry.optional));
        }
        switch (field)
        {
        case GraphField::ID:
            if (ReadInteger(member, 0, UINT32_MAX) != number)
            {
                Fail(member,
                     "is " + member.text + "; expected " + std::to_string(number) +
                         ", its index in the list");
            }
            break;
        case GraphField::KIND:
            break;
        case GraphField::RANK:
            node.rank = static_cast<uint32_t>(ReadInteger(member, 0, MAX_RANKS - 1));
            break;
        case GraphField::PEER:
            node.peer = static_cast<uint32_t>(ReadInteger(member, 0, MAX_RANKS - 1));
            break;
        case GraphField::BYTES:
            node.bytes = static_cast<uint64_t>(
                ReadInteger(member, node.kind == Kind::SEND ? 1 : 0, INT64_MAX));
            break;
        case GraphField::MATCH:
            node.match = static_cast<uint32_t>(ReadInteger(member, 0, UINT32_MAX - 1));
            break;
        case GraphField::CHANNEL:
            node.channel = static_cast<uint32_t>(ReadInteger(member, 0, UINT32_MAX));
            break;
        case GraphField::PRIORITY:
            node.serviceLevel = static_cast<int16_t>(ReadInteger(member, -1, 15));
            break;
        case GraphField::TIME_PS:
            node.timePs = ReadInteger(member, 0, INT64_MAX);
            break;
        case GraphField::STREAM:
            node.stream = static_cast<uint8_t>(ReadInteger(member, 0, UINT8_MAX));
            break;
        case GraphField::AFTER:
            ReadBefore(member, number, m_after);
            break;
        case GraphField::AFTER_SENT:
            ReadBefore(member, number, m_afterSent);
            break;
        case GraphField::LABEL:
            node.label = m_labels.AddLabel(ReadText(member));
            break;
        }
        return field;
    }

    /** Pairs of before and after. */
    using Edges = std::vector<std::pair<uint32_t, uint32_t>>;

    /** Reads the nodes that come before a node. */
    void ReadBefore(const JsonValue& list, uint32_t number, Edges& edges) const
    {
        if (list.kind != JsonValue::Kind::LIST)
        {
            Fail(list, "is not a list; expected a list of node numbers, such as [0, 3]");
        }
        for (const auto& before : list.children)
        {
            edges.emplace_back(static_cast<uint32_t>(ReadInteger(before, 0, UINT32_MAX - 1)),
                               number);
        }
    }

    [[noreturn]] void FailAt(uint32_t number, const char* key, const std::string& problem) const
    {
        throw InputError(m_path,
                         m_lines[number],
                         "nodes." + std::to_string(number) + "." + key,
                         problem);
    }

    /** Joins the halves of messages when all nodes are known. */
    CommunicationGraph Assemble(uint32_t ranks)
    {
        const auto count = static_cast<uint32_t>(m_nodes.size());
        if (count == 0)
        {
            throw InputError(m_path, 0, "nodes", "is empty; expected at least one node");
        }
        const std::string nodes = "; expected 0 to " + std::to_string(count - 1);
        std::vector<bool> matched(count, false);
        for (uint32_t number = 0; number < count; ++number)
        {
            Node& node = m_nodes[number];
            if (node.rank >= ranks || (node.kind == Kind::SEND && node.peer >= ranks))
            {
                FailAt(number,
                       node.rank >= ranks ? "rank" : "peer",
                       "does not exist; allowed: 0 to " + std::to_string(ranks - 1));
            }
            if (node.kind != Kind::RECV)
            {
                continue;
            }
            if (node.match >= count || m_nodes[node.match].kind != Kind::SEND)
            {
                FailAt(number, "match", "node " + std::to_string(node.match) + " is not a send");
            }
            Node& send = m_nodes[node.match];
            if (matched[node.match])
            {
                FailAt(number,
                       "match",
                       "send " + std::to_string(node.match) + " is received by node " +
                           std::to_string(send.match) + ", too");
            }
            matched[node.match] = true;
            send.match = number;
            node.peer = send.rank;
            node.bytes = send.bytes;
        }
        for (uint32_t number = 0; number < count; ++number)
        {
            if (m_nodes[number].kind == Kind::SEND && !matched[number])
            {
                FailAt(number, "kind", "a send without a recv that matches it");
            }
        }
        for (const auto& [before, after] : m_after)
        {
            if (before >= count)
            {
                FailAt(after, "after", "there is no node " + std::to_string(before) + nodes);
            }
        }
        for (const auto& [before, after] : m_afterSent)
        {
            if (before >= count || m_nodes[before].kind != Kind::SEND ||
                m_nodes[before].rank != m_nodes[after].rank)
            {
                FailAt(after,
                       "afterSent",
                       "node " + std::to_string(before) + " is not a send of rank " +
                           std::to_string(m_nodes[after].rank));
            }
        }
        return Fill(ranks);
    }

    CommunicationGraph Fill(uint32_t ranks) const
    {
        CommunicationGraph graph(ranks);
        for (uint32_t label = 1; label < m_labels.GetLabelCount(); ++label)
        {
            graph.AddLabel(m_labels.GetLabel(static_cast<uint16_t>(label)));
        }
        for (const Node& node : m_nodes)
        {
            graph.Edit(graph.AddJoin(node.rank), [&node](Node& added) { added = node; });
        }
        for (const auto& [before, after] : m_after)
        {
            graph.AddDependency(before, after);
        }
        for (const auto& [before, after] : m_afterSent)
        {
            graph.AddOrder(before, after);
        }
        try
        {
            CheckGraph(graph);
        }
        catch (const InputError& error)
        {
            throw InputError(m_path, 0, "", error.what());
        }
        return graph;
    }

    const std::string& m_path;
    std::string m_key;             //!< key of the object being read
    std::vector<Node> m_nodes;     //!< by number
    std::vector<uint64_t> m_lines; //!< by node
    Edges m_after;                 //!< dependencies
    Edges m_afterSent;             //!< orders
    CommunicationGraph m_labels;   //!< only its labels are used
};

} // namespace

CommunicationGraph
ReadGraphFile(const std::string& path)
{
    return GraphReader(path).Read();
}

} // namespace ns3
