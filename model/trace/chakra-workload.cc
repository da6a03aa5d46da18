// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "chakra-workload.h"

#include "chakra-file.h"
#include "chakra-groups.h"
#include "trace-program.h"

#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/string.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <unordered_map>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ChakraWorkload);

namespace
{

using Operation = CollectiveOperation;

constexpr uint8_t COMPUTE_STREAM = 0;
constexpr uint8_t MEMORY_STREAM = 254;
constexpr uint8_t CPU_STREAM = 255;
constexpr int64_t PS_PER_US = 1'000'000;
constexpr uint32_t MAX_RANKS = uint32_t{1} << 20;

/** Operations by comm_type. */
constexpr Operation OPERATIONS[] = {Operation::ALL_REDUCE,
                                    Operation::REDUCE,
                                    Operation::ALL_GATHER,
                                    Operation::GATHER,
                                    Operation::SCATTER,
                                    Operation::BROADCAST,
                                    Operation::ALL_TO_ALL,
                                    Operation::REDUCE_SCATTER,
                                    Operation::REDUCE_SCATTER, // of blocks of equal size
                                    Operation::BARRIER};

std::string
FileOf(const std::string& prefix, uint32_t rank)
{
    return prefix + "." + std::to_string(rank) + ".et";
}

/** @return number of ranks with files; throws if one is missing in between */
uint32_t
CountRanks(const std::string& prefix)
{
    namespace fs = std::filesystem;
    const fs::path path(prefix);
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const std::string start = path.filename().string() + ".";
    std::vector<uint32_t> ranks;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error))
    {
        const std::string name = entry->path().filename().string();
        constexpr std::string_view END = ".et";
        if (name.size() <= start.size() + END.size() || name.compare(0, start.size(), start) != 0 ||
            name.compare(name.size() - END.size(), END.size(), END) != 0)
        {
            continue;
        }
        const std::string digits =
            name.substr(start.size(), name.size() - start.size() - END.size());
        if (const auto rank = ParseNumber<uint32_t>(digits, 0, MAX_RANKS - 1))
        {
            ranks.push_back(*rank);
        }
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    for (uint32_t rank = 0; rank <= ranks.size(); ++rank)
    {
        if (rank < ranks.size() ? ranks[rank] != rank : rank == 0)
        {
            throw InputError(FileOf(prefix, rank),
                             0,
                             "",
                             ranks.empty()
                                 ? "does not exist; expected File to be the path of the traces "
                                   "without the ending .0.et"
                                 : "does not exist, but rank " + std::to_string(ranks.back()) +
                                       " has a file; expected one per rank");
        }
    }
    return static_cast<uint32_t>(ranks.size());
}

} // namespace

/** Reads the files of all ranks into a program. */
class ChakraWorkload::Reader
{
  public:
    Reader(const ChakraWorkload& workload,
           const std::string& prefix,
           const std::vector<uint32_t>& hostOfRank,
           const HostMap& hosts)
        : m_workload(workload),
          m_prefix(prefix),
          m_ranks(static_cast<uint32_t>(hostOfRank.size())),
          m_library(workload.MakeTraceLibrary(hosts, hostOfRank)),
          m_groups(m_ranks, workload.m_groups),
          m_program(m_ranks, [prefix](uint32_t rank, uint64_t id) {
              return FileOf(prefix, rank) + ": node " + std::to_string(id);
          })
    {
    }

