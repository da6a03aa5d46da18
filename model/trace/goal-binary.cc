// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "goal-binary.h"

#include "ns3/fabric-workload.h"
#include "ns3/input-error.h"

namespace ns3
{

namespace
{

constexpr uint64_t GOAL_COOKIE = 4223;
constexpr uint64_t GOAL_USED_COOKIE =
    2342; //!< written by LogGOPSim --save-mem, which destroys the file
constexpr uint64_t GOAL_COOKIE_BYTES = 8;
constexpr uint64_t GOAL_RANGES =
    GOAL_COOKIE_BYTES + 4 + 1 + 1; //!< place of the ranges of the ranks
constexpr uint64_t GOAL_RANGE_BYTES = 16;
constexpr uint64_t GOAL_OPERATION_BYTES = 39;
constexpr uint32_t GOAL_ANY = UINT32_MAX;

/** Places of the fields of an operation. */
struct GoalField
{
    static constexpr uint64_t TYPE = 4;
    static constexpr uint64_t PEER = 5;
    static constexpr uint64_t SIZE = 9;
    static constexpr uint64_t TAG = 17;
    static constexpr uint64_t CPU = 21;
    static constexpr uint64_t NIC = 22;
    static constexpr uint64_t WAITERS = 23;
    static constexpr uint64_t START_WAITERS = 31;
};

/** @return number in the first bytes of a text, or 0 if it is shorter */
uint64_t
GetGoalCookie(std::string_view text)
{
    uint64_t number = 0;
    for (uint64_t i = GOAL_COOKIE_BYTES; text.size() >= GOAL_COOKIE_BYTES && i > 0; --i)
    {
        number = number << 8 | static_cast<uint8_t>(text[i - 1]);
    }
    return number;
}

} // namespace

bool
GoalBinary::IsBinary(std::string_view text)
{
    const uint64_t cookie = GetGoalCookie(text);
    return cookie == GOAL_COOKIE || cookie == GOAL_USED_COOKIE;
}

GoalBinary::GoalBinary(const std::string& path, std::string_view text)
    : m_path(path),
      m_text(text)
{
    if (GetGoalCookie(text) == GOAL_USED_COOKIE)
    {
        Fail(0, "was used up by a run of LogGOPSim with --save-mem; expected a file of txt2bin");
    }
    m_ranks = static_cast<uint32_t>(Number(GOAL_COOKIE_BYTES, 4));
    if (m_ranks == 0 || m_ranks > (text.size() - GOAL_RANGES) / GOAL_RANGE_BYTES)
    {
        Fail(GOAL_COOKIE_BYTES,
             "has " + std::to_string(m_ranks) + " ranks in " + std::to_string(text.size()) +
                 " bytes");
    }
}

void
GoalBinary::Fail(uint64_t at, const std::string& problem) const
{
    throw InputError(m_path, 0, "byte " + std::to_string(at), problem);
}

uint64_t
GoalBinary::Number(uint64_t at, uint32_t bytes) const
{
    if (at > m_text.size() || m_text.size() - at < bytes)
    {
        Fail(at,
             "is behind the end of the file, which has " + std::to_string(m_text.size()) +
                 " bytes");
    }
    uint64_t number = 0;
    for (uint32_t i = bytes; i > 0; --i)
    {
        number = number << 8 | static_cast<uint8_t>(m_text[at + i - 1]);
    }
    return number;
}

TraceProgram
GoalBinary::Read(int64_t calcUnitPs) const
{
    const std::string path = m_path;
    TraceProgram program(m_ranks, [path](uint32_t rank, uint64_t number) {
        return path + ": operation " + std::to_string(number) + " of rank " + std::to_string(rank);
    });
    for (uint32_t rank = 0; rank < m_ranks; ++rank)
    {
        ReadRank(program, rank, calcUnitPs);
    }
    return program;
}

void
GoalBinary::ReadRank(TraceProgram& program, uint32_t rank, int64_t calcUnitPs) const
{
    const uint64_t range = GOAL_RANGES + GOAL_RANGE_BYTES * rank;
    const uint64_t size = m_text.size() - GOAL_COOKIE_BYTES;
    if (Number(range, 8) > size || Number(range + 8, 8) > size ||
        Number(range, 8) > Number(range + 8, 8))
    {
        Fail(range, "gives rank " + std::to_string(rank) + " no place in the file");
    }
    const uint64_t begin = GOAL_COOKIE_BYTES + Number(range, 8);
    const uint64_t end = GOAL_COOKIE_BYTES + Number(range + 8, 8);
    const uint64_t count = Number(begin, 4);
    const uint64_t first = begin + 8 + 4 * Number(begin + 4, 4); // behind the roots
    if (first > end || count > (end - first) / GOAL_OPERATION_BYTES)
    {
        Fail(begin,
             "has " + std::to_string(count) + " operations, which do not fit before byte " +
                 std::to_string(end));
    }
    const uint64_t list = first + count * GOAL_OPERATION_BYTES;
    const auto base = static_cast<uint32_t>(program.GetCount());
    for (uint64_t i = 0; i < count; ++i)
    {
        AddOperation(program, rank, first + i * GOAL_OPERATION_BYTES, i, calcUnitPs);
    }
    for (uint64_t i = 0; i < count; ++i)
    {
        const uint64_t at = first + i * GOAL_OPERATION_BYTES;
        for (const uint64_t field : {GoalField::WAITERS, GoalField::START_WAITERS})
        {
            const uint64_t waiters = Number(at + field, 4);
            const uint64_t place = Number(at + field + 4, 4);
            if (waiters > 0 && (place + waiters) > (end - list) / 4)
            {
                Fail(at + field, "names operations behind the end of the list");
            }
            for (uint64_t waiter = 0; waiter < waiters; ++waiter)
            {
                const uint64_t after = Number(list + 4 * (place + waiter), 4);
                if (after >= count)
                {
                    Fail(list + 4 * (place + waiter),
                         "is operation " + std::to_string(after) + "; rank " +
                             std::to_string(rank) + " has " + std::to_string(count));
                }
                const auto before = static_cast<uint32_t>(base + i);
                if (field == GoalField::WAITERS)
                {
                    program.AddDependency(before, static_cast<uint32_t>(base + after));
                }
                else
                {
                    program.AddStartDependency(before, static_cast<uint32_t>(base + after));
                }
            }
        }
    }
}

void
GoalBinary::AddOperation(TraceProgram& program,
                         uint32_t rank,
                         uint64_t at,
                         uint64_t number,
                         int64_t calcUnitPs) const
{
    constexpr uint64_t SEND = 1;
    constexpr uint64_t RECV = 2;
    constexpr uint64_t CALC = 3;
    const uint64_t type = Number(at + GoalField::TYPE, 1);
    const uint64_t size = Number(at + GoalField::SIZE, 8);
    if (type == CALC)
    {
        const auto most = static_cast<uint64_t>(FabricWorkload::MAX_TIME_PS / calcUnitPs);
        if (size > most)
        {
            Fail(at + GoalField::SIZE,
                 "is a calc of " + std::to_string(size) + "; expected at most " +
                     std::to_string(most));
        }
        program.AddCompute(rank,
                           static_cast<int64_t>(size) * calcUnitPs,
                           static_cast<uint8_t>(Number(at + GoalField::CPU, 1)),
                           number);
        return;
    }
    if (type != SEND && type != RECV)
    {
        Fail(at + GoalField::TYPE,
             "is an operation of type " + std::to_string(type) + "; expected 1 to 3");
    }
    if (size > INT64_MAX)
    {
        Fail(at + GoalField::SIZE, "is a message of over 2^63 bytes");
    }
    TraceProgram::Message message;
    message.bytes = size;
    message.peer = static_cast<uint32_t>(Number(at + GoalField::PEER, 4));
    message.tag = Number(at + GoalField::TAG, 4);
    message.channel = static_cast<uint32_t>(Number(at + GoalField::NIC, 1));
    if (type == RECV && message.tag == GOAL_ANY)
    {
        message.tag = TraceProgram::ANY_TAG;
    }
    if (message.peer >= m_ranks && !(type == RECV && message.peer == GOAL_ANY))
    {
        Fail(at + GoalField::PEER,
             "is rank " + std::to_string(message.peer) + "; there are " + std::to_string(m_ranks));
    }
    if (type == SEND)
    {
        program.AddSend(rank, message, number);
    }
    else
    {
        program.AddRecv(rank, message, number);
    }
}

} // namespace ns3
