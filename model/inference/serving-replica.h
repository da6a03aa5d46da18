// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVING_REPLICA_H
#define AI_FABRIC_SERVING_REPLICA_H

#include "prefix-cache.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * The beginning of a prompt that an earlier request of the session had.
 */
struct PromptPrefix
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< stands for no session

    uint32_t session{NONE}; //!< number of the session
    uint32_t tokens{0};     //!< number of tokens
};

/**
 * @ingroup ai-fabric-inference
 * One copy of a model that serves requests; decides which requests are in the next iteration.
 *
 * Continuous batching (Orca, OSDI'22) with chunked prefill (Sarathi-Serve, OSDI'24). An iteration
 * makes one token for each request that is decoding. With the rest of maxTokens it processes
 * prompts in the order of arrival, the last one perhaps in part:
 *
 *     tokens of an iteration = decoding requests + prompt tokens
 *                           <= max(maxTokens, decoding requests)
 *
 * A request is admitted if at most maxBatch - 1 others are, and if the keys and values of all its
 * tokens fit into memory; their room is reserved until the request leaves. If the first waiting
 * request does not fit, the others wait behind it.
 *
 * With Preemption, a request is admitted if its prompt and one token fit, and gets room for each
 * further token when it needs it. If there is none, the request that was admitted last gives its
 * room back and waits in front of all others, and no one is admitted for this iteration (vLLM,
 * SOSP'23). Later its prompt and the tokens made so far are processed again like a prompt
 * (RECOMPUTE), or its keys and values, which went to the memory of the host, come back (SWAP). So
 * it is with requests whose prompts were processed elsewhere: they are processed again here.
 *
 * With keepsPrefixes, keys and values of finished requests stay until their memory is needed, see
 * PrefixCache. A later request of the session processes only the tokens behind them, at least one,
 * and reserves no room for them.
 *
 * The class knows neither time nor network. Invariant: reserved and kept tokens <= kvTokens.
 */
class ServingReplica
{
  public:
    /** What happens to the keys and values of a request that gives its room back. */
    enum class Preemption : uint8_t
    {
        NONE,      //!< no request does; room for all tokens is reserved when it is admitted
        RECOMPUTE, //!< they are lost
        SWAP       //!< they go to the memory of the host, and come back later
    };

    /** Limits of a replica. */
    struct Limits
    {
        uint32_t maxBatch;         //!< requests admitted at once, at least 1
        uint32_t maxTokens;        //!< tokens of an iteration, at least 1
        uint64_t kvTokens;         //!< tokens whose keys and values fit into its memory
        bool keepsPrefixes{false}; //!< finished requests leave their keys and values
        Preemption preemption{Preemption::NONE}; //!< whether requests give room back
    };

    /** Work of an iteration. */
    struct Iteration
    {
        uint64_t promptTokens{0};  //!< prompt tokens processed
        uint64_t promptContext{0}; //!< tokens of these prompts with keys and values, including
                                   //!< those processed now
        double promptKeys{0};   //!< sum over prompt tokens of the keys that each is scored against
        uint32_t decodes{0};    //!< requests that get their next token
        uint64_t decodeKeys{0}; //!< sum over these requests of the keys that each is scored against
        uint32_t outputs{0};    //!< tokens made: one per decode and per prompt that ends
        uint64_t swappedTokens{0}; //!< tokens whose keys and values go to the host or come back
                                   //!< before the iteration

        /** @return true if there is no work */
        bool IsEmpty() const
        {
            return promptTokens == 0 && decodes == 0;
        }

        /** @return number of tokens that go through the model */
        uint64_t GetTokens() const
        {
            return promptTokens + decodes;
        }

        /**
         * @param index number of a part, from 0
         * @param parts number of parts, at least 1
         * @return work of the part; all parts have the same work, but for rounding, and the sum of
         *         their counts is the whole
         */
        Iteration GetPart(uint32_t index, uint32_t parts) const;
    };

    /** Result of an iteration for one request. */
    struct Outcome
    {
        uint32_t request; //!< number of the request that got a token
        bool first;       //!< true: this is its first token, from the prompt
        bool leaves;      //!< true: it has all its tokens and leaves
        uint32_t cached;  //!< tokens of its prompt that had keys and values here
    };

