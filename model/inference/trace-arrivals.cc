// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "trace-arrivals.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/string.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string_view>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TraceArrivals);

namespace
{

constexpr const char* HEADING = "time_s,prompt_tokens,output_tokens";

/** Takes a field off a line. @return it */
std::string_view
TakeField(std::string_view& line)
{
    const size_t comma = line.find(',');
    const std::string_view field = line.substr(0, comma);
    line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 1);
    return field;
}

} // namespace

TypeId
TraceArrivals::GetTypeId()
{
    static TypeId tid = TypeId("ns3::TraceArrivals")
                            .SetParent<RequestArrivals>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<TraceArrivals>()
                            .AddAttribute("File",
                                          "Path of a CSV file headed time_s,prompt_tokens,"
                                          "output_tokens.",
                                          StringValue(""),
                                          MakeStringAccessor(&TraceArrivals::m_file),
                                          MakeStringChecker());
    return tid;
}

std::vector<InferenceRequest>
TraceArrivals::DoBuild() const
{
    if (m_file.empty())
    {
        Fail("File", "is not set; expected the path of a CSV file");
    }
    errno = 0;
    std::ifstream in(m_file);
    if (!in)
    {
        throw InputError(m_file, 0, "", std::string("cannot be read: ") + std::strerror(errno));
    }
    std::vector<InferenceRequest> requests;
    std::string text;
    for (uint64_t line = 1; std::getline(in, text); ++line)
    {
        if (!text.empty() && text.back() == '\r')
        {
            text.pop_back();
        }
        if (line == 1)
        {
            if (text != HEADING)
            {
                throw InputError(m_file, line, "", std::string("is not headed ") + HEADING);
            }
            continue;
        }
        if (text.empty())
        {
            continue;
        }
        std::string_view rest = text;
        const auto read = [&](const char* key, auto& value, auto min, auto max) {
            const std::string_view field = TakeField(rest);
            const auto parsed = ParseNumber(field, min, max);
            if (!parsed)
            {
                throw InputError(m_file,
                                 line,
                                 key,
                                 "'" + std::string(field.substr(0, 40)) + "' is no number from " +
                                     std::to_string(min) + " to " + std::to_string(max));
            }
            value = *parsed;
        };
        InferenceRequest request;
        double seconds = 0;
        read("time_s", seconds, 0.0, 1e6);
        read("prompt_tokens", request.promptTokens, 1u, static_cast<uint32_t>(MAX_TOKENS));
        read("output_tokens", request.outputTokens, 1u, static_cast<uint32_t>(MAX_TOKENS));
        if (!rest.empty())
        {
            throw InputError(m_file, line, "", "has more than three fields");
        }
        request.arrivalPs = std::llround(seconds * static_cast<double>(PS_PER_SECOND));
        if (!requests.empty() && request.arrivalPs < requests.back().arrivalPs)
        {
            throw InputError(m_file,
                             line,
                             "time_s",
                             "is before the line above; expected requests by arrival");
        }
        requests.push_back(request);
    }
    if (requests.empty())
    {
        throw InputError(m_file, 0, "", "holds no request; expected a line for each");
    }
    return requests;
}

} // namespace ns3
