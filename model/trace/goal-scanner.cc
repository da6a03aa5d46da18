// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "goal-scanner.h"

#include "ns3/input-error.h"
#include "ns3/parse-number.h"

#include <algorithm>

namespace ns3
{

namespace
{

bool
IsDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool
IsLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool
IsSpace(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

} // namespace

GoalScanner::GoalScanner(const std::string& path, std::string_view text)
    : m_path(path),
      m_text(text)
{
    Advance();
}

void
GoalScanner::SkipSpace()
{
    while (m_end < m_text.size())
    {
        if (m_text.substr(m_end, 2) == "//")
        {
            m_end = std::min(m_text.find('\n', m_end), m_text.size());
        }
        else if (m_text.substr(m_end, 2) == "/*")
        {
            const uint64_t line = m_line;
            const size_t close = m_text.find("*/", m_end + 2);
            if (close == std::string_view::npos)
            {
                throw InputError(m_path, line, "", "a comment that does not end; expected */");
            }
            for (; m_end < close + 2; ++m_end)
            {
                m_line += m_text[m_end] == '\n';
            }
        }
        else if (IsSpace(m_text[m_end]))
        {
            m_line += m_text[m_end++] == '\n';
        }
        else
        {
            return;
        }
    }
}

void
GoalScanner::Advance()
{
    SkipSpace();
    m_begin = m_end;
    const auto at = [this](size_t i) { return i < m_text.size() ? m_text[i] : ' '; };
    if (m_begin == m_text.size())
    {
        m_token = Token::END;
    }
    else if (IsLetter(m_text[m_begin]))
    {
        m_token = Token::WORD;
        while (IsLetter(at(m_end)) || IsDigit(at(m_end)))
        {
            ++m_end;
        }
    }
    else if (IsDigit(m_text[m_begin]) || (m_text[m_begin] == '-' && IsDigit(at(m_begin + 1))))
    {
        m_token = Token::INTEGER;
        ++m_end;
        while (IsDigit(at(m_end)))
        {
            ++m_end;
        }
    }
    else
    {
        m_token = Token::MARK;
        ++m_end;
    }
}

std::string_view
GoalScanner::Take()
{
    const auto text = PeekText();
    m_takenLine = m_line;
    Advance();
    return text;
}

bool
GoalScanner::TakeIf(std::string_view text)
{
    const bool next = IsNext(text);
    if (next)
    {
        Take();
    }
    return next;
}

void
GoalScanner::Expect(std::string_view text)
{
    if (!TakeIf(text))
    {
        FailNext(std::string(text));
    }
}

std::string_view
GoalScanner::ExpectWord(const char* what)
{
    if (m_token != Token::WORD)
    {
        FailNext(what);
    }
    return Take();
}

uint64_t
GoalScanner::ExpectUnsigned(const char* key, uint64_t min, uint64_t max)
{
    const auto value = ParseNumber(PeekText(), min, max);
    if (m_token != Token::INTEGER || !value)
    {
        FailNext(std::string(key) + ", an integer from " + std::to_string(min) + " to " +
                 std::to_string(max));
    }
    Take();
    return *value;
}

void
GoalScanner::ExpectLineEnd() const
{
    if (m_token != Token::END && m_line == m_takenLine)
    {
        FailNext("the end of the line");
    }
}

void
GoalScanner::Fail(const std::string& key, const std::string& problem) const
{
    throw InputError(m_path, m_takenLine, key, problem);
}

void
GoalScanner::FailAt(uint64_t line, const std::string& key, const std::string& problem) const
{
    throw InputError(m_path, line, key, problem);
}

void
GoalScanner::FailNext(const std::string& expected) const
{
    constexpr size_t MAX_SHOWN = 40;
    std::string shown;
    for (const char c : PeekText().substr(0, MAX_SHOWN))
    {
        shown += c > ' ' && c <= '~' ? c : '?';
    }
    throw InputError(m_path,
                     m_line,
                     "",
                     (m_token == Token::END ? "the file ends" : "unexpected '" + shown + "'") +
                         "; expected " + expected);
}

} // namespace ns3
