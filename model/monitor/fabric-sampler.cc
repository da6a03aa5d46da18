// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-sampler.h"

#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/node-pattern.h"
#include "ns3/parse-number.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <sstream>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricSampler");

NS_OBJECT_ENSURE_REGISTERED(FabricSampler);

namespace
{

const std::string ARROW = "->";

/** @return true if a pattern names the node; throws if it names no node */
std::vector<bool>
FindEnds(const FabricTopology& topology, const std::string& pattern, const std::string& queue)
{
    const auto& nodes = topology.nodes;
    const std::string name = TrimSpaces(pattern);
    std::vector<bool> found(nodes.size());
    for (const uint32_t id : FindNodes(topology, name))
    {
        found[id] = true;
    }
    if (std::find(found.begin(), found.end(), true) == found.end())
    {
        throw InputError("FabricSampler Queues \"" + queue + "\": the topology has no node \"" +
                         name + "\"; its nodes are called " + nodes.front().name + " to " +
                         nodes.back().name);
    }
    return found;
}

[[noreturn]] void
FailLane(const std::string& queue, const std::string& lane)
{
    throw InputError("FabricSampler Queues \"" + queue + "\": the priority is \"" + lane +
                     "\"; expected 0 to 7, or a lane to 15 on InfiniBand");
}

/**
 * @param port port to look at
 * @param lane lane of the port; -1: all
 * @return bytes that wait in the port
 */
uint64_t
GetQueueBytes(const FabricNetDevice& port, int32_t lane)
{
    if (lane >= 0)
    {
        return port.GetQueueBytes(static_cast<uint8_t>(lane));
    }
    uint64_t bytes = 0;
    for (uint8_t p = 0; p < port.GetLaneCount(); ++p)
    {
        bytes += port.GetQueueBytes(p);
    }
    return bytes;
}

} // namespace

TypeId
FabricSampler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricSampler")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<FabricSampler>()
            .AddAttribute("Interval",
                          "Sampling interval of the queues.",
                          TimeValue(MicroSeconds(10)),
                          MakeTimeAccessor(&FabricSampler::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Queues",
                          "Egress queues to sample, such as left0->right0 for all priorities, "
                          "left0->right0:3 for one; separated by commas. Nodes may be patterns: "
                          "leaf*->spine*, switch *->host *.",
                          StringValue(""),
                          MakeStringAccessor(&FabricSampler::m_names),
                          MakeStringChecker())
            .AddAttribute("RateInterval",
                          "Sampling interval of the queue pairs that send; 0: they are not "
                          "sampled.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&FabricSampler::m_rateInterval),
                          MakeTimeChecker(Time(0)));
    return tid;
}

FabricSampler::~FabricSampler()
{
    NS_LOG_FUNCTION(this);
    Stop();
}

void
FabricSampler::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Stop();
    Object::DoDispose();
}

std::vector<FabricSampler::Queue>
FabricSampler::FindQueues(const FabricTopology& topology) const
{
    std::vector<Queue> queues;
    std::istringstream in(m_names);
    for (std::string name; std::getline(in, name, ',');)
    {
        name = TrimSpaces(name);
        const size_t arrow = name.find(ARROW);
        const size_t colon = name.rfind(':');
        int32_t lane = -1;
        std::string ends = name;
        if (colon != std::string::npos)
        {
            const std::string digits = name.substr(colon + 1);
            lane = ParseNumber<int32_t>(digits, 0, LANE_COUNT - 1).value_or(-1);
            if (lane < 0)
            {
                FailLane(name, digits);
            }
            ends = name.substr(0, colon);
        }
        if (arrow == std::string::npos || arrow > ends.size())
        {
            throw InputError("FabricSampler Queues \"" + name +
                             "\": is not a queue; expected NODE->NODE or NODE->NODE:PRIORITY");
        }
        const auto from = FindEnds(topology, ends.substr(0, arrow), name);
        const auto to = FindEnds(topology, ends.substr(arrow + ARROW.size()), name);
        const std::string suffix = lane < 0 ? "" : ":" + std::to_string(lane);
        const size_t before = queues.size();
        for (uint32_t link = 0; link < topology.links.size(); ++link)
        {
            const uint32_t nodes[] = {topology.links[link].a, topology.links[link].b};
            for (uint32_t side = 0; side < 2; ++side)
            {
                const uint32_t source = nodes[side];
                const uint32_t dest = nodes[1 - side];
                if (from[source] && to[dest])
                {
                    queues.push_back(
                        {topology.nodes[source].name + ARROW + topology.nodes[dest].name + suffix,
                         link,
                         side,
                         lane});
                }
            }
        }
        if (queues.size() == before)
        {
            throw InputError("FabricSampler Queues \"" + name + "\": no link joins the two nodes");
        }
    }
    return queues;
}

