// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "background-traffic.h"

#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/parse-number.h"
#include "ns3/random-draws.h"
#include "ns3/string.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BackgroundTraffic);

namespace
{

constexpr uint16_t FIRST_PORT = 1024; //!< lower ones are ports of well-known services
constexpr uint32_t PORTS = UINT16_MAX + 1 - FIRST_PORT; //!< number of ports from there on

/** A range of host indexes, first to last. */
struct HostRange
{
    uint32_t first;
    uint32_t last;

    uint32_t GetSize() const
    {
        return last - first + 1;
    }
};

/** @return "3" or "0-7" as a range; empty if the text is not a range */
std::optional<HostRange>
ParseRange(std::string_view text)
{
    const size_t dash = text.find('-');
    const auto first = ParseNumber<uint32_t>(text.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : ParseNumber<uint32_t>(text.substr(dash + 1));
    return first && last && *first <= *last ? std::optional(HostRange{*first, *last})
                                            : std::nullopt;
}

} // namespace

TypeId
BackgroundTraffic::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::BackgroundTraffic")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddAttribute("Name",
                          "Name of this traffic in tables; empty: the name of the class.",
                          StringValue(""),
                          MakeStringAccessor(&BackgroundTraffic::m_name),
                          MakeStringChecker())
            .AddAttribute("Pairs",
                          "Sending and receiving hosts by index, separated by commas: 0>4 is one "
                          "flow, 0-3>4-7 one per host, 0-3>4 all to one. Empty: each host i sends "
                          "to host i + n / 2 modulo n, of n hosts.",
                          StringValue(""),
                          MakeStringAccessor(&BackgroundTraffic::m_pairs),
                          MakeStringChecker())
            .AddAttribute("Start",
                          "Time of the first packet.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&BackgroundTraffic::m_start),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Stop",
                          "Time at which sending stops; 0: the end of the last job.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&BackgroundTraffic::m_stop),
                          MakeTimeChecker(Time(0)));
    return tid;
}

std::vector<std::pair<uint32_t, uint32_t>>
BackgroundTraffic::GetPairs(uint32_t hostCount) const
{
    if (m_stop > Time(0) && m_stop <= m_start)
    {
        Fail("Stop", "is not after Start; expected a later time, or 0");
    }
    DoValidate();
    return ParsePairs(hostCount);
}

std::vector<std::pair<uint32_t, uint32_t>>
BackgroundTraffic::ParsePairs(uint32_t hostCount) const
{
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    std::string list = m_pairs;
    list.erase(std::remove(list.begin(), list.end(), ' '), list.end());
    if (list.empty())
    {
        for (uint32_t host = 0; host < hostCount && hostCount > 1; ++host)
        {
            pairs.emplace_back(host, (host + hostCount / 2) % hostCount);
        }
        return pairs;
    }
    std::istringstream items(list);
    for (std::string item; std::getline(items, item, ',');)
    {
        const size_t arrow = item.find('>');
        const auto sources = ParseRange(std::string_view(item).substr(0, arrow));
        const auto dests = arrow == std::string::npos
                               ? std::nullopt
                               : ParseRange(std::string_view(item).substr(arrow + 1));
        if (!sources || !dests || (dests->GetSize() != 1 && dests->GetSize() != sources->GetSize()))
        {
            Fail("Pairs",
                 "'" + item + "' is not a pair of hosts; expected a list such as 0>4 or 0-3>4-7");
        }
        if (std::max(sources->last, dests->last) >= hostCount)
        {
            Fail("Pairs",
                 "host " + std::to_string(std::max(sources->last, dests->last)) +
                     " does not exist; the topology has " + std::to_string(hostCount) +
                     " hosts, counted from 0");
        }
        for (uint32_t i = 0; i < sources->GetSize(); ++i)
        {
            const uint32_t dest = dests->GetSize() == 1 ? dests->first : dests->first + i;
            if (dest == sources->first + i)
            {
                Fail("Pairs", "host " + std::to_string(dest) + " would send to itself");
            }
            pairs.emplace_back(sources->first + i, dest);
        }
    }
    return pairs;
}

std::vector<BackgroundFlow>
BackgroundTraffic::Install(const FabricNetwork& network, std::set<uint16_t>& ports) const
{
    const auto pairs = GetPairs(network.hosts.GetN());
    if (ports.size() + pairs.size() > PORTS)
    {
        Fail("Pairs", "needs more UDP or TCP ports than exist; use fewer flows");
    }
    if (!network.transports.front()->HasPackets())
    {
        throw InputError("Transport: " + network.transports.front()->GetInstanceTypeId().GetName() +
                         " has no packets to share links with " + GetName() +
                         "; expected another transport, or no background traffic");
    }
    std::vector<BackgroundFlow> flows;
    const uint64_t kind =
        HashDraw(RandomDraws::GetSeed(DrawKind::PATHS), GetInstanceTypeId().GetName());
    for (const auto& [source, dest] : pairs)
    {
        if (network.topology.islands && !network.GetRoutes().HasPath(source, dest))
        {
            Fail("Pairs",
                 "there is no path from host " + std::to_string(source) + " to host " +
                     std::to_string(dest) + "; choose others, or a topology that joins them");
        }
        const uint64_t hosts = HashDraw(HashDraw(kind, source), dest);
        auto port = static_cast<uint16_t>(FIRST_PORT + hosts % PORTS);
        while (!ports.insert(port).second)
        {
            port = port == UINT16_MAX ? FIRST_PORT : port + 1;
        }
        flows.push_back({source,
                         dest,
                         DoInstall(network.hosts.Get(source),
                                   network.hosts.Get(dest),
                                   Ipv4Address(HostIpv4(dest)),
                                   port)});
    }
    return flows;
}

std::string
BackgroundTraffic::GetName() const
{
    const std::string typeName = GetInstanceTypeId().GetName();
    return m_name.empty() ? typeName.substr(typeName.rfind(':') + 1) : m_name;
}

Time
BackgroundTraffic::GetDuration(Time end) const
{
    const Time stop = m_stop > Time(0) ? std::min(m_stop, end) : end;
    return std::max(stop - m_start, Time(0));
}

void
BackgroundTraffic::DoValidate() const
{
}

} // namespace ns3
