// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MPI_RANKS_H
#define AI_FABRIC_MPI_RANKS_H

#include "ns3/rank-link.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * The processes that mpirun, or a batch scheduler, has started, on one machine or several. Exists
 * between MPI_Init_thread() and MPI_Finalize(). Only rank 0 prints.
 *
 * There are two kinds of messages: those of Exchange(), and farewells. Each process sends one
 * farewell to all others, with the reason of its end, and waits for theirs. So a process that ends
 * early leaves no other waiting, if it can still send. If it cannot, mpirun ends the others. The
 * user is told of a stopped process by the first process, and of the first by the second.
 */
class MpiRanks final : public RankLink
{
  public:
    MpiRanks();
    ~MpiRanks() override;

    /**
     * All of them do the same, each its part. Called once.
     *
     * @param program returns an exit status
     * @return the exit status of this process: the program's, or that of another in rank 0 if only
     *         another failed, and 0 in the others
     */
    int Run(const std::function<int()>& program);

  private:
    /** What a process says at its end. */
    struct Farewell
    {
        int status;      //!< its exit status
        std::string why; //!< in a line; empty: nothing is wrong
    };

    void DoExchange(const std::vector<std::string>& out, std::vector<std::string>& in) override;
    void NameStopped(uint32_t rank, bool isAwaited);
    bool LooksAfter(uint32_t rank) const;
    bool IsGone(uint32_t rank) const;
    [[noreturn]] void Miss(uint32_t rank);
    void ThrowIfLeft() const;
    void Note(uint32_t rank, const std::string& said);
    std::string Tell(uint32_t rank) const;
    int TakeLeave(int status, const std::string& why);

    std::vector<std::string> m_machines;              //!< their names, by rank
    std::vector<int64_t> m_processes;                 //!< their numbers there, by rank
    std::vector<bool> m_isNamed;                      //!< by rank: stopped, and the user was told
    bool m_isCrowded;                                 //!< this one has more processes than cores
    std::vector<std::optional<Farewell>> m_farewells; //!< by rank, of those that have left
    bool m_isCutOff{false};                           //!< another one does not answer
};

} // namespace ns3

#endif // AI_FABRIC_MPI_RANKS_H
