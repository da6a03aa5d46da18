// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sonic-buffer.h"

#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SonicBuffer");

NS_OBJECT_ENSURE_REGISTERED(SonicBuffer);

namespace
{

const DropReason EGRESS_POOL_LIMIT = RegisterDropReason("egress pool limit");
const DropReason EGRESS_QUEUE_LIMIT = RegisterDropReason("egress queue limit");

} // namespace

TypeId
SonicBuffer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SonicBuffer")
            .SetParent<SharedBuffer>()
            .SetGroupName("AiFabric")
            .AddConstructor<SonicBuffer>()
            .AddAttribute("EgressPoolBytes",
                          "Limit of all lossless packets of the switch together, SONiC's size of "
                          "egress_lossless_pool; 0: the whole memory.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&SonicBuffer::m_givenPoolBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("EgressThresholdBytes",
                          "Limit of a lossless egress queue, SONiC's static_th of "
                          "egress_lossless_profile; 0: no limit.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&SonicBuffer::m_thresholdBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("EgressAlpha",
                          "Limit of a lossless egress queue as a fraction of the free egress "
                          "pool, 2^dynamic_th of SONiC's egress_lossless_profile; 0: no limit.",
                          DoubleValue(0),
                          ReadOnce(MakeDoubleAccessor(&SonicBuffer::m_alpha)),
                          MakeDoubleChecker<double>(0, 1024));
    return tid;
}

void
SonicBuffer::DoConfigure(const std::vector<PortNeeds>& ports)
{
    NS_LOG_FUNCTION(this);
    if (m_thresholdBytes > 0 && m_alpha > 0)
    {
        throw InputError("SonicBuffer EgressAlpha: is " + std::to_string(m_alpha) +
                         "; expected 0, since EgressThresholdBytes is used in its place");
    }
    SharedBuffer::DoConfigure(ports);
    m_egressPoolBytes = m_givenPoolBytes > 0 ? m_givenPoolBytes : GetSizeBytes();
}

BufferAnswer
SonicBuffer::DoAdmit(Account& in,
                     const Account& out,
                     const PortNeeds& needs,
                     bool lossless,
                     uint32_t bytes)
{
    if (!lossless)
    {
        return SharedBuffer::DoAdmit(in, out, needs, lossless, bytes);
    }
    if (m_losslessBytes + bytes > m_egressPoolBytes)
    {
        NS_LOG_LOGIC("lossless packets hold " << m_losslessBytes << " B of " << m_egressPoolBytes
                                              << " B, no room for " << bytes << " B");
        return EGRESS_POOL_LIMIT;
    }
    const uint64_t queueBytes = out.egressBytes + bytes;
    if ((m_thresholdBytes > 0 && queueBytes > m_thresholdBytes) ||
        (m_alpha > 0 && static_cast<double>(queueBytes) >
                            m_alpha * static_cast<double>(m_egressPoolBytes - m_losslessBytes)))
    {
        NS_LOG_LOGIC("egress queue of " << out.egressBytes << " B may not take " << bytes << " B");
        return EGRESS_QUEUE_LIMIT;
    }
    const BufferAnswer answer = SharedBuffer::DoAdmit(in, out, needs, lossless, bytes);
    m_losslessBytes += answer.IsAdmitted() ? bytes : 0;
    return answer;
}

void
SonicBuffer::DoRelease(Account& in, bool lossless, uint32_t bytes)
{
    m_losslessBytes -= lossless ? bytes : 0;
    SharedBuffer::DoRelease(in, lossless, bytes);
}

} // namespace ns3
