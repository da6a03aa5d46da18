// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-workload.h"

#include "abort-on-failure.h"
#include "collective-library.h"

#include "ns3/boolean.h"
#include "ns3/collective-algorithm.h"
#include "ns3/fabric-packet.h"
#include "ns3/fabric-units.h"
#include "ns3/file-checker.h"
#include "ns3/graph-check.h"
#include "ns3/graph-file-writer.h"
#include "ns3/graph-limit.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/parse-number.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/random-draws.h"
#include "ns3/sl-to-vl-map.h"
#include "ns3/string.h"
#include "ns3/text-parts.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Workload");
NS_OBJECT_ENSURE_REGISTERED(FabricWorkload);

TypeId
FabricWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Workload")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddAttribute("Name",
                          "Name of the job in tables; empty: the name of the class.",
                          StringValue(""),
                          MakeStringAccessor(&FabricWorkload::m_name),
                          MakeStringChecker())
            .AddAttribute("Start",
                          "Start time of the job, or with After, time from the end of that job.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FabricWorkload::m_start),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("After",
                          "Name of an earlier job of the list: this job starts when that one has "
                          "ended, and may have its hosts. Empty: it starts at Start.",
                          StringValue(""),
                          MakeStringAccessor(&FabricWorkload::m_after),
                          MakeStringChecker())
            .AddAttribute("Hosts",
                          "Indices of the hosts that take part, in the order of their ranks, such "
                          "as 0-15,20; empty: all hosts, or with Gpus the hosts still free.",
                          StringValue(""),
                          MakeStringAccessor(&FabricWorkload::m_hosts),
                          MakeStringChecker())
            .AddAttribute("Gpus",
                          "Number of hosts that take part; 0: all that can be selected.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FabricWorkload::m_gpus),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("Placement",
                          "Selection and order of the hosts that take part: a RankPlacement.",
                          StringValue("ns3::PackedPlacement"),
                          MakePointerAccessor(&FabricWorkload::m_placement),
                          MakePartPointerChecker<RankPlacement>())
            .AddAttribute("OnFailure",
                          "Reaction of the job if the network gives up a message: an OnFailure.",
                          StringValue("ns3::AbortOnFailure"),
                          MakePointerAccessor(&FabricWorkload::m_onFailure),
                          MakePartPointerChecker<OnFailure>())
            .AddAttribute("Priority",
                          "Priority or service level of all messages; -1: the default of the NIC.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&FabricWorkload::m_serviceLevel),
                          MakeIntegerChecker<int16_t>(-1, SlToVlMap::LEVEL_COUNT - 1))
            .AddAttribute(
                "QueuePairs",
                "Queue pairs per connection, 1 to 128, as NCCL_IB_QPS_PER_CONNECTION. A connection "
                "is a sender, a receiver on another server, a channel and a service level. Each "
                "queue pair has its own UDP source port; messages use them in turn.",
                UintegerValue(1),
                MakeUintegerAccessor(&FabricWorkload::m_queuePairs),
                MakeUintegerChecker<uint32_t>(1, MAX_QUEUE_PAIRS))
            .AddAttribute("SplitMessages",
                          "Split each message over all queue pairs of its connection, as "
                          "NCCL_IB_SPLIT_DATA_ON_QPS.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FabricWorkload::m_splitMessages),
                          MakeBooleanChecker())
            .AddAttribute("NorthSouth",
                          "Run the job on the north-south network. Its hosts are the servers, by "
                          "number, followed by the hosts of that network only.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FabricWorkload::m_northSouth),
                          MakeBooleanChecker())
            .AddAttribute("SaveGraph",
                          "Path of a JSON file to write the communication graph to; "
                          "ns3::GraphWorkload reads it. Empty: none.",
                          StringValue(""),
                          MakeStringAccessor(&FabricWorkload::m_saveGraph),
                          MakeFileChecker());
    return tid;
}

FabricJob
FabricWorkload::Place(const HostMap& hosts) const
{
    FabricJob job;
    job.name = GetName();
    job.kind = GetInstanceTypeId().GetName();
    if (m_start.GetSeconds() > static_cast<double>(MAX_TIME_PS / PS_PER_SECOND))
    {
        Fail("Start", "is too late; expected at most 1000000 s");
    }
    if (m_northSouth && !hosts.northSouth)
    {
        Fail("NorthSouth", "is true; expected false, since there is no north-south network");
    }
    job.northSouth = m_northSouth;
    job.startPs = TickClock().ToPs(m_start.GetTimeStep());
    job.queuePairs = m_queuePairs;
    job.splitMessages = m_splitMessages;
    job.hostOfRank = SelectHosts(hosts);
    job.graph = CommunicationGraph(static_cast<uint32_t>(job.hostOfRank.size()));
    return job;
}

