// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "on-off-workload.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/integer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Draws the bursts of all hosts. */
constexpr double MAX_BURSTS = 1e8;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(OnOffWorkload);

TypeId
OnOffWorkload::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OnOffWorkload")
            .SetParent<OpenLoopWorkload>()
            .SetGroupName("AiFabric")
            .AddConstructor<OnOffWorkload>()
            .AddAttribute("Bytes",
                          "Length of a message, at least 1.",
                          UintegerValue(65'536),
                          MakeUintegerAccessor(&OnOffWorkload::m_bytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "OnLoad",
                "Payload rate of a host while it is on, divided by the rate of its link; above 0.",
                DoubleValue(0.9),
                MakeDoubleAccessor(&OnOffWorkload::m_load),
                MakeDoubleChecker<double>(0, 2))
            .AddAttribute("OnTime",
                          "Mean time that a host is on; above 0.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&OnOffWorkload::m_on),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("OffTime",
                          "Mean time that a host is off.",
                          TimeValue(MicroSeconds(100)),
                          MakeTimeAccessor(&OnOffWorkload::m_off),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Exponential",
                          "Times on and off have an exponential distribution; false: constant "
                          "times, and all hosts are on at the start.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&OnOffWorkload::m_exponential),
                          MakeBooleanChecker())
            .AddAttribute("Target",
                          "Index of the host that receives all bursts, one of Hosts; -1: a random "
                          "one of Hosts for each burst.",
                          IntegerValue(-1),
                          MakeIntegerAccessor(&OnOffWorkload::m_target),
                          MakeIntegerChecker<int64_t>(-1, UINT32_MAX - 1));
    return tid;
}

OnOffWorkload::OnOffWorkload()
    : m_length(CreateObject<ExponentialRandomVariable>()),
      m_dest(CreateObject<UniformRandomVariable>())
{
}

void
OnOffWorkload::DoBuild(FabricJob& job, const HostMap& hosts) const
{
    CheckEnd();
    CheckLoad("OnLoad", m_load);
    if (m_bytes == 0)
    {
        Fail("Bytes", "is 0; expected at least 1");
    }
    if (m_on.IsZero())
    {
        Fail("OnTime", "is 0; expected more");
    }
    RequireHosts(job, 2);
    const auto ranks = static_cast<uint32_t>(job.hostOfRank.size());
    uint32_t target = ranks; // stands for none
    if (m_target >= 0)
    {
        const auto place = std::find(job.hostOfRank.begin(), job.hostOfRank.end(), m_target);
        if (place == job.hostOfRank.end())
        {
            Fail("Target", "host " + std::to_string(m_target) + " is not one of Hosts");
        }
        target = static_cast<uint32_t>(place - job.hostOfRank.begin());
    }
    const TickClock clock;
    const auto onPs = static_cast<double>(clock.ToPs(m_on.GetTimeStep()));
    const auto offPs = static_cast<double>(clock.ToPs(m_off.GetTimeStep()));
    const auto draw = [this](double meanPs) {
        return m_exponential ? m_length->GetValue(meanPs, 0) : meanPs;
    };
    const auto rates = GetRates(job, hosts);

    // The burst of each rank that contains its next message. Messages are made in the order of
    // time.
    struct Burst
    {
        double startPs;
        double lengthPs;
        double duePs; //!< time into the burst of the next message, in ps
        uint32_t dest;
    };

    std::vector<Burst> bursts(ranks);
    const auto begin = [&](uint32_t rank, double startPs, double duePs) {
        const uint32_t other = target < ranks ? target : m_dest->GetInteger(0, ranks - 2);
        const uint32_t dest = target < ranks || other < rank ? other : other + 1;
        bursts[rank] = {startPs, draw(onPs), duePs, dest};
    };
    const auto seek = [&](uint32_t rank) {
        while (bursts[rank].duePs >= bursts[rank].lengthPs && Wants(0, bursts[rank].startPs))
        {
            const Burst last = bursts[rank];
            begin(rank, last.startPs + last.lengthPs + draw(offPs), last.duePs - last.lengthPs);
        }
    };
    const auto gapPs = [&](uint32_t rank) {
        return 8 * static_cast<double>(m_bytes) / (m_load * rates[rank]) * PS_PER_SECOND;
    };
    double perPs = 0; // mean flows of all ranks per ps
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        perPs += rank == target ? 0 : onPs / (onPs + offPs) / gapPs(rank);
    }
    RequireFlows(1 / perPs);
    // With a message in so few bursts, drawing the bursts would take for ever.
    const double drawn = ranks * GetLastsPs(1 / perPs) / (onPs + offPs);
    if (drawn > MAX_BURSTS)
    {
        Fail("OnTime",
             "and OffTime are so short that there are more than " +
                 std::to_string(static_cast<uint64_t>(MAX_BURSTS)) +
                 " bursts; use longer times or fewer Flows");
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        const bool isOn = !m_exponential || m_dest->GetValue(0, 1) < onPs / (onPs + offPs);
        begin(rank, isOn ? 0 : draw(offPs), m_exponential ? m_dest->GetValue(0, gapPs(rank)) : 0);
        seek(rank);
    }
    const auto nextPs = [&](uint32_t rank) { return bursts[rank].startPs + bursts[rank].duePs; };
    for (uint64_t flows = 0;; ++flows)
    {
        uint32_t rank = target == 0 ? 1 : 0;
        for (uint32_t other = rank + 1; other < ranks; ++other)
        {
            rank = other != target && nextPs(other) < nextPs(rank) ? other : rank;
        }
        if (!Wants(flows, nextPs(rank)))
        {
            break;
        }
        AddFlow(job, rank, bursts[rank].dest, m_bytes, nextPs(rank), 0);
        bursts[rank].duePs += gapPs(rank);
        seek(rank);
    }
}

int64_t
OnOffWorkload::DoAssignStreams(int64_t stream)
{
    m_length->SetStream(stream);
    m_dest->SetStream(stream + 1);
    return 2;
}

} // namespace ns3
