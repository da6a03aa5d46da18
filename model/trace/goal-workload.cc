// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "goal-workload.h"

#include "goal-binary.h"
#include "goal-scanner.h"
#include "trace-program.h"

#include "ns3/fabric-units.h"
#include "ns3/whole-file.h"

#include <algorithm>
#include <unordered_map>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(GoalWorkload);

namespace
{

using Token = GoalScanner::Token;

constexpr uint64_t MAX_GOAL_BYTES = uint64_t{4} << 30;
constexpr uint32_t MAX_GOAL_RANKS = uint32_t{1} << 24;

/** Parses a schedule into a program. */
class GoalReader
{
  public:
    GoalReader(const std::string& path, std::string_view text, int64_t calcUnitPs)
        : m_scanner(path, text),
          m_calcUnitPs(calcUnitPs),
          m_ranks(ReadRankCount()),
          m_program(m_ranks,
                    [path](uint32_t, uint64_t line) { return path + ":" + std::to_string(line); })
    {
    }

    TraceProgram& Read()
    {
        std::vector<bool> seen(m_ranks, false);
        while (m_scanner.Peek() != Token::END)
        {
            m_scanner.Expect("rank");
            m_rank = static_cast<uint32_t>(m_scanner.ExpectUnsigned("rank", 0, m_ranks - 1));
            if (seen[m_rank])
            {
                m_scanner.Fail("rank", std::to_string(m_rank) + " appears twice; expected it once");
            }
            seen[m_rank] = true;
            m_scanner.Expect("{");
            const uint64_t openLine = m_scanner.GetLine();
            while (!m_scanner.TakeIf("}"))
            {
                if (m_scanner.Peek() == Token::END)
                {
                    m_scanner.FailNext("} for the { in line " + std::to_string(openLine));
                }
                ReadStatement();
            }
            EndRank();
        }
        return m_program;
    }

    uint32_t GetRankCount() const
    {
        return m_ranks;
    }

  private:
    /** "after requires before", kept until all labels of the rank are known. */
    struct Requirement
    {
        std::string_view after;  //!< a label
        std::string_view before; //!< a label
        uint64_t line;           //!< line number in the file
        bool start;              //!< true: the start of `before` suffices
    };

    uint32_t ReadRankCount()
    {
        m_scanner.Expect("num_ranks");
        const auto ranks =
            static_cast<uint32_t>(m_scanner.ExpectUnsigned("num_ranks", 1, MAX_GOAL_RANKS));
        m_scanner.ExpectLineEnd();
        return ranks;
    }

    /** Parses one line within a rank. */
    void ReadStatement()
    {
        const auto word = m_scanner.ExpectWord("a label, calc, send, recv or }");
        const uint64_t line = m_scanner.GetLine();
        const bool operation = word == "calc" || word == "send" || word == "recv";
        if (operation && !m_scanner.IsNext(":"))
        {
            ReadOperation(word, line);
        }
        else if (m_scanner.TakeIf(":"))
        {
            const auto kind = m_scanner.ExpectWord("calc, send or recv");
            const auto number = ReadOperation(kind, line);
            if (!m_labels.emplace(word, number).second)
            {
                m_scanner.Fail("label",
                               std::string(word) + " appears twice in rank " +
                                   std::to_string(m_rank) + "; expected it once");
            }
        }
        else if (m_scanner.IsNext("requires") || m_scanner.IsNext("irequires"))
        {
            const bool start = m_scanner.Take() == "irequires";
            const auto before = m_scanner.ExpectWord("a label");
            m_requirements.push_back({word, before, line, start});
        }
        else
        {
            m_scanner.FailNext("':', requires or irequires after a label");
        }
        m_scanner.ExpectLineEnd();
    }

    uint32_t ReadOperation(std::string_view kind, uint64_t line)
    {
        if (kind == "calc")
        {
            const auto most = static_cast<uint64_t>(FabricWorkload::MAX_TIME_PS / m_calcUnitPs);
            const auto length = m_scanner.ExpectUnsigned("the length of the calc", 0, most);
            ReadOptions(false);
            return m_program.AddCompute(m_rank,
                                        static_cast<int64_t>(length) * m_calcUnitPs,
                                        static_cast<uint8_t>(m_cpu),
                                        line);
        }
        if (kind != "send" && kind != "recv")
        {
            m_scanner.Fail("",
                           "unexpected '" + std::string(kind.substr(0, 40)) +
                               "'; expected calc, send or recv");
        }
        const bool send = kind == "send";
        TraceProgram::Message message;
        message.bytes = m_scanner.ExpectUnsigned("a size", 0, INT64_MAX);
        m_scanner.Expect("b");
        m_scanner.Expect(send ? "to" : "from");
        message.peer =
            !send && m_scanner.TakeIf("-1")
                ? TraceProgram::ANY_RANK
                : static_cast<uint32_t>(m_scanner.ExpectUnsigned("the other rank", 0, m_ranks - 1));
        ReadOptions(true, !send);
        message.tag = m_tag;
        message.channel = m_nic;
        return send ? m_program.AddSend(m_rank, message, line)
                    : m_program.AddRecv(m_rank, message, line);
    }

