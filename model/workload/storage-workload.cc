// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "storage-workload.h"

#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(StorageWorkload);

TypeId
StorageWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::StorageWorkload")
            .SetParent<OpenLoopWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<StorageWorkload>()
            .AddAttribute("Targets",
                          "Indices of the hosts that are storage or gateways, such as 60-63.",
                          StringValue(""),
                          MakeStringAccessor(&StorageWorkload::m_targets),
                          MakeStringChecker())
            .AddAttribute("Sizes",
                          "Size of reads and writes: a number of bytes, or the name of a "
                          "distribution, such as AliStorage2019.",
                          StringValue("1000000"),
                          MakeStringAccessor(&StorageWorkload::m_sizes),
                          MakeStringChecker())
            .AddAttribute(
                "SizesFile",
                "File with a cumulative distribution of sizes, used instead of Sizes: lines 'bytes "
                "percent', the share of flows of at most so many bytes. Empty: Sizes.",
                StringValue(""),
                MakeStringAccessor(&StorageWorkload::m_sizesFile),
                MakeFileChecker())
            .AddAttribute("Load",
                          "Payload rate of the reads and writes of a client, divided by the rate "
                          "of its link; above 0.",
                          DoubleValue(0.1),
                          MakeDoubleAccessor(&StorageWorkload::m_load),
                          MakeDoubleChecker<double>(0, 2))
            .AddAttribute("ReadShare",
                          "Share of operations that are reads.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&StorageWorkload::m_readShare),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("RequestBytes",
                          "Length of the request for a read, at least 1.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&StorageWorkload::m_requestBytes),
                          MakeUintegerChecker<uint64_t>(1))
            .AddAttribute("Interval",
                          "Period at which all clients start an operation together; 0: each client "
                          "at random times, with a rate from Load.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&StorageWorkload::m_interval),
                          MakeTimeChecker(Time(0)));
    return tid;
}

StorageWorkload::StorageWorkload()
    : m_gap(CreateObject<ExponentialRandomVariable>()),
      m_who(CreateObject<UniformRandomVariable>()),
      m_size(CreateObject<UniformRandomVariable>())
{
}

void
StorageWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    CheckEnd();
    const auto sizes = LoadSizes(m_sizes, m_sizesFile);
    const auto targets = ParseHosts("Targets", m_targets, hosts.GetCount());
    if (targets.empty())
    {
        Fail("Targets", "is empty; expected hosts such as 60-63");
    }
    auto& ranks = job.hostOfRank;
    RemoveHosts(job, targets);
    RequireHosts(job, 1);
    std::vector<double> sums = GetRates(job, hosts);
    const double total = sums.back();
    sums.pop_back();
    std::partial_sum(sums.begin(), sums.end(), sums.begin());
    const auto clients = static_cast<uint32_t>(ranks.size());
    ranks.insert(ranks.end(), targets.begin(), targets.end());
    job.graph = CommunicationGraph(static_cast<uint32_t>(ranks.size()));

    const auto operate = [&](uint32_t client, double timePs, uint32_t channel) {
        const uint32_t target =
            clients + m_who->GetInteger(0, static_cast<uint32_t>(targets.size()) - 1);
        const uint64_t bytes = sizes.GetQuantile(1 - m_size->GetValue(0, 1));
        if (m_who->GetValue(0, 1) < m_readShare)
        {
            const auto request = AddFlow(job, client, target, m_requestBytes, timePs, channel);
            const auto data = AddFlow(job, target, client, bytes, 0, channel);
            job.graph.AddDependency(request.second, data.first);
        }
        else
        {
            AddFlow(job, client, target, bytes, timePs, channel);
        }
    };
    if (!m_interval.IsZero())
    {
        const auto intervalPs = static_cast<double>(TickClock().ToPs(m_interval.GetTimeStep()));
        double timePs = 0;
        for (uint32_t operation = 0; Wants(operation, timePs); ++operation)
        {
            operate(operation % clients, timePs, operation);
            timePs += operation % clients == clients - 1 ? intervalPs : 0;
        }
        return;
    }
    CheckLoad("Load", m_load);
    const double meanGapPs = 8 * sizes.GetMeanBytes() / (m_load * total) * PS_PER_SECOND;
    double timePs = m_gap->GetValue(meanGapPs, 0);
    for (uint32_t operation = 0; Wants(operation, timePs); ++operation)
    {
        const auto place = std::upper_bound(sums.begin(), sums.end(), m_who->GetValue(0, total));
        operate(std::min(static_cast<uint32_t>(place - sums.begin()), clients - 1),
                timePs,
                operation);
        timePs += m_gap->GetValue(meanGapPs, 0);
    }
}

int64_t
StorageWorkload::DoAssignStreams(int64_t stream)
{
    m_gap->SetStream(stream);
    m_who->SetStream(stream + 1);
    m_size->SetStream(stream + 2);
    return 3;
}

} // namespace ns3
