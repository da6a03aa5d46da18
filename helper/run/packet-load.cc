// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "packet-load.h"

#include "ns3/rdma-congestion-control.h"
#include "ns3/scheduled-stage.h"
#include "ns3/uinteger.h"
#include "ns3/valiant-path-selector.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr uint32_t DRAWS = 8; //!< random hosts that a path's detour goes over, for the mean
constexpr double MOST_UNDER_WAY = 256;  //!< packets in flight per sender
constexpr size_t LEAST_PAIRS = 1 << 12; //!< pairs added before they are sorted again

/** @return packets of a message per answer, if they come in order */
double
GetAnswerPackets(const RdmaNic& nic, const MessageTransport& transport)
{
    UintegerValue bytes;
    if (transport.GetAttributeFailSafe("AckBytes", bytes))
    {
        return std::max(1.0, std::ceil(static_cast<double>(bytes.Get()) / nic.GetMtuBytes()));
    }
    return nic.GetConnectionFactory().GetAckInterval();
}

} // namespace

PacketLoad::PacketLoad(const FabricNetwork& network, const ObjectFactory& control)
    : m_network(&network)
{
    const auto& nic = *network.nics.front();
    const auto& transport = *network.transports.front();
    m_mtuBytes = nic.GetMtuBytes();
    m_interval = GetAnswerPackets(nic, transport);
    m_overtakes = transport.HasQueuePairs() && !network.KeepsOrder();
    m_hasPackets = transport.HasPackets();
    m_hasAnswers = transport.GetAnswerBytes() > 0;
    m_counts = nic.GetPort().GetFlowControl().IsCounting();
    if (transport.HasCongestionControl() &&
        nic.GetConnectionFactory().CreateCongestionControl()->GetNeeds().demand)
    {
        UintegerValue packets(0);
        control.Create<RdmaCongestionControl>()->GetAttributeFailSafe("PullPackets", packets);
        m_creditPackets = static_cast<double>(packets.Get());
    }
    ReadSelector();
}

void
PacketLoad::ReadSelector()
{
    for (const auto& fabricSwitch : m_network->fabricSwitches)
    {
        if (const auto* scheduled = dynamic_cast<ScheduledStage*>(fabricSwitch->GetStage()))
        {
            UintegerValue credit;
            scheduled->GetAttribute("CreditBytes", credit);
            m_grants = static_cast<double>(m_mtuBytes) / static_cast<double>(credit.Get());
            return;
        }
        auto* const selector = fabricSwitch->GetPathSelector();
        if (selector->GetDetours())
        {
            m_detours = dynamic_cast<ValiantPathSelector*>(selector) ? Detours::ALL : Detours::SOME;
            return;
        }
    }
}

/** @return links of the shortest path between two hosts; 0: no path */
double
PacketLoad::CountLinks(uint32_t source, uint32_t dest) const
{
    const auto& routes = m_network->GetRoutes();
    return routes.HasPath(source, dest) ? static_cast<double>(routes.PathLinks(source, dest).size())
                                        : 0;
}

/** @return estimated links between two hosts; 0: no path */
double
PacketLoad::CountLinksWithDetours(uint32_t source, uint32_t dest) const
{
    const double links = CountLinks(source, dest);
    if (m_detours == Detours::NONE || links <= 2) // no detour between hosts of one switch
    {
        return links;
    }
    const auto hosts = static_cast<uint32_t>(m_network->nics.size());
    double sum = 0;
    for (uint32_t draw = 0; draw < DRAWS; ++draw)
    {
        const uint32_t via = (source + (2 * draw + 1) * hosts / (2 * DRAWS)) % hosts;
        const double there = via == source ? 0 : CountLinks(source, via);
        const double back = via == dest ? 0 : CountLinks(via, dest);
        // Over a host of the first switch or of the last one there is no detour.
        sum += there > 2 && back > 2 ? there + back - 2 : links;
    }
    const double detour = sum / DRAWS;
    return m_detours == Detours::ALL ? detour : std::sqrt(links * detour);
}

/** @return answers to the packets of a message, credits included */
double
PacketLoad::CountAnswers(double packets) const
{
    if (!m_hasAnswers)
    {
        return 0;
    }
    return std::ceil(packets / m_interval) + (m_creditPackets > 0 ? packets / m_creditPackets : 0);
}

/**
 * @return further answers, caused by packets that overtake each other: the geometric mean between
 *         none and one for each packet
 */
double
PacketLoad::CountAnswersOutOfOrder(double packets) const
{
    const double inOrder = std::ceil(packets / m_interval);
    return m_overtakes && m_hasAnswers
               ? std::sqrt((packets + inOrder) * 2 * packets) - packets - inOrder
               : 0;
}

void
PacketLoad::Add(uint32_t source, uint32_t dest, uint64_t bytes, double times, bool looks)
{
    const auto each = static_cast<double>((bytes + m_mtuBytes - 1) / m_mtuBytes);
    const double packets = each * times;
    m_packets += packets;
    m_answers += CountAnswers(each) * times;
    m_answersOutOfOrder += CountAnswersOutOfOrder(each) * times;
    m_messages += times;
    m_bytes += static_cast<double>(bytes) * times;
    m_pairs.push_back(uint64_t{source} << 32 | dest);
    if (m_pairs.size() >= 2 * m_sorted + LEAST_PAIRS)
    {
        SortPairs();
    }
    if (looks)
    {
        const double links = CountLinksWithDetours(source, dest);
        m_links += packets * links;
        m_inner += packets * std::max(0.0, links - 2);
        m_choice += links > 2 ? packets * links : 0;
        m_looked += packets;
    }
}

void
PacketLoad::SortPairs()
{
    std::sort(m_pairs.begin(), m_pairs.end());
    m_pairs.erase(std::unique(m_pairs.begin(), m_pairs.end()), m_pairs.end());
    m_sorted = m_pairs.size();
}

size_t
PacketLoad::CountPairs()
{
    SortPairs();
    return m_sorted;
}

double
PacketLoad::CountUnderWay()
{
    SortPairs();
    size_t senders = 0;
    uint64_t last = UINT64_MAX;
    for (const uint64_t pair : m_pairs)
    {
        senders += pair >> 32 != last;
        last = pair >> 32;
    }
    const double each = m_packets / std::max(1.0, m_messages);
    return std::max(1.0, static_cast<double>(senders) * std::min(each, MOST_UNDER_WAY));
}

void
PacketLoad::AddHops(double hops, double bytes)
{
    m_messages += 1;
    m_bytes += bytes;
    m_hops += hops;
}

double
PacketLoad::GetHops() const
{
    if (!m_hasPackets)
    {
        return 0;
    }
    const double looked = std::max(1.0, m_looked);
    return ((m_packets + m_answers) * m_links + m_answersOutOfOrder * m_choice +
            m_packets * m_grants * m_inner) /
               looked +
           m_hops;
}

} // namespace ns3