    CommunicationGraph Read()
    {
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            ReadRank(rank);
        }
        AddCollectives();
        return m_program.Build();
    }

  private:
    /** The part of a rank in a collective. */
    struct Part
    {
        uint32_t operation; //!< number in the program
        uint64_t id;        //!< id of the node
        uint64_t type;      //!< comm_type
        uint64_t bytes;     //!< comm_size
    };

    /** The collectives of a process group. */
    struct Group
    {
        std::vector<uint32_t> ranks;          //!< its members
        std::vector<std::vector<Part>> parts; //!< by index in ranks
    };

    [[noreturn]] void Fail(uint32_t rank, uint64_t id, const std::string& problem) const
    {
        throw InputError(FileOf(m_prefix, rank), 0, "node " + std::to_string(id), problem);
    }

    void ReadRank(uint32_t rank)
    {
        const auto nodes = ReadChakraFile(FileOf(m_prefix, rank));
        m_groups.BeginRank(FileOf(m_prefix, rank));
        for (const auto& node : nodes)
        {
            if (node.type == ChakraNode::Type::METADATA)
            {
                m_groups.TakeDefinitions(node.inputs);
            }
        }
        std::unordered_map<uint64_t, uint32_t> numberOfId;
        numberOfId.reserve(nodes.size());
        for (const auto& node : nodes)
        {
            if (!numberOfId.emplace(node.id, Add(rank, node)).second)
            {
                Fail(rank, node.id, "appears twice; expected every id once");
            }
        }
        for (const auto& node : nodes)
        {
            for (const uint64_t id : node.dependencies)
            {
                const auto before = numberOfId.find(id);
                if (before == numberOfId.end())
                {
                    Fail(rank,
                         node.id,
                         "waits for node " + std::to_string(id) + ", which does not exist");
                }
                m_program.AddDependency(before->second, numberOfId.at(node.id));
            }
        }
    }

    uint32_t Add(uint32_t rank, const ChakraNode& node)
    {
        switch (node.type)
        {
        case ChakraNode::Type::COMPUTE:
            return AddWork(rank, node, GetStream(rank, node));
        case ChakraNode::Type::MEM_LOAD:
        case ChakraNode::Type::MEM_STORE:
            return AddWork(rank, node, MEMORY_STREAM);
        case ChakraNode::Type::SEND:
        case ChakraNode::Type::RECV:
            return AddMessage(rank, node);
        case ChakraNode::Type::COLLECTIVE:
            return AddPart(rank, node);
        case ChakraNode::Type::METADATA:
        case ChakraNode::Type::INVALID:
            break;
        }
        return m_program.AddJoin(rank, node.id);
    }

    uint8_t GetStream(uint32_t rank, const ChakraNode& node) const
    {
        const uint64_t stream = node.stream.value_or(node.onCpu ? CPU_STREAM : COMPUTE_STREAM);
        if (stream > UINT8_MAX)
        {
            Fail(rank, node.id, "stream is " + std::to_string(stream) + "; expected 0 to 255");
        }
        return static_cast<uint8_t>(stream);
    }

    uint32_t AddWork(uint32_t rank, const ChakraNode& node, uint8_t stream)
    {
        double durationPs = node.durationPs ? static_cast<double>(*node.durationPs)
                                            : static_cast<double>(node.durationMicros) * PS_PER_US;
        if (durationPs == 0 && m_workload.m_opsPerSecond > 0)
        {
            durationPs = static_cast<double>(node.operations.value_or(0)) /
                         m_workload.m_opsPerSecond * PS_PER_SECOND;
        }
        if (durationPs > static_cast<double>(MAX_TIME_PS))
        {
            Fail(rank, node.id, "takes too long; expected at most 1000000 s");
        }
        return durationPs > 0
                   ? m_program.AddCompute(rank, std::llround(durationPs), stream, node.id)
                   : m_program.AddJoin(rank, node.id);
    }

    uint32_t GetChannel(uint32_t rank, const ChakraNode& node) const
    {
        const uint64_t channel = node.channel.value_or(0);
        if (channel > UINT16_MAX)
        {
            Fail(rank, node.id, "channel is " + std::to_string(channel) + "; expected 0 to 65535");
        }
        return static_cast<uint32_t>(channel);
    }

    uint32_t AddMessage(uint32_t rank, const ChakraNode& node)
    {
        const bool send = node.type == ChakraNode::Type::SEND;
        const auto& own = send ? node.source : node.destination;
        const auto& peer = send ? node.destination : node.source;
        const std::string name = send ? "comm_dst" : "comm_src";
        if (!peer || *peer >= m_ranks)
        {
            Fail(rank,
                 node.id,
                 name + (peer ? " is rank " + std::to_string(*peer) : " is missing") +
                     "; expected 0 to " + std::to_string(m_ranks - 1));
        }
        if (own && *own != rank)
        {
            Fail(rank,
                 node.id,
                 std::string(send ? "comm_src" : "comm_dst") + " is rank " + std::to_string(*own) +
                     "; expected " + std::to_string(rank) + ", the rank of the file");
        }
        TraceProgram::Message message;
        message.peer = static_cast<uint32_t>(*peer);
        message.tag = node.tag.value_or(0);
        message.channel = GetChannel(rank, node);
        message.bytes = node.bytes.value_or(send ? 0 : TraceProgram::ANY_BYTES);
        return send ? m_program.AddSend(rank, message, node.id)
                    : m_program.AddRecv(rank, message, node.id);
    }

    uint32_t AddPart(uint32_t rank, const ChakraNode& node)
    {
        const uint32_t number = m_program.AddJoin(rank, node.id);
        if (!node.collective || *node.collective >= std::size(OPERATIONS))
        {
            Fail(rank,
                 node.id,
                 "comm_type " +
                     (node.collective ? "is " + std::to_string(*node.collective) : "is missing") +
                     "; expected 0 to " + std::to_string(std::size(OPERATIONS) - 1));
        }
        if (node.partialDimensions)
        {
            Fail(rank,
                 node.id,
                 "involved_dim selects some dimensions of a network; expected all dimensions, or a "
                 "process group");
        }
        const std::string name = node.groupName.value_or("");
        const auto& ranks = m_groups.Find(name, rank, node.id);
        auto& group = m_collectives[{name, ranks}];
        group.ranks = ranks;
        group.parts.resize(ranks.size());
        const auto place = std::find(ranks.begin(), ranks.end(), rank) - ranks.begin();
        group.parts[static_cast<size_t>(place)].push_back(
            {number, node.id, *node.collective, node.bytes.value_or(0)});
        return number;
    }

    void AddCollectives()
    {
        for (const auto& [key, group] : m_collectives)
        {
            const auto& first = group.parts[0];
            for (size_t member = 1; member < group.parts.size(); ++member)
            {
                CheckAlike(group, first, member);
            }
            for (size_t i = 0; i < first.size() && group.ranks.size() > 1; ++i)
            {
                AddCollective(group, i);
            }
        }
    }

    /** Checks that all ranks of a group have the same collectives. */
    void CheckAlike(const Group& group, const std::vector<Part>& first, size_t member) const
    {
        const auto& parts = group.parts[member];
        const uint32_t rank = group.ranks[member];
        const auto describe = [](const Part& part) {
            return std::string(ns3::GetName(OPERATIONS[part.type])) + " of " +
                   std::to_string(part.bytes) + " bytes";
        };
        const size_t count = std::min(first.size(), parts.size());
        for (size_t i = 0; i < count; ++i)
        {
            if (first[i].type != parts[i].type || first[i].bytes != parts[i].bytes)
            {
                Fail(rank,
                     parts[i].id,
                     "is the " + describe(parts[i]) + " while rank " +
                         std::to_string(group.ranks[0]) + " does the " + describe(first[i]) +
                         " of node " + std::to_string(first[i].id));
            }
        }
        if (first.size() != parts.size())
        {
            const bool missing = first.size() > count;
            Fail(missing ? group.ranks[0] : rank,
                 missing ? first[count].id : parts[count].id,
                 "rank " + std::to_string(missing ? rank : group.ranks[0]) +
                     " does not take part in this " +
                     describe(missing ? first[count] : parts[count]) + " of its process group");
        }
    }

    void AddCollective(const Group& group, size_t index)
    {
        const auto& sample = group.parts[0][index];
        const auto operation = OPERATIONS[sample.type];
        const uint64_t ranks = group.ranks.size();
        const bool perRank = operation == Operation::ALL_GATHER || operation == Operation::GATHER ||
                             operation == Operation::SCATTER;
        uint64_t bytes = operation == Operation::BARRIER ? 1 : sample.bytes;
        if (bytes == 0)
        {
            return; // no bytes: each rank goes on
        }
        if (bytes > INT64_MAX / ranks)
        {
            Fail(group.ranks[0],
                 sample.id,
                 "comm_size is too large; expected at most 2^63 / ranks");
        }
        bytes *= perRank ? ranks : 1;
        std::vector<uint32_t> parts;
        for (size_t member = 0; member < ranks; ++member)
        {
            parts.push_back(group.parts[member][index].operation);
        }
        m_program.SetCollective(std::move(parts),
                                m_library.Get(operation, group.ranks, bytes),
                                ns3::GetName(operation));
    }

    const ChakraWorkload& m_workload;
    const std::string& m_prefix; //!< prefix of the files' paths
    uint32_t m_ranks;            //!< number of ranks
    CollectiveLibrary m_library;
    ChakraGroups m_groups; //!< groups of the rank being read
    TraceProgram m_program;
    /** Collectives by name and ranks of the group. */
    std::map<std::pair<std::string, std::vector<uint32_t>>, Group> m_collectives;
};

TypeId
ChakraWorkload::GetTypeId()
{
    static TypeId tid = AddRootedOperations(
        TypeId("ns3::ChakraWorkload")
            .SetParent<CollectiveTraceWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<ChakraWorkload>()
            .AddAttribute("Groups",
                          "Path of a JSON file with the ranks of each process group by name, such "
                          "as {\"0\": [0, 1], \"1\": [2, 3]}; empty: only the groups in the trace.",
                          StringValue(""),
                          MakeStringAccessor(&ChakraWorkload::m_groups),
                          MakeFileChecker())
            .AddAttribute("OpsPerSecond",
                          "Operations per second of a GPU, for COMP nodes with num_ops and without "
                          "a duration; 0: these nodes take no time.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&ChakraWorkload::m_opsPerSecond),
                          MakeDoubleChecker<double>(0)));
    return tid;
}

void
ChakraWorkload::DoLoad(FabricJob& job, const HostMap& hosts, const std::string& file) const
{
    const uint32_t ranks = CountRanks(file);
    PlaceRanks(job, ranks, file + ".*.et");
    job.graph = Reader(*this, file, job.hostOfRank, hosts).Read();
}

} // namespace ns3
