// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shift-workload.h"

#include "ns3/uinteger.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ShiftWorkload);

TypeId
ShiftWorkload::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ShiftWorkload")
                            .SetParent<FabricWorkload>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ShiftWorkload>()
                            .AddAttribute("Bytes",
                                          "Bytes from each host, at least 1.",
                                          UintegerValue(10'000'000),
                                          MakeUintegerAccessor(&ShiftWorkload::m_bytes),
                                          MakeUintegerChecker<uint64_t>())
                            .AddAttribute("Shift",
                                          "Distance from a host to its destination, in hosts; not "
                                          "a multiple of the number of hosts.",
                                          UintegerValue(1),
                                          MakeUintegerAccessor(&ShiftWorkload::m_shift),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
ShiftWorkload::DoBuild(FabricJob& job, const HostMap&) const
{
    if (m_bytes == 0)
    {
        Fail("Bytes", "is 0; expected at least 1");
    }
    RequireHosts(job, 2);
    const auto ranks = static_cast<uint32_t>(job.hostOfRank.size());
    if (m_shift % ranks == 0)
    {
        Fail("Shift",
             "is " + std::to_string(m_shift) + ", so that each of " + std::to_string(ranks) +
                 " hosts would send to itself; expected a number that is not a multiple of it");
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const uint64_t dest = (uint64_t{rank} + m_shift) % ranks;
        job.graph.AddTransfer(rank, static_cast<uint32_t>(dest), m_bytes);
    }
}

} // namespace ns3
