// SPDX-License-Identifier: GPL-2.0-only

#include "gpu.h"

#include "ns3/log.h"
#include "ns3/node.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("Gpu");
NS_OBJECT_ENSURE_REGISTERED(Gpu);

namespace
{

/** Half of what 64 bits of picoseconds hold: an end is a start plus a length. */
constexpr int64_t MAX_LENGTH_PS = NEVER_PS / 2;

/** Of an operation on some bytes; none at all where no rate is given. */
int64_t
LengthPs(uint64_t bytes, const DataRate& rate)
{
    const uint64_t ratebps = rate.GetBitRate();
    return ratebps == 0 ? 0 : std::min(SerializationPs(bytes, ratebps), MAX_LENGTH_PS);
}

} // namespace

TypeId
Gpu::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Gpu")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<Gpu>()
            .AddAttribute("ReduceRate",
                          "Result of a reduction per time. A memory of 3.35 TB/s (H100 SXM), "
                          "crossed three times, allows 1.1 TB/s. 0bps: reductions take no time.",
                          DataRateValue(DataRate("8000Gbps")),
                          MakeDataRateAccessor(&Gpu::m_reduceRate),
                          MakeDataRateChecker())
            .AddAttribute("CopyRate",
                          "Result of a copy per time. A memory of 3.35 TB/s (H100 SXM), crossed "
                          "twice, allows 1.6 TB/s. 0bps: copies take no time.",
                          DataRateValue(DataRate("12000Gbps")),
                          MakeDataRateAccessor(&Gpu::m_copyRate),
                          MakeDataRateChecker());
    return tid;
}

Gpu::Gpu()
    : m_event(MakeFabricEvent<Gpu, &Gpu::OnEnd>(this))
{
}

void
Gpu::DoDispose()
{
    m_event->Clear();
    m_operations.clear();
    Object::DoDispose();
}

void
Gpu::NotifyNewAggregate()
{
    if (const auto node = GetObject<Node>())
    {
        m_event->SetContext(node->GetId());
    }
    Object::NotifyNewAggregate();
}

int64_t
Gpu::GetReducePs(uint64_t bytes) const
{
    return LengthPs(bytes, m_reduceRate);
}

int64_t
Gpu::GetCopyPs(uint64_t bytes) const
{
    return LengthPs(bytes, m_copyRate);
}

void
Gpu::Run(int64_t durationPs, GpuClient* client, uint32_t operation)
{
    NS_ASSERT_MSG(durationPs >= 0, "an operation of negative length");
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    if (durationPs == 0 && m_operations.empty())
    {
        client->OnGpuDone(operation, nowPs);
        return;
    }
    m_operations.push_back({client, std::min(durationPs, MAX_LENGTH_PS), nowPs, operation});
    if (m_operations.size() == 1)
    {
        StartNext();
    }
}

int64_t
Gpu::GetBusyPs() const
{
    if (m_operations.empty())
    {
        return m_donePs;
    }
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    return m_donePs + std::clamp<int64_t>(nowPs - m_startPs, 0, m_endPs - m_startPs);
}

void
Gpu::StartNext()
{
    m_startPs = std::max(m_endPs, m_operations.front().submittedPs);
    m_endPs = m_startPs + m_operations.front().durationPs;
    m_event->Schedule(m_clock.ToTicks(m_endPs));
}

void
Gpu::OnEnd()
{
    const Operation done = m_operations.front();
    const int64_t endPs = m_endPs;
    m_operations.pop_front();
    m_donePs += done.durationPs;
    if (!m_operations.empty())
    {
        StartNext();
    }
    done.client->OnGpuDone(done.number, endPs);
}

} // namespace ns3
