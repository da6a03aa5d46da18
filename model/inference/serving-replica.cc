// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "serving-replica.h"

#include <algorithm>

namespace ns3
{

ServingReplica::ServingReplica(const Limits& limits)
    : m_limits(limits)
{
}

ServingReplica::Iteration
ServingReplica::Iteration::GetPart(uint32_t index, uint32_t parts) const
{
    const auto share = [index, parts](auto whole) {
        return static_cast<decltype(whole)>(uint64_t{whole} * (index + 1) / parts -
                                            uint64_t{whole} * index / parts);
    };
    return {share(promptTokens),
            share(promptContext),
            promptKeys / parts,
            share(decodes),
            share(decodeKeys),
            share(outputs)};
}

void
ServingReplica::AddPrompt(uint32_t request,
                          uint32_t promptTokens,
                          uint32_t outputTokens,
                          const PromptPrefix& prefix)
{
    m_waiting.push_back({request, promptTokens, 0, outputTokens, prefix});
}

/** Reserves room for some tokens; drops what is kept if need be. @return false: nothing changed */
bool
ServingReplica::TakeRoom(uint64_t tokens)
{
    if (m_kvUsed + tokens > m_limits.kvTokens)
    {
        return false;
    }
    const uint64_t all = m_kvUsed + m_prefixes.GetTokens() + tokens;
    if (all > m_limits.kvTokens && !m_prefixes.Drop(all - m_limits.kvTokens))
    {
        return false;
    }
    m_kvUsed += tokens;
    return true;
}

bool
ServingReplica::Reserve(uint32_t promptTokens, uint32_t outputTokens)
{
    if (m_limits.preemption == Preemption::NONE)
    {
        return TakePlace(uint64_t{promptTokens} + outputTokens);
    }
    return m_waiting.empty() && TakePlace(uint64_t{promptTokens} + 1);
}

/** Reserves a place in the batch and room for some tokens. @return false: nothing changed */
bool
ServingReplica::TakePlace(uint64_t tokens)
{
    if (m_admitted >= m_limits.maxBatch || !TakeRoom(tokens))
    {
        return false;
    }
    ++m_admitted;
    return true;
}

void
ServingReplica::AddDecode(uint32_t request, uint32_t context, uint32_t outputTokens)
{
    Entry entry{request, 0, context, outputTokens};
    entry.reserved = uint64_t{context} + 1; // and with each token one more
    entry.hasToken = true;
    m_running.push_back(entry);
}

/** Reserves room for a request; its prompt begins behind what the replica has kept. */
bool
ServingReplica::Admit(Entry& entry)
{
    if (entry.isSwapped)
    {
        // Its tokens with keys and values, those of the prompt that have none yet or the last one
        // made, and the next one.
        const uint64_t tokens = uint64_t{entry.context} + std::max(entry.promptLeft, 1U) + 1;
        if (!TakePlace(tokens))
        {
            return false;
        }
        entry.reserved = tokens;
        entry.isSwapped = false;
        m_swapped += entry.context;
        return true;
    }
    const uint32_t cached =
        m_prefixes.Use(entry.prefix.session, std::min(entry.prefix.tokens, entry.promptLeft - 1));
    const uint32_t outputs = m_limits.preemption == Preemption::NONE ? entry.outputLeft : 1;
    entry.reserved = uint64_t{entry.promptLeft} - cached + outputs;
    if (!TakePlace(entry.reserved))
    {
        if (cached > 0)
        {
            m_prefixes.EndUse(entry.prefix.session);
        }
        return false;
    }
    entry.cached = cached;
    entry.context = cached;
    entry.promptLeft -= cached;
    return true;
}

void
ServingReplica::Release(uint64_t tokens, uint32_t cached, uint32_t session)
{
    m_kvUsed -= tokens - cached;
    --m_admitted;
    if (cached > 0)
    {
        m_prefixes.EndUse(session);
    }
    if (m_limits.keepsPrefixes && session != PromptPrefix::NONE)
    {
        m_prefixes.Store(session, static_cast<uint32_t>(tokens));
    }
}

/**
 * Finds room for the next token of each request that is decoding. Those that were admitted last
 * give their room back if need be.
 *
 * @return true if none did
 */
bool
ServingReplica::KeepRunning()
{
    const uint64_t before = m_preemptions;
    for (size_t i = 0; i < m_running.size() && m_limits.preemption != Preemption::NONE;)
    {
        if (m_running[i].promptLeft > 0)
        {
            ++i; // has room for its prompt and its first token
        }
        else if (TakeRoom(1))
        {
            ++m_running[i++].reserved;
        }
        else
        {
            const Entry last = m_running.back();
            m_running.pop_back();
            Preempt(last);
        }
    }
    return m_preemptions == before;
}

/** Takes its room from a request, which waits in front of the others. */
void
ServingReplica::Preempt(Entry entry)
{
    ++m_preemptions;
    --m_admitted;
    m_kvUsed -= entry.reserved;
    if (entry.cached > 0)
    {
        m_prefixes.EndUse(entry.prefix.session);
        entry.cached = 0;
    }
    if (m_limits.preemption == Preemption::SWAP)
    {
        entry.isSwapped = true;
        m_swapped += entry.context;
    }
    else
    {
        // A request that is decoding has one token more than keys and values.
        entry.promptLeft = entry.context + std::max(entry.promptLeft, 1U);
        entry.context = 0;
    }
    m_waiting.push_front(entry);
}

ServingReplica::Iteration
ServingReplica::Plan()
{
    for (bool mayAdmit = KeepRunning(); mayAdmit && !m_waiting.empty() && Admit(m_waiting.front());)
    {
        m_running.push_back(m_waiting.front());
        m_waiting.pop_front();
    }
    Iteration iteration;
    iteration.swappedTokens = m_swapped;
    m_swapped = 0;
    for (auto& entry : m_running)
    {
        entry.inIteration = 0;
        if (entry.promptLeft == 0)
        {
            entry.inIteration = 1;
            ++iteration.decodes;
            iteration.decodeKeys += entry.context + 1;
        }
    }
    uint64_t left =
        iteration.decodes < m_limits.maxTokens ? m_limits.maxTokens - iteration.decodes : 0;
    iteration.outputs = iteration.decodes;
    for (auto& entry : m_running)
    {
        if (entry.promptLeft == 0 || left == 0)
        {
            continue;
        }
        entry.inIteration = static_cast<uint32_t>(std::min<uint64_t>(left, entry.promptLeft));
        left -= entry.inIteration;
        const double tokens = entry.inIteration;
        iteration.promptTokens += entry.inIteration;
        iteration.promptContext += entry.context + entry.inIteration;
        iteration.promptKeys += tokens * entry.context + tokens * (tokens + 1) / 2;
        iteration.outputs += entry.inIteration == entry.promptLeft;
    }
    return iteration;
}

std::vector<ServingReplica::Outcome>
ServingReplica::Finish()
{
    std::vector<Outcome> outcomes;
    for (auto& entry : m_running)
    {
        if (entry.inIteration == 0)
        {
            continue;
        }
        const bool first = entry.promptLeft > 0;
        entry.context += entry.inIteration;
        entry.promptLeft -= first ? entry.inIteration : 0;
        if (entry.promptLeft == 0)
        {
            --entry.outputLeft;
            outcomes.push_back(
                {entry.request, first && !entry.hasToken, entry.outputLeft == 0, entry.cached});
            entry.hasToken = true;
        }
    }
    m_running.erase(std::remove_if(m_running.begin(),
                                   m_running.end(),
                                   [](const Entry& entry) { return entry.outputLeft == 0; }),
                    m_running.end());
    return outcomes;
}

} // namespace ns3
