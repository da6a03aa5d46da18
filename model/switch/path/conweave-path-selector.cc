// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "conweave-path-selector.h"

#include "ns3/uinteger.h"

#include <cstddef>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ConweavePathSelector);

TypeId
ConweavePathSelector::GetTypeId()
{
    const auto time = [](Time ConweavePathSelector::*member) { return MakeTimeAccessor(member); };
    const auto number = [](uint32_t ConweavePathSelector::*member) {
        return MakeUintegerAccessor(member);
    };
    const auto priority = [](uint8_t ConweavePathSelector::*member) {
        return MakeUintegerAccessor(member);
    };
    static TypeId tid =
        TypeId("ns3::ConweavePathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<ConweavePathSelector>()
            .AddAttribute("ExtraReply",
                          "A reply is late if it takes the shortest round trip seen to its leaf "
                          "and this time; 4 us in the authors' simulations.",
                          TimeValue(MicroSeconds(4)),
                          time(&ConweavePathSelector::extraReply),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("PathPause",
                          "A path on which a packet was marked takes no further flows for this "
                          "time; 16 us in the authors' simulations.",
                          TimeValue(MicroSeconds(16)),
                          time(&ConweavePathSelector::pathPause),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("Inactive",
                          "A flow that paused for longer may change its path at once; 300 us in "
                          "the authors' simulations of a leaf-spine network, 1 ms of a fat tree.",
                          TimeValue(MicroSeconds(300)),
                          ReadOnce(time(&ConweavePathSelector::inactive)),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("ExtraFlush",
                          "A TAIL is overdue if it comes this much later than the last packet on "
                          "the old path; 16 us in the authors' simulations, 64 us in a lossless "
                          "fat tree.",
                          TimeValue(MicroSeconds(16)),
                          ReadOnce(time(&ConweavePathSelector::extraFlush)),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("DefaultWait",
                          "A TAIL is overdue this long after the first packet on the new path, if "
                          "no packet came by the old path; 200 us in the authors' simulations of "
                          "a leaf-spine network, 300 us (IRN) or 600 us (lossless) of a fat tree.",
                          TimeValue(MicroSeconds(200)),
                          ReadOnce(time(&ConweavePathSelector::defaultWait)),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("Queues",
                          "Reordering queues of each port to a host; 0: no flow is rerouted.",
                          UintegerValue(32),
                          ReadOnce(number(&ConweavePathSelector::queuesPerPort)),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000))
            .AddAttribute("Samples",
                          "Number of paths that are drawn; the flow takes the first one that is "
                          "not paused.",
                          UintegerValue(2),
                          number(&ConweavePathSelector::samples),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("Variants",
                          "Paths behind an uplink that the leaf can choose from; 1: the switches "
                          "on the way hash. With three tiers: the number of uplinks of the "
                          "second tier.",
                          UintegerValue(1),
                          ReadOnce(number(&ConweavePathSelector::variants)),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("ControlPriority",
                          "Priority of ConWeave's own packets of 64 B; it must not be lossless.",
                          UintegerValue(7),
                          ReadOnce(priority(&ConweavePathSelector::controlPriority)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("Seed",
                          "Seed of the draws among paths, combined with the seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ConweavePathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Reroute",
                            "A flow of this leaf changes its path behind this packet.",
                            MakeTraceSourceAccessor(&ConweavePathSelector::m_rerouteTrace),
                            "ns3::ConweavePathSelector::RerouteTracedCallback");
    return tid;
}

ConweavePathSelector::ConweavePathSelector()
    : m_flows(*this),
      m_stage(CreateObject<ConweaveStage>(static_cast<const ConweaveSettings&>(*this), m_flows))
{
}

void
ConweavePathSelector::DoDispose()
{
    m_stage = nullptr;
    PathSelector::DoDispose();
}

SwitchStage*
ConweavePathSelector::DoGetStage()
{
    return PeekPointer(m_stage);
}

bool
ConweavePathSelector::DoSeesEveryPacket() const
{
    return true;
}

void
ConweavePathSelector::DoStart()
{
    m_hosts.clear();
    for (std::size_t port = 0; port < GetPortCount(); ++port)
    {
        m_hosts.push_back(LeadsToHost(static_cast<uint16_t>(port)) ? 1 : 0);
    }
    NotifyRead("its switch is configured");
}

/** @return true if the last leaf must keep a packet from a host of this leaf in order */
bool
ConweavePathSelector::TakesPart(const FabricPacket& packet) const
{
    if (m_hosts.empty() || !m_hosts[packet.ingressPort] || packet.kind == PacketKind::FOREIGN)
    {
        return false; // no switch (ideal networks), not the first switch, or no transport
    }
    return m_flows.TakesPart(packet);
}

uint16_t
ConweavePathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    m_tag = 0;
    m_chosen = !m_hosts.empty() && m_hosts[packet.ingressPort]; // else the tag is not used
    if (TakesPart(packet))
    {
        return SelectUplink(packet, ports);
    }
    const ConweaveTag tag = ConweaveTag::Of(packet);
    return tag.used && variants > 1 ? ports[tag.variant % ports.size()]
                                    : m_flows.GetFirstPath(packet, ports, MakeSalt(m_seed)).port;
}

/** Chooses the uplink of a packet; leaves the packet's tag in m_tag. */
uint16_t
ConweavePathSelector::SelectUplink(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const auto choice = m_flows.Select(packet, ports, MakeSalt(m_seed));
    m_tag = choice.tag;
    if (choice.newPort != NO_PORT && !m_rerouteTrace.IsEmpty())
    {
        m_rerouteTrace(packet, choice.port, choice.newPort);
    }
    return choice.port;
}

/** Writes the tag of a packet from a host of this leaf, even if only one port leads to its host. */
void
ConweavePathSelector::DoNotifyForward(FabricPacket& packet, uint16_t egress)
{
    if (m_hosts[packet.ingressPort] == 0)
    {
        return;
    }
    if (!m_chosen && !m_hosts[egress] && TakesPart(packet))
    {
        m_only.front() = egress;
        SelectUplink(packet, m_only);
    }
    packet.pathTag = m_hosts[egress] ? 0 : m_tag;
    m_tag = 0;
    m_chosen = false;
}

} // namespace ns3
