// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_POISSON_ARRIVALS_H
#define AI_FABRIC_POISSON_ARRIVALS_H

#include "request-arrivals.h"

#include "ns3/random-variable-stream.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Requests as a Poisson process of Rate per second. Lengths are drawn from distributions of tokens,
 * see FlowSizeDistribution.
 */
class PoissonArrivals final : public RequestArrivals
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    PoissonArrivals();

  private:
    std::vector<InferenceRequest> DoBuild() const override;
    int64_t DoAssignStreams(int64_t stream) override;

    double m_rate;                        //!< requests per second, above 0
    uint32_t m_requests;                  //!< number of requests, at least 1
    std::string m_promptsFile;            //!< path; empty: m_prompts is used
    std::string m_outputsFile;            //!< path; empty: m_outputs is used
    std::string m_prompts;                //!< distribution of prompt tokens
    std::string m_outputs;                //!< distribution of output tokens
    Ptr<ExponentialRandomVariable> m_gap; //!< draws the time between requests
    Ptr<UniformRandomVariable> m_prompt;
    Ptr<UniformRandomVariable> m_output;
};

} // namespace ns3

#endif // AI_FABRIC_POISSON_ARRIVALS_H
