// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "conga-path-selector.h"

#include "ns3/double.h"
#include "ns3/path-tag.h"
#include "ns3/random-draws.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CongaPathSelector);

namespace
{

/** Layout of FabricPacket::pathTag. */
struct CongaTag : PathTag<CongaTag>
{
    uint64_t leaf : 23;      //!< node of the first leaf, plus 1
    uint64_t path : 13;      //!< uplink of that leaf
    uint64_t metric : 7;     //!< use of the path so far
    uint64_t backPath : 13;  //!< uplink of the last leaf
    uint64_t backMetric : 7; //!< use of the path from the last leaf by that uplink
    uint64_t tellsBack : 1;  //!< backPath and backMetric are valid
};

} // namespace

TypeId
CongaPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CongaPathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<CongaPathSelector>()
            .AddAttribute("Gap",
                          "A flow that paused for longer chooses its uplink anew; 500 us as "
                          "published, 100 us in the simulator of ConWeave (SIGCOMM'23).",
                          TimeValue(MicroSeconds(500)),
                          MakeTimeAccessor(&CongaPathSelector::m_gap),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Interval",
                          "Time between two discounts of a link's use, T_dre; with Discount, a "
                          "memory of 160 us as published.",
                          TimeValue(MicroSeconds(32)),
                          MakeTimeAccessor(&CongaPathSelector::m_interval),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Discount",
                          "Fraction of the use of a link that each discount removes, alpha.",
                          DoubleValue(0.2),
                          MakeDoubleAccessor(&CongaPathSelector::m_discount),
                          MakeDoubleChecker<double>(0.001, 1))
            .AddAttribute("MetricBits",
                          "Bits of a packet's tag that hold the use of its path, Q.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&CongaPathSelector::m_metricBits),
                          MakeUintegerChecker<uint32_t>(1, 7))
            .AddAttribute("Aging",
                          "Age from which the measured use of a path is ignored: the path counts "
                          "as idle.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&CongaPathSelector::m_aging),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Seed",
                          "Seed of the draws among equal uplinks, combined with the seed of the "
                          "run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&CongaPathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

bool
CongaPathSelector::DoKeepsOrder() const
{
    return false;
}

bool
CongaPathSelector::DoSeesEveryPacket() const
{
    return true;
}

void
CongaPathSelector::DoStart()
{
    m_uses.resize(GetPortCount());
    for (std::size_t port = 0; port < GetPortCount(); ++port)
    {
        m_hosts.push_back(LeadsToHost(static_cast<uint16_t>(port)) ? 1 : 0);
    }
}

uint32_t
CongaPathSelector::GetUse(uint16_t port, int64_t nowPs)
{
    const double use =
        m_uses[port].Update(GetPort(port), nowPs, {m_interval.GetPicoSeconds(), m_discount});
    const uint32_t levels = 1U << m_metricBits;
    return std::min(static_cast<uint32_t>(use * levels), levels - 1);
}

uint32_t
CongaPathSelector::GetRemoteUse(uint32_t host, uint16_t uplink, int64_t nowPs) const
{
    const Leaf* const leaf = m_leaves.Find(host);
    if (!leaf)
    {
        return 0;
    }
    const auto& to = leaf->to;
    const bool fresh = uplink < to.size() && to[uplink].timePs != NEVER_PS &&
                       nowPs - to[uplink].timePs <= m_aging.GetPicoSeconds();
    return fresh ? to[uplink].metric : 0;
}

/**
 * @param packet first packet of a flowlet
 * @param flow flow of the flowlet
 */
uint16_t
CongaPathSelector::ChooseUplink(const FabricPacket& packet,
                                const std::vector<uint16_t>& ports,
                                const FlowletState& flow)
{
    const int64_t nowPs = packet.readyPs;
    uint64_t draw = Draw(packet, m_seed);
    uint32_t least = UINT32_MAX;
    uint32_t count = 0; // number of uplinks with the least use
    uint16_t chosen = ports.front();
    for (const uint16_t port : ports)
    {
        const uint32_t use =
            std::max(GetUse(port, nowPs), GetRemoteUse(packet.destHost, port, nowPs));
        count = use < least ? 1 : count + (use == least ? 1 : 0);
        if (use > least)
        {
            continue;
        }
        // The n-th of equal uplinks replaces the earlier ones with probability 1 / n.
        if (use < least || Pick(draw, count) == 0)
        {
            chosen = port;
        }
        draw = MixDraw(draw + 1);
        least = use;
    }
    return flow.IsAmong(ports) && std::max(GetUse(flow.port, nowPs),
                                           GetRemoteUse(packet.destHost, flow.port, nowPs)) == least
               ? flow.port
               : chosen;
}

uint16_t
CongaPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    if (!m_hosts[packet.ingressPort])
    {
        return ports[Hash(packet.entropy, MakeSalt(m_seed), ports.size())];
    }
    FlowletState& flow = m_flows.Find(packet);
    if (flow.IsOver(packet.readyPs, m_gap.GetPicoSeconds(), ports))
    {
        flow.port = ChooseUplink(packet, ports, flow);
    }
    flow.lastPs = packet.readyPs;
    return flow.port;
}

