// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRACE_ARRIVALS_H
#define AI_FABRIC_TRACE_ARRIVALS_H

#include "request-arrivals.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Requests from a CSV file:
 *
 *     time_s,prompt_tokens,output_tokens     the heading, exactly like this
 *     0.25,1024,128                          seconds after the start of the job, not descending
 *
 * Empty lines are skipped.
 */
class TraceArrivals final : public RequestArrivals
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    std::vector<InferenceRequest> DoBuild() const override;

    std::string m_file; //!< path of the file
};

} // namespace ns3

#endif // AI_FABRIC_TRACE_ARRIVALS_H
