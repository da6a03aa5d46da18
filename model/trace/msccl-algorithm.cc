// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "msccl-algorithm.h"

#include "msccl-data.h"
#include "msccl-plan-graph.h"
#include "msccl-plan.h"
#include "msccl-program.h"

#include "ns3/file-checker.h"
#include "ns3/graph-check.h"
#include "ns3/graph-cycle.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MscclAlgorithm);

namespace
{

/** The nodes of one step; CommunicationGraph::NONE where the step has none. */
struct StepNodes
{
    uint32_t recv{CommunicationGraph::NONE};
    uint32_t local{
        CommunicationGraph::NONE}; //!< REDUCE or COPY; JOIN if it does neither and does not receive
    uint32_t send{CommunicationGraph::NONE};

    /** @return node that waits for the step before and for the awaited step */
    uint32_t First() const
    {
        return recv != CommunicationGraph::NONE ? recv : local;
    }

    /** @return node that the next step waits for */
    uint32_t Last() const
    {
        return local != CommunicationGraph::NONE ? local : recv;
    }
};

/** Writes a program as a graph. */
class Builder
{
  public:
    Builder(CommunicationGraph& graph,
            const MscclProgram& program,
            const std::string& file,
            uint64_t bytes)
        : m_graph(graph),
          m_program(program),
          m_file(file),
          m_chunkBytes(bytes / program.chunks + (bytes % program.chunks > 0)),
          m_nodes(program.blocks.size())
    {
    }

    void Build()
    {
        for (uint32_t gpu = 0; gpu < m_nodes.size(); ++gpu)
        {
            for (const auto& block : m_program.blocks[gpu])
            {
                m_nodes[gpu].emplace_back(block.steps.size());
            }
        }
        AddMessages();
        for (uint32_t gpu = 0; gpu < m_nodes.size(); ++gpu)
        {
            AddLocals(gpu);
        }
        for (uint32_t gpu = 0; gpu < m_nodes.size(); ++gpu)
        {
            Order(gpu);
        }
        if (!FindGraphCycle(m_graph).empty())
        {
            throw InputError(m_file, 0, "", "the steps form a cycle of dependencies");
        }
    }

  private:
    /** Place of a half of a message. */
    struct Half
    {
        uint32_t gpu;
        uint32_t block; //!< index into the GPU's thread blocks
        uint32_t step;  //!< index into the steps of the block
    };

    /** Sender, receiver and channel. */
    using Connection = std::tuple<uint32_t, uint32_t, uint32_t>;

    /** Halves of the messages of a connection. */
    struct Traffic
    {
        std::vector<Half> sends; //!< in the order of the program
        std::vector<Half> recvs; //!< in the order of the program
    };

    const MscclProgram::Step& StepOf(const Half& half) const
    {
        return m_program.blocks[half.gpu][half.block].steps[half.step];
    }

    StepNodes& NodesOf(const Half& half)
    {
        return m_nodes[half.gpu][half.block][half.step];
    }

    [[noreturn]] void Fail(const Half& half, const std::string& problem) const
    {
        throw InputError(m_file, StepOf(half).line, "type", problem);
    }

    uint64_t BytesOf(const MscclProgram::Step& step) const
    {
        if (step.chunks > INT64_MAX / m_chunkBytes)
        {
            throw InputError(m_file,
                             step.line,
                             "cnt",
                             "is too large; the step moves over 2^63 bytes");
        }
        return step.chunks * m_chunkBytes;
    }

    std::map<Connection, Traffic> CollectTraffic() const
    {
        std::map<Connection, Traffic> connections;
        for (uint32_t gpu = 0; gpu < m_nodes.size(); ++gpu)
        {
            const auto& blocks = m_program.blocks[gpu];
            for (uint32_t block = 0; block < blocks.size(); ++block)
            {
                const auto& [line, sendPeer, recvPeer, channel, steps] = blocks[block];
                for (uint32_t step = 0; step < steps.size(); ++step)
                {
                    if (steps[step].sends)
                    {
                        connections[{gpu, sendPeer, channel}].sends.push_back({gpu, block, step});
                    }
                    if (steps[step].receives)
                    {
                        connections[{recvPeer, gpu, channel}].recvs.push_back({gpu, block, step});
                    }
                }
            }
        }
        return connections;
    }

    void AddMessages()
    {
        for (const auto& [connection, traffic] : CollectTraffic())
        {
            const auto& [from, to, channel] = connection;
            const std::string name = " from gpu " + std::to_string(from) + " to gpu " +
                                     std::to_string(to) + " on channel " + std::to_string(channel);
            for (const auto* halves : {&traffic.sends, &traffic.recvs})
            {
                for (const auto& half : *halves)
                {
                    if (half.block != halves->front().block)
                    {
                        Fail(half,
                             "two tb serve the connection" + name + "; expected one at each end");
                    }
                }
            }
            const size_t count = std::min(traffic.sends.size(), traffic.recvs.size());
            if (traffic.sends.size() > count)
            {
                Fail(traffic.sends[count],
                     "message " + std::to_string(count) + name + " is not received");
            }
            if (traffic.recvs.size() > count)
            {
                Fail(traffic.recvs[count],
                     "message " + std::to_string(count) + name + " is not sent");
            }
            for (size_t i = 0; i < count; ++i)
            {
                const auto& send = StepOf(traffic.sends[i]);
                const auto& recv = StepOf(traffic.recvs[i]);
                if (send.chunks != recv.chunks)
                {
                    throw InputError(m_file,
                                     send.line,
                                     "cnt",
                                     "sends " + std::to_string(send.chunks) +
                                         " chunks, but the step that receives them, in line " +
                                         std::to_string(recv.line) + ", expects " +
                                         std::to_string(recv.chunks));
                }
                const auto [first, last] = m_graph.AddTransfer(from, to, BytesOf(send), channel);
                NodesOf(traffic.sends[i]).send = first;
                NodesOf(traffic.recvs[i]).recv = last;
            }
        }
    }