void
FabricSampler::Start(const FabricParts& parts,
                     const FabricTopology& topology,
                     const std::vector<Ptr<GraphExecutor>>& jobs)
{
    NS_LOG_FUNCTION(this);
    Stop();
    m_parts = parts;
    m_jobs = jobs;
    m_senders.clear();
    m_pairs.clear();
    m_channels.clear();
    m_queues = FindQueues(topology);
    for (const auto& queue : m_queues)
    {
        const auto port =
            StaticCast<FabricNetDevice>(parts.channels[queue.link]->GetDevice(queue.side));
        if (queue.lane >= static_cast<int32_t>(port->GetLaneCount()))
        {
            FailLane(queue.name, std::to_string(queue.lane));
        }
    }
    m_queueSamples.clear();
    m_rateSamples.clear();
    if (!m_queues.empty())
    {
        m_queueEvent = Simulator::Schedule(Time(0), &FabricSampler::SampleQueues, this);
    }
    if (m_rateInterval > Time(0))
    {
        m_rateEvent = Simulator::Schedule(Time(0), &FabricSampler::SampleRates, this);
    }
}

void
FabricSampler::Stop()
{
    m_queueEvent.Cancel();
    m_rateEvent.Cancel();
    m_parts = {};
    m_jobs.clear();
}

/** @return sampling state of a queue pair or channel, which may belong to no job */
FabricSampler::Sender&
FabricSampler::FindSender(const void* whom)
{
    const auto found = m_senders.find(whom);
    if (found != m_senders.end())
    {
        return found->second;
    }
    for (uint32_t job = 0; job < m_jobs.size(); ++job)
    {
        m_jobs[job]->VisitSenders([&](const void* sender, uint32_t channel) {
            m_senders.try_emplace(sender, Sender{static_cast<int32_t>(job), channel, 0});
        });
    }
    return m_senders.try_emplace(whom, Sender{-1, 0, 0}).first->second;
}

void
FabricSampler::SampleQueues()
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    for (uint32_t i = 0; i < m_queues.size(); ++i)
    {
        const auto& queue = m_queues[i];
        const auto& channel = *m_parts.channels[queue.link];
        const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(queue.side));
        const auto counters = port->GetCounters(nowPs);
        m_queueSamples.push_back(
            {nowPs, i, GetQueueBytes(*port, queue.lane), counters.packets, counters.frameBytes});
    }
    m_queueEvent = Simulator::Schedule(m_interval, &FabricSampler::SampleQueues, this);
}

/**
 * Samples a channel of a transport that has no queue pairs.
 *
 * @return true if it need not be sampled again
 */
bool
FabricSampler::SampleChannel(const RdmaNic& nic,
                             uint32_t number,
                             const MessageChannel& channel,
                             int64_t nowPs)
{
    const auto activity = channel.GetActivity(nowPs);
    const bool isOver = channel.IsRetired() && activity && !activity->waitsFor;
    if (!activity || (!activity->waitsFor && activity->acknowledgedBytes == 0))
    {
        return isOver;
    }
    Sender& sender = FindSender(&channel);
    if (activity->waitsFor || activity->acknowledgedBytes != sender.acknowledgedBytes)
    {
        m_rateSamples.push_back({nowPs,
                                 sender.job,
                                 nic.GetHost(),
                                 channel.GetDestHost(),
                                 sender.channel,
                                 channel.GetServiceLevel(),
                                 number,
                                 activity->ratebps,
                                 NO_WINDOW,
                                 activity->acknowledgedBytes});
        sender.acknowledgedBytes = activity->acknowledgedBytes;
    }
    return isOver;
}

void
FabricSampler::SampleQueuePair(const RdmaNic& nic, const RdmaQueuePair& pair, int64_t nowPs)
{
    const uint64_t acknowledged = pair.GetAcknowledgedBytes();
    if (!pair.HasWork() && acknowledged == 0)
    {
        return;
    }
    Sender& sender = FindSender(static_cast<const Object*>(&pair));
    if (pair.HasWork() || acknowledged != sender.acknowledgedBytes)
    {
        m_rateSamples.push_back({nowPs,
                                 sender.job,
                                 nic.GetHost(),
                                 pair.GetRemoteHost(),
                                 sender.channel,
                                 pair.GetServiceLevel(),
                                 pair.GetNumber(),
                                 pair.GetCongestionControl().GetRatebps(nowPs),
                                 pair.GetCongestionControl().GetWindowBytes(),
                                 acknowledged});
        sender.acknowledgedBytes = acknowledged;
    }
}

void
FabricSampler::SampleRates()
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    m_pairs.resize(m_parts.nics.size());
    m_channels.resize(m_parts.nics.size());
    for (size_t i = 0; i < m_parts.nics.size(); ++i)
    {
        const RdmaNic& nic = *m_parts.nics[i];
        const auto& pairs = nic.GetQueuePairs();
        m_pairs[i].Visit(pairs.size(), [&](size_t place) {
            SampleQueuePair(nic, *pairs[place], nowPs);
            return pairs[place]->IsFinished();
        });
        const auto transport = nic.GetObject<MessageTransport>();
        const size_t count = transport ? transport->GetChannels().size() : 0;
        m_channels[i].Visit(count, [&](size_t place) {
            const MessageChannel& channel = *transport->GetChannels()[place];
            return SampleChannel(nic, static_cast<uint32_t>(place), channel, nowPs);
        });
    }
    m_rateEvent = Simulator::Schedule(m_rateInterval, &FabricSampler::SampleRates, this);
}

} // namespace ns3
