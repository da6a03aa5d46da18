// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "all-to-all-workload.h"

#include "traffic-notice.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AllToAllWorkload);

TypeId
AllToAllWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AllToAllWorkload")
                            .SetParent<FabricWorkload>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<AllToAllWorkload>()
                            .AddAttribute("Bytes",
                                          "Bytes from each host to each other host, at least 1.",
                                          UintegerValue(1'000'000),
                                          MakeUintegerAccessor(&AllToAllWorkload::m_bytes),
                                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
AllToAllWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    if (m_bytes == 0)
    {
        Fail("Bytes", "is 0; expected at least 1");
    }
    RequireHosts(job, 2);
    const auto ranks = static_cast<uint32_t>(job.hostOfRank.size());
    RequireNodes(2.0 * ranks * (ranks - 1.0), "Hosts");
    if (m_bytes > UINT64_MAX / ranks)
    {
        Fail("Bytes", "is too large; expected at most 2^64 / hosts");
    }
    job.bytes = m_bytes * ranks;
    job.busFactor = (ranks - 1.0) / ranks;
    if (const auto& listener = TrafficNotice::Get())
    {
        const auto servers = hosts.GetServers(job.hostOfRank);
        TrafficNotice::Count count;
        count.AddMessages(servers, servers, m_bytes);
        const auto toItself = static_cast<double>(ranks);
        count.Add({0, 0, toItself, toItself * static_cast<double>(m_bytes)}, -1);
        listener(job.name, count);
    }
    for (uint32_t distance = 1; distance < ranks; ++distance)
    {
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const auto peer = static_cast<uint32_t>((uint64_t{rank} + distance) % ranks);
            job.graph.AddTransfer(rank, peer, m_bytes);
        }
    }
}

} // namespace ns3
