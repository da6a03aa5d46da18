// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REQUEST_ARRIVALS_H
#define AI_FABRIC_REQUEST_ARRIVALS_H

#include "inference-request.h"

#include "ns3/validated-object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Arrival times and lengths of requests. A new kind is a subclass with a TypeId.
 */
class RequestArrivals : public ValidatedObject
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @return requests by arrival, relative to the start of the job; at least one
     * @throw InputError if the attributes or a file are wrong
     */
    std::vector<InferenceRequest> Build() const;

    /** @param stream number of the first stream @return number of streams used */
    int64_t AssignStreams(int64_t stream)
    {
        return DoAssignStreams(stream);
    }

  protected:
    static constexpr uint64_t MAX_TOKENS = 1'000'000'000; //!< tokens of a prompt or an output

  private:
    virtual std::vector<InferenceRequest> DoBuild() const = 0;

    /** @param stream number of the first stream @return number of streams used; 0 by default */
    virtual int64_t DoAssignStreams(int64_t stream);
};

} // namespace ns3

#endif // AI_FABRIC_REQUEST_ARRIVALS_H
