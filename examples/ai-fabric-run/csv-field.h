// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_CSV_FIELD_H
#define AI_FABRIC_CSV_FIELD_H

#include <string>

namespace ns3
{

/** @param text any @return it as a field of a CSV file (RFC 4180) */
inline std::string
QuoteField(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
    {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text)
    {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

} // namespace ns3

#endif // AI_FABRIC_CSV_FIELD_H