void
CongaPathSelector::DoNotifyForward(FabricPacket& packet, uint16_t egress)
{
    const bool first = m_hosts[packet.ingressPort];
    const bool last = m_hosts[egress];
    if (first && !last)
    {
        Send(packet, egress);
    }
    else if (packet.pathTag != 0 && last)
    {
        Learn(packet);
        packet.pathTag = 0;
    }
    else if (packet.pathTag != 0)
    {
        CongaTag tag = CongaTag::Of(packet);
        tag.metric = std::max<uint64_t>(tag.metric, GetUse(egress, packet.readyPs));
        packet.pathTag = tag.Pack();
    }
}

/** Reads from a tag the use of the path to this leaf, and the returned use of the path from it. */
void
CongaPathSelector::Learn(const FabricPacket& packet)
{
    const CongaTag tag = CongaTag::Of(packet);
    Leaf& leaf = m_leaves.Learn(static_cast<uint32_t>(tag.leaf - 1), packet.sourceHost);
    Use& from = m_leaves.Reach(leaf.from, tag.path, Use());
    const auto metric = static_cast<uint8_t>(tag.metric);
    from.isNews = from.isNews || from.timePs == NEVER_PS || from.metric != metric;
    from.metric = metric;
    from.timePs = packet.readyPs;
    if (tag.tellsBack)
    {
        Use& to = m_leaves.Reach(leaf.to, tag.backPath, Use());
        to.metric = static_cast<uint8_t>(tag.backMetric);
        to.timePs = packet.readyPs;
    }
}

/** Writes the tag of a packet. */
void
CongaPathSelector::Send(FabricPacket& packet, uint16_t egress)
{
    CongaTag tag{};
    tag.leaf = GetPort(0).GetNode()->GetId() + 1;
    tag.path = egress;
    tag.metric = GetUse(egress, packet.readyPs);
    if (Leaf* const known = m_leaves.Find(packet.destHost))
    {
        Leaf& leaf = *known;
        const std::size_t size = leaf.from.size();
        std::size_t told = size; // none
        for (std::size_t i = 0; i < size; ++i)
        {
            const std::size_t path = (leaf.next + i) % size;
            if (leaf.from[path].isNews)
            {
                told = path;
                break;
            }
            told = told == size && leaf.from[path].timePs != NEVER_PS ? path : told;
        }
        if (told < size)
        {
            tag.backPath = told;
            tag.backMetric = leaf.from[told].metric;
            tag.tellsBack = 1;
            leaf.from[told].isNews = false;
            leaf.next = static_cast<uint16_t>((told + 1) % size);
        }
    }
    packet.pathTag = tag.Pack();
}

} // namespace ns3