    void AddLocals(uint32_t gpu)
    {
        const auto& blocks = m_program.blocks[gpu];
        for (uint32_t block = 0; block < blocks.size(); ++block)
        {
            for (uint32_t number = 0; number < blocks[block].steps.size(); ++number)
            {
                const auto& step = blocks[block].steps[number];
                auto& nodes = m_nodes[gpu][block][number];
                if (step.reduces)
                {
                    nodes.local = m_graph.AddReduce(gpu, BytesOf(step));
                }
                else if (step.copies)
                {
                    nodes.local = m_graph.AddCopy(gpu, BytesOf(step));
                }
                else if (!step.receives)
                {
                    nodes.local = m_graph.AddJoin(gpu);
                }
            }
        }
    }

    void Order(uint32_t gpu)
    {
        const auto& blocks = m_program.blocks[gpu];
        for (uint32_t block = 0; block < blocks.size(); ++block)
        {
            for (uint32_t number = 0; number < blocks[block].steps.size(); ++number)
            {
                const auto& step = blocks[block].steps[number];
                const auto& nodes = m_nodes[gpu][block][number];
                if (number > 0)
                {
                    m_graph.AddDependency(m_nodes[gpu][block][number - 1].Last(), nodes.First());
                }
                if (step.awaitedBlock != MscclProgram::NONE)
                {
                    const auto& awaited = m_nodes[gpu][step.awaitedBlock][step.awaitedStep];
                    m_graph.AddDependency(awaited.Last(), nodes.First());
                }
                if (nodes.recv != CommunicationGraph::NONE &&
                    nodes.local != CommunicationGraph::NONE)
                {
                    m_graph.AddDependency(nodes.recv, nodes.local);
                }
                if (nodes.send != CommunicationGraph::NONE)
                {
                    m_graph.AddDependency(nodes.Last(), nodes.send);
                }
            }
        }
    }

    CommunicationGraph& m_graph;
    const MscclProgram& m_program;
    const std::string& m_file;
    uint64_t m_chunkBytes;                                    //!< rounded up
    std::vector<std::vector<std::vector<StepNodes>>> m_nodes; //!< by GPU, thread block and step
};

} // namespace

TypeId
MscclAlgorithm::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MscclAlgorithm")
                            .SetParent<CollectiveAlgorithm>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<MscclAlgorithm>()
                            .AddAttribute("File",
                                          "Path of the XML file of an MSCCL program, or of the "
                                          "JSON file of an execution plan of MSCCL++.",
                                          StringValue(""),
                                          MakeStringAccessor(&MscclAlgorithm::m_file),
                                          MakeFileChecker());
    return tid;
}

CommunicationGraph
MscclAlgorithm::DoBuild(const RankLayout& layout, uint64_t bytes, CollectiveData*) const
{
    CommunicationGraph graph(layout.GetRanks());
    const auto expectRanks = [&](const char* key, size_t gpus) {
        if (gpus != graph.GetRankCount())
        {
            throw InputError(m_file,
                             0,
                             key,
                             "the program is for " + std::to_string(gpus) + " GPUs, but runs on " +
                                 std::to_string(graph.GetRankCount()) +
                                 " ranks; expected the same number");
        }
    };
    if (IsPlan())
    {
        const auto plan = MscclPlan::Read(m_file);
        expectRanks("gpus", plan.gpus.size());
        MscclPlanGraph(plan, m_file, bytes, graph).Build();
        CheckGraph(graph);
        return graph;
    }
    const auto program = MscclProgram::Read(m_file);
    expectRanks("ngpus", program.blocks.size());
    Builder(graph, program, m_file, bytes).Build();
    CheckGraph(graph);
    MscclData(program, m_file).Check();
    return graph;
}

bool
MscclAlgorithm::IsPlan() const
{
    return !m_file.empty() && MscclPlan::IsPlan(m_file);
}

double
MscclAlgorithm::DoGetBusFactor(uint32_t ranks) const
{
    const std::string collective =
        IsPlan() ? MscclPlan::Read(m_file).collective : MscclProgram::Read(m_file).collective;
    if (collective == "allreduce")
    {
        return 2.0 * (ranks - 1) / ranks;
    }
    const bool share = collective == "allgather" || collective == "reduce_scatter" ||
                       collective == "reducescatter" || collective == "alltoall";
    if (share)
    {
        return (ranks - 1.0) / ranks;
    }
    return collective == "broadcast" || collective == "reduce" ? 1 : 0;
}

} // namespace ns3
