// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "poisson-arrivals.h"

#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/flow-size-distribution.h"
#include "ns3/input-error.h"
#include "ns3/memory-limit.h"
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
      m_prompt(CreateObject<UniformRandomVariable>()),
      m_output(CreateObject<UniformRandomVariable>())
{
}

std::vector<InferenceRequest>
PoissonArrivals::DoBuild() const
{
    if (!(m_rate > 0))
    {
        Fail("Rate", "is 0; expected more");
    }
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
    double timePs = 0;
    for (auto& request : requests)
    {
        timePs += m_gap->GetValue(static_cast<double>(PS_PER_SECOND) / m_rate, 0);
        if (timePs > 1e18)
        {
            Fail("Requests", "last for more than 1000000 s; use fewer requests or a greater rate");
        }
        request.arrivalPs = std::llround(timePs);
        request.promptTokens = draw(prompts, *m_prompt);
        request.outputTokens = draw(outputs, *m_output);
    }
    return requests;
}

int64_t
PoissonArrivals::DoAssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    m_prompt->SetStream(stream + 1);
    m_output->SetStream(stream + 2);
    return 3;
}

} // namespace ns3
