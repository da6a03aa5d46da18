// SPDX-License-Identifier: GPL-2.0-only

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

TypeId
CollectiveTraceWorkload::GetTypeId()
{
    using Self = CollectiveTraceWorkload;
    static TypeId tid = [] {
        TypeId type = TypeId("ns3::CollectiveTraceWorkload")
                          .SetParent<TraceWorkload>()
                          .SetGroupName("AiFabric");
        const auto add = [&type](Operation operation, TypeId algorithm, auto accessor) {
            const auto& names = NAMES[static_cast<size_t>(operation)];
            type.AddAttribute(names.attribute,
                              std::string("How each ") + names.words +
                                  " of the trace is carried out: a kind of "
                                  "ns3::CollectiveAlgorithm with its attributes.",
                              ObjectFactoryValue(ObjectFactory(algorithm.GetName())),
                              accessor,
                              MakeObjectFactoryChecker());
        };
        add(Operation::ALL_REDUCE,
            RingAllReduce::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::ALL_REDUCE>,
                                      &Self::SetFactory<Operation::ALL_REDUCE>));
        add(Operation::ALL_GATHER,
            RingAllGather::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::ALL_GATHER>,
                                      &Self::SetFactory<Operation::ALL_GATHER>));
        add(Operation::REDUCE_SCATTER,
            RingReduceScatter::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::REDUCE_SCATTER>,
                                      &Self::SetFactory<Operation::REDUCE_SCATTER>));
        add(Operation::ALL_TO_ALL,
            DirectAllToAll::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::ALL_TO_ALL>,
                                      &Self::SetFactory<Operation::ALL_TO_ALL>));
        add(Operation::BROADCAST,
            RingBroadcast::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::BROADCAST>,
                                      &Self::SetFactory<Operation::BROADCAST>));
        add(Operation::REDUCE,
            BinomialTreeReduce::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::REDUCE>,
                                      &Self::SetFactory<Operation::REDUCE>));
        add(Operation::GATHER,
            DirectGather::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::GATHER>,
                                      &Self::SetFactory<Operation::GATHER>));
        add(Operation::SCATTER,
            DirectScatter::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::SCATTER>,
                                      &Self::SetFactory<Operation::SCATTER>));
        add(Operation::BARRIER,
            DisseminationBarrier::GetTypeId(),
            MakeObjectFactoryAccessor(&Self::GetFactory<Operation::BARRIER>,
                                      &Self::SetFactory<Operation::BARRIER>));
        return type;
    }();
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
        m_algorithms[i] =
            workload.CreateAlgorithm(workload.m_factories[i], NAMES[i].attribute, hosts);
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
