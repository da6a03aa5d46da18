// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mp-rdma.h"

#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MpRdma");

NS_OBJECT_ENSURE_REGISTERED(MpRdma);

static const CopiesAsNew<MpRdma> g_copiesMpRdma;

TypeId
MpRdma::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MpRdma")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<MpRdma>()
            .AddAttribute("InitialWindow",
                          "First window, in bandwidth-delay products.",
                          DoubleValue(1),
                          ReadOnce(MakeDoubleAccessor(&MpRdma::m_initialBdps)),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("MaxWindow",
                          "Largest window, in bandwidth-delay products.",
                          DoubleValue(1.5),
                          ReadOnce(MakeDoubleAccessor(&MpRdma::m_maxBdps)),
                          MakeDoubleChecker<double>(0.001))
            .AddAttribute("MarkDecrease",
                          "Decrease of the window by a mark, over the bytes acknowledged.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&MpRdma::m_markDecrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("LossDecrease",
                          "Decrease of the window by a loss, over the bytes lost.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&MpRdma::m_lossDecrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("OutOfOrderPackets",
                          "Packets by which an arrival may be below the highest one; a later "
                          "packet shrinks the window, which prunes its slow path. 0: no path is "
                          "pruned.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&MpRdma::m_outOfOrderPackets),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
MpRdma::DoStart()
{
    NS_LOG_FUNCTION(this);
    const CongestionContext& context = GetContext();
    m_mtu = context.mtuBytes;
    const double bdp = static_cast<double>(context.lineRatebps) *
                       static_cast<double>(context.baseRttPs) / (8.0 * PS_PER_SECOND);
    m_max = std::max(m_mtu, m_maxBdps * bdp);
    m_nextNumber = 0;
    m_highest = 0;
    m_pruned = 0;
    m_repeats.clear();
    SetWindowTo(m_initialBdps * bdp);
}

void
MpRdma::DoNotifySent(int64_t /* nowPs */, uint32_t /* wireBytes */)
{
    if (GetSentNumber() < m_nextNumber)
    {
        m_repeats.insert(GetSentNumber());
    }
    m_nextNumber = std::max(m_nextNumber, GetSentNumber() + 1);
}

bool
MpRdma::IsPruned(const AckEvent& event)
{
    const bool repeated = m_repeats.erase(event.number) > 0;
    m_highest = std::max(m_highest, event.number);
    return m_outOfOrderPackets > 0 && !repeated && event.number + m_outOfOrderPackets < m_highest;
}

void
MpRdma::DoNotifyAck(const AckEvent& event)
{
    if (event.ackedBytes == 0)
    {
        return;
    }
    const auto bytes = static_cast<double>(event.ackedBytes);
    double window =
        m_window + (event.congestionMarked ? -m_markDecrease * bytes : m_mtu * bytes / m_window);
    if (IsPruned(event))
    {
        ++m_pruned;
        window -= m_mtu;
    }
    SetWindowTo(window);
}

void
MpRdma::DoNotifyLoss(const LossEvent& event)
{
    const double bytes = event.bytes > 0 ? static_cast<double>(event.bytes) : m_mtu;
    SetWindowTo(m_window - m_lossDecrease * bytes);
}

CongestionNeeds
MpRdma::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.marks = true;
    needs.acknowledgements = true;
    return needs;
}

void
MpRdma::SetWindowTo(double window)
{
    m_window = std::clamp(window, m_mtu, m_max);
    SetWindow(static_cast<uint64_t>(m_window));
}

} // namespace ns3
