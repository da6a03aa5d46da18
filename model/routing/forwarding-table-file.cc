// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "forwarding-table-file.h"

#include "ns3/input-error.h"
#include "ns3/output-file.h"
#include "ns3/text-parts.h"
#include "ns3/whole-file.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <map>
#include <string_view>
#include <vector>

namespace ns3
{

namespace
{

/** @return number in hexadecimal, with 0x and leading zeros */
std::string
Hex(uint64_t value, int digits)
{
    char text[32];
    std::snprintf(text, sizeof text, "0x%0*llx", digits, static_cast<unsigned long long>(value));
    return text;
}

bool
StartsWith(std::string_view text, std::string_view start)
{
    return text.substr(0, start.size()) == start;
}

constexpr const char* BLANKS = " \t\r";
constexpr uint64_t MAX_FILE_BYTES = uint64_t{1} << 33;

/** A line of a table. */
struct Entry
{
    uint32_t node; //!< node id of the switch of the table
    uint32_t lid;
    uint32_t port; //!< 0: the switch itself
    uint32_t dest; //!< node id of the destination
    uint64_t line; //!< line number in the file
};

/** A file and its topology. */
class ForwardingTableReader
{
  public:
    ForwardingTableReader(const std::string& path, const FabricTopology& topology)
        : m_path(CheckInputFile(path, MAX_FILE_BYTES)),
          m_file(path),
          m_topology(topology),
          m_linksByNode(topology.GetLinksByNode()),
          m_headerLine(topology.nodes.size())
    {
        if (!m_file)
        {
            throw InputError(path, 0, "", "cannot be read");
        }
        for (uint32_t node = 0; node < topology.nodes.size(); ++node)
        {
            m_nodes.emplace(topology.nodes[node].name, node);
        }
    }

    std::shared_ptr<LinearForwardingTables> Read()
    {
        ReadLines();
        CheckComplete();
        auto lids = GatherLids();
        auto tables = std::make_shared<LinearForwardingTables>(m_topology, m_lmc, std::move(lids));
        std::map<std::pair<uint32_t, uint32_t>, uint64_t> lines;
        for (const auto& entry : m_entries)
        {
            m_line = entry.line;
            if (!lines.emplace(std::pair(entry.node, entry.lid), entry.line).second)
            {
                Fail("lid", Hex(entry.lid, 4) + " has two lines at " + Name(entry.node));
            }
            if (entry.port > 0)
            {
                tables->SetLink(entry.node, entry.lid, m_linksByNode[entry.node][entry.port - 1]);
            }
        }
        if (const auto problem = tables->FindProblem())
        {
            const auto line = lines.find({problem->node, problem->lid});
            m_line = line == lines.end() ? m_headerLine[problem->node] : line->second;
            Fail("port", problem->text);
        }
        return tables;
    }

  private:
    [[noreturn]] void Fail(const std::string& key, const std::string& problem) const
    {
        throw InputError(m_path, m_line, key, problem);
    }

    const std::string& Name(uint32_t node) const
    {
        return m_topology.nodes[node].name;
    }

    /** @return node with this name, or with its first word, as in "host3 HCA-1" */
    uint32_t FindNode(std::string_view name, TopologyNode::Kind kind) const
    {
        const std::string_view first = name.substr(0, name.find(' '));
        for (const auto& candidate : {name, first})
        {
            const auto found = m_nodes.find(candidate);
            if (found != m_nodes.end() && m_topology.nodes[found->second].kind == kind)
            {
                return found->second;
            }
        }
        Fail("name",
             "'" + std::string(name) + "' is not a " +
                 (kind == TopologyNode::Kind::HOST ? "host" : "switch") + " of the topology");
    }

    /** @return number at the start of the text, which is removed from it */
    uint32_t TakeNumber(std::string_view& text, int base, uint32_t max, const std::string& key)
    {
        uint32_t value = 0;
        const char* const end = text.data() + text.size();
        const auto parsed = std::from_chars(text.data(), end, value, base);
        if (parsed.ec != std::errc() || value > max)
        {
            Fail(key,
                 "'" + std::string(text.substr(0, text.find(' '))) +
                     "' is not a number from 0 to " +
                     (base == 16 ? Hex(max, 4) : std::to_string(max)));
        }
        text.remove_prefix(parsed.ptr - text.data());
        return value;
    }

