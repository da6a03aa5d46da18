// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GOAL_BINARY_H
#define AI_FABRIC_GOAL_BINARY_H

#include "trace-program.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup ai-fabric-trace
 * The binary form of a GOAL schedule, as txt2bin of LogGOPSim writes it (spcl/LogGOPSim,
 * Parser.hpp). Numbers are little-endian, without padding:
 *
 *     u64 4223 | u32 ranks | u8 largest cpu | u8 largest nic | ranks * (u64 begin, u64 end)
 *
 * begin and end of a rank count from behind the first eight bytes. There stand
 *
 *     u32 operations | u32 roots | roots * u32 operation | operations * operation | u32 list
 *     operation: u32 dependencies, u8 type, u32 peer, u64 size, u32 tag, u8 cpu, u8 nic,
 *                u32 count and u32 place in the list of operations that wait for its end,
 *                u32 count and u32 place of operations that wait for its start
 *
 * Types are 1 send, 2 receive, 3 calc; peer and tag 2^32 - 1 of a receive match any. Operations
 * have the meaning of GoalWorkload's; those of a rank are numbered from 0 in errors.
 */
class GoalBinary
{
  public:
    /** @param text contents of a file @return true if it is in the binary form */
    static bool IsBinary(std::string_view text);

    /**
     * @param path path of the file, for messages
     * @param text its contents; must outlive the object
     * @throw InputError if the head of the file is wrong
     */
    GoalBinary(const std::string& path, std::string_view text);

    /** @return number of ranks */
    uint32_t GetRankCount() const
    {
        return m_ranks;
    }

    /**
     * @param calcUnitPs duration of a calc of length 1 in ps
     * @return program of all ranks
     * @throw InputError with the byte of the file, if it is damaged
     */
    TraceProgram Read(int64_t calcUnitPs) const;

  private:
    /** @return number of `bytes` bytes at a place; throws InputError behind the end */
    uint64_t Number(uint64_t at, uint32_t bytes) const;
    void ReadRank(TraceProgram& program, uint32_t rank, int64_t calcUnitPs) const;
    /**
     * Adds an operation.
     *
     * @param program gets the operation
     * @param rank rank of the operation
     * @param at place of the operation in the file, in bytes
     * @param number number of the operation in its rank
     * @param calcUnitPs duration of a calc of length 1 in ps
     */
    void AddOperation(TraceProgram& program,
                      uint32_t rank,
                      uint64_t at,
                      uint64_t number,
                      int64_t calcUnitPs) const;
    [[noreturn]] void Fail(uint64_t at, const std::string& problem) const;

    std::string m_path;
    std::string_view m_text;
    uint32_t m_ranks{0};
};

} // namespace ns3

#endif // AI_FABRIC_GOAL_BINARY_H
