// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "optical-switching.h"

#include "optical-plan.h"

#include "ns3/fabric-channel.h"
#include "ns3/fabric-net-device.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/rank-link.h"
#include "ns3/route-manager.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3
{

OpticalDrain::OpticalDrain(std::vector<uint32_t> links, Time interval)
    : m_links(std::move(links)),
      m_interval(interval)
{
}

bool
OpticalDrain::Look(const FabricNetwork& network)
{
    bool any = network.routeManager && network.routeManager->LeadsOver(m_links);
    uint64_t sentPackets = 0;
    for (const uint32_t link : m_links)
    {
        const FabricChannel& channel = *network.channels[link];
        for (const uint32_t side : {0U, 1U})
        {
            const auto port = StaticCast<FabricNetDevice>(channel.GetDevice(side));
            for (uint8_t lane = 0; lane < port->GetLaneCount(); ++lane)
            {
                any = any || port->GetQueueBytes(lane) > 0;
            }
            any = any || channel.GetInFlight(side) > 0;
            sentPackets += channel.GetCounters(side).sentPackets;
        }
    }
    any = RankLink::Any(any);
    sentPackets = RankLink::Sum(sentPackets);
    const bool isStill = !any && m_sentPackets == sentPackets;
    m_sentPackets = any ? std::nullopt : std::make_optional(sentPackets);
    return isStill;
}

NS_LOG_COMPONENT_DEFINE("OpticalSwitching");

NS_OBJECT_ENSURE_REGISTERED(OpticalSwitching);

TypeId
OpticalSwitching::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OpticalSwitching")
            .SetParent<FabricFailure>()
            .SetGroupName("AiFabric")
            .AddAttribute("ControlTime",
                          "Time from Start until the first light is lost, in which the controller "
                          "drains and prepares. With mirrors about 10 s in all (Gemini, arXiv "
                          "2312.11805: 4x4x4 cubes into any 3D torus).",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&OpticalSwitching::m_controlTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("SwitchingTime",
                          "Time from the loss of light until the new links have light: mirrors "
                          "turn and settle. Milliseconds for silicon mirrors; an assumption.",
                          TimeValue(MilliSeconds(3)),
                          MakeTimeAccessor(&OpticalSwitching::m_switchingTime),
                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

std::vector<size_t>
OpticalSwitching::FindOrder(const std::vector<Ptr<FabricFailure>>& events)
{
    const auto darkTime = [&events](size_t index) {
        return StaticCast<OpticalSwitching>(events[index])->GetDarkTime();
    };
    std::vector<size_t> order;
    for (size_t index = 0; index < events.size(); ++index)
    {
        if (DynamicCast<OpticalSwitching>(events[index]))
        {
            order.push_back(index);
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return darkTime(a) < darkTime(b);
    });
    return order;
}

void
OpticalSwitching::Plan(OpticalPlan& plan)
{
    NS_LOG_FUNCTION(this);
    DoPlan(plan);
    m_isPlanned = true;
}

void
OpticalSwitching::DoCheck(const FabricTopology& topology, const FabricProfile& profile) const
{
    const std::string name = GetInstanceTypeId().GetName();
    if (GetStop() > Time(0))
    {
        throw InputError(name + " Stop: is set; expected nothing, since the switching ends "
                                "SwitchingTime after the light is lost");
    }
    if (!m_isPlanned)
    {
        throw InputError(name + ": is not planned; expected OpticalSwitching::Plan() before");
    }
    DoCheckPlan(topology, profile);
}

void
OpticalSwitching::DoInstall(const SharedNetwork& network) const
{
    const Ptr<const OpticalSwitching> self(this);
    Simulator::Schedule(GetStart(), [self, network] { self->Begin(*network); });
    const auto drain = DoMakeDrain();
    if (!drain)
    {
        Simulator::Schedule(GetDarkTime(), [self, network] { self->DoDarken(*network); });
        Simulator::Schedule(GetLightTime(), [self, network] { self->End(*network); });
        return;
    }
    Simulator::Schedule(GetStart(), [self, network, drain] { self->LookLater(network, drain); });
}

void
OpticalSwitching::LookLater(const SharedNetwork& network,
                            const std::shared_ptr<OpticalDrain>& drain) const
{
    const Ptr<const OpticalSwitching> self(this);
    const Time left = GetDarkTime() - Simulator::Now();
    if (left <= drain->GetInterval())
    {
        Simulator::Schedule(left, [self, network] { self->Turn(network); });
        return;
    }
    Simulator::Schedule(drain->GetInterval(), [self, network, drain] {
        if (drain->Look(*network))
        {
            self->Turn(network);
            return;
        }
        self->LookLater(network, drain);
    });
}

void
OpticalSwitching::Turn(const SharedNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    const Ptr<const OpticalSwitching> self(this);
    DoDarken(*network);
    Simulator::Schedule(m_switchingTime, [self, network] { self->End(*network); });
}

void
OpticalSwitching::DoSet(const FabricNetwork& network, bool begins) const
{
    if (begins)
    {
        DoDecide(network);
        return;
    }
    DoLight(network);
    if (const auto wiring = MakeWiring(network.topology))
    {
        network.Rewire(*wiring, GetWiredLinks());
    }
}

void
OpticalSwitching::DoDecide(const FabricNetwork&) const
{
    NS_LOG_FUNCTION(this);
}

bool
OpticalSwitching::DoDrains() const
{
    return false;
}

std::shared_ptr<OpticalDrain>
OpticalSwitching::DoMakeDrain() const
{
    return nullptr;
}

std::optional<FabricTopology>
OpticalSwitching::DoMakeWiring(const FabricTopology&) const
{
    return std::nullopt;
}

std::vector<uint32_t>
OpticalSwitching::DoGetWiredLinks() const
{
    return {};
}

} // namespace ns3
