// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sim-ai-workload.h"

#include "sim-ai-file.h"

#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SimAiWorkload);

namespace
{

using Group = SimAiFile::Group;
using Ranks = std::vector<uint32_t>;

CollectiveOperation
OperationOf(SimAiFile::Collective collective)
{
    switch (collective)
    {
    case SimAiFile::Collective::ALL_GATHER:
        return CollectiveOperation::ALL_GATHER;
    case SimAiFile::Collective::REDUCE_SCATTER:
        return CollectiveOperation::REDUCE_SCATTER;
    case SimAiFile::Collective::ALL_TO_ALL:
        return CollectiveOperation::ALL_TO_ALL;
    case SimAiFile::Collective::ALL_REDUCE:
    case SimAiFile::Collective::NONE:
        break;
    }
    return CollectiveOperation::ALL_REDUCE;
}

const char*
NameOf(Group group)
{
    switch (group)
    {
    case Group::TENSOR:
        return "tensor parallel";
    case Group::DATA:
        return "data parallel";
    case Group::EXPERT:
        return "expert parallel";
    case Group::DATA_EXPERT:
        return "expert data parallel";
    }
    return "";
}

} // namespace

/** Writes the passes of one file as a graph. */
class SimAiWorkload::Builder
{
  public:
    Builder(const SimAiWorkload& workload,
            const std::string& path,
            const SimAiFile& file,
            FabricJob& job,
            const HostMap& hosts)
        : m_workload(workload),
          m_path(path),
          m_file(file),
          m_job(job),
          m_library(workload.MakeTraceLibrary(hosts, job.hostOfRank)),
          m_ranks(job.graph.GetRankCount())
    {
        MakeGroups();
    }

    void Build()
    {
        m_cursor.assign(m_ranks, CommunicationGraph::NONE);
        m_aside.assign(m_ranks, CommunicationGraph::NONE);
        m_updated.assign(m_file.layers.size(), Ranks());
        constexpr double COMPUTATIONS =
            3; // of a layer, at least; collectives are counted separately
        m_workload.RequireNodes(COMPUTATIONS * m_ranks * static_cast<double>(m_file.layers.size()) *
                                    m_workload.m_passes,
                                "Passes");
        for (uint32_t pass = 0; pass < m_workload.m_passes; ++pass)
        {
            for (size_t layer = 0; layer < m_file.layers.size(); ++layer)
            {
                GoForward(layer);
            }
            for (size_t layer = m_file.layers.size(); layer-- > 0;)
            {
                GoBack(layer);
            }
        }
    }

  private:
    [[noreturn]] void FailSetting(const std::string& key, const std::string& problem) const
    {
        throw InputError(m_path, 1, key, problem);
    }

    /** @return number of ranks per tensor parallel group */
    uint32_t GetTensorRanks() const
    {
        const std::string& policy = m_file.policy;
        if (policy == "DATA")
        {
            return 1;
        }
        if (policy == "MODEL")
        {
            return m_ranks;
        }
        if (policy != "HYBRID_TRANSFORMER" && policy != "HYBRID_TRANSFORMER_FWD_IN_BCKWD")
        {
            FailSetting("policy",
                        "'" + policy.substr(0, 40) +
                            "' is not supported; expected HYBRID_TRANSFORMER, "
                            "HYBRID_TRANSFORMER_FWD_IN_BCKWD, DATA or MODEL");
        }
        const uint64_t ranks = m_file.Get("model_parallel_NPU_group", 0);
        if (ranks > m_ranks || (ranks > 0 && m_ranks % ranks != 0))
        {
            FailSetting("model_parallel_NPU_group",
                        std::to_string(ranks) + " does not divide the " + std::to_string(m_ranks) +
                            " hosts; expected a divisor, or 0 for all");
        }
        return ranks == 0 ? m_ranks : static_cast<uint32_t>(ranks);
    }