    void ReadLines()
    {
        std::string content;
        while (std::getline(m_file, content))
        {
            ++m_line;
            const std::string_view text = Trim(content, BLANKS);
            if (StartsWith(text, "Unicast lids ["))
            {
                ReadHeader(text);
            }
            else if (StartsWith(text, "0x"))
            {
                ReadEntry(text);
            }
            else if (text.find(" valid lids dumped") != std::string_view::npos)
            {
                ReadCount(text);
            }
            else if (!text.empty() && text.front() != '#' && !StartsWith(text, "Lid ") &&
                     !StartsWith(text, "Port "))
            {
                Fail("",
                     "expected \"Unicast lids [...] of switch ... (name):\", \"0xLID PORT : "
                     "(...)\" or \"N valid lids dumped\"");
            }
        }
        ExpectSectionEnd();
    }

    void ReadHeader(std::string_view text)
    {
        ExpectSectionEnd();
        const size_t open = text.find('(');
        const size_t close = text.rfind(')');
        if (open == std::string_view::npos || close == std::string_view::npos || close < open)
        {
            Fail("switch", "the name in parentheses is missing");
        }
        m_switch = FindNode(text.substr(open + 1, close - open - 1), TopologyNode::Kind::SWITCH);
        if (m_headerLine[m_switch] > 0)
        {
            Fail("switch",
                 Name(m_switch) + " has two tables, the first one in line " +
                     std::to_string(m_headerLine[m_switch]));
        }
        m_headerLine[m_switch] = m_line;
        m_inSection = true;
        m_entriesBefore = m_entries.size();
    }

    void ReadEntry(std::string_view text)
    {
        if (!m_inSection)
        {
            Fail("lid",
                 "is not in the table of a switch; expected \"Unicast lids [...\" before it");
        }
        Entry entry{m_switch, 0, 0, 0, m_line};
        text.remove_prefix(2);
        entry.lid = TakeNumber(text, 16, LinearForwardingTables::MAX_LID, "lid");
        text = Trim(text, BLANKS);
        const auto ports = static_cast<uint32_t>(m_linksByNode[m_switch].size());
        entry.port = TakeNumber(text, 10, ports, "port of " + Name(m_switch));
        const size_t open = text.find('\'');
        const size_t close = text.rfind('\'');
        if (open == close)
        {
            Fail("destination", "the name in quotes is missing");
        }
        const bool isSwitch = text.find("(Switch ") != std::string_view::npos;
        entry.dest = FindNode(text.substr(open + 1, close - open - 1),
                              isSwitch ? TopologyNode::Kind::SWITCH : TopologyNode::Kind::HOST);
        if (entry.lid == 0)
        {
            Fail("lid", "0x0000 is reserved; expected a LID from 0x0001");
        }
        if ((entry.port == 0) != (entry.dest == m_switch))
        {
            Fail("port",
                 "does not fit the destination; port 0 is the switch itself, other ports lead to "
                 "other nodes");
        }
        m_entries.push_back(entry);
    }

    void ReadCount(std::string_view text)
    {
        const uint32_t count = TakeNumber(text, 10, UINT32_MAX, "count");
        if (!m_inSection || count != m_entries.size() - m_entriesBefore)
        {
            Fail("count",
                 std::to_string(count) + " LIDs announced, but the table has " +
                     std::to_string(m_entries.size() - m_entriesBefore));
        }
        m_inSection = false;
    }

    void ExpectSectionEnd()
    {
        if (m_inSection)
        {
            Fail("count",
                 "the table of " + Name(m_switch) +
                     " has no end; expected \"N valid lids dumped\"");
        }
    }

    void CheckComplete()
    {
        for (uint32_t node = 0; node < m_headerLine.size(); ++node)
        {
            if (!m_topology.IsHost(node) && m_headerLine[node] == 0)
            {
                m_line = 0;
                Fail("switch", Name(node) + " has no table");
            }
        }
    }

