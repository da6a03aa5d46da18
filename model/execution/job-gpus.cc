// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "job-gpus.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace ns3
{

void
JobGpus::SetGpus(std::vector<Ptr<FabricGpu>> gpuOfRank)
{
    m_gpus = std::move(gpuOfRank);
}

void
JobGpus::Clear()
{
    m_gpus.clear();
    m_others.clear();
}

void
JobGpus::Begin(const CommunicationGraph& graph)
{
    m_busyPs.clear();
    m_messagesHoldSms.clear();
    for (const auto& gpu : m_gpus)
    {
        if (gpu)
        {
            gpu->NotifyRead("it was put to work");
        }
        m_messagesHoldSms.push_back(gpu && gpu->DoMessagesHoldSms());
        m_busyPs.push_back(gpu ? gpu->GetBusyPs() : 0);
    }
    if (std::find(m_messagesHoldSms.begin(), m_messagesHoldSms.end(), true) !=
        m_messagesHoldSms.end())
    {
        m_channels = ChannelCounter(graph);
    }
}

void
JobGpus::End()
{
    m_ended = true;
    m_busyPs = GetBusyPs();
}

void
JobGpus::AddRepeats(double times)
{
    const auto busyPs = GetBusyPs();
    for (uint32_t rank = 0; rank < GetRankCount() && times > 0; ++rank)
    {
        AddBusy(rank, std::llround(times * static_cast<double>(busyPs[rank])));
    }
}

std::vector<int64_t>
JobGpus::GetBusyPs() const
{
    std::vector<int64_t> busyPs(m_gpus.size());
    for (size_t rank = 0; rank < m_gpus.size(); ++rank)
    {
        busyPs[rank] = m_gpus[rank] ? m_gpus[rank]->GetBusyPs() - m_busyPs[rank] : 0;
    }
    return busyPs;
}

double
JobGpus::GetIdleFraction(uint32_t rank, int64_t durationPs) const
{
    const auto& gpu = m_gpus.at(rank);
    if (!gpu || durationPs <= 0)
    {
        return 1;
    }
    const int64_t busyPs = m_ended ? m_busyPs[rank] : gpu->GetBusyPs() - m_busyPs[rank];
    return std::max(0.0, 1 - static_cast<double>(busyPs) / static_cast<double>(durationPs));
}

int64_t
JobGpus::GetDurationPs(const CommunicationGraph::Node& node) const
{
    const auto& gpu = m_gpus[node.rank];
    if (!gpu)
    {
        return 0;
    }
    switch (node.kind)
    {
    case CommunicationGraph::Kind::REDUCE:
        return gpu->GetReducePs(node.bytes) + node.timePs;
    case CommunicationGraph::Kind::COPY:
        return gpu->GetCopyPs(node.bytes) + node.timePs;
    case CommunicationGraph::Kind::SEND:
        return gpu->GetCopyPs(node.bytes); // timePs of a send is its start time
    default:
        return node.timePs;
    }
}

bool
JobGpus::Run(const CommunicationGraph::Node& node, uint32_t number, GpuClient* client)
{
    const auto& gpu = m_gpus[node.rank];
    if (gpu)
    {
        gpu->Run(GetDurationPs(node), client, number, node.stream);
    }
    return gpu != nullptr;
}

uint32_t
JobGpus::Cancel(const GpuClient* client)
{
    uint32_t count = 0;
    for (const auto& gpu : m_gpus)
    {
        count += gpu ? gpu->Cancel(client) : 0;
    }
    return count;
}

void
JobGpus::SetCrashCallback(const Callback<void>& callback)
{
    Connect("Crash", callback);
}

void
JobGpus::SetReplaceCallback(const Callback<void>& callback)
{
    Connect("Replace", callback);
}

void
JobGpus::SetHangCallback(const Callback<void>& callback)
{
    Connect("Hang", callback);
}

void
JobGpus::SetResumeCallback(const Callback<void>& callback)
{
    Connect("Resume", callback);
}

bool
JobGpus::AreHung() const
{
    const auto isHung = [](const auto& gpu) { return gpu && gpu->IsHung(); };
    return std::any_of(m_gpus.begin(), m_gpus.end(), isHung) ||
           std::any_of(m_others.begin(), m_others.end(), isHung);
}

void
JobGpus::Connect(const std::string& source, const Callback<void>& callback)
{
    std::set<Ptr<FabricGpu>> each(m_gpus.begin(), m_gpus.end());
    each.insert(m_others.begin(), m_others.end());
    for (const auto& gpu : each)
    {
        if (gpu)
        {
            gpu->TraceConnectWithoutContext(source, callback);
        }
    }
}

void
JobGpus::BeginMessage(uint32_t rank, uint32_t send)
{
    if (m_messagesHoldSms[rank] && m_channels.Begin(send))
    {
        m_gpus[rank]->BeginChannel();
    }
}

void
JobGpus::EndMessage(uint32_t rank, uint32_t send)
{
    if (m_messagesHoldSms[rank] && m_channels.End(send))
    {
        m_gpus[rank]->EndChannel();
    }
}

} // namespace ns3
