// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "permutation-workload.h"

#include "ns3/uinteger.h"

#include <numeric>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PermutationWorkload);

namespace
{

/** Fisher-Yates shuffle. @return true if no element has stayed in its place */
bool
Shuffle(std::vector<uint32_t>& values, UniformRandomVariable& random)
{
    std::iota(values.begin(), values.end(), 0);
    bool deranged = true;
    for (auto i = static_cast<uint32_t>(values.size()); i-- > 0;)
    {
        std::swap(values[i], values[random.GetInteger(0, i)]);
        deranged &= values[i] != i; // later steps do not touch place i
    }
    return deranged;
}

} // namespace

TypeId
PermutationWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PermutationWorkload")
                            .SetParent<FabricWorkload>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<PermutationWorkload>()
                            .AddAttribute("Bytes",
                                          "Bytes from each host, at least 1.",
                                          UintegerValue(10'000'000),
                                          MakeUintegerAccessor(&PermutationWorkload::m_bytes),
                                          MakeUintegerChecker<uint64_t>());
    return tid;
}

PermutationWorkload::PermutationWorkload()
    : m_random(CreateObject<UniformRandomVariable>())
{
}

void
PermutationWorkload::DoBuild(FabricJob& job, const HostMap&) const
{
    if (m_bytes == 0)
    {
        Fail("Bytes", "is 0; expected at least 1");
    }
    RequireHosts(job, 2);
    std::vector<uint32_t> destination(job.hostOfRank.size());
    while (!Shuffle(destination, *m_random))
    {
    }
    for (uint32_t rank = 0; rank < destination.size(); ++rank)
    {
        job.graph.AddTransfer(rank, destination[rank], m_bytes);
    }
}

int64_t
PermutationWorkload::DoAssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

} // namespace ns3
