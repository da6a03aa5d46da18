// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-failures.h"

#include "link-outage.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LinkFailure);

TypeId
LinkFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinkFailure")
                            .SetParent<FailureOfLinks>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<LinkFailure>();
    return tid;
}

void
LinkFailure::DoChange(const FabricNetwork& network, uint32_t link, bool begins) const
{
    SetLinkDown(network, link, begins);
}

NS_OBJECT_ENSURE_REGISTERED(LinkFlap);

TypeId
LinkFlap::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LinkFlap")
            .SetParent<FailureOfLinks>()
            .SetGroupName("AiFabric")
            .AddConstructor<LinkFlap>()
            .AddAttribute("UpTime",
                          "Time that the links are up between two outages.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&LinkFlap::m_upTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("DownTime",
                          "Duration of an outage.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&LinkFlap::m_downTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Drawn",
                          "true: both times are drawn from an exponential distribution with these "
                          "means; false: they are constant.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&LinkFlap::m_drawn),
                          MakeBooleanChecker());
    return tid;
}

LinkFlap::LinkFlap()
    : m_draw(CreateObject<ExponentialRandomVariable>())
{
    m_draw->SetAttribute("Mean", DoubleValue(1));
}

void
LinkFlap::DoCheckLinks(const FabricTopology&, const std::vector<uint32_t>&) const
{
    if (!m_drawn && GetStop() > Time(0) && GetStart() + m_downTime >= GetStop())
    {
        throw InputError("ns3::LinkFlap DownTime: lasts until Stop, so that the links fail once; "
                         "expected a shorter time, or ns3::LinkFailure");
    }
}

void
LinkFlap::DoInstall(const SharedNetwork& network) const
{
    const Ptr<const LinkFlap> self(this);
    const Time over = GetStop() > Time(0) ? Simulator::Now() + GetStop() : Time(0);
    Simulator::Schedule(GetStart(), [self, network, over] { self->GoDown(network, over); });
}

void
LinkFlap::GoDown(const SharedNetwork& network, Time over) const
{
    if (over > Time(0) && Simulator::Now() >= over)
    {
        return;
    }
    Begin(*network);
    Time length = Draw(m_downTime);
    if (over > Time(0))
    {
        length = std::min(length, over - Simulator::Now());
    }
    const Ptr<const LinkFlap> self(this);
    Simulator::Schedule(length, [self, network, over] { self->ComeUp(network, over); });
}

void
LinkFlap::ComeUp(const SharedNetwork& network, Time over) const
{
    End(*network);
    const Ptr<const LinkFlap> self(this);
    Simulator::Schedule(Draw(m_upTime), [self, network, over] { self->GoDown(network, over); });
}

Time
LinkFlap::Draw(Time mean) const
{
    if (!m_drawn)
    {
        return mean;
    }
    const auto steps = std::llround(m_draw->GetValue() * static_cast<double>(mean.GetTimeStep()));
    return TimeStep(static_cast<uint64_t>(std::max(1LL, steps)));
}

int64_t
LinkFlap::DoAssignStreams(int64_t stream)
{
    m_draw->SetStream(stream);
    return 1;
}

void
LinkFlap::DoChange(const FabricNetwork& network, uint32_t link, bool begins) const
{
    SetLinkDown(network, link, begins);
}

NS_OBJECT_ENSURE_REGISTERED(BlackHole);

TypeId
BlackHole::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BlackHole")
                            .SetParent<FailureOfLinks>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<BlackHole>();
    return tid;
}

void
BlackHole::DoCheckLinks(const FabricTopology& topology, const std::vector<uint32_t>& links) const
{
    const TopologyLink& link = topology.links[links.front()];
    const uint32_t from = GetSide(topology, links.front()) == 0 ? link.a : link.b;
    if (topology.nodes[from].kind != TopologyNode::Kind::SWITCH)
    {
        throw InputError("ns3::BlackHole From: \"" + GetFrom() +
                         "\" is a host; expected the switch that drops packets");
    }
}

void
BlackHole::DoChange(const FabricNetwork& network, uint32_t link, bool begins) const
{
    SetBlackHole(network, link, GetSide(network.topology, link), begins);
}

} // namespace ns3
