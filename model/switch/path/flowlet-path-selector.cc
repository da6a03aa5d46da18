// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "flowlet-path-selector.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FlowletPathSelector);

TypeId
FlowletPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FlowletPathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<FlowletPathSelector>()
            .AddAttribute(
                "Gap",
                "A flow that paused for longer draws another port; 100 us in the simulator of "
                "ConWeave (SIGCOMM'23), 500 us in CONGA.",
                TimeValue(MicroSeconds(100)),
                MakeTimeAccessor(&FlowletPathSelector::SetGap, &FlowletPathSelector::GetGap),
                MakeTimeChecker(Time(0)))
            .AddAttribute("Seed",
                          "Seed of the draws among ports, combined with the seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&FlowletPathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
FlowletPathSelector::SetGap(Time gap)
{
    m_gapPs = gap.GetPicoSeconds();
}

Time
FlowletPathSelector::GetGap() const
{
    return PicoSeconds(m_gapPs);
}

uint16_t
FlowletPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    FlowletState& flow = m_flows.Find(packet);
    const int64_t nowPs = packet.readyPs;
    if (flow.IsNew())
    {
        flow.port = ports[Hash(packet.entropy, MakeSalt(m_seed), ports.size())];
    }
    else if (flow.IsOver(nowPs, m_gapPs, ports))
    {
        flow.port = ports[Pick(Draw(packet, m_seed), ports.size())];
    }
    flow.lastPs = nowPs;
    return flow.port;
}

bool
FlowletPathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3
