// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "conweave-path-selector.h"

#include "ns3/random-draws.h"
#include "ns3/transport-number.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ConweavePathSelector);

TypeId
ConweavePathSelector::GetTypeId()
{
    const auto time = [](Time ConweavePathSelector::*member) { return MakeTimeAccessor(member); };
    static TypeId tid =
        TypeId("ns3::ConweavePathSelector")
            .SetParent<HoldingPathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<ConweavePathSelector>()
            .AddAttribute("ExtraReply",
                          "A reply is late if it takes the shortest round trip seen to its leaf "
                          "and this time; 4 us in the authors' simulations.",
                          TimeValue(MicroSeconds(4)),
                          time(&ConweavePathSelector::m_extraReply),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("PathPause",
                          "A path on which a packet was marked takes no further flows for this "
                          "time; 16 us in the authors' simulations.",
                          TimeValue(MicroSeconds(16)),
                          time(&ConweavePathSelector::m_pathPause),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("Inactive",
                          "A flow that paused for longer may change its path at once; 300 us in "
                          "the authors' simulations of a leaf-spine network, 1 ms of a fat tree.",
                          TimeValue(MicroSeconds(300)),
                          ReadOnce(time(&ConweavePathSelector::m_inactive)),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("ExtraFlush",
                          "A TAIL is overdue if it comes this much later than the last packet on "
                          "the old path; 16 us in the authors' simulations, 64 us in a lossless "
                          "fat tree.",
                          TimeValue(MicroSeconds(16)),
                          ReadOnce(time(&ConweavePathSelector::m_extraFlush)),
                          MakeTimeChecker(Time(0), Seconds(1)))
            .AddAttribute("DefaultWait",
                          "A TAIL is overdue this long after the first packet on the new path, if "
                          "no packet came by the old path; 200 us in the authors' simulations of "
                          "a leaf-spine network, 300 us (IRN) or 600 us (lossless) of a fat tree.",
                          TimeValue(MicroSeconds(200)),
                          ReadOnce(time(&ConweavePathSelector::m_defaultWait)),
                          MakeTimeChecker(NanoSeconds(1), Seconds(1)))
            .AddAttribute("Queues",
                          "Reordering queues of each port to a host; 0: no flow is rerouted.",
                          UintegerValue(32),
                          ReadOnce(MakeUintegerAccessor(&ConweavePathSelector::m_queuesPerPort)),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000))
            .AddAttribute("Samples",
                          "Number of paths that are drawn; the flow takes the first one that is "
                          "not paused.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ConweavePathSelector::m_samples),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("Variants",
                          "Paths behind an uplink that the leaf can choose from; 1: the switches "
                          "on the way hash. With three tiers: the number of uplinks of the "
                          "second tier.",
                          UintegerValue(1),
                          ReadOnce(MakeUintegerAccessor(&ConweavePathSelector::m_variants)),
                          MakeUintegerChecker<uint32_t>(1, 256))
            .AddAttribute("ControlPriority",
                          "Priority of ConWeave's own packets of 64 B; it must not be lossless.",
                          UintegerValue(7),
                          ReadOnce(MakeUintegerAccessor(&ConweavePathSelector::m_controlPriority)),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("Seed",
                          "Seed of the draws among paths, combined with the seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&ConweavePathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Reroute",
                            "A flow of this leaf changes its path behind this packet.",
                            MakeTraceSourceAccessor(&ConweavePathSelector::m_rerouteTrace),
                            "ns3::ConweavePathSelector::RerouteTracedCallback")
            .AddTraceSource("Hold",
                            "A packet to a host of this leaf has overtaken others and waits.",
                            MakeTraceSourceAccessor(&ConweavePathSelector::m_holdTrace),
                            "ns3::ConweavePathSelector::HoldTracedCallback")
            .AddTraceSource("Answer",
                            "A reply is sent, or has arrived and is consumed.",
                            MakeTraceSourceAccessor(&ConweavePathSelector::m_answerTrace),
                            "ns3::ConweavePathSelector::AnswerTracedCallback");
    return tid;
}

ConweavePathSelector::ConweavePathSelector()
    : m_flush(MakeFabricEvent<ConweavePathSelector, &ConweavePathSelector::Flush>(this)),
      m_transport(RegisterTransport("conweave"))
{
}

ConweavePathSelector::~ConweavePathSelector()
{
    m_flush->Clear();
}

void
ConweavePathSelector::DoDispose()
{
    m_flush->Clear();
    HoldingPathSelector::DoDispose();
}

void
ConweavePathSelector::DoStart()
{
    HoldingPathSelector::DoStart();
    m_hosts.clear();
    for (std::size_t port = 0; port < GetPortCount(); ++port)
    {
        m_hosts.push_back(LeadsToHost(static_cast<uint16_t>(port)) ? 1 : 0);
    }
    RequireLossy(m_controlPriority);
    // After so many inactive gaps half of all epoch numbers could have passed unseen.
    const int64_t pausesPs = (ConweaveTag::EPOCHS / 2 - 1) * m_inactive.GetPicoSeconds();
    m_queues.Configure({m_extraFlush.GetPicoSeconds(),
                        m_defaultWait.GetPicoSeconds(),
                        std::min(pausesPs, ConweaveTag::AGING_PS),
                        m_queuesPerPort},
                       GetPortCount());
    NotifyRead("its switch is configured");
    m_flush->SetContext(GetPort(0).GetNode()->GetId());
}

int64_t
ConweavePathSelector::GetLeastRoundTripPs(uint32_t host) const
{
    const Leaf* const leaf = m_leaves.Find(host);
    return leaf ? leaf->leastPs : NEVER_PS;
}

} // namespace ns3
