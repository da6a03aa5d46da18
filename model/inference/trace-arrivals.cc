// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "trace-arrivals.h"

#include "ns3/csv-row-reader.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/string.h"

#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(TraceArrivals);

namespace
{

const std::string HEADING = "time_s,prompt_tokens,output_tokens";
const std::string LONG_HEADING = HEADING + ",session,shared_tokens";

} // namespace

TypeId
TraceArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TraceArrivals")
            .SetParent<RequestArrivals>()
            .SetGroupName("AiFabric")
            .AddConstructor<TraceArrivals>()
            .AddAttribute("File",
                          "Path of a CSV file with the heading time_s,prompt_tokens,output_tokens, "
                          "perhaps with session,shared_tokens behind it.",
                          StringValue(""),
                          MakeStringAccessor(&TraceArrivals::m_file),
                          MakeFileChecker());
    return tid;
}

std::vector<InferenceRequest>
TraceArrivals::DoBuild() const
{
    if (m_file.empty())
    {
        Fail("File", "is not set; expected the path of a CSV file");
    }
    CsvRowReader reader(m_file, "");
    std::vector<InferenceRequest> requests;
    const auto checkHeading = [&] {
        const std::string& heading = reader.GetHeading();
        if (!heading.empty() && heading != HEADING && heading != LONG_HEADING)
        {
            throw InputError(m_file,
                             reader.GetHeadingLine(),
                             "",
                             "does not begin with the heading " + HEADING +
                                 " or that with ,session,shared_tokens");
        }
    };
    while (reader.Next())
    {
        checkHeading();
        const uint64_t line = reader.GetLine();
        const auto read = [&](size_t column, const char* key, auto& value, auto min, auto max) {
            const std::string& field = reader.GetFields()[column];
            const auto parsed = ParseNumber(field, min, max);
            if (!parsed)
            {
                throw InputError(m_file,
                                 line,
                                 key,
                                 "'" + field.substr(0, 40) + "' is not a number from " +
                                     std::to_string(min) + " to " + std::to_string(max));
            }
            value = *parsed;
        };
        InferenceRequest request;
        double seconds = 0;
        read(0, "time_s", seconds, 0.0, 1e6);
        read(1, "prompt_tokens", request.promptTokens, 1u, static_cast<uint32_t>(MAX_TOKENS));
        read(2, "output_tokens", request.outputTokens, 1u, static_cast<uint32_t>(MAX_TOKENS));
        if (reader.GetHeading() == LONG_HEADING)
        {
            read(3, "session", request.session, 0u, InferenceRequest::NONE - 1);
            read(4, "shared_tokens", request.sharedTokens, 0u, request.promptTokens);
        }
        request.arrivalPs = std::llround(seconds * static_cast<double>(PS_PER_SECOND));
        if (!requests.empty() && request.arrivalPs < requests.back().arrivalPs)
        {
            throw InputError(
                m_file,
                line,
                "time_s",
                "is earlier than the line above; expected requests in the order of arrival");
        }
        requests.push_back(request);
    }
    checkHeading();
    if (requests.empty())
    {
        throw InputError(m_file, 0, "", "has no request; expected a line for each");
    }
    return requests;
}

} // namespace ns3
