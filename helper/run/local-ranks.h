// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOCAL_RANKS_H
#define AI_FABRIC_LOCAL_RANKS_H

#include "ns3/rank-link.h"

#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ns3
{

/**
 * Copies of this process on this machine, which talk over sockets. This process is rank 0.
 */
class LocalRanks final : public RankLink
{
  public:
    /**
     * Makes room for the sockets of all processes, which the first one has for a while.
     *
     * @param count how many there are to be
     * @throw InputError if they need more than this process may have open
     */
    static void RaiseFileLimit(uint32_t count);

    /**
     * Returns once in each of them. Those but the first leave the signals of a terminal to it.
     *
     * @param count how many there are to be, at least 2; RaiseFileLimit() has made room
     * @return the link of whichever process this is
     */
    static std::unique_ptr<LocalRanks> Fork(uint32_t count);

    /** In the first one ends all others. */
    ~LocalRanks() override;

  private:
    LocalRanks(uint32_t rank, uint32_t count, std::vector<int> sockets);

    void DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in) override;
    [[noreturn]] void OnGone(uint32_t rank);

    std::vector<int> m_sockets;   //!< by rank; -1: its own
    std::vector<pid_t> m_process; //!< by rank, in the first one
};

} // namespace ns3

#endif // AI_FABRIC_LOCAL_RANKS_H
