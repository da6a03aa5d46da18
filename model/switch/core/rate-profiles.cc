// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rate-profiles.h"

#include "ns3/data-rate.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/text-parts.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace ns3
{

namespace
{

/** @return parts of a text between separators, without surrounding blanks */
std::vector<std::string>
SplitTrimmed(const std::string& text, char separator)
{
    auto parts = SplitParts(text, separator);
    for (auto& part : parts)
    {
        part = std::string(Trim(part, " "));
    }
    return parts;
}

/** @return rate in bit/s; 0: the text is not a rate */
uint64_t
ReadRate(const std::string& text)
{
    DataRateValue rate;
    const bool word = !text.empty() && text.find(' ') == std::string::npos;
    return word && rate.DeserializeFromString(text, MakeDataRateChecker()) ? rate.Get().GetBitRate()
                                                                           : 0;
}

/**
 * @return description of allowed values, such as "0 to 1", "a whole number from 0 to 1099511627776"
 */
std::string
DescribeRange(const RateProfiles::Key& key)
{
    std::ostringstream text;
    text.precision(13);
    text << (key.whole ? "a whole number from " : "") << key.least << " to " << key.most;
    return text.str();
}

} // namespace

RateProfiles::RateProfiles(const std::string& text,
                           const std::vector<Key>& keys,
                           const std::string& name)
    : m_text(text)
{
    std::string known = "rate";
    for (const auto& key : keys)
    {
        known += std::string(", ") + key.name;
    }
    for (const auto& line : SplitTrimmed(text, ','))
    {
        const auto fail = [&](const std::string& what) {
            throw InputError(name + ": \"" + line + "\" " + what);
        };
        Row row{0, {}};
        for (const auto& part : SplitTrimmed(line, ':'))
        {
            const size_t equals = part.find('=');
            const std::string said = part.substr(0, equals);
            const std::string value = equals == std::string::npos ? "" : part.substr(equals + 1);
            const auto key = std::find_if(keys.begin(), keys.end(), [&said](const Key& one) {
                return one.name == said;
            });
            if (said == "rate" && row.ratebps == 0)
            {
                row.ratebps = ReadRate(value);
                if (row.ratebps == 0)
                {
                    fail("has no rate; expected one such as rate=400Gbps");
                }
                continue;
            }
            if (key == keys.end())
            {
                fail("has \"" + said + "\"; expected at most once each: " + known);
            }
            const auto number = ParseNumber<double>(value, key->least, key->most);
            if (!number || (key->whole && *number != std::floor(*number)))
            {
                fail("has \"" + value + "\" for " + said + "; expected " + DescribeRange(*key));
            }
            if (!row.values.emplace(said, *number).second)
            {
                fail("has " + said + " twice");
            }
        }
        if (row.ratebps == 0)
        {
            fail("has no rate; expected one such as rate=400Gbps");
        }
        if (row.values.empty())
        {
            fail("has only a rate; expected some of " + known);
        }
        if (Find(row.ratebps))
        {
            fail("has the rate of an earlier row; expected one row for each rate");
        }
        m_rows.push_back(std::move(row));
    }
}

std::optional<double>
RateProfiles::Row::Find(const std::string& key) const
{
    const auto found = values.find(key);
    return found == values.end() ? std::nullopt : std::optional(found->second);
}

const RateProfiles::Row*
RateProfiles::Find(uint64_t ratebps) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [ratebps](const Row& row) {
        return row.ratebps == ratebps;
    });
    return found == m_rows.end() ? nullptr : &*found;
}

} // namespace ns3