    /** @param limits limits of memory and scheduler */
    explicit ServingReplica(const Limits& limits);

    /**
     * Adds a request whose prompt is to be processed.
     *
     * @param request number of the request
     * @param promptTokens tokens of the prompt, at least 1
     * @param outputTokens tokens to make here, at least 1; the prompt makes the first one
     * @param prefix tokens at the beginning of the prompt that an earlier request had
     */
    void AddPrompt(uint32_t request,
                   uint32_t promptTokens,
                   uint32_t outputTokens,
                   const PromptPrefix& prefix = {});

    /**
     * Reserves memory for a request whose prompt was processed elsewhere; with Preemption for its
     * prompt and a token, and only if no request that gave its room back waits.
     *
     * @param promptTokens tokens of its prompt
     * @param outputTokens tokens of its output
     * @return true if there was room; otherwise nothing has changed
     */
    bool Reserve(uint32_t promptTokens, uint32_t outputTokens);

    /**
     * Adds a request for which Reserve() was called and whose keys and values have arrived.
     *
     * @param request number of the request
     * @param context tokens that have keys and values here: those of its prompt
     * @param outputTokens tokens to make here, at least 1
     */
    void AddDecode(uint32_t request, uint32_t context, uint32_t outputTokens);

    /**
     * Admits requests that fit.
     *
     * @return work of the next iteration; Finish() ends it unless it is empty
     */
    Iteration Plan();

    /** Ends an iteration. @return results in the order of admission */
    std::vector<Outcome> Finish();

    /**
     * Frees the memory reserved for a request.
     *
     * @param tokens number of its tokens here, of prompt and output
     * @param cached those of its prompt that had keys and values when it came
     * @param session session for which the others are kept; NONE: no one
     */
    void Release(uint64_t tokens, uint32_t cached = 0, uint32_t session = PromptPrefix::NONE);

    /** @return tokens that the replica keeps for a session @param session its number */
    uint32_t GetKept(uint32_t session) const
    {
        return m_prefixes.Find(session);
    }

    /** @return number of requests: waiting ones and those with reserved room */
    uint32_t GetLoad() const
    {
        return static_cast<uint32_t>(m_waiting.size()) + m_admitted;
    }

    /** @return number of reserved tokens */
    uint64_t GetKvUsed() const
    {
        return m_kvUsed;
    }

    /** @return how often a request has given its room back */
    uint64_t GetPreemptions() const
    {
        return m_preemptions;
    }

  private:
    /** State of a request. */
    struct Entry
    {
        uint32_t request;        //!< number of the request
        uint32_t promptLeft;     //!< prompt tokens to process; 0: it is decoding
        uint32_t context;        //!< tokens that have keys and values
        uint32_t outputLeft;     //!< tokens to make
        PromptPrefix prefix{};   //!< what its prompt begins with
        uint32_t cached{0};      //!< tokens of its prompt that had keys and values when admitted
        uint32_t inIteration{0}; //!< its tokens in the iteration that runs
        uint64_t reserved{0};    //!< with preemption: tokens that it has room for
        bool hasToken{false};    //!< true: its first token is made
        bool isSwapped{false};   //!< true: its keys and values are in the memory of the host
    };

    bool Admit(Entry& entry);
    bool TakePlace(uint64_t tokens);
    bool TakeRoom(uint64_t tokens);
    bool KeepRunning();
    void Preempt(Entry entry);

    Limits m_limits;
    PrefixCache m_prefixes;
    std::deque<Entry> m_waiting;  //!< requests not admitted
    std::vector<Entry> m_running; //!< admitted requests, in that order
    uint32_t m_admitted{0};       //!< number of requests with reserved memory
    uint64_t m_kvUsed{0};         //!< number of reserved tokens
    uint64_t m_preemptions{0};    //!< see GetPreemptions()
    uint64_t m_swapped{0};        //!< tokens to the host or back before the next iteration
};

} // namespace ns3

#endif // AI_FABRIC_SERVING_REPLICA_H
