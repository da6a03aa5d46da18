// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-files.h"

#include "ns3/csv-text.h"

#include <ostream>
#include <string>

namespace ns3
{

namespace
{

const std::string NVLINK = "nvlink"; //!< name of the network inside servers

std::string
FormatHost(uint32_t host)
{
    return host == NO_HOST ? "" : std::to_string(host);
}

} // namespace

std::vector<NetworkLinks>
CollectLinks(const FabricNetwork& network, int64_t nowPs)
{
    std::vector<NetworkLinks> all;
    const auto add = [&](const std::string& name, const FabricNetwork& one) {
        all.push_back({name, LinkStatistics::Collect(one.GetOwnParts(), one.topology, nowPs)});
    };
    add("fabric", network);
    for (size_t plane = 0; plane < network.planes.size(); ++plane)
    {
        add("plane " + std::to_string(plane + 1), *network.planes[plane]);
    }
    if (network.northSouth)
    {
        add("north-south", *network.northSouth);
    }
    if (network.scaleUp)
    {
        add(NVLINK, *network.scaleUp);
    }
    return all;
}

void
WriteLinks(std::ostream& out, const std::vector<FabricResult>& results, bool retries)
{
    out << "fabric,network,link,from,to,from_host,to_host,rate_bps,time_ns,packets,data_packets,"
           "frame_bytes,payload_bytes,busy_percent,pfc_pause_ns,credit_stall_ns,"
           "largest_queue_bytes,lost_packets"
        << (retries ? ",replayed_frames,given_up_frames\n" : "\n");
    for (const auto& result : results)
    {
        const std::string time = FormatNs(result.endPs);
        for (const auto& network : result.networks)
        {
            const bool isNvlink = network.network == NVLINK;
            if (!(isNvlink ? result.scaleUpAbilities : result.abilities).packets)
            {
                continue; // its links have no counts
            }
            const std::string head = Quote(result.label) + ',' + network.network + ',';
            for (const auto& link : network.links)
            {
                const double busy = result.endPs > 0 ? 100 * link.GetUtilization(result.endPs) : 0;
                out << head << link.link << ',' << Quote(link.from) << ',' << Quote(link.to) << ','
                    << FormatHost(link.fromHost) << ',' << FormatHost(link.toHost) << ','
                    << link.ratebps << ',' << time << ',' << link.packets << ',' << link.dataPackets
                    << ',' << link.frameBytes << ',' << link.payloadBytes << ','
                    << FormatDecimal(busy, 3) << ',' << FormatNs(link.pfcPausePs) << ','
                    << FormatNs(link.creditStallPs) << ',' << link.largestQueueBytes << ','
                    << link.lostPackets;
                if (retries)
                {
                    out << ',' << link.replayedFrames << ',' << link.givenUpFrames;
                }
                out << '\n';
            }
        }
    }
}

} // namespace ns3
