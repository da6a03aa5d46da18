// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/fabric-workload.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3
{

/**
 * A matrix whose rows are spread over the hosts is transposed: of n = q^2 hosts, host q i + j sends
 * one message to host q j + i, all at the same time. The q hosts with i = j send nothing.
 */
class OwnWorkload : public FabricWorkload
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::OwnWorkload")
                                .SetParent<FabricWorkload>()
                                .AddConstructor<OwnWorkload>()
                                .AddAttribute("Bytes",
                                              "Bytes of each message.",
                                              UintegerValue(1'000'000),
                                              MakeUintegerAccessor(&OwnWorkload::m_bytes),
                                              MakeUintegerChecker<uint64_t>(1));
        return tid;
    }

  private:
    void DoBuild(FabricJob& job, const HostMap& /* hosts */) const override
    {
        const auto ranks = static_cast<uint32_t>(job.hostOfRank.size());
        const auto side = static_cast<uint32_t>(std::lround(std::sqrt(ranks)));
        if (ranks < 4 || side * side != ranks)
        {
            Fail("Hosts",
                 "are " + std::to_string(ranks) + "; expected a square number of at least 4");
        }
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            const uint32_t dest = rank % side * side + rank / side;
            if (dest != rank)
            {
                job.graph.AddTransfer(rank, dest, m_bytes);
            }
        }
    }

    uint64_t m_bytes;
};

NS_OBJECT_ENSURE_REGISTERED(OwnWorkload);

} // namespace ns3
