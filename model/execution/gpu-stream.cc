// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "gpu-stream.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

GpuStream::GpuStream(const Pace& pace)
    : m_pace(pace),
      m_event(MakeFabricEvent<GpuStream, &GpuStream::OnEnd>(this))
{
}

GpuStream::~GpuStream()
{
    m_event->Clear();
}

void
GpuStream::Clear()
{
    m_event->Clear();
    m_operations.clear();
    m_busyCallback = Callback<void>();
}

uint32_t
GpuStream::Cancel(const GpuClient* client)
{
    const auto isOfClient = [client](const Operation& one) { return one.client == client; };
    const bool isRunning = !m_operations.empty() && isOfClient(m_operations.front());
    const int64_t donePs = isRunning ? GetBusyPs() : 0;
    const auto kept = std::remove_if(m_operations.begin(), m_operations.end(), isOfClient);
    const auto count = static_cast<uint32_t>(m_operations.end() - kept);
    m_operations.erase(kept, m_operations.end());
    if (isRunning)
    {
        m_donePs = donePs;
        m_endPs = std::min(m_endPs, m_clock.ToPs(NowTicks()));
        m_event->Clear();
        if (!m_operations.empty())
        {
            StartNext();
        }
        else if (!m_busyCallback.IsNull())
        {
            m_busyCallback();
        }
    }
    return count;
}

void
GpuStream::Run(int64_t lengthPs, GpuClient* client, uint32_t operation)
{
    NS_ASSERT_MSG(lengthPs >= 0, "an operation of negative duration");
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    if (lengthPs == 0 && m_operations.empty() && !m_pace.isHung)
    {
        client->OnGpuDone(operation, nowPs, nowPs);
        return;
    }
    m_operations.push_back({client, std::min(lengthPs, MAX_LENGTH_PS), nowPs, operation});
    if (m_operations.size() == 1)
    {
        StartNext();
        if (!m_busyCallback.IsNull())
        {
            m_busyCallback();
        }
    }
}

int64_t
GpuStream::GetBusyPs() const
{
    if (m_operations.empty())
    {
        return m_donePs;
    }
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    return m_donePs + std::clamp<int64_t>(nowPs - m_startPs, 0, m_endPs - m_startPs);
}

void
GpuStream::SetPace(const Pace& pace)
{
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    // An operation that ends before the next tick has ended: its event is about to run.
    const bool running = !m_operations.empty() && nowPs < m_endPs;
    if (running)
    {
        const int64_t sincePs = std::max(m_sincePs, nowPs);
        m_workLeft -= static_cast<Uint128>(sincePs - m_sincePs) * GetWorkPerPs();
        m_sincePs = sincePs;
        // Rounded up, by less than the work of a picosecond; no product exceeds 128 bits.
        const Uint128 parts = m_workLeft / m_pace.slowdownMillionths;
        const Uint128 rest = m_workLeft % m_pace.slowdownMillionths;
        m_workLeft = parts * pace.slowdownMillionths +
                     (rest * pace.slowdownMillionths + m_pace.slowdownMillionths - 1) /
                         m_pace.slowdownMillionths;
    }
    m_pace = pace;
    if (running)
    {
        ScheduleEnd();
    }
}

void
GpuStream::StartNext()
{
    const Operation& next = m_operations.front();
    m_startPs = std::max(m_endPs, next.submittedPs);
    m_sincePs = m_startPs;
    m_workLeft = static_cast<Uint128>(next.lengthPs) * m_pace.smCount * m_pace.slowdownMillionths;
    ScheduleEnd();
}

void
GpuStream::ScheduleEnd()
{
    const Uint128 workPerPs = GetWorkPerPs();
    if (workPerPs == 0)
    {
        m_endPs = NEVER_PS;
        m_event->Clear();
        return;
    }
    const Uint128 leftPs = (m_workLeft + workPerPs - 1) / workPerPs;
    m_endPs = m_sincePs + static_cast<int64_t>(std::min<Uint128>(leftPs, MAX_LENGTH_PS));
    m_event->Schedule(m_clock.ToTicks(m_endPs));
}

void
GpuStream::OnEnd()
{
    const Operation done = m_operations.front();
    const int64_t startPs = m_startPs;
    const int64_t endPs = m_endPs;
    m_operations.pop_front();
    m_donePs += endPs - startPs;
    if (!m_operations.empty())
    {
        StartNext();
    }
    else if (!m_busyCallback.IsNull())
    {
        m_busyCallback();
    }
    done.client->OnGpuDone(done.number, startPs, endPs);
}

} // namespace ns3