FabricJob
FabricWorkload::Build(const HostMap& hosts) const
{
    FabricJob job = Place(hosts);
    DoBuild(job, hosts);
    job.serverOfRank = hosts.GetServers(job.hostOfRank);

    const auto count = static_cast<uint32_t>(job.graph.GetNodes().size());
    if (m_serviceLevel >= 0) // else all messages keep theirs
    {
        for (uint32_t number = 0; number < count; ++number)
        {
            job.graph.Edit(number, [this](auto& node) {
                const bool travels = node.kind == CommunicationGraph::Kind::SEND ||
                                     node.kind == CommunicationGraph::Kind::AGGREGATE;
                if (travels && node.serviceLevel < 0)
                {
                    node.serviceLevel = m_serviceLevel;
                }
            });
        }
    }
    job.graph.Settle();
    CheckGraph(job.graph);
    m_onFailure->Apply(job);
    if (!m_saveGraph.empty())
    {
        WriteGraphFile(job.graph, m_saveGraph);
    }
    NS_LOG_INFO(job.name << ": " << job.hostOfRank.size() << " ranks, " << count << " nodes");
    return job;
}

FabricJob
FabricWorkload::BuildAndTake(HostMap& hosts) const
{
    FabricJob job = Build(hosts);
    Take(job, hosts);
    return job;
}

FabricJob
FabricWorkload::PlaceAndTake(HostMap& hosts) const
{
    if (!m_saveGraph.empty())
    {
        Fail("SaveGraph", "is '" + m_saveGraph + "'; expected nothing, since laws need no graph");
    }
    FabricJob job = Place(hosts);
    job.serverOfRank = hosts.GetServers(job.hostOfRank);
    Take(job, hosts);
    return job;
}

void
FabricWorkload::Take(const FabricJob& job, HostMap& hosts) const
{
    if (m_gpus > 0 || !Trim(m_hosts).empty())
    {
        for (const uint32_t host : job.hostOfRank)
        {
            hosts.taken[host] = true;
        }
    }
}

void
FabricWorkload::Fold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const
{
    job.graph = CommunicationGraph(static_cast<uint32_t>(job.hostOfRank.size()));
    job.foldedHosts = job.hostOfRank;
    job.marks.clear(); // of the graph with messages
    DoFold(job, hosts, network);
    job.serverOfRank = hosts.GetServers(job.hostOfRank);
    job.graph.Settle();
    CheckGraph(job.graph);
    if (!job.checkpoints)
    {
        m_onFailure->Apply(job);
    }
    NS_LOG_INFO(job.name << ": " << job.hostOfRank.size() << " ranks stand for "
                         << job.GetRankCount() << ", " << job.graph.GetNodes().size() << " nodes");
}

bool
FabricWorkload::DoHasLaw() const
{
    return false;
}

void
FabricWorkload::DoFold(FabricJob& job, const HostMap&, const LawNetwork&) const
{
    throw InputError("job " + job.name + ": has no law");
}

std::string
FabricWorkload::GetName() const
{
    const std::string typeName = GetInstanceTypeId().GetName();
    return m_name.empty() ? typeName.substr(typeName.rfind(':') + 1) : m_name;
}

uint64_t
FabricWorkload::GetDraw() const
{
    return HashDraw(HashDraw(HashDraw(0, GetInstanceTypeId().GetName()), Trim(m_hosts)), m_gpus);
}

int64_t
FabricWorkload::AssignStreams(int64_t stream)
{
    {
        const RandomDraws::Scope scope(DrawKind::PLACEMENT);
        m_placement->AssignStreams(NameStream(stream, "placement"));
    }
    const RandomDraws::Scope scope(DrawKind::WORKLOADS);
    return std::max<int64_t>(1, DoAssignStreams(stream));
}

std::vector<JobFigure>
FabricWorkload::GetFigures(const FabricJob& job, const JobTimes& times) const
{
    return DoGetFigures(job, times);
}

std::vector<JobFigure>
FabricWorkload::DoGetFigures(const FabricJob&, const JobTimes&) const
{
    return {};
}

int64_t
FabricWorkload::DoAssignStreams(int64_t)
{
    return 0;
}

Ptr<CollectiveAlgorithm>
FabricWorkload::CreateAlgorithm(const ObjectFactory& factory,
                                const std::string& attribute,
                                const HostMap& hosts) const
{
    const auto algorithm = MakePart<CollectiveAlgorithm>(factory, attribute);
    algorithm->SetLinks(hosts.links);
    return algorithm;
}

