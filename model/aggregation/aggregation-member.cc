// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregation-member.h"

#include "aggregation-header.h"

#include "ns3/log.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AggregationMember");

NS_OBJECT_ENSURE_REGISTERED(AggregationMember);

TypeId
AggregationMember::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AggregationMember")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddTraceSource("Result",
                            "The result of a packet number has come.",
                            MakeTraceSourceAccessor(&AggregationMember::m_resultTrace),
                            "ns3::AggregationMember::ResultTracedCallback");
    return tid;
}

AggregationMember::AggregationMember()
    : m_timer(MakeFabricEvent<AggregationMember, &AggregationMember::Fail>(this))
{
    NS_LOG_FUNCTION(this);
}

AggregationMember::~AggregationMember()
{
    NS_LOG_FUNCTION(this);
    m_timer->Clear();
}

void
AggregationMember::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_timer->Clear();
    m_port = nullptr;
    m_completionCallback = {};
    Object::DoDispose();
}

uint64_t
AggregationMember::GetWord(uint32_t member, uint32_t memberCount)
{
    if (memberCount <= 64)
    {
        return uint64_t{1} << member;
    }
    uint64_t word = (uint64_t{member} + 1) * 0x9e3779b97f4a7c15; // SplitMix64
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

void
AggregationMember::Start(const Settings& settings, FabricNetDevice& port)
{
    NS_LOG_FUNCTION(this);
    m_settings = settings;
    m_port = &port;
    m_word = GetWord(settings.member, settings.memberCount);
    for (uint32_t member = 0; member < settings.memberCount; ++member)
    {
        m_sumOfWords += GetWord(member, settings.memberCount);
    }
    m_timer->SetContext(port.GetNode()->GetId());
}

void
AggregationMember::Post(const AggregationRequest& request)
{
    NS_LOG_FUNCTION(this);
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    if (m_failed)
    {
        Complete({request, nowPs, 0, 0}, nowPs, false);
        return;
    }
    m_early.emplace(request.order, std::make_pair(request, nowPs));
    for (auto next = m_early.begin(); next != m_early.end() && next->first == m_nextOrder;
         next = m_early.erase(next))
    {
        Begin(next->second.first, next->second.second);
    }
    Send(nowPs);
}

void
AggregationMember::Begin(const AggregationRequest& request, int64_t postedPs)
{
    NS_LOG_FUNCTION(this << postedPs);
    const uint64_t packets = GetPackets(request.bytes);
    NS_LOG_LOGIC("host " << m_settings.host << ": " << ToString(request.operation) << " of "
                         << request.bytes << " B begins in tree " << m_settings.tree);
    m_works.push_back({request, postedPs, m_posted, packets});
    m_posted += packets;
    ++m_nextOrder;
}

void
AggregationMember::Send(int64_t nowPs)
{
    if (m_staged || m_failed || m_sent == m_posted || m_sent >= m_answered + m_settings.window)
    {
        return;
    }
    while (m_sent >= m_works[m_sending].first + m_works[m_sending].packets)
    {
        ++m_sending;
    }
    auto packet = MakePacket(m_works[m_sending], nowPs);
    ++m_counters.packetsSent;
    m_counters.payloadBytesSent += packet->payloadBytes;
    if (m_sent == m_answered)
    {
        m_timer->Schedule(m_clock.ToTicks(nowPs + m_settings.timeoutPs));
    }
    ++m_sent;
    m_staged = true;
    m_port->Enqueue(std::move(packet));
}

FabricPacketPtr
AggregationMember::MakePacket(const Work& work, int64_t nowPs) const
{
    const auto& request = work.request;
    const bool gives =
        request.operation == AggregationOperation::ALL_REDUCE ||
        request.operation == AggregationOperation::REDUCE ||
        (request.operation == AggregationOperation::BROADCAST && request.root == m_settings.member);
    auto packet = FabricPacketPool::Make();
    packet->kind = AggregationHeader::GetKind();
    packet->As<AggregationHeader>() = {m_word,
                                       m_settings.tree,
                                       static_cast<uint32_t>(m_sent),
                                       1,
                                       request.root,
                                       request.operation,
                                       false};
    packet->payloadBytes = gives ? GetBytes(work, m_sent) : 0;
    packet->frameBytes = m_settings.overheadBytes + PaddedBytes(packet->payloadBytes);
    packet->wireBytes = packet->frameBytes + m_settings.gapBytes +
                        static_cast<uint32_t>(uint64_t{m_settings.extraBytes} *
                                              packet->payloadBytes / m_settings.payloadBytes);
    packet->readyPs = nowPs;
    packet->tailPs = nowPs;
    packet->sentPs = nowPs;
    packet->sourceHost = m_settings.host;
    packet->destHost = m_settings.host; // unused: the tree knows the receivers
    packet->lane = m_settings.lane;
    packet->serviceLevel = m_settings.level;
    return packet;
}

void
AggregationMember::OnSent(int64_t nowPs)
{
    m_staged = false;
    Send(nowPs);
}

void
AggregationMember::Receive(const FabricPacket& packet)
{
    if (m_failed || packet.As<AggregationHeader>().number != static_cast<uint32_t>(m_answered))
    {
        return; // an earlier operation is missing
    }
    ++m_counters.packetsReceived;
    m_counters.payloadBytesReceived += packet.payloadBytes;
    m_resultTrace(packet);
    if (packet.As<AggregationHeader>().contributions != m_settings.memberCount ||
        packet.As<AggregationHeader>().value != m_sumOfWords)
    {
        NS_LOG_WARN("host " << m_settings.host << ": result " << m_answered << " of tree "
                            << m_settings.tree << " has "
                            << packet.As<AggregationHeader>().contributions << " of "
                            << m_settings.memberCount << " contributions");
        ++m_counters.wrongSums;
        Fail();
        return;
    }
    m_counters.answeredBytes += GetBytes(m_works.front(), m_answered);
    ++m_answered;
    const int64_t nowPs = packet.readyPs;
    if (m_sent > m_answered)
    {
        m_timer->Schedule(m_clock.ToTicks(nowPs + m_settings.timeoutPs));
    }
    else
    {
        m_timer->Clear();
    }
    Send(nowPs);
    const Work& front = m_works.front();
    if (m_answered == front.first + front.packets)
    {
        const Work work = front;
        m_works.pop_front();
        m_sending -= m_sending > 0 ? 1 : 0;
        ++m_counters.completed;
        Complete(work, nowPs, true);
    }
}

/** Ends all operations: no result for too long, or a wrong result. */
void
AggregationMember::Fail()
{
    NS_LOG_WARN("host " << m_settings.host << ": gives up tree " << m_settings.tree << ", "
                        << m_sent << " packets sent, " << m_answered << " results received");
    m_failed = true;
    m_timer->Clear();
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    std::deque<Work> works;
    works.swap(m_works);
    for (const auto& [order, early] : m_early)
    {
        works.push_back({early.first, early.second, 0, 0});
    }
    m_early.clear();
    for (const auto& work : works)
    {
        Complete(work, nowPs, false);
    }
}

void
AggregationMember::Complete(const Work& work, int64_t finishedPs, bool success)
{
    NS_LOG_LOGIC("host " << m_settings.host << ": " << work.request.bytes << " B in tree "
                         << m_settings.tree << (success ? " end after " : " fail after ")
                         << (finishedPs - work.postedPs) / 1000 << " ns");
    if (!m_completionCallback.IsNull())
    {
        m_completionCallback({work.request.workId, work.postedPs, finishedPs, success});
    }
}

std::string
AggregationMember::DescribeWait() const
{
    if (m_failed)
    {
        return "failed";
    }
    return std::to_string(m_sent) + " packets sent, " + std::to_string(m_answered) +
           " results received in tree " + std::to_string(m_settings.tree);
}

} // namespace ns3