    /** @return first LID by node id; sets the LMC */
    std::vector<uint32_t> GatherLids()
    {
        std::map<uint32_t, const Entry*> owners; // by LID: first line with the LID
        std::vector<uint32_t> first(m_topology.nodes.size(), 0);
        std::vector<uint32_t> count(m_topology.nodes.size(), 0);
        for (const auto& entry : m_entries)
        {
            const auto [known, isNew] = owners.emplace(entry.lid, &entry);
            if (!isNew && known->second->dest != entry.dest)
            {
                m_line = entry.line;
                Fail("lid",
                     Hex(entry.lid, 4) + " belongs to " + Name(known->second->dest) + " in line " +
                         std::to_string(known->second->line) + " and to " + Name(entry.dest) +
                         " here");
            }
        }
        for (const auto& [lid, entry] : owners) // ascending
        {
            first[entry->dest] = first[entry->dest] == 0 ? lid : first[entry->dest];
            m_line = entry->line;
            if (lid != first[entry->dest] + count[entry->dest]++)
            {
                Fail("lid", "LIDs of " + Name(entry->dest) + " are not consecutive");
            }
        }
        m_line = 0;
        const uint32_t paths = count[m_topology.hosts.front()];
        while (m_lmc < LinearForwardingTables::MAX_LMC && 1U << m_lmc < paths)
        {
            ++m_lmc;
        }
        for (uint32_t node = 0; node < first.size(); ++node)
        {
            if (m_topology.IsHost(node) &&
                (count[node] != 1U << m_lmc || first[node] % (1U << m_lmc) != 0))
            {
                Fail("lid",
                     Name(node) + " has " + std::to_string(count[node]) + " LIDs from " +
                         Hex(first[node], 4) + "; expected " + std::to_string(1U << m_lmc) +
                         " LIDs per host, starting at a multiple of that number");
            }
            if (!m_topology.IsHost(node) && count[node] > 1)
            {
                Fail("lid", Name(node) + " is a switch with more than one LID");
            }
        }
        return first;
    }

    std::string m_path;
    std::ifstream m_file;
    const FabricTopology& m_topology;
    std::vector<std::vector<uint32_t>> m_linksByNode;     //!< link ids in the order of ports
    std::map<std::string, uint32_t, std::less<>> m_nodes; //!< id by name
    /** By node id: line of its header; 0: none yet. */
    std::vector<uint64_t> m_headerLine;
    std::vector<Entry> m_entries; //!< in the order of the file
    size_t m_entriesBefore{0};    //!< number of entries of earlier sections
    uint32_t m_switch{0};         //!< switch of this section
    bool m_inSection{false};      //!< true between a header and its count
    uint64_t m_line{0};           //!< present line number
    uint8_t m_lmc{0};             //!< LID mask control
};

} // namespace

namespace
{

/**
 * @return true if a text begins a file of WriteTables(): no switch has a GUID with so many zeros
 */
bool
IsOwnTable(const std::string& start)
{
    return StartsWith(start, "Unicast lids [0x0-") &&
           start.find(" guid 0x00000000") != std::string::npos;
}

void
WriteTables(std::ostream& out, const LinearForwardingTables& tables)
{
    const auto& topology = tables.GetTopology();
    const auto linksByNode = topology.GetLinksByNode();
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            continue;
        }
        const auto& links = linksByNode[node];
        out << "Unicast lids [0x0-" << Hex(tables.GetTopLid(), 0) << "] of switch Lid "
            << tables.GetLid(node) << " guid " << Hex(node + 1, 16) << " ("
            << topology.nodes[node].name << "):\n  Lid  Out   Destination\n       Port     Info\n";
        uint32_t count = 0;
        for (uint32_t lid = 1; lid <= tables.GetTopLid(); ++lid)
        {
            const uint32_t dest = tables.GetNode(lid);
            const uint32_t link = tables.GetLink(node, lid);
            if (dest == LinearForwardingTables::NO_NODE ||
                (link == LinearForwardingTables::NO_LINK && dest != node))
            {
                continue;
            }
            const auto place = std::lower_bound(links.begin(), links.end(), link) - links.begin();
            const std::string port = std::to_string(dest == node ? 0 : place + 1);
            out << Hex(lid, 4) << ' ' << std::string(3 - std::min<size_t>(3, port.size()), '0')
                << port << " : (" << (topology.IsHost(dest) ? "Channel Adapter" : "Switch")
                << " portguid " << Hex(dest + 1, 16) << ": '" << topology.nodes[dest].name
                << "')\n";
            ++count;
        }
        out << count << " valid lids dumped\n\n";
    }
}

} // namespace

void
WriteForwardingTables(const std::string& path, const LinearForwardingTables& tables)
{
    OutputFile::Write(path, "forwarding tables of a run", &IsOwnTable, [&](std::ostream& out) {
        WriteTables(out, tables);
    });
}

std::shared_ptr<LinearForwardingTables>
ReadForwardingTables(const std::string& path, const FabricTopology& topology)
{
    return ForwardingTableReader(path, topology).Read();
}

} // namespace ns3
