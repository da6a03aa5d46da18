// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PREFIX_CACHE_H
#define AI_FABRIC_PREFIX_CACHE_H

#include <cstdint>
#include <list>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Keys and values of finished requests that a replica keeps for later requests of their session.
 *
 * A session has one entry: the tokens of its longest request so far. An entry in use stays; of the
 * others, the one whose use is longest ago is dropped first, as a whole. (vLLM and SGLang keep
 * blocks or a tree, and drop the ends first; their least-recently-used order is the same.)
 *
 * Invariant: GetTokens() is the sum over all entries.
 */
class PrefixCache
{
  public:
    /**
     * @param session number of a session
     * @return tokens that it has here
     */
    uint32_t Find(uint32_t session) const;

    /**
     * Begins a use of the session's entry, if there is one.
     *
     * @param session number of a session
     * @param most largest number of tokens that are of use
     * @return tokens of use: at most those of the entry; 0: no use has begun
     */
    uint32_t Use(uint32_t session, uint32_t most);

    /** Ends a use that has begun. @param session number of the session */
    void EndUse(uint32_t session);

    /**
     * Keeps the tokens of a request.
     *
     * @param session number of its session
     * @param tokens tokens of its prompt and its output
     */
    void Store(uint32_t session, uint32_t tokens);

    /**
     * Drops entries.
     *
     * @param tokens number of tokens to drop
     * @return true if so many are dropped; otherwise all entries not in use are
     */
    bool Drop(uint64_t tokens);

    /** @return tokens of all entries */
    uint64_t GetTokens() const
    {
        return m_tokens;
    }

  private:
    /** The tokens of a session. */
    struct Entry
    {
        uint32_t session;
        uint32_t tokens;
        uint32_t uses; //!< uses that have not ended
    };

    std::list<Entry> m_entries; //!< the last used one is the first
    std::unordered_map<uint32_t, std::list<Entry>::iterator> m_entryOfSession;
    uint64_t m_tokens{0};
};

} // namespace ns3

#endif // AI_FABRIC_PREFIX_CACHE_H
