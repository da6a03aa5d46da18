// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "failure-rates.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FailureRates");

NS_OBJECT_ENSURE_REGISTERED(FailureRates);

namespace
{

constexpr double MONTH_S = 30.0 * 24 * 3600; //!< seconds of 30 days
constexpr double LONGEST_S = 8e6; //!< longest time that fits into Time in picoseconds: 92 days

/** @return a mean time multiplied by a factor, at least a tick */
Time
Scale(Time mean, double factor)
{
    const double steps = factor * static_cast<double>(mean.GetTimeStep());
    const double most = static_cast<double>(Seconds(LONGEST_S).GetTimeStep());
    return TimeStep(static_cast<uint64_t>(std::clamp(std::round(steps), 1.0, most)));
}

/** @return a failure of a class with one numeric attribute */
Ptr<FabricFailure>
MakeOf(const std::string& type, const std::string& attribute, uint32_t number)
{
    ObjectFactory factory("ns3::" + type);
    factory.Set(attribute, UintegerValue(number));
    return factory.Create<FabricFailure>();
}

} // namespace

TypeId
FailureRates::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FailureRates")
            .SetParent<FabricFailure>()
            .SetGroupName("AiFabric")
            .AddConstructor<FailureRates>()
            .AddAttribute("LinkPerMonth",
                          "Failures of a link per 30 days. Default: 0.057 % a month between a NIC "
                          "and its switch (Alibaba HPN, SIGCOMM 2024); used for all links.",
                          DoubleValue(0.00057),
                          MakeDoubleAccessor(&FailureRates::m_linkPerMonth),
                          MakeDoubleChecker<double>(0, 1e12))
            .AddAttribute("LinkRepair",
                          "Repair time of a link. HPN tolerates repairs of less than a minute.",
                          TimeValue(Seconds(60)),
                          MakeTimeAccessor(&FailureRates::m_linkRepair),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("SwitchPerMonth",
                          "Failures of a switch per 30 days. Default: 0.051 % a month for switches "
                          "above hosts (Alibaba HPN, SIGCOMM 2024); used for all switches.",
                          DoubleValue(0.00051),
                          MakeDoubleAccessor(&FailureRates::m_switchPerMonth),
                          MakeDoubleChecker<double>(0, 1e12))
            .AddAttribute("SwitchRepair",
                          "Repair time of a switch. An assumption.",
                          TimeValue(Seconds(300)),
                          MakeTimeAccessor(&FailureRates::m_switchRepair),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("NicPerMonth",
                          "Failures of a NIC per 30 days. Default: 7 of 16,384 NICs in 54 days "
                          "(Llama 3, table 5).",
                          DoubleValue(0.000237),
                          MakeDoubleAccessor(&FailureRates::m_nicPerMonth),
                          MakeDoubleChecker<double>(0, 1e12))
            .AddAttribute("NicRepair",
                          "Repair time of a NIC. An assumption.",
                          TimeValue(Seconds(300)),
                          MakeTimeAccessor(&FailureRates::m_nicRepair),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("ServerPerMonth",
                          "Failures of a server per 30 days. Default: 32 unplanned stops of 2,048 "
                          "servers in 54 days (Llama 3, table 5: host maintenance).",
                          DoubleValue(0.00868),
                          MakeDoubleAccessor(&FailureRates::m_serverPerMonth),
                          MakeDoubleChecker<double>(0, 1e12))
            .AddAttribute("ServerRepair",
                          "Repair time of a server. An assumption.",
                          TimeValue(Seconds(600)),
                          MakeTimeAccessor(&FailureRates::m_serverRepair),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("GpuPerMonth",
                          "Failures of a GPU per 30 days. Default: 262 of 16,384 GPUs in 54 days "
                          "(Llama 3, table 5: GPUs, their memory and processors, silent errors).",
                          DoubleValue(0.00888),
                          MakeDoubleAccessor(&FailureRates::m_gpuPerMonth),
                          MakeDoubleChecker<double>(0, 1e12))
            .AddAttribute("GpuRepair",
                          "Repair time of a GPU. An assumption.",
                          TimeValue(Seconds(600)),
                          MakeTimeAccessor(&FailureRates::m_gpuRepair),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Factor",
                          "Factor on all failure rates, so that a short run has as many faults as "
                          "a long one.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&FailureRates::m_factor),
                          MakeDoubleChecker<double>(0, 1e15))
            .AddAttribute("DrawnRepairs",
                          "true: repair times are drawn from an exponential distribution with "
                          "these means; false: they are constant.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&FailureRates::m_drawnRepairs),
                          MakeBooleanChecker());
    return tid;
}

FailureRates::FailureRates()
    : m_gaps(CreateObject<ExponentialRandomVariable>()),
      m_picks(CreateObject<UniformRandomVariable>()),
      m_repairs(CreateObject<ExponentialRandomVariable>())
{
    m_gaps->SetAttribute("Mean", DoubleValue(1));
    m_repairs->SetAttribute("Mean", DoubleValue(1));
}

std::array<double, FailureRates::KINDS>
FailureRates::GetRates() const
{
    return {m_factor * m_linkPerMonth,
            m_factor * m_switchPerMonth,
            m_factor * m_nicPerMonth,
            m_factor * m_serverPerMonth,
            m_factor * m_gpuPerMonth};
}

Time
FailureRates::GetRepairTime(Kind kind) const
{
    const std::array<Time, KINDS> means{m_linkRepair,
                                        m_switchRepair,
                                        m_nicRepair,
                                        m_serverRepair,
                                        m_gpuRepair};
    return m_drawnRepairs ? Scale(means[kind], m_repairs->GetValue()) : means[kind];
}

std::array<uint32_t, FailureRates::KINDS>
FailureRates::Count(const FabricNetwork& network)
{
    const FabricTopology& topology = network.topology;
    const uint32_t gpus = topology.GetGpuCount();
    return {static_cast<uint32_t>(topology.links.size()),
            topology.GetSwitchCount(),
            topology.GetMachineCount(),
            gpus > 0 ? network.GetServer(gpus - 1) + 1 : 0,
            gpus};
}

void
FailureRates::DoCheck(const FabricTopology&, const FabricProfile&) const
{
    const auto rates = GetRates();
    if (std::all_of(rates.begin(), rates.end(), [](double rate) { return rate == 0; }))
    {
        throw InputError("ns3::FailureRates Factor: all rates times Factor are 0, so nothing "
                         "fails; expected a rate above 0");
    }
}

void
FailureRates::DoInstall(const SharedNetwork& network) const
{
    const Ptr<const FailureRates> self(this);
    const Time over = GetStop() > Time(0) ? Simulator::Now() + GetStop() : Time(0);
    Simulator::Schedule(GetStart(), [self, network, over] { self->Plan(network, over); });
}

void
FailureRates::Plan(const SharedNetwork& network, Time over) const
{
    const auto rates = GetRates();
    const auto counts = Count(*network);
    double perMonth = 0;
    for (uint32_t kind = 0; kind < KINDS; ++kind)
    {
        perMonth += rates[kind] * counts[kind];
    }
    const double gapS = m_gaps->GetValue() * MONTH_S / perMonth;
    if (!(gapS < LONGEST_S))
    {
        return; // no run lasts that long
    }
    const Time gap = Scale(Seconds(1), gapS);
    if (over > Time(0) && Simulator::Now() + gap >= over)
    {
        return;
    }
    const Ptr<const FailureRates> self(this);
    Simulator::Schedule(gap, [self, network, over] { self->Strike(network, over); });
}

void
FailureRates::Strike(const SharedNetwork& network, Time over) const
{
    NS_LOG_FUNCTION(this);
    const auto rates = GetRates();
    const auto counts = Count(*network);
    std::array<double, KINDS> upTo{};
    double sum = 0;
    for (uint32_t kind = 0; kind < KINDS; ++kind)
    {
        sum += rates[kind] * counts[kind];
        upTo[kind] = sum;
    }
    const double drawn = m_picks->GetValue() * sum;
    uint32_t kind = 0;
    while (upTo[kind] <= drawn)
    {
        ++kind;
    }
    const double before = kind == 0 ? 0 : upTo[kind - 1];
    const auto unit = static_cast<uint32_t>((drawn - before) / rates[kind]);
    const auto failure = Make(static_cast<Kind>(kind), std::min(unit, counts[kind] - 1), *network);
    const FabricFault fault = failure->Describe(*network);
    NoteBegin(fault);
    const Ptr<const FailureRates> self(this);
    failure->TraceConnectWithoutContext(
        "End",
        Callback<void, const FabricFault&>(
            [self, fault](const FabricFault&) { self->NoteEnd(fault); }));
    failure->Begin(*network);
    Simulator::Schedule(GetRepairTime(static_cast<Kind>(kind)),
                        [network, failure] { failure->End(*network); });
    Plan(network, over);
}

Ptr<FabricFailure>
FailureRates::Make(Kind kind, uint32_t unit, const FabricNetwork& network)
{
    const FabricTopology& topology = network.topology;
    switch (kind)
    {
    case LINK: {
        const auto& link = topology.links[unit];
        int64_t number = 0;
        for (uint32_t other = 0; other < unit; ++other)
        {
            const auto& before = topology.links[other];
            number += (before.a == link.a && before.b == link.b) ||
                      (before.a == link.b && before.b == link.a);
        }
        ObjectFactory factory("ns3::LinkFailure");
        factory.Set("From", StringValue(topology.nodes[link.a].name));
        factory.Set("To", StringValue(topology.nodes[link.b].name));
        factory.Set("Number", IntegerValue(number));
        return factory.Create<FabricFailure>();
    }
    case SWITCH: {
        uint32_t node = 0;
        for (uint32_t before = 0; topology.IsHost(node) || before++ < unit;)
        {
            ++node;
        }
        ObjectFactory factory("ns3::SwitchFailure");
        factory.Set("Switch", StringValue(topology.nodes[node].name));
        return factory.Create<FabricFailure>();
    }
    case NIC:
        return MakeOf("NicFailure", "Host", unit * topology.gpusPerHost);
    case SERVER: {
        uint32_t host = 0;
        while (network.GetServer(host) != unit)
        {
            ++host;
        }
        return MakeOf("ServerFailure", "Host", host);
    }
    default:
        return MakeOf("GpuFailure", "Host", unit);
    }
}

int64_t
FailureRates::DoAssignStreams(int64_t stream)
{
    m_gaps->SetStream(stream);
    m_picks->SetStream(stream + 1);
    m_repairs->SetStream(stream + 2);
    return 3;
}

void
FailureRates::DoSet(const FabricNetwork& network, bool begins) const
{
    if (begins)
    {
        Plan(std::make_shared<const FabricNetwork>(network), Time(0));
    }
}

} // namespace ns3
