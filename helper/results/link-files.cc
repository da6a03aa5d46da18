// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-files.h"

#include "ns3/link-retry.h"

#include <algorithm>
#include <string>

namespace ns3
{

namespace
{

using Format = ResultFormat;

const std::string NVLINK = "nvlink"; //!< name of the network inside servers

/** One direction of a link. */
struct LinkRow
{
    const FabricResult& result;
    const NetworkLinks& network;
    const LinkStatistics& link;
};

/** @return index of a host; empty for a switch */
ResultCell
GetHost(uint32_t host)
{
    return host == NO_HOST ? ResultCell() : ResultCell(host);
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

bool
AnyRetries(const FabricScenario& scenario, const FabricResult& /*result*/)
{
    const auto retries = [](const FabricProfile& profile) {
        return profile.linkRetry.Create<LinkRetry>()->IsNeeded();
    };
    return (scenario.server && retries(*scenario.server->MakeProfile())) ||
           std::any_of(scenario.fabrics.begin(),
                       scenario.fabrics.end(),
                       [&](const ScenarioFabric& fabric) { return retries(*fabric.profile); });
}

ResultTable
MakeLinkTable()
{
    using Row = LinkRow;
    const std::vector<ResultColumn<Row>> columns = {
        MakeFabricColumn<Row>(),
        {"network",
         Format::TEXT,
         "fabric; plane 1, ... of further NICs; north-south; nvlink",
         [](auto& row) -> ResultCell { return row.network.network; }},
        {"link",
         Format::COUNT,
         "number of the link in its topology",
         [](auto& row) -> ResultCell { return row.link.link; }},
        {"from",
         Format::TEXT,
         "name of the sending node",
         [](auto& row) -> ResultCell { return row.link.from; }},
        {"to",
         Format::TEXT,
         "name of the receiving node",
         [](auto& row) -> ResultCell { return row.link.to; }},
        {"from_host",
         Format::COUNT,
         "index of the sending host; empty for a switch",
         [](auto& row) { return GetHost(row.link.fromHost); }},
        {"to_host",
         Format::COUNT,
         "index of the receiving host; empty for a switch",
         [](auto& row) { return GetHost(row.link.toHost); }},
        {"rate_bps",
         Format::BIT_RATE,
         "rate in the topology",
         [](auto& row) -> ResultCell { return row.link.ratebps; }},
        {"time_ns",
         Format::TIME,
         "duration of the run",
         [](auto& row) -> ResultCell { return row.result.endPs; }},
        {"packets",
         Format::COUNT,
         "packets sent, without link control; their sum is packet_hops",
         [](auto& row) -> ResultCell { return row.link.packets; },
         {"packets"}},
        {"data_packets",
         Format::COUNT,
         "packets with payload among these",
         [](auto& row) -> ResultCell { return row.link.dataPackets; }},
        {"frame_bytes",
         Format::BYTES,
         "frame bytes of the packets",
         [](auto& row) -> ResultCell { return row.link.frameBytes; }},
        {"payload_bytes",
         Format::BYTES,
         "payload of the packets",
         [](auto& row) -> ResultCell { return row.link.payloadBytes; }},
        {"busy_percent",
         Format::PERCENT,
         "share of time_ns in which the wire was busy with them, preamble and gap included",
         [](auto& row) -> ResultCell {
             const int64_t endPs = row.result.endPs;
             return endPs > 0 ? 100 * row.link.GetUtilization(endPs) : 0.0;
         },
         {"link busy"}},
        {"pfc_pause_ns",
         Format::TIME,
         "sum over priorities of the time paused by PFC",
         [](auto& row) -> ResultCell { return row.link.pfcPausePs; },
         {"PFC pause"}},
        {"credit_stall_ns",
         Format::TIME,
         "sum over lanes of the time without credits",
         [](auto& row) -> ResultCell { return row.link.creditStallPs; },
         {"credit stall"}},
        {"largest_queue_bytes",
         Format::BYTES,
         "largest queue of one priority or lane of the sending port",
         [](auto& row) -> ResultCell { return row.link.largestQueueBytes; },
         {"largest queue"}},
        {"lost_packets",
         Format::COUNT,
         "packets lost to errors of the link",
         [](auto& row) -> ResultCell { return row.link.lostPackets; },
         {"lost packets"}},
        {"replayed_frames",
         Format::COUNT,
         "only if a fabric has linkRetry: frames resent by the link",
         [](auto& row) -> ResultCell { return row.link.replayedFrames; },
         {},
         &AnyRetries},
        {"given_up_frames",
         Format::COUNT,
         "only then: the part of lost_packets that the link gave up after maxReplays",
         [](auto& row) -> ResultCell { return row.link.givenUpFrames; },
         {},
         &AnyRetries},
    };
    return MakeResultTable(
        "links.csv",
        "A row per direction of each link",
        nullptr,
        columns,
        [](auto&, auto& result, const auto& write) {
            for (const auto& network : result.networks)
            {
                const bool isNvlink = network.network == NVLINK;
                if (!(isNvlink ? result.scaleUpAbilities : result.abilities).packets)
                {
                    continue; // its links have no counts
                }
                for (const auto& link : network.links)
                {
                    write({result, network, link});
                }
            }
        });
}

} // namespace ns3
