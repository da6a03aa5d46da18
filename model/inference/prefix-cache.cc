// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "prefix-cache.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

uint32_t
PrefixCache::Find(uint32_t session) const
{
    const auto found = m_entryOfSession.find(session);
    return found == m_entryOfSession.end() ? 0 : found->second->tokens;
}

uint32_t
PrefixCache::Use(uint32_t session, uint32_t most)
{
    const uint32_t tokens = std::min(Find(session), most);
    if (tokens > 0)
    {
        const auto entry = m_entryOfSession.at(session);
        ++entry->uses;
        m_entries.splice(m_entries.begin(), m_entries, entry);
    }
    return tokens;
}

void
PrefixCache::EndUse(uint32_t session)
{
    --m_entryOfSession.at(session)->uses;
}

void
PrefixCache::Store(uint32_t session, uint32_t tokens)
{
    const auto [found, isNew] = m_entryOfSession.try_emplace(session);
    if (isNew)
    {
        m_entries.push_front({session, 0, 0});
        found->second = m_entries.begin();
    }
    Entry& entry = *found->second;
    const uint32_t before = entry.tokens;
    entry.tokens = std::max(before, tokens);
    m_tokens += entry.tokens - before;
    m_entries.splice(m_entries.begin(), m_entries, found->second);
}

bool
PrefixCache::Drop(uint64_t tokens)
{
    const uint64_t least = m_tokens > tokens ? m_tokens - tokens : 0;
    for (auto entry = m_entries.end(); entry != m_entries.begin() && m_tokens > least;)
    {
        --entry;
        if (entry->uses == 0)
        {
            m_tokens -= entry->tokens;
            m_entryOfSession.erase(entry->session);
            entry = m_entries.erase(entry);
        }
    }
    return m_tokens <= least;
}

} // namespace ns3
