// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFERENCE_REQUEST_H
#define AI_FABRIC_INFERENCE_REQUEST_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * A request to a language model, and its progress.
 *
 *     TTFT = firstTokenPs - arrivalPs                          time to first token
 *     TPOT = (finishPs - firstTokenPs) / (outputTokens - 1)    time per output token behind it
 *
 * Invariant of a finished request: arrivalPs < firstTokenPs <= finishPs, and the KV transfer, if
 * there is one, lies between the last two. Times are absolute.
 */
struct InferenceRequest
{
    static constexpr int64_t NOT_YET = -1;       //!< stands for an unknown time
    static constexpr uint32_t NONE = UINT32_MAX; //!< stands for no replica

    int64_t arrivalPs{0};     //!< time at which the user sends it
    int64_t userPs{0};        //!< delay between user and replicas, one way
    uint32_t promptTokens{1}; //!< at least 1
    uint32_t outputTokens{1}; //!< at least 1; the prefill makes the first one
    uint32_t session{NONE};   //!< requests of one session begin alike; NONE: no session
    uint32_t sharedTokens{0}; //!< tokens at the beginning of its prompt that an earlier request
                              //!< of its session had, in its prompt or its output
    uint32_t cachedTokens{0}; //!< of these: had keys and values at its prompt's replica
    uint32_t prefillReplica{NONE}; //!< number of the replica that processes its prompt
    uint32_t decodeReplica{NONE};  //!< number of the replica that makes the other tokens
    uint32_t tokensOut{0};         //!< tokens made so far
    int64_t firstTokenPs{NOT_YET}; //!< end of the iteration that made the first token, and userPs
    int64_t kvStartPs{NOT_YET};    //!< begin of the transfer of its keys and values to the decode
                                   //!< replica
    int64_t kvEndPs{NOT_YET};      //!< acknowledgement of the last of them
    int64_t finishPs{NOT_YET};     //!< end of the iteration that made the last token, and userPs
    int64_t maxTtftPs{NOT_YET};    //!< limit of its TTFT; NOT_YET: none
    int64_t maxTpotPs{NOT_YET};    //!< limit of its TPOT; NOT_YET: none

    /** @return time at which a replica may begin it, in ps */
    int64_t GetReachedPs() const
    {
        return arrivalPs + userPs;
    }

    /** @return true if all tokens are made */
    bool IsFinished() const
    {
        return finishPs != NOT_YET;
    }

    /** @return time to first token in ps; only if it has its first token */
    int64_t GetTtftPs() const
    {
        return firstTokenPs - arrivalPs;
    }

    /** @return time per output token in ps; only if finished; 0 if it has one token only */
    double GetTpotPs() const
    {
        return outputTokens > 1 ? static_cast<double>(finishPs - firstTokenPs) / (outputTokens - 1)
                                : 0;
    }

    /** @return true if it has a limit */
    bool HasLimits() const
    {
        return maxTtftPs != NOT_YET || maxTpotPs != NOT_YET;
    }

    /** @return true if it is finished and was within its limits */
    bool IsWithinLimits() const
    {
        return IsFinished() && (maxTtftPs == NOT_YET || GetTtftPs() <= maxTtftPs) &&
               (maxTpotPs == NOT_YET || GetTpotPs() <= static_cast<double>(maxTpotPs));
    }
};

} // namespace ns3

#endif // AI_FABRIC_INFERENCE_REQUEST_H
