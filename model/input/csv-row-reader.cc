// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "csv-row-reader.h"

#include "whole-file.h"

#include "ns3/input-error.h"
#include "ns3/text-parts.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace ns3
{

namespace
{

/** @return fields of a line, without surrounding spaces */
std::vector<std::string>
Split(std::string_view line)
{
    std::vector<std::string> fields;
    for (bool more = true; more;)
    {
        const size_t comma = line.find(',');
        fields.emplace_back(Trim(line.substr(0, comma), " \t"));
        more = comma != std::string_view::npos;
        line.remove_prefix(more ? comma + 1 : line.size());
    }
    return fields;
}

} // namespace

CsvRowReader::CsvRowReader(const std::string& file, const std::string& heading)
    : m_file(file),
      m_heading(heading)
{
    constexpr uint64_t MAX_FILE_BYTES = uint64_t{1} << 32;
    CheckInputFile(file, MAX_FILE_BYTES);
    errno = 0;
    m_in.open(file);
    if (!m_in)
    {
        throw InputError(file, 0, "", std::string("cannot be read: ") + std::strerror(errno));
    }
}

/** @return true if there is a line that is neither empty nor a comment */
bool
CsvRowReader::NextLine(std::string& text)
{
    while (std::getline(m_in, text))
    {
        ++m_line;
        if (!text.empty() && text.back() == '\r')
        {
            text.pop_back();
        }
        if (!text.empty() && text.front() != '#')
        {
            return true;
        }
    }
    return false;
}

bool
CsvRowReader::Next()
{
    std::string text;
    if (!m_hasHeading)
    {
        if (!NextLine(text))
        {
            return false;
        }
        if (m_heading.empty())
        {
            m_heading = text;
        }
        if (text != m_heading)
        {
            throw InputError(m_file, m_line, "", "does not begin with the heading " + m_heading);
        }
        m_hasHeading = true;
        m_headingLine = m_line;
    }
    if (!NextLine(text))
    {
        return false;
    }
    m_fields = Split(text);
    const auto columns = 1 + std::count(m_heading.begin(), m_heading.end(), ',');
    if (m_fields.size() != static_cast<size_t>(columns))
    {
        throw InputError(m_file,
                         m_line,
                         "",
                         "has " + std::to_string(m_fields.size()) + " fields; expected " +
                             std::to_string(columns) + ": " + m_heading);
    }
    return true;
}

} // namespace ns3
