// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shared-buffer.h"

#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SharedBuffer");

NS_OBJECT_ENSURE_REGISTERED(SharedBuffer);

namespace
{

const DropReason TRIM_THRESHOLD = RegisterDropReason("trim threshold");

} // namespace

TypeId
SharedBuffer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SharedBuffer")
            .SetParent<SwitchBuffer>()
            .SetGroupName("AiFabric")
            .AddConstructor<SharedBuffer>()
            .AddAttribute(
                "SizeBytes",
                "The whole packet memory of a switch; 0: 16 MiB per 50 Gb/s of its fastest "
                "port, at least 32 MiB.",
                UintegerValue(0),
                ReadOnce(MakeUintegerAccessor(&SharedBuffer::m_givenSizeBytes)),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("ReserveBytes",
                          "Guaranteed to each lossless priority of each ingress port.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&SharedBuffer::m_reserveBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("XonOffsetBytes",
                          "How far below the threshold a lossless priority must fall to resume.",
                          UintegerValue(3 << 10),
                          MakeUintegerAccessor(&SharedBuffer::m_xonOffsetBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("StaticThresholdBytes",
                          "Bytes that each lossless ingress priority may take from the pool before "
                          "its sender is stopped; 0: Alpha decides.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&SharedBuffer::SetStaticThresholdBytes,
                                               &SharedBuffer::GetStaticThresholdBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("HeadroomOversubscription",
                          "The sum of all headrooms over the pool that they are drawn from; 1: "
                          "each has its own.",
                          DoubleValue(1),
                          ReadOnce(MakeDoubleAccessor(&SharedBuffer::m_headroomOversubscription)),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("Alpha",
                          "Dynamic threshold of lossless priorities over the free pool.",
                          DoubleValue(0.125),
                          MakeDoubleAccessor(&SharedBuffer::SetAlpha, &SharedBuffer::GetAlpha),
                          MakeDoubleChecker<double>(1.0 / 1024, 1024))
            .AddAttribute("AlphaRate",
                          "Ports of a higher rate than this have Alpha doubled, up to 1, for each "
                          "doubling of the rate that has begun; 0: all have the same.",
                          DataRateValue(DataRate(0)),
                          ReadOnce(MakeDataRateAccessor(&SharedBuffer::m_alphaRate)),
                          MakeDataRateChecker())
            .AddAttribute("LossyAlpha",
                          "Dynamic threshold of lossy egress queues over the free pool.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&SharedBuffer::m_lossyAlpha),
                          MakeDoubleChecker<double>(1.0 / 1024, 1024))
            .AddAttribute("TrimQueueTime",
                          "Lossy packets that would make their egress queue longer than what the "
                          "switch's fastest port sends in this time are trimmed to their headers; "
                          "0: none is.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&SharedBuffer::m_trimQueueTime)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("TrimPriority",
                          "Priority in which the headers of trimmed packets go on.",
                          UintegerValue(6),
                          MakeUintegerAccessor(&SharedBuffer::m_trimLane),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1))
            .AddAttribute("TrimSizeBytes",
                          "Length to which frames are trimmed: payload goes first, then headers "
                          "that the receiver does not need to know the packet. Frames of this "
                          "length and below are not trimmed.",
                          UintegerValue(128),
                          MakeUintegerAccessor(&SharedBuffer::m_trimSizeBytes),
                          MakeUintegerChecker<uint16_t>());
    return tid;
}

void
SharedBuffer::DoConfigure(const std::vector<PortNeeds>& ports)
{
    m_sizeBytes = m_givenSizeBytes;
    if (m_sizeBytes == 0)
    {
        const double units = static_cast<double>(GetFastestRatebps()) / 50e9;
        m_sizeBytes = static_cast<uint64_t>(std::max(2.0, units) * (16 << 20));
    }
    const uint64_t alphaRatebps = m_alphaRate.GetBitRate();
    if (alphaRatebps > 0 && m_staticThresholdBytes > 0)
    {
        throw InputError("SharedBuffer AlphaRate: is " + std::to_string(alphaRatebps) +
                         "bps; expected 0, since StaticThresholdBytes decides in place of Alpha");
    }
    for (size_t port = 0; port < ports.size() && alphaRatebps > 0; ++port)
    {
        uint16_t factor = 1;
        for (uint64_t rate = ports[port].ratebps; rate > alphaRatebps && factor < 1024; rate /= 2)
        {
            factor *= 2;
        }
        SetAlphaFactor(port, factor);
    }
    uint64_t headroomBytes = 0;
    uint64_t reserveBytes = 0;
    for (const auto& port : ports)
    {
        const uint64_t lossless = port.dark ? 0 : __builtin_popcount(port.lossless);
        headroomBytes += lossless * port.reservedBytes;
        reserveBytes += lossless * m_reserveBytes;
    }
    m_headroomPoolBytes = m_headroomOversubscription > 1
                              ? static_cast<uint64_t>(std::ceil(static_cast<double>(headroomBytes) /
                                                                m_headroomOversubscription))
                              : headroomBytes;
    if (DoTrims())
    {
        m_trimQueueBytes = BytesInPs(m_trimQueueTime.GetPicoSeconds(), GetFastestRatebps());
    }
    const uint64_t promisedBytes = m_headroomPoolBytes + reserveBytes;
    if (promisedBytes >= m_sizeBytes)
    {
        throw InputError("SharedBuffer SizeBytes " + std::to_string(m_sizeBytes) +
                         ": the headroom and reserve of " + std::to_string(ports.size()) +
                         " ports need more than " + std::to_string(promisedBytes));
    }
    m_poolBytes = m_sizeBytes - promisedBytes;
    NS_LOG_INFO(ports.size() << " ports: pool " << m_poolBytes << " B, headroom "
                             << m_headroomPoolBytes << " B, reserve " << reserveBytes << " B");
    SetThresholds();
}

/** Of Threshold(), by the attributes. */
void
SharedBuffer::SetThresholds()
{
    m_leastThresholdBytes = m_reserveBytes + m_staticThresholdBytes;
    m_freeShare = m_staticThresholdBytes > 0 ? 0 : m_alpha;
    m_lowUseBytes = m_poolBytes / 2;
    m_sureBytes = Threshold(m_lowUseBytes, 1);
}

void
SharedBuffer::SetStaticThresholdBytes(uint64_t bytes)
{
    NS_LOG_FUNCTION(this << bytes);
    m_staticThresholdBytes = bytes;
    SetThresholds();
}

uint64_t
SharedBuffer::GetStaticThresholdBytes() const
{
    return m_staticThresholdBytes;
}

void
SharedBuffer::SetAlpha(double alpha)
{
    NS_LOG_FUNCTION(this << alpha);
    m_alpha = alpha;
    SetThresholds();
}

double
SharedBuffer::GetAlpha() const
{
    return m_alpha;
}

BufferAnswer
SharedBuffer::DoAdmit(Account& in,
                      const Account& out,
                      const PortNeeds& needs,
                      bool lossless,
                      uint32_t bytes)
{
    // While half of the pool is free a lane far below any threshold needs no threshold computed.
    if (lossless && in.headroomBytes == 0 && in.ingressBytes + bytes <= m_sureBytes &&
        m_poolUsedBytes + bytes <= m_lowUseBytes)
    {
        m_poolUsedBytes += GetPoolShare(in.ingressBytes, bytes);
        return DropReason::NONE;
    }
    return lossless ? AdmitLossless(in, needs, bytes) : AdmitLossy(out, bytes);
}

[[gnu::noinline]] BufferAnswer
SharedBuffer::AdmitLossy(const Account& out, uint32_t bytes)
{
    const uint64_t freeBytes = m_poolBytes - m_poolUsedBytes;
    const bool passes = bytes > freeBytes ||
                        static_cast<double>(out.egressBytes + bytes) > m_lossyAlpha * freeBytes;
    if (__builtin_expect(m_trimQueueBytes != UINT64_MAX, 0) && bytes > m_trimSizeBytes &&
        (passes || out.egressBytes + bytes > m_trimQueueBytes))
    {
        return BufferAnswer::Trim(TRIM_THRESHOLD, m_trimLane, m_trimSizeBytes);
    }
    if (passes)
    {
        NS_LOG_LOGIC("egress queue of " << out.egressBytes << " B may not take " << bytes << " B, "
                                        << freeBytes << " B of the pool are free");
        return DropReason::LOSSY_THRESHOLD;
    }
    m_poolUsedBytes += bytes;
    return DropReason::NONE;
}

[[gnu::noinline]] BufferAnswer
SharedBuffer::AdmitLossless(Account& in, const PortNeeds& needs, uint32_t bytes)
{
    const uint64_t before = in.ingressBytes - in.headroomBytes;
    const uint64_t poolBytes = GetPoolShare(before, bytes);
    if (in.headroomBytes == 0 && before + bytes <= Threshold(m_poolUsedBytes, in.alphaFactor) &&
        m_poolUsedBytes + poolBytes <= m_poolBytes)
    {
        m_poolUsedBytes += poolBytes;
        return DropReason::NONE;
    }
    if (in.headroomBytes + bytes > needs.reservedBytes)
    {
        NS_LOG_LOGIC("ingress has " << in.headroomBytes << " B of its " << needs.reservedBytes
                                    << " B headroom in use, no room for " << bytes << " B");
        return DropReason::HEADROOM_OVERRUN;
    }
    if (m_headroomUsedBytes + bytes > m_headroomPoolBytes)
    {
        NS_LOG_LOGIC("headroom pool has " << m_headroomUsedBytes << " B of " << m_headroomPoolBytes
                                          << " B in use, no room for " << bytes << " B");
        return DropReason::HEADROOM_POOL_OVERRUN;
    }
    NS_LOG_LOGIC("ingress with " << before << " B is at its threshold of "
                                 << Threshold(m_poolUsedBytes, in.alphaFactor) << " B, " << bytes
                                 << " B go to its headroom");
    in.headroomBytes += bytes;
    m_headroomUsedBytes += bytes;
    return DropReason::NONE;
}

void
SharedBuffer::DoRelease(Account& in, bool lossless, uint32_t bytes)
{
    if (!lossless)
    {
        m_poolUsedBytes -= bytes;
        return;
    }
    if (in.headroomBytes > 0)
    {
        const uint32_t fromHeadroom =
            static_cast<uint32_t>(std::min<uint64_t>(in.headroomBytes, bytes));
        in.headroomBytes -= fromHeadroom;
        m_headroomUsedBytes -= fromHeadroom;
        bytes -= fromHeadroom;
    }
    m_poolUsedBytes -= GetPoolShare(in.ingressBytes - in.headroomBytes, bytes);
}

bool
SharedBuffer::DoTrims() const
{
    return !m_trimQueueTime.IsZero();
}

bool
SharedBuffer::DoMayResume(const Account& in) const
{
    return in.headroomBytes == 0 &&
           (in.ingressBytes == 0 ||
            in.ingressBytes + m_xonOffsetBytes <= Threshold(m_poolUsedBytes, in.alphaFactor));
}

} // namespace ns3
