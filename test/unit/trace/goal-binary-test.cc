// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "file-workload.h"
#include "temporary-file.h"
#include "trace-damage.h"

#include "ns3/goal-workload.h"
#include "ns3/input-error.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using EdgeVector = std::vector<std::pair<uint32_t, uint32_t>>;

/** @return the lowest bytes of a number, the lowest first */
std::string
Little(uint64_t number, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i)
    {
        text += static_cast<char>(number >> 8 * i & 0xff);
    }
    return text;
}

/** An operation of a rank, as txt2bin writes it. */
struct BinaryOperation
{
    uint8_t type; //!< 1 send, 2 receive, 3 calc
    uint32_t peer;
    uint64_t size;
    uint32_t tag;
    uint8_t cpu;
    uint8_t nic;
    std::vector<uint32_t> waiters;      //!< operations that wait for its end
    std::vector<uint32_t> startWaiters; //!< operations that wait for its start
};

/** @return a file with the operations of each rank */
std::string
Binary(const std::vector<std::vector<BinaryOperation>>& ranks)
{
    std::string ranges;
    std::string data;
    const uint64_t begin = 4 + 2 + 16 * ranks.size(); // behind the cookie
    for (const auto& operations : ranks)
    {
        ranges += Little(begin + data.size(), 8);
        std::vector<uint32_t> depends(operations.size());
        for (const auto& operation : operations)
        {
            for (const auto* waiters : {&operation.waiters, &operation.startWaiters})
            {
                for (const uint32_t waiter : *waiters)
                {
                    ++depends[waiter];
                }
            }
        }
        std::string roots;
        std::string nodes;
        std::string list;
        for (uint32_t i = 0; i < operations.size(); ++i)
        {
            const auto& it = operations[i];
            roots += depends[i] == 0 ? Little(i, 4) : "";
            nodes += Little(depends[i], 4) + Little(it.type, 1) + Little(it.peer, 4) +
                     Little(it.size, 8) + Little(it.tag, 4) + Little(it.cpu, 1) + Little(it.nic, 1);
            for (const auto* waiters : {&it.waiters, &it.startWaiters})
            {
                nodes += Little(waiters->size(), 4) + Little(list.size() / 4, 4);
                for (const uint32_t waiter : *waiters)
                {
                    list += Little(waiter, 4);
                }
            }
        }
        data += Little(operations.size(), 4) + Little(roots.size() / 4, 4) + roots + nodes + list;
        ranges += Little(begin + data.size(), 8);
    }
    return Little(4223, 8) + Little(ranks.size(), 4) + Little(0, 2) + ranges + data;
}

const std::vector<std::vector<BinaryOperation>> BINARY_PING_PONG = {
    {{3, 0, 8000, 0, 2, 0, {1}, {2}}, {1, 1, 4096, 7, 0, 0, {}, {}}, {2, 1, 100, 8, 1, 2, {}, {}}},
    {{2, 0, 4096, 7, 0, 0, {1}, {}}, {1, 0, 100, 8, 0, 3, {}, {}}}};

constexpr const char* BINARY_PING_PONG_TEXT = "num_ranks 2\n"
                                              "rank 0 {\n"
                                              "l1: calc 8000 cpu 2\n"
                                              "l2: send 4096b to 1 tag 7\n"
                                              "l3: recv 100b from 1 tag 8 cpu 1 nic 2\n"
                                              "l2 requires l1\n"
                                              "l3 irequires l1\n"
                                              "}\n"
                                              "rank 1 {\n"
                                              "l1: recv 4096b from 0 tag 7\n"
                                              "l2: send 100b to 0 tag 8 nic 3\n"
                                              "l2 requires l1\n"
                                              "}\n";

FabricJob
ReadBinaryGoal(const std::string& text)
{
    return ReadJobText<GoalWorkload>(text, {});
}

std::string
ErrorOfBinaryGoal(const std::string& text)
{
    return ErrorOfJobText<GoalWorkload>(text);
}

/** Expects two equal graphs. */
void
ExpectSame(const CommunicationGraph& one, const CommunicationGraph& other)
{
    ASSERT_EQ(one.GetNodes().size(), other.GetNodes().size());
    for (size_t i = 0; i < one.GetNodes().size(); ++i)
    {
        const auto a = one.GetNodes()[i];
        const auto b = other.GetNodes()[i];
        EXPECT_EQ(a.kind, b.kind);
        EXPECT_EQ(a.rank, b.rank);
        EXPECT_EQ(a.bytes, b.bytes);
        EXPECT_EQ(a.timePs, b.timePs);
        EXPECT_EQ(a.stream, b.stream);
        EXPECT_EQ(a.channel, b.channel);
    }
    EdgeVector edges(one.GetDependencies().begin(), one.GetDependencies().end());
    EdgeVector others(other.GetDependencies().begin(), other.GetDependencies().end());
    std::sort(edges.begin(), edges.end());
    std::sort(others.begin(), others.end());
    EXPECT_EQ(edges, others);
}

} // namespace