    void MakeGroups()
    {
        const uint32_t tensor = GetTensorRanks();
        const uint32_t data = m_ranks / tensor;
        const uint64_t expertRanks = m_file.Get("ep", 1);
        if (expertRanks == 0 || expertRanks > data || data % expertRanks != 0)
        {
            FailSetting("ep",
                        std::to_string(expertRanks) + " does not divide the " +
                            std::to_string(data) + " ranks of a data parallel group; expected a " +
                            "divisor");
        }
        const auto expert = static_cast<uint32_t>(expertRanks);
        auto& groups = m_groups;
        groups[static_cast<size_t>(Group::TENSOR)].resize(data);
        groups[static_cast<size_t>(Group::DATA)].resize(tensor);
        groups[static_cast<size_t>(Group::EXPERT)].resize(m_ranks / expert);
        groups[static_cast<size_t>(Group::DATA_EXPERT)].resize(size_t{tensor} * expert);
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            const uint32_t block = rank / tensor; // its tensor parallel group
            const uint32_t place = rank % tensor;
            groups[static_cast<size_t>(Group::TENSOR)][block].push_back(rank);
            groups[static_cast<size_t>(Group::DATA)][place].push_back(rank);
            groups[static_cast<size_t>(Group::EXPERT)][block / expert * tensor + place].push_back(
                rank);
            groups[static_cast<size_t>(Group::DATA_EXPERT)][block % expert * tensor + place]
                .push_back(rank);
        }
    }

    /** Makes the next work of a rank wait for a further node. */
    void Await(Ranks& cursor, uint32_t rank, uint32_t node)
    {
        if (node == CommunicationGraph::NONE || cursor[rank] == node)
        {
            return;
        }
        if (cursor[rank] == CommunicationGraph::NONE)
        {
            cursor[rank] = node;
            return;
        }
        const uint32_t join = m_job.graph.AddJoin(rank);
        m_job.graph.AddDependency(cursor[rank], join);
        m_job.graph.AddDependency(node, join);
        cursor[rank] = join;
    }

    /** Adds a computation on all ranks, each behind its cursor. */
    void Compute(Ranks& cursor, int64_t durationPs)
    {
        for (uint32_t rank = 0; rank < m_ranks && durationPs > 0; ++rank)
        {
            const uint32_t node = m_job.graph.AddCompute(rank, durationPs);
            if (cursor[rank] != CommunicationGraph::NONE)
            {
                m_job.graph.AddDependency(cursor[rank], node);
            }
            cursor[rank] = node;
        }
    }

    /** Runs the collective of a part in all its groups and moves the cursor behind it. */
    void Communicate(Ranks& cursor, const SimAiFile::Part& part)
    {
        if (part.collective == SimAiFile::Collective::NONE || part.bytes == 0)
        {
            return;
        }
        auto& graph = m_job.graph;
        const auto operation = OperationOf(part.collective);
        CommunicationGraph::Placement placement;
        placement.firstStream = 1;
        placement.label =
            graph.AddLabel(std::string(NameOf(part.group)) + " " + ns3::GetName(operation));
        for (const auto& group : m_groups[static_cast<size_t>(part.group)])
        {
            if (group.size() < 2)
            {
                continue;
            }
            placement.ranks = group;
            placement.after.clear();
            for (const uint32_t rank : group)
            {
                placement.after.push_back(cursor[rank]);
            }
            const auto pattern = m_library.Get(operation, group, part.bytes);
            m_workload.RequireNodes(static_cast<double>(graph.GetNodes().size()) +
                                        static_cast<double>(pattern->GetNodes().size()),
                                    "Passes");
            const auto joins = graph.Append(*pattern, placement);
            for (size_t i = 0; i < group.size(); ++i)
            {
                if (placement.after[i] != CommunicationGraph::NONE)
                {
                    graph.AddDependency(placement.after[i], joins[i]);
                }
                cursor[group[i]] = joins[i];
            }
        }
    }

    void GoForward(size_t layer)
    {
        for (uint32_t rank = 0; rank < m_updated[layer].size(); ++rank)
        {
            Await(m_cursor, rank, m_updated[layer][rank]);
        }
        const auto& part = m_file.layers[layer].parts[SimAiFile::FORWARD];
        Compute(m_cursor, part.computePs);
        Communicate(m_cursor, part);
    }

    void GoBack(size_t layer)
    {
        const auto& parts = m_file.layers[layer].parts;
        Compute(m_cursor, parts[SimAiFile::INPUT_GRADIENTS].computePs);
        Communicate(m_cursor, parts[SimAiFile::INPUT_GRADIENTS]);
        const auto& weights = parts[SimAiFile::WEIGHT_GRADIENTS];
        Compute(m_cursor, weights.computePs);
        if (weights.collective == SimAiFile::Collective::NONE || weights.bytes == 0)
        {
            return;
        }
        // Collectives of weight gradients run one after the other, in parallel to later work.
        for (uint32_t rank = 0; rank < m_ranks; ++rank)
        {
            Await(m_aside, rank, m_cursor[rank]);
        }
        Communicate(m_aside, weights);
        m_updated[layer] = m_aside;
        Compute(m_updated[layer], m_file.layers[layer].updatePs);
    }

    const SimAiWorkload& m_workload;
    const std::string& m_path; //!< path of the file, for errors
    const SimAiFile& m_file;
    FabricJob& m_job;
    CollectiveLibrary m_library;
    uint32_t m_ranks;                           //!< number of ranks
    std::array<std::vector<Ranks>, 4> m_groups; //!< by kind of group
    Ranks m_cursor;                             //!< by rank: last node, or CommunicationGraph::NONE
    Ranks m_aside;                              //!< the same for weight gradients
    std::vector<Ranks> m_updated; //!< by layer: node after which its weights are updated for the
                                  //!< next pass
};

TypeId
SimAiWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SimAiWorkload")
            .SetParent<CollectiveTraceWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<SimAiWorkload>()
            .AddAttribute("Passes",
                          "Number of passes through all layers, forward and backward.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&SimAiWorkload::m_passes),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
SimAiWorkload::DoLoad(FabricJob& job, const HostMap& hosts, const std::string& file) const
{
    const auto content = SimAiFile::Read(file);
    const uint64_t gpus = content.Get("all_gpus", 0);
    if (gpus > 0 && gpus != job.hostOfRank.size())
    {
        job.warnings.push_back(file + " is for " + std::to_string(gpus) + " GPUs and runs on " +
                               std::to_string(job.hostOfRank.size()));
    }
    if (content.Get("pp", 1) > 1)
    {
        job.warnings.push_back(file + " has a pipeline of " + std::to_string(content.Get("pp", 1)) +
                               " stages, which is ignored: pp, vpp, ga and pp_comm have no effect");
    }
    if (content.Get("checkpoints", 0) > 0 || content.Get("checkpoint_initiates", 0) > 0)
    {
        job.warnings.push_back(file + " has checkpoints, which are ignored: the backward pass does "
                                      "not recompute activations");
    }
    Builder(*this, file, content, job, hosts).Build();
}

} // namespace ns3
