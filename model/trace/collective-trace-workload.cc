// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-trace-workload.h"

#include "ns3/binomial-tree-reduce.h"
#include "ns3/direct-all-to-all.h"
#include "ns3/direct-gather.h"
#include "ns3/direct-scatter.h"
#include "ns3/dissemination-barrier.h"
#include "ns3/input-error.h"
#include "ns3/ring-all-gather.h"
#include "ns3/ring-all-reduce.h"
#include "ns3/ring-broadcast.h"
#include "ns3/ring-reduce-scatter.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CollectiveTraceWorkload);

namespace
{

struct OperationNames
{
    const char* words;
    const char* attribute;
};

constexpr OperationNames NAMES[CollectiveTraceWorkload::OPERATION_COUNT] = {
    {"all-reduce", "AllReduce"},
    {"all-gather", "AllGather"},
    {"reduce-scatter", "ReduceScatter"},
    {"all-to-all", "AllToAll"},
    {"broadcast", "Broadcast"},
    {"reduce", "Reduce"},
    {"gather", "Gather"},
    {"scatter", "Scatter"},
    {"barrier", "Barrier"},
};

} // namespace

template <CollectiveTraceWorkload::Operation operation>
ObjectFactory
CollectiveTraceWorkload::GetFactory() const
{
    return m_factories[static_cast<size_t>(operation)];
}

template <CollectiveTraceWorkload::Operation operation>
void
CollectiveTraceWorkload::SetFactory(ObjectFactory factory)
{
    m_factories[static_cast<size_t>(operation)] = factory;
}

template <CollectiveTraceWorkload::Operation operation>
void
CollectiveTraceWorkload::Add(TypeId& tid, TypeId algorithm)
{
    using Self = CollectiveTraceWorkload;
    const auto& names = NAMES[static_cast<size_t>(operation)];
    tid.AddAttribute(
        names.attribute,
        std::string("How each ") + names.words +
            " of the trace is carried out: a kind of ns3::CollectiveAlgorithm with its attributes.",
        ObjectFactoryValue(ObjectFactory(algorithm.GetName())),
        MakeObjectFactoryAccessor(&Self::GetFactory<operation>, &Self::SetFactory<operation>),
        MakeObjectFactoryChecker());
}

TypeId
CollectiveTraceWorkload::GetTypeId()
{
    static TypeId tid = [] {
        TypeId type = TypeId("ns3::CollectiveTraceWorkload")
                          .SetParent<TraceWorkload>()
                          .SetGroupName("AiFabric");
        Add<Operation::ALL_REDUCE>(type, RingAllReduce::GetTypeId());
        Add<Operation::ALL_GATHER>(type, RingAllGather::GetTypeId());
        Add<Operation::REDUCE_SCATTER>(type, RingReduceScatter::GetTypeId());
        Add<Operation::ALL_TO_ALL>(type, DirectAllToAll::GetTypeId());
        return type;
    }();
    return tid;
}

TypeId
CollectiveTraceWorkload::AddRootedOperations(TypeId tid)
{
    Add<Operation::BROADCAST>(tid, RingBroadcast::GetTypeId());
    Add<Operation::REDUCE>(tid, BinomialTreeReduce::GetTypeId());
    Add<Operation::GATHER>(tid, DirectGather::GetTypeId());
    Add<Operation::SCATTER>(tid, DirectScatter::GetTypeId());
    Add<Operation::BARRIER>(tid, DisseminationBarrier::GetTypeId());
    return tid;
}

const char*
CollectiveTraceWorkload::GetName(Operation operation)
{
    return NAMES[static_cast<size_t>(operation)].words;
}

CollectiveTraceWorkload::Library::Library(const CollectiveTraceWorkload& workload,
                                          const HostMap& hosts)
{
    for (size_t i = 0; i < OPERATION_COUNT; ++i)
    {
        if (workload.m_factories[i].IsTypeIdSet())
        {
            m_algorithms[i] =
                workload.CreateAlgorithm(workload.m_factories[i], NAMES[i].attribute, hosts);
        }
    }
}

std::shared_ptr<const CommunicationGraph>
CollectiveTraceWorkload::Library::Get(Operation operation,
                                      const std::vector<uint32_t>& serverOfRank,
                                      uint64_t bytes)
{
    auto& graph = m_graphs[{operation, serverOfRank, bytes}];
    if (!graph)
    {
        const auto& algorithm = m_algorithms[static_cast<size_t>(operation)];
        graph = std::make_shared<const CommunicationGraph>(
            algorithm->Build(RankLayout(serverOfRank), bytes));
    }
    return graph;
}

} // namespace ns3