TEST(GoalBinary, HoldsWhatItsTextHolds)
{
    ExpectSame(ReadBinaryGoal(Binary(BINARY_PING_PONG)).graph,
               ReadBinaryGoal(BINARY_PING_PONG_TEXT).graph);
}

/** Byte for byte: rank 0 sends 5 B to rank 1, whose receive takes them from any rank with any tag.
 */
TEST(GoalBinary, ThirtyNineBytesAreAnOperation)
{
    const std::string text("\x7f\x10\0\0\0\0\0\0" // 4223
                           "\2\0\0\0"
                           "\0\0" // 2 ranks, cpu 0, nic 0
                           "\x26\0\0\0\0\0\0\0"
                           "\x59\0\0\0\0\0\0\0" // rank 0 from 38 to 89
                           "\x59\0\0\0\0\0\0\0"
                           "\x8c\0\0\0\0\0\0\0" // rank 1 from 89 to 140
                           "\1\0\0\0"
                           "\1\0\0\0"
                           "\0\0\0\0" // one operation, which is a root
                           "\0\0\0\0"
                           "\1"
                           "\1\0\0\0"
                           "\5\0\0\0\0\0\0\0"
                           "\x09\0\0\0"
                           "\0\0"
                           "\0\0\0\0"
                           "\0\0\0\0"
                           "\0\0\0\0"
                           "\0\0\0\0"
                           "\1\0\0\0"
                           "\1\0\0\0"
                           "\0\0\0\0"
                           "\0\0\0\0"
                           "\2"
                           "\xff\xff\xff\xff"
                           "\5\0\0\0\0\0\0\0"
                           "\xff\xff\xff\xff"
                           "\0\0"
                           "\0\0\0\0"
                           "\0\0\0\0"
                           "\0\0\0\0"
                           "\0\0\0\0",
                           8 + 140);
    ExpectSame(ReadBinaryGoal(text).graph,
               ReadBinaryGoal("num_ranks 2\nrank 0 {\nsend 5b to 1 tag 9\n}\nrank 1 {\n"
                              "recv 5b from -1 tag -1\n}\n")
                   .graph);
}

TEST(GoalBinary, WrongFilesNameTheByte)
{
    std::string text = Binary(BINARY_PING_PONG);
    EXPECT_EQ(ErrorOfBinaryGoal(Little(2342, 8) + text.substr(8)),
              ": byte 0: was used up by a run of LogGOPSim with --save-mem; expected a file of "
              "txt2bin");
    EXPECT_EQ(ErrorOfBinaryGoal(text.substr(0, 60)),
              ": byte 14: gives rank 0 no place in the file");
    // Operations of rank 0 begin behind 8 + 38 bytes of head, 8 and one root.
    constexpr size_t FIRST = 8 + 38 + 8 + 4;
    const auto change = [&text](size_t at, const std::string& bytes) {
        std::string other = text;
        return ErrorOfBinaryGoal(other.replace(at, bytes.size(), bytes));
    };
    EXPECT_EQ(change(FIRST + 4, Little(4, 1)),
              ": byte " + std::to_string(FIRST + 4) +
                  ": is an operation of type 4; expected 1 to 3");
    EXPECT_EQ(change(FIRST + 39 + 5, Little(2, 4)),
              ": byte " + std::to_string(FIRST + 39 + 5) + ": is rank 2; there are 2");
    EXPECT_EQ(change(FIRST + 23, Little(99, 4)),
              ": byte " + std::to_string(FIRST + 23) +
                  ": names operations behind the end of the list");
    EXPECT_EQ(change(FIRST + 3 * 39, Little(3, 4)),
              ": byte " + std::to_string(FIRST + 3 * 39) + ": is operation 3; rank 0 has 3");
    EXPECT_EQ(change(8 + 38, Little(9, 4)),
              ": byte 46: has 9 operations, which do not fit before byte " +
                  std::to_string(FIRST + 3 * 39 + 2 * 4));
    auto unmatched = BINARY_PING_PONG;
    unmatched[1][1].tag = 9;
    EXPECT_NE(ErrorOfBinaryGoal(Binary(unmatched)).find(": operation 2 of rank 0: "),
              std::string::npos)
        << ErrorOfBinaryGoal(Binary(unmatched));
}

TEST(GoalBinary, DamagedFilesAreReadOrRefusedWithOneLine)
{
    const int refused = ReadDamaged(
        Binary(BINARY_PING_PONG),
        [](const std::string& text) { ReadBinaryGoal(text); },
        400);
    EXPECT_GT(refused, 200);
}
