// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFERENCE_REQUEST_H
#define AI_FABRIC_INFERENCE_REQUEST_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * A request to a language model and what became of it.
 *
 *     TTFT = firstTokenPs - arrivalPs                          time to first token
 *     TPOT = (finishPs - firstTokenPs) / (outputTokens - 1)    time per output token behind it
 *
 * Invariant of one that is finished: arrivalPs < firstTokenPs <= finishPs, and the KV transfer, if
 * there is one, lies between the last two. Times are absolute.
 */
struct InferenceRequest
{
    static constexpr int64_t NOT_YET = -1;       //!< in place of a time
    static constexpr uint32_t NONE = UINT32_MAX; //!< no replica

    int64_t arrivalPs{0};          //!< when it came
    uint32_t promptTokens{1};      //!< at least 1
    uint32_t outputTokens{1};      //!< at least 1; the prefill makes the first one
    uint32_t prefillReplica{NONE}; //!< where its prompt is processed
    uint32_t decodeReplica{NONE};  //!< where the other tokens are made
    uint32_t tokensOut{0};         //!< made so far
    int64_t firstTokenPs{NOT_YET}; //!< end of the iteration that made the first token
    int64_t kvStartPs{NOT_YET};    //!< when its keys and values were sent to the decode replica
    int64_t kvEndPs{NOT_YET};      //!< when the last of them were acknowledged
    int64_t finishPs{NOT_YET};     //!< end of the iteration that made the last token

    /** @return whether all tokens are there */
    bool IsFinished() const
    {
        return finishPs != NOT_YET;
    }

    /** @return time to first token in ps, of one that has it */
    int64_t GetTtftPs() const
    {
        return firstTokenPs - arrivalPs;
    }

    /** @return time per output token in ps, of one that is finished; 0 if there is but one token */
    double GetTpotPs() const
    {
        return outputTokens > 1 ? static_cast<double>(finishPs - firstTokenPs) / (outputTokens - 1)
                                : 0;
    }
};

} // namespace ns3

#endif // AI_FABRIC_INFERENCE_REQUEST_H
