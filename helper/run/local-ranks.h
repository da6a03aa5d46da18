// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOCAL_RANKS_H
#define AI_FABRIC_LOCAL_RANKS_H

#include "shared-pipe.h"

#include "ns3/rank-link.h"

#include <atomic>
#include <boost/interprocess/mapped_region.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ns3
{

/**
 * Copies of this process on this machine. This process is rank 0. They talk through memory that all
 * of them have; who has waited for some time sleeps until it is woken by a byte from a socket,
 * which also tells who is gone.
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
    using Region = boost::interprocess::mapped_region;
    struct Transfer;

    LocalRanks(uint32_t rank, std::vector<int> sockets, Region&& memory);
    static Region MakeMemory(uint32_t count);
    static size_t GetPipeBytes(uint32_t count);

    void DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in) override;
    bool Move(std::vector<Transfer>& transfers);
    void WakeSleepers();
    void Sleep(std::vector<Transfer>& transfers);
    void NameStopped(const std::vector<Transfer>& transfers);
    [[noreturn]] void OnGone(uint32_t rank);
    SharedPipe& GetPipe(uint32_t from, uint32_t to) const;
    std::atomic<uint32_t>& GetSleep(uint32_t rank) const;

    std::vector<int> m_sockets;   //!< by rank; -1: its own
    std::vector<pid_t> m_process; //!< by rank, in the first one
    std::vector<bool> m_isGone;   //!< by rank
    std::vector<bool> m_isNamed;  //!< by rank: stopped, and the user was told
    Region m_memory;              //!< who sleeps, and a pipe from each to each
    size_t m_pipeBytes;           //!< that each pipe holds
    uint32_t m_patience;          //!< askings before it sleeps
};

} // namespace ns3

#endif // AI_FABRIC_LOCAL_RANKS_H
