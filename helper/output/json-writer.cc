// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "json-writer.h"

#include "ns3/json-reader.h"

namespace ns3
{

JsonWriter::JsonWriter(std::ostream& out)
    : m_out(out)
{
}

void
JsonWriter::BeginObject(const std::string& key)
{
    Open(key, '{');
}

void
JsonWriter::EndObject()
{
    Close('}');
}

void
JsonWriter::BeginList(const std::string& key)
{
    Open(key, '[');
}

void
JsonWriter::EndList()
{
    Close(']');
}

void
JsonWriter::Add(const std::string& key, const std::string& text)
{
    Begin(key);
    m_out << QuoteJson(text);
}

void
JsonWriter::Add(const std::string& key, uint64_t number)
{
    AddLiteral(key, std::to_string(number));
}

void
JsonWriter::AddLiteral(const std::string& key, const std::string& literal)
{
    Begin(key);
    m_out << literal;
}

void
JsonWriter::Open(const std::string& key, char bracket)
{
    Begin(key);
    m_out << bracket;
    ++m_depth;
    m_first = true;
}

void
JsonWriter::Close(char bracket)
{
    --m_depth;
    if (!m_first)
    {
        m_out << '\n' << std::string(2 * m_depth, ' ');
    }
    m_out << bracket;
    if (m_depth == 0)
    {
        m_out << '\n';
    }
    m_first = false;
}

void
JsonWriter::Begin(const std::string& key)
{
    if (m_depth > 0)
    {
        m_out << (m_first ? "\n" : ",\n") << std::string(2 * m_depth, ' ');
    }
    m_first = false;
    if (!key.empty())
    {
        m_out << QuoteJson(key) << ": ";
    }
}

} // namespace ns3
