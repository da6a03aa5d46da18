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
 * Requests as a Poisson process of Rate per second, or one whose rate follows RateFile. Lengths are
 * drawn from distributions of tokens, see FlowSizeDistribution.
 *
 * With a Variation other than 1 the times between requests have a gamma distribution with this
 * coefficient of variation instead: requests come in bursts if it is greater (BurstGPT, KDD'25,
 * fits traces of chat services with such distributions). A rate that changes stretches these times:
 * the next request comes when the integral of the rate has grown by the drawn number of requests.
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

    /** The rate from some time on. */
    struct Step
    {
        double seconds; //!< its beginning
        double rate;    //!< requests per second
    };

    std::vector<Step> GetRates() const;
    std::vector<Step> ReadRates() const;

    double m_rate;                        //!< requests per second, above 0
    double m_variation;                   //!< coefficient of variation of the gaps, above 0
    std::string m_rateFile;               //!< path; empty: m_rate at all times
    uint32_t m_sessions;                  //!< number of sessions
    uint32_t m_sharedTokens;              //!< tokens with which all prompts of a session begin
    uint32_t m_requests;                  //!< number of requests, at least 1
    std::string m_promptsFile;            //!< path; empty: m_prompts is used
    std::string m_outputsFile;            //!< path; empty: m_outputs is used
    std::string m_prompts;                //!< distribution of prompt tokens
    std::string m_outputs;                //!< distribution of output tokens
    Ptr<ExponentialRandomVariable> m_gap; //!< draws the time between requests
    Ptr<GammaRandomVariable> m_burstGap;  //!< the same for a variation other than 1
    Ptr<UniformRandomVariable> m_prompt;
    Ptr<UniformRandomVariable> m_output;
    Ptr<UniformRandomVariable> m_session;
};

} // namespace ns3

#endif // AI_FABRIC_POISSON_ARRIVALS_H
