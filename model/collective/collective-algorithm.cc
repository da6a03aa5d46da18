// SPDX-License-Identifier: GPL-2.0-only

#include "collective-algorithm.h"

#include "ns3/input-error.h"
#include "ns3/log.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("CollectiveAlgorithm");

NS_OBJECT_ENSURE_REGISTERED(CollectiveAlgorithm);

TypeId
CollectiveAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CollectiveAlgorithm").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

CommunicationGraph
CollectiveAlgorithm::Build(uint32_t ranks, uint64_t bytes) const
{
    const std::string name = GetInstanceTypeId().GetName();
    if (ranks < 2)
    {
        throw InputError(name + ": needs at least 2 ranks, not " + std::to_string(ranks));
    }
    if (bytes == 0)
    {
        throw InputError(name + ": needs at least 1 byte, not 0");
    }
    CommunicationGraph graph(ranks);
    DoBuild(graph, bytes);
    graph.Validate();
    return graph;
}

} // namespace ns3