CollectiveLibrary
FabricWorkload::MakeLibrary(const CollectiveChoices& choices,
                            const HostMap& hosts,
                            const std::vector<uint32_t>& hostOfRank) const
{
    CollectiveLibrary::Algorithms algorithms;
    for (size_t i = 0; i < algorithms.size(); ++i)
    {
        const auto operation = static_cast<CollectiveOperation>(i);
        if (choices.Has(operation))
        {
            algorithms[i] = CreateAlgorithm(choices.Get(operation),
                                            CollectiveChoices::GetAttribute(operation),
                                            hosts);
        }
    }
    // A saved graph has messages, so that it runs everywhere.
    return CollectiveLibrary(std::move(algorithms),
                             hosts.GetServers(hostOfRank),
                             hosts.isLawInServer && m_saveGraph.empty(),
                             hosts.GetRegions(hostOfRank));
}

void
FabricWorkload::RequireHosts(const FabricJob& job, size_t least) const
{
    if (job.hostOfRank.size() < least)
    {
        Fail("Hosts",
             "selects " + std::to_string(job.hostOfRank.size()) + "; expected at least " +
                 std::to_string(least));
    }
}

void
FabricWorkload::RemoveHosts(FabricJob& job, const std::vector<uint32_t>& hosts)
{
    auto& ranks = job.hostOfRank;
    const auto isOne = [&hosts](uint32_t host) {
        return std::find(hosts.begin(), hosts.end(), host) != hosts.end();
    };
    ranks.erase(std::remove_if(ranks.begin(), ranks.end(), isOne), ranks.end());
}

void
FabricWorkload::RequireNodes(double nodes,
                             const std::string& attributes,
                             const std::string& remedy) const
{
    const std::string shortage = DescribeGraphShortage(nodes);
    if (!shortage.empty())
    {
        Fail(attributes, "need " + shortage + "; " + remedy);
    }
}

void
FabricWorkload::RefuseHosts(const std::string& where) const
{
    if (!Trim(m_hosts).empty() || m_gpus > 0)
    {
        Fail(m_gpus > 0 ? "Gpus" : "Hosts", "has no effect here; the hosts come from " + where);
    }
}

std::vector<uint32_t>
FabricWorkload::SelectHosts(const HostMap& hosts) const
{
    std::vector<uint32_t> candidates = ParseHosts("Hosts", m_hosts, hosts.GetCount());
    const bool listed = !candidates.empty();
    for (uint32_t host = 0; host < hosts.GetCount() && !listed; ++host)
    {
        if (m_gpus == 0 || !hosts.taken[host])
        {
            candidates.push_back(host);
        }
    }
    if (m_gpus > candidates.size())
    {
        Fail("Gpus",
             "is " + std::to_string(m_gpus) + "; expected at most " +
                 std::to_string(candidates.size()) + ", the number that " +
                 (listed ? "Hosts lists" : "earlier jobs leave"));
    }
    return m_placement->Select(hosts, candidates, m_gpus > 0 ? m_gpus : candidates.size());
}

std::vector<uint32_t>
FabricWorkload::ParseHosts(const char* attribute, std::string_view text, size_t hostCount) const
{
    std::vector<uint32_t> hosts;
    std::string_view rest = Trim(text);
    if (rest.empty())
    {
        return hosts;
    }
    std::vector<bool> taken(hostCount, false);
    for (bool more = true; more;)
    {
        const size_t comma = rest.find(',');
        more = comma != std::string_view::npos;
        const std::string_view item = Trim(rest.substr(0, comma));
        rest.remove_prefix(more ? comma + 1 : rest.size());

        const size_t dash = item.find('-');
        const auto first = ParseNumber<uint32_t>(Trim(item.substr(0, dash)));
        const auto last = dash == std::string_view::npos
                              ? first
                              : ParseNumber<uint32_t>(Trim(item.substr(dash + 1)));
        if (!first || !last || *first > *last)
        {
            Fail(
                attribute,
                "'" + std::string(item) +
                    "' is not a host index or an ascending range; expected a list such as 0-15,20");
        }
        if (*last >= hostCount)
        {
            Fail(attribute,
                 "host " + std::to_string(*last) + " does not exist; the topology has " +
                     std::to_string(hostCount) + " hosts, counted from 0");
        }
        for (uint32_t host = *first; host <= *last; ++host)
        {
            if (taken[host])
            {
                Fail(attribute, "host " + std::to_string(host) + " is listed twice");
            }
            taken[host] = true;
            hosts.push_back(host);
        }
    }
    return hosts;
}

} // namespace ns3
