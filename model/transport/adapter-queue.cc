// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "adapter-queue.h"

#include <algorithm>
#include <utility>

namespace ns3
{

AdapterQueue::AdapterQueue(Timing& timing,
                           Client& client,
                           PacketOutlet& outlet,
                           uint32_t index,
                           uint32_t mtuBytes,
                           uint64_t ratebps)
    : m_timing(timing),
      m_client(client),
      m_outlet(&outlet),
      m_index(index),
      m_mtuBytes(mtuBytes),
      m_ratebps(ratebps)
{
}

bool
AdapterQueue::Plan(int64_t ps, AdapterStep step, int64_t nowPs)
{
    Line& line = m_lines[static_cast<std::size_t>(step)];
    line.lastPs = std::max(line.lastPs, ps);
    if (line.lastPs <= nowPs && line.waiting == 0)
    {
        return false;
    }
    ++line.waiting;
    m_timing.Plan(line.lastPs, *this, step, m_generation);
    return true;
}

void
AdapterQueue::Post(RdmaMessage message)
{
    const int64_t nowPs = m_timing.GetNowPs();
    message.postedPs = nowPs;
    m_posted.push_back(message);
    if (!Plan(m_timing.GetStartPs(*this, nowPs), AdapterStep::START, nowPs))
    {
        Start(nowPs);
    }
}

void
AdapterQueue::Start(int64_t nowPs)
{
    const RdmaMessage message = Take(m_posted);
    const int64_t readyPs = m_timing.GetReadyPs(*this, message.GetPayloadBytes(), nowPs);
    if (Plan(readyPs, AdapterStep::READY, nowPs))
    {
        m_started.push_back(message);
        return;
    }
    m_client.Execute(message, nowPs);
}

void
AdapterQueue::Complete(const RdmaCompletion& completion)
{
    const int64_t nowPs = completion.finishedPs;
    if (Plan(m_timing.GetSeenPs(nowPs), AdapterStep::COMPLETION, nowPs))
    {
        m_completions.push_back(completion);
        return;
    }
    m_client.ShowCompletion(completion);
}

void
AdapterQueue::Arrive(const RdmaArrival& arrival)
{
    const int64_t nowPs = arrival.finishedPs;
    if (Plan(m_timing.GetSeenPs(nowPs), AdapterStep::ARRIVAL, nowPs))
    {
        m_arrivals.push_back(arrival);
        return;
    }
    m_client.ShowArrival(arrival);
}

int64_t
AdapterQueue::ReadAnswer(uint64_t bytes, int64_t nowPs)
{
    // A response must not overtake an acknowledgement: the requester would take the acknowledged
    // packet for lost.
    const int64_t ackPs = m_lines[static_cast<std::size_t>(AdapterStep::ACK)].lastPs;
    const int64_t readPs = std::max(m_timing.GetAnswerPs(*this, bytes, nowPs), ackPs);
    return Plan(readPs, AdapterStep::ANSWER, nowPs)
               ? m_lines[static_cast<std::size_t>(AdapterStep::ANSWER)].lastPs
               : nowPs;
}

void
AdapterQueue::Enqueue(FabricPacketPtr&& packet)
{
    const int64_t nowPs = packet->readyPs;
    if (Plan(m_timing.GetAckPs(*this, nowPs), AdapterStep::ACK, nowPs))
    {
        m_acks.Push(std::move(packet));
        return;
    }
    m_outlet->Enqueue(std::move(packet));
}

void
AdapterQueue::Do(AdapterStep step, uint32_t generation, int64_t nowPs)
{
    if (generation != m_generation)
    {
        return;
    }
    --m_lines[static_cast<std::size_t>(step)].waiting;
    switch (step)
    {
    case AdapterStep::START:
        if (!m_posted.empty()) // else it was flushed
        {
            Start(nowPs);
        }
        break;
    case AdapterStep::READY:
        if (!m_started.empty()) // else it was flushed
        {
            m_client.Execute(Take(m_started), nowPs);
        }
        break;
    case AdapterStep::COMPLETION: {
        RdmaCompletion completion = Take(m_completions);
        completion.finishedPs = nowPs;
        m_client.ShowCompletion(completion);
        break;
    }
    case AdapterStep::ARRIVAL: {
        RdmaArrival arrival = Take(m_arrivals);
        arrival.finishedPs = nowPs;
        m_client.ShowArrival(arrival);
        break;
    }
    case AdapterStep::ANSWER:
        m_client.AnswerIsRead(nowPs);
        break;
    case AdapterStep::ACK: {
        FabricPacketPtr packet = m_acks.Pop();
        packet->readyPs = nowPs;
        m_outlet->Enqueue(std::move(packet));
        break;
    }
    }
}

void
AdapterQueue::Flush(int64_t nowPs)
{
    for (LazyDeque<RdmaMessage>* const messages : {&m_started, &m_posted})
    {
        for (const auto& message : std::exchange(*messages, {}))
        {
            Complete(
                {message.workId, message.bytes, message.postedPs, nowPs, RdmaStatus::FLUSHED, 0});
        }
    }
}

void
AdapterQueue::Clear()
{
    ++m_generation;
    m_lines = {};
    m_posted.clear();
    m_started.clear();
    m_completions.clear();
    m_arrivals.clear();
    m_acks.Clear();
}

} // namespace ns3
