// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SERVING_REPLICA_H
#define AI_FABRIC_SERVING_REPLICA_H

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * One copy of a model that serves requests: which of them are in the next iteration.
 *
 * Continuous batching (Orca, OSDI'22) with chunked prefill (Sarathi-Serve, OSDI'24). An iteration
 * makes one token for each request that is decoding, and with what is left of maxTokens processes
 * prompts in the order they came, the last one perhaps in part:
 *
 *     tokens of an iteration = decoding requests + prompt tokens
 *                           <= max(maxTokens, decoding requests)
 *
 * A request is admitted if at most maxBatch - 1 others are, and if the keys and values of all its
 * tokens fit; they are set aside until it leaves. A first one that does not fit holds up the
 * others.
 *
 * Knows nothing of time or network. Invariant: tokens set aside <= kvTokens.
 */
class ServingReplica
{
  public:
    /** What it may do at once. */
    struct Limits
    {
        uint32_t maxBatch;  //!< requests, at least 1
        uint32_t maxTokens; //!< of an iteration, at least 1
        uint64_t kvTokens;  //!< whose keys and values its memory holds
    };

    /** What an iteration works on. */
    struct Iteration
    {
        uint64_t promptTokens{0};  //!< processed
        uint64_t promptContext{0}; //!< keys and values of these prompts, so far and these
        double promptKeys{0};      //!< sum over prompt tokens of the keys each is scored against
        uint32_t decodes{0};       //!< requests that get their next token
        uint64_t decodeKeys{0};    //!< sum over these of the keys each is scored against
        uint32_t outputs{0};       //!< tokens made: decodes and the prompts that end

        /** @return whether there is nothing to do */
        bool IsEmpty() const
        {
            return promptTokens == 0 && decodes == 0;
        }

        /** @return tokens that go through the model */
        uint64_t GetTokens() const
        {
            return promptTokens + decodes;
        }
    };

    /** Something that an iteration has brought. */
    struct Outcome
    {
        uint32_t request; //!< that got a token
        bool first;       //!< it is the first one, from the prompt
        bool leaves;      //!< it has all that it came for
    };

    /** @param limits of its memory and scheduler */
    explicit ServingReplica(const Limits& limits);

    /**
     * A request whose prompt is to be processed.
     *
     * @param request its number
     * @param promptTokens at least 1
     * @param outputTokens to be made here, at least 1; the prompt makes the first one
     */
    void AddPrompt(uint32_t request, uint32_t promptTokens, uint32_t outputTokens);

    /**
     * Sets memory aside for a request whose prompt was processed elsewhere.
     *
     * @param tokens of prompt and output
     * @return whether there is room; if not, nothing has changed
     */
    bool Reserve(uint64_t tokens);

    /**
     * A request for which Reserve() was called and whose keys and values are there now.
     *
     * @param request its number
     * @param context tokens that have keys and values here
     * @param outputTokens to be made here, at least 1
     */
    void AddDecode(uint32_t request, uint32_t context, uint32_t outputTokens);

    /** Admits what fits. @return the next iteration; Finish() ends it unless it is empty */
    Iteration Plan();

    /** Ends an iteration. @return what it has brought, in the order of admission */
    std::vector<Outcome> Finish();

    /** Frees what a request had set aside. @param tokens as many */
    void Release(uint64_t tokens)
    {
        m_kvUsed -= tokens;
        --m_admitted;
    }

    /** @return requests that it has, waiting ones and those with room set aside */
    uint32_t GetLoad() const
    {
        return static_cast<uint32_t>(m_waiting.size()) + m_admitted;
    }

    /** @return tokens set aside */
    uint64_t GetKvUsed() const
    {
        return m_kvUsed;
    }

  private:
    /** A request. */
    struct Entry
    {
        uint32_t request;        //!< its number
        uint32_t promptLeft;     //!< tokens; 0: it is decoding
        uint32_t context;        //!< tokens whose keys and values are there
        uint32_t outputLeft;     //!< tokens
        uint32_t inIteration{0}; //!< tokens of it in the iteration that runs
    };

    Limits m_limits;
    std::deque<Entry> m_waiting;  //!< not admitted
    std::vector<Entry> m_running; //!< admitted, in that order
    uint32_t m_admitted{0};       //!< requests with memory set aside
    uint64_t m_kvUsed{0};         //!< tokens
};

} // namespace ns3

#endif // AI_FABRIC_SERVING_REPLICA_H
