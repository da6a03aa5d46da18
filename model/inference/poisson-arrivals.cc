// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "poisson-arrivals.h"

#include "ns3/csv-row-reader.h"
#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/flow-size-distribution.h"
#include "ns3/input-error.h"
#include "ns3/memory-limit.h"
#include "ns3/parse-number.h"
#include "ns3/random-draws.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PoissonArrivals);

TypeId
PoissonArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PoissonArrivals")
            .SetParent<RequestArrivals>()
            .SetGroupName("AiFabric")
            .AddConstructor<PoissonArrivals>()
            .AddAttribute("Rate",
                          "Requests per second, on average; above 0.",
                          DoubleValue(10),
                          MakeDoubleAccessor(&PoissonArrivals::m_rate),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("RateFile",
                          "CSV file with the heading time_s,rate: requests per second from this "
                          "time on, used instead of Rate; the last rate lasts. Empty: Rate.",
                          StringValue(""),
                          MakeStringAccessor(&PoissonArrivals::m_rateFile),
                          MakeFileChecker())
            .AddAttribute("Variation",
                          "Coefficient of variation of the times between requests; above 0. 1: a "
                          "Poisson process; more: bursts.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&PoissonArrivals::m_variation),
                          MakeDoubleChecker<double>(0, 100))
            .AddAttribute("Sessions",
                          "Number of sessions, of which each request belongs to one by chance; all "
                          "prompts of a session begin with the same SharedTokens.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&PoissonArrivals::m_sessions),
                          MakeUintegerChecker<uint32_t>(1, 1'000'000'000))
            .AddAttribute("SharedTokens",
                          "Tokens with which all prompts of a session begin, such as a system "
                          "prompt; of shorter prompts all. 0: prompts have nothing in common.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PoissonArrivals::m_sharedTokens),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Requests",
                          "Number of requests.",
                          UintegerValue(100),
                          MakeUintegerAccessor(&PoissonArrivals::m_requests),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("PromptTokens",
                          "Length of every prompt, in tokens.",
                          StringValue("1024"),
                          MakeStringAccessor(&PoissonArrivals::m_prompts),
                          MakeStringChecker())
            .AddAttribute("OutputTokens",
                          "Length of every output, in tokens.",
                          StringValue("128"),
                          MakeStringAccessor(&PoissonArrivals::m_outputs),
                          MakeStringChecker())
            .AddAttribute("PromptTokensFile",
                          "File with a cumulative distribution of prompt lengths, used instead of "
                          "PromptTokens: lines 'tokens percent', the share of prompts of at most "
                          "so many tokens. Empty: PromptTokens.",
                          StringValue(""),
                          MakeStringAccessor(&PoissonArrivals::m_promptsFile),
                          MakeFileChecker())
            .AddAttribute("OutputTokensFile",
                          "File with a cumulative distribution of output lengths, in the format of "
                          "PromptTokensFile. Empty: OutputTokens.",
                          StringValue(""),
                          MakeStringAccessor(&PoissonArrivals::m_outputsFile),
                          MakeFileChecker());
    return tid;
}

PoissonArrivals::PoissonArrivals()
    : m_gap(CreateObject<ExponentialRandomVariable>()),
      m_burstGap(CreateObject<GammaRandomVariable>()),
      m_prompt(CreateObject<UniformRandomVariable>()),
      m_output(CreateObject<UniformRandomVariable>()),
      m_session(CreateObject<UniformRandomVariable>())
{
}

/** @return rates by time; the first from 0 on */
std::vector<PoissonArrivals::Step>
PoissonArrivals::GetRates() const
{
    if (!m_rateFile.empty())
    {
        return ReadRates();
    }
    if (!(m_rate > 0))
    {
        Fail("Rate", "is 0; expected more");
    }
    return {{0, m_rate}};
}

/** @return rates of RateFile by time */
std::vector<PoissonArrivals::Step>
PoissonArrivals::ReadRates() const
{
    CsvRowReader reader(m_rateFile, "time_s,rate");
    std::vector<Step> steps;
    while (reader.Next())
    {
        const auto fail = [&](const char* key, const std::string& text) {
            throw InputError(m_rateFile, reader.GetLine(), key, text);
        };
        const auto seconds = ParseNumber(reader.GetFields()[0], 0.0, 1e6);
        const auto rate = ParseNumber(reader.GetFields()[1], 0.0, 1e12);
        if (!seconds || (steps.empty() && *seconds != 0) ||
            (!steps.empty() && *seconds <= steps.back().seconds))
        {
            fail("time_s", "expected 0 in the first row, then times that grow, up to 1000000");
        }
        if (!rate)
        {
            fail("rate", "expected a number of requests per second from 0 to 1e12");
        }
        steps.push_back({*seconds, *rate});
    }
    if (steps.empty() || !(steps.back().rate > 0))
    {
        throw InputError(m_rateFile, 0, "", "expected rows, the last one with a rate above 0");
    }
    return steps;
}

std::vector<InferenceRequest>
PoissonArrivals::DoBuild() const
{
    if (!(m_variation > 0))
    {
        Fail("Variation", "is 0; expected more");
    }
    const auto rates = GetRates();
    const auto load =
        [this](const char* attribute, const std::string& source, const std::string& file) {
            try
            {
                return file.empty() ? FlowSizeDistribution::Load(source)
                                    : FlowSizeDistribution::Read(file);
            }
            catch (const InputError& error)
            {
                Fail(attribute, error.what());
            }
        };
    const auto prompts = load("PromptTokens", m_prompts, m_promptsFile);
    const auto outputs = load("OutputTokens", m_outputs, m_outputsFile);
    const auto draw = [](const FlowSizeDistribution& lengths, UniformRandomVariable& random) {
        const uint64_t tokens = lengths.GetQuantile(1 - random.GetValue(0, 1));
        return static_cast<uint32_t>(std::min(tokens, MAX_TOKENS));
    };
    // The engine has a copy of the requests, and queues.
    const std::string shortage =
        DescribeMemoryShortage(2.0 * sizeof(InferenceRequest) * static_cast<double>(m_requests));
    if (!shortage.empty())
    {
        Fail("Requests",
             "are " + std::to_string(m_requests) + " and need " + shortage + "; use less");
    }
    std::vector<InferenceRequest> requests(m_requests);
    const auto drawGap = [this] {
        const double shape = 1 / (m_variation * m_variation);
        return m_variation == 1 ? m_gap->GetValue(1, 0) : m_burstGap->GetValue(shape, 1 / shape);
    };
    double timePs = 0;
    size_t step = 0;
    for (auto& request : requests)
    {
        double gap = drawGap(); // in requests
        while (step + 1 < rates.size())
        {
            const double endPs = rates[step + 1].seconds * static_cast<double>(PS_PER_SECOND);
            const double left =
                (endPs - timePs) / static_cast<double>(PS_PER_SECOND) * rates[step].rate;
            if (gap < left)
            {
                break;
            }
            gap -= left;
            timePs = endPs;
            ++step;
        }
        timePs += gap * (static_cast<double>(PS_PER_SECOND) / rates[step].rate);
        if (timePs > 1e18)
        {
            Fail("Requests", "last for more than 1000000 s; use fewer requests or a greater rate");
        }
        request.arrivalPs = std::llround(timePs);
        request.promptTokens = draw(prompts, *m_prompt);
        request.outputTokens = draw(outputs, *m_output);
        if (m_sharedTokens > 0)
        {
            request.session = m_session->GetInteger(0, m_sessions - 1);
            request.sharedTokens = std::min(m_sharedTokens, request.promptTokens);
        }
    }
    return requests;
}

int64_t
PoissonArrivals::DoAssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    m_prompt->SetStream(stream + 1);
    m_output->SetStream(stream + 2);
    m_burstGap->SetStream(NameStream(stream, "bursts"));
    m_session->SetStream(NameStream(stream, "sessions"));
    return 3;
}

} // namespace ns3
