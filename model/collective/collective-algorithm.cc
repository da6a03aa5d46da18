// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-algorithm.h"

#include "ns3/input-error.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CollectiveAlgorithm);

TypeId
CollectiveAlgorithm::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CollectiveAlgorithm").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

CommunicationGraph
CollectiveAlgorithm::Build(const RankLayout& layout, uint64_t bytes, CollectiveData* data) const
{
    if (layout.GetRanks() < 2)
    {
        Fail("needs at least 2 ranks, not " + std::to_string(layout.GetRanks()));
    }
    if (bytes == 0)
    {
        Fail("needs at least 1 byte, not 0");
    }
    return DoBuild(layout, bytes, data);
}

void
CollectiveAlgorithm::Fail(const std::string& problem) const
{
    throw InputError(GetInstanceTypeId().GetName() + ": " + problem);
}

uint32_t
CollectiveAlgorithm::RequireEqualServers(const RankLayout& layout) const
{
    const uint32_t size = layout.GetRanksPerServer();
    if (size == 0)
    {
        Fail("needs the same number of ranks on every server");
    }
    return size;
}

uint64_t
CollectiveAlgorithm::DoGetOperationBytes(uint32_t, uint64_t bytes) const
{
    return bytes;
}

} // namespace ns3