    /** Parses the options behind an operation, in any order. */
    void ReadOptions(bool message, bool anyTag = false)
    {
        m_tag = 0;
        m_cpu = 0;
        m_nic = 0;
        const uint64_t line = m_scanner.GetLine();
        while (m_scanner.PeekLine() == line)
        {
            if (message && m_scanner.TakeIf("tag"))
            {
                m_tag = anyTag && m_scanner.TakeIf("-1")
                            ? TraceProgram::ANY_TAG
                            : m_scanner.ExpectUnsigned("the tag", 0, TraceProgram::ANY_TAG - 1);
            }
            else if (m_scanner.TakeIf("cpu"))
            {
                m_cpu = static_cast<uint32_t>(m_scanner.ExpectUnsigned("the cpu", 0, UINT8_MAX));
            }
            else if (message && m_scanner.TakeIf("nic"))
            {
                m_nic = static_cast<uint32_t>(m_scanner.ExpectUnsigned("the nic", 0, UINT8_MAX));
            }
            else
            {
                return;
            }
        }
    }

    /** Resolves the requirements of a rank. */
    void EndRank()
    {
        for (const auto& requirement : m_requirements)
        {
            const uint32_t after = Find(requirement.after, requirement);
            const uint32_t before = Find(requirement.before, requirement);
            if (requirement.start)
            {
                m_program.AddStartDependency(before, after);
            }
            else
            {
                m_program.AddDependency(before, after);
            }
        }
        m_requirements.clear();
        m_labels.clear();
    }

    uint32_t Find(std::string_view label, const Requirement& requirement) const
    {
        const auto found = m_labels.find(label);
        if (found == m_labels.end())
        {
            m_scanner.FailAt(requirement.line,
                             requirement.start ? "irequires" : "requires",
                             "rank " + std::to_string(m_rank) + " has no label " +
                                 std::string(label.substr(0, 40)));
        }
        return found->second;
    }

    GoalScanner m_scanner;
    int64_t m_calcUnitPs; //!< duration of calc 1 in ps
    uint32_t m_ranks;     //!< number of ranks
    TraceProgram m_program;
    uint32_t m_rank{0};                                      //!< rank being read
    std::unordered_map<std::string_view, uint32_t> m_labels; //!< operations of this rank by label
    std::vector<Requirement> m_requirements;                 //!< requirements of this rank
    uint64_t m_tag{0};                                       //!< tag of the operation
    uint32_t m_cpu{0};                                       //!< stream of the operation
    uint32_t m_nic{0};                                       //!< channel of the operation
};

} // namespace

TypeId
GoalWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GoalWorkload")
            .SetParent<TraceWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<GoalWorkload>()
            .AddAttribute("CalcUnit",
                          "Duration of a calc of length 1; LogGOPSim's unit is 1 ns.",
                          TimeValue(NanoSeconds(1)),
                          MakeTimeAccessor(&GoalWorkload::m_calcUnit),
                          MakeTimeChecker(Time(1)));
    return tid;
}

void
GoalWorkload::DoLoad(FabricJob& job, const HostMap&, const std::string& file) const
{
    const auto text = ReadWholeFile(file, MAX_GOAL_BYTES);
    const int64_t calcUnitPs = TickClock().ToPs(m_calcUnit.GetTimeStep());
    if (GoalBinary::IsBinary(text))
    {
        const GoalBinary binary(file, text);
        auto program = binary.Read(calcUnitPs);
        PlaceRanks(job, binary.GetRankCount(), file);
        job.graph = program.Build();
        return;
    }
    GoalReader reader(file, text, calcUnitPs);
    auto& program = reader.Read();
    PlaceRanks(job, reader.GetRankCount(), file);
    job.graph = program.Build();
}

} // namespace ns3
