// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hpcc-files.h"

#include "ns3/csv-text.h"
#include "ns3/flow-entropy.h"

#include <algorithm>
#include <array>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint32_t FIRST_PORT = 10000; //!< UDP source port of the first flow of a pair of hosts
constexpr uint32_t DEST_PORT = 100;    //!< UDP destination port of all

/**
 * @param rows gets an IPv4 address as eight hexadecimal digits and a space
 * @param address the address
 */
void
AddAddress(RowWriter& rows, uint32_t address)
{
    char digits[] = "00000000 ";
    for (int i = 7; i >= 0; --i, address >>= 4)
    {
        digits[i] = "0123456789abcdef"[address & 15];
    }
    rows.Add(std::string_view(digits, sizeof(digits) - 1));
}

/** @param rows gets seconds with nine decimals @param ps time in ps */
void
AddSeconds(RowWriter& rows, int64_t ps)
{
    constexpr int64_t PS_PER_NS = 1000;
    constexpr int64_t NS_PER_S = 1'000'000'000;
    const int64_t ns = ps / PS_PER_NS;
    const std::string fraction = std::to_string(ns % NS_PER_S);
    rows.AddInteger(static_cast<uint64_t>(ns / NS_PER_S));
    rows.Add('.');
    rows.Add(std::string(9 - fraction.size(), '0'));
    rows.Add(fraction);
}

/** @return by link and side: number of the link at its node, from 1 */
std::vector<std::array<uint32_t, 2>>
NumberPorts(const FabricTopology& topology)
{
    std::vector<uint32_t> links(topology.nodes.size());
    std::vector<std::array<uint32_t, 2>> numbers;
    numbers.reserve(topology.links.size());
    for (const auto& link : topology.links)
    {
        const uint32_t a = ++links[link.a];
        numbers.push_back({a, ++links[link.b]});
    }
    return numbers;
}

} // namespace

void
WriteFct(std::ostream& out, const FabricResult& result, const FabricTopology& topology)
{
    RowWriter rows(out);
    for (const auto& job : result.jobs)
    {
        for (size_t i = 0; i < job.records.size() && !job.northSouth; ++i)
        {
            const auto record = job.records[i];
            if (!job.HasSucceeded(i) || !job.IsMeasured(i))
            {
                continue;
            }
            AddAddress(rows, HostIpv4(topology.hosts[record.sourceHost / topology.gpusPerHost]));
            AddAddress(rows, HostIpv4(topology.hosts[record.destHost / topology.gpusPerHost]));
            rows.AddInteger(FIRST_PORT + record.channel % (UINT16_MAX - FIRST_PORT));
            for (const uint64_t number :
                 {uint64_t{DEST_PORT},
                  record.bytes,
                  static_cast<uint64_t>(record.startPs / 1000),
                  static_cast<uint64_t>((record.finishedPs - record.startPs) / 1000),
                  static_cast<uint64_t>(job.GetIdealPs(i) / 1000)})
            {
                rows.Add(' ');
                rows.AddInteger(number);
            }
            rows.Add('\n');
        }
    }
}

void
WriteHpccFlows(std::ostream& out, const FabricResult& result, const FabricTopology& topology)
{
    std::vector<MessageRecord> flows;
    for (const auto& job : result.jobs)
    {
        if (!job.northSouth)
        {
            flows.insert(flows.end(), job.records.begin(), job.records.end());
        }
    }
    std::stable_sort(flows.begin(), flows.end(), [](const auto& a, const auto& b) {
        return a.startPs < b.startPs;
    });
    RowWriter rows(out);
    rows.AddInteger(flows.size());
    rows.Add('\n');
    for (const auto& flow : flows)
    {
        for (const uint64_t number :
             {uint64_t{topology.hosts[flow.sourceHost / topology.gpusPerHost]},
              uint64_t{topology.hosts[flow.destHost / topology.gpusPerHost]},
              uint64_t{flow.serviceLevel},
              uint64_t{DEST_PORT},
              flow.bytes})
        {
            rows.AddInteger(number);
            rows.Add(' ');
        }
        AddSeconds(rows, flow.startPs);
        rows.Add('\n');
    }
}

void
WriteHpccPauses(std::ostream& out, const PauseLog& log, const FabricTopology& topology)
{
    const auto numbers = NumberPorts(topology);
    std::vector<std::tuple<int64_t, uint32_t, uint32_t>> events; // time, port of the log, type
    for (const auto& pause : log.intervals)
    {
        if (pause.queue != PauseEvent::ALL_QUEUES)
        {
            continue; // the file has no queues of a port
        }
        events.emplace_back(pause.startPs, pause.pausedPort, 1);
        if (pause.ended)
        {
            events.emplace_back(pause.endPs, pause.pausedPort, 0);
        }
    }
    std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) {
        return std::get<0>(a) < std::get<0>(b);
    });
    for (const auto& [timePs, port, type] : events)
    {
        const uint32_t side = port % 2;
        const auto& link = topology.links[port / 2];
        const uint32_t node = side == 0 ? link.a : link.b;
        const bool isSwitch = topology.nodes[node].kind == TopologyNode::Kind::SWITCH;
        out << timePs / 1000 << ' ' << node << ' ' << isSwitch << ' ' << numbers[port / 2][side]
            << ' ' << type << '\n';
    }
}

void
WriteHpccQueues(std::ostream& out,
                const QueueHistogram::Record& record,
                const FabricTopology& topology)
{
    const auto numbers = NumberPorts(topology);
    RowWriter rows(out);
    for (const auto& snapshot : record.snapshots)
    {
        rows.Add("time: ");
        rows.AddInteger(static_cast<uint64_t>(snapshot.timePs / 1000));
        rows.Add('\n');
        for (size_t i = 0; i < record.ports.size(); ++i)
        {
            const auto& port = record.ports[i];
            rows.AddInteger(port.node);
            rows.Add(' ');
            rows.AddInteger(numbers[port.link][port.side]);
            for (const uint64_t count : snapshot.counts[i])
            {
                rows.Add(' ');
                rows.AddInteger(count);
            }
            rows.Add('\n');
        }
    }
}

} // namespace ns3
