// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-control-table.h"

#include "ns3/input-error.h"

#include <charconv>
#include <sstream>

namespace ns3
{

namespace
{

constexpr uint32_t NAMED_ENTRIES = 128;

/** A table with a name. Scale 0: the multiplier is the index. */
struct NamedTable
{
    const char* name;
    uint8_t shift;  //!< shift of every entry
    double scale;   //!< index at which the curve reaches 7 / divisor
    double divisor; //!< c
};

constexpr NamedTable NAMED_TABLES[] = {{"linear", 0, 0, 0},
                                       {"mellanox-default", 0, 95, 0.218},
                                       {"mellanox-llnl", 0, 95, 0.408},
                                       {"simula", 3, 106, 0.218},
                                       {"simula-llnl", 3, 106, 0.408}};

CongestionControlTable::Entry
MakeEntry(const NamedTable& table, uint32_t index)
{
    if (table.scale == 0)
    {
        return {table.shift, static_cast<uint16_t>(index)};
    }
    const double curve = 7.0 * index * index / (table.scale * table.scale);
    return {table.shift, static_cast<uint16_t>(curve / table.divisor)};
}

/** @return true if the text is an integer up to the limit, decimal or with 0x */
bool
ParseNumber(const std::string& text, uint32_t largest, uint32_t& number)
{
    const bool hexadecimal = text.rfind("0x", 0) == 0;
    const char* const begin = text.data() + (hexadecimal ? 2 : 0);
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(begin, end, number, hexadecimal ? 16 : 10);
    return error == std::errc() && rest == end && number <= largest;
}

/** @return true if the text is SHIFT:MULTIPLIER or a number of 16 bits */
bool
ParseEntry(const std::string& text, CongestionControlTable::Entry& entry)
{
    uint32_t shift = 0;
    uint32_t multiplier = 0;
    const size_t colon = text.find(':');
    if (colon != std::string::npos)
    {
        if (!ParseNumber(text.substr(0, colon), CongestionControlTable::MAX_SHIFT, shift) ||
            !ParseNumber(text.substr(colon + 1),
                         CongestionControlTable::MAX_MULTIPLIER,
                         multiplier))
        {
            return false;
        }
    }
    else if (ParseNumber(text, UINT16_MAX, multiplier))
    {
        shift = multiplier >> 14;
        multiplier &= CongestionControlTable::MAX_MULTIPLIER;
    }
    else
    {
        return false;
    }
    entry = {static_cast<uint8_t>(shift), static_cast<uint16_t>(multiplier)};
    return true;
}

} // namespace

CongestionControlTable::CongestionControlTable()
    : m_text("0:0"),
      m_entries{{0, 0}}
{
}

CongestionControlTable::CongestionControlTable(const std::string& text)
    : m_text(text)
{
    std::string names;
    for (const auto& table : NAMED_TABLES)
    {
        if (text == table.name)
        {
            for (uint32_t index = 0; index < NAMED_ENTRIES; ++index)
            {
                m_entries.push_back(MakeEntry(table, index));
            }
            return;
        }
        names += std::string(table.name) + ", ";
    }
    std::istringstream list(text);
    for (std::string item; std::getline(list, item, ',');)
    {
        Entry entry{};
        if (!ParseEntry(item, entry) || m_entries.size() == MAX_ENTRIES)
        {
            m_entries.clear();
            break;
        }
        m_entries.push_back(entry);
    }
    if (m_entries.empty())
    {
        throw InputError("congestion control table \"" + text + "\": expected one of " + names +
                         "or a list of up to 65536 entries SHIFT:MULTIPLIER, such as "
                         "\"0:0,0:1,3:12\", with shifts up to 3 and multipliers up to 16383");
    }
}

} // namespace ns3
