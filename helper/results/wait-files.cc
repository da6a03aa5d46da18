// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "wait-files.h"

#include "ns3/csv-text.h"

#include <ostream>
#include <string>

namespace ns3
{

void
WriteWaits(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,job,rank,host,activity,time_ns,exposed_ns,late_sender_ns,hidden_ns\n";
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            if (!job.waits)
            {
                continue;
            }
            const auto& account = job.waits->account;
            for (uint32_t rank = 0; rank < account.GetRanks().size(); ++rank)
            {
                const auto& share = account.GetRanks()[rank];
                const std::string head = Quote(result.label) + ',' + Quote(job.name) + ',' +
                                         std::to_string(rank) + ',' +
                                         std::to_string(job.waits->hostOfRank[rank]) + ',';
                out << head << "compute," << FormatNs(share.computePs) << ",,,\n";
                for (size_t kind = 0; kind < share.communication.size(); ++kind)
                {
                    const auto& communication = share.communication[kind];
                    out << head << Quote(account.GetKinds()[kind]) << ','
                        << FormatNs(communication.inProgressPs) << ','
                        << FormatNs(communication.exposedPs) << ','
                        << FormatNs(communication.lateSenderPs) << ','
                        << FormatNs(communication.hiddenPs) << '\n';
                }
                out << head << "idle," << FormatNs(share.idlePs) << ",,,\n";
            }
        }
    }
}

void
WriteCriticalPaths(std::ostream& out, const std::vector<FabricResult>& results)
{
    out << "fabric,job,start_ns,duration_ns,activity,label,rank,host,peer_rank,size_bytes,own_ns,"
           "median_ns\n";
    for (const auto& result : results)
    {
        for (const auto& job : result.jobs)
        {
            if (!job.waits)
            {
                continue;
            }
            const std::string head = Quote(result.label) + ',' + Quote(job.name) + ',';
            const auto& path = job.waits->path;
            for (const auto& segment : path.GetSegments())
            {
                const bool isMessage = segment.peer != segment.rank;
                out << head << FormatNs(segment.fromPs) << ','
                    << FormatNs(segment.toPs - segment.fromPs) << ','
                    << Quote(path.GetName(segment)) << ',' << Quote(path.GetLabel(segment)) << ','
                    << segment.rank << ',' << job.waits->hostOfRank[segment.rank] << ','
                    << (isMessage ? std::to_string(segment.peer) : "") << ',' << segment.bytes
                    << ',' << FormatNs(segment.ownPs) << ','
                    << (segment.medianPs > 0 ? FormatNs(segment.medianPs) : "") << '\n';
            }
        }
    }
}

} // namespace ns3
