// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-bolt.h"

#include "ns3/bolt-tag.h"
#include "ns3/double.h"
#include "ns3/fabric-units.h"
#include "ns3/log.h"
#include "ns3/prepared-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RdmaBolt");

NS_OBJECT_ENSURE_REGISTERED(RdmaBolt);

static const CopiesAsNew<RdmaBolt> g_copiesRdmaBolt;

TypeId
RdmaBolt::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::Bolt")
            .SetParent<RdmaCongestionControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<RdmaBolt>()
            .AddAttribute("AdditiveIncrease",
                          "Packets that the window grows by per round trip.",
                          DoubleValue(1.0),
                          MakeDoubleAccessor(&RdmaBolt::m_additiveIncrease),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("MaxDecrease",
                          "Fraction of the window that a loss takes, and a notice if the window "
                          "is less than a packet.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&RdmaBolt::m_maxDecrease),
                          MakeDoubleChecker<double>(0.0, 1.0))
            .AddAttribute("MinWindow",
                          "Smallest window, in packets.",
                          DoubleValue(0.01),
                          MakeDoubleAccessor(&RdmaBolt::m_minWindow),
                          MakeDoubleChecker<double>(1e-6, 1.0))
            .AddAttribute("MaxWindow",
                          "Largest window, in bandwidth-delay products of the path, rounded up "
                          "to whole packets.",
                          DoubleValue(1.0),
                          ReadOnce(MakeDoubleAccessor(&RdmaBolt::m_maxWindow)),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("PacingGain",
                          "Rate, headers included, in windows of payload per round trip; 0: the "
                          "line rate.",
                          DoubleValue(1.25),
                          MakeDoubleAccessor(&RdmaBolt::m_pacingGain),
                          MakeDoubleChecker<double>(0.0))
            .AddAttribute("TargetQueueBytes",
                          "Queue in bytes that may remain in the switch; the excess reported by "
                          "the switch is drained.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RdmaBolt::m_targetQueueBytes),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

void
RdmaBolt::DoStart()
{
    NS_LOG_FUNCTION(this);
    const CongestionContext& context = GetContext();
    const auto bdpBytes = static_cast<double>(BytesInPs(context.baseRttPs, context.lineRatebps));
    m_mtuBytes = context.mtuBytes;
    m_maxBytes = std::max(std::ceil(m_maxWindow * bdpBytes / m_mtuBytes), 1.0) * m_mtuBytes;
    m_windowBytes = std::clamp(bdpBytes, m_mtuBytes, m_maxBytes);
    m_rttPs = 0;
    m_cutPs = context.nowPs;
    m_round = {};
    Publish(context.nowPs);
}

CongestionNeeds
RdmaBolt::DoGetNeeds() const
{
    CongestionNeeds needs;
    needs.tags = BoltTag::NAME;
    needs.acknowledgements = true;
    needs.ownNotifications = true; // switches send the notifications
    return needs;
}

uint64_t
RdmaBolt::DoMakeTag(int64_t /* nowPs */, uint64_t leftBytes)
{
    const bool first = m_rttPs == 0;
    const bool last = static_cast<double>(leftBytes) <= m_windowBytes;
    BoltTag tag;
    tag.flags = BoltTag::DATA | (first ? BoltTag::FIRST : 0) | (last ? BoltTag::LAST : 0) |
                (first || last ? 0 : BoltTag::INC);
    return tag.Pack();
}

void
RdmaBolt::DoNotifyAck(const AckEvent& event)
{
    const bool begins = m_rttPs == 0;
    m_rttPs = std::max<int64_t>(event.rttPs, 1);
    const BoltTag tag = BoltTag::Unpack(event.field);
    if (tag.Has(BoltTag::DEC) && !tag.Has(BoltTag::TOLD))
    {
        SlowDown({event.nowPs, event.rttPs, event.field});
    }
    if (m_round.Update(event) || begins)
    {
        m_windowBytes += m_additiveIncrease * m_mtuBytes;
    }
    if (tag.Has(BoltTag::INC))
    {
        m_windowBytes += m_mtuBytes;
    }
    Publish(event.nowPs);
    if (event.inflightBytes == 0 && event.applicationLimited)
    {
        m_rttPs = 0;
    }
}

void
RdmaBolt::DoNotifyNotice(const SwitchNotice& notice)
{
    SlowDown(notice);
    Publish(notice.nowPs);
}

/** @return true if the reported queue asks for another packet less by now */
bool
RdmaBolt::MaySlowDown(const SwitchNotice& notice) const
{
    const BoltTag tag = BoltTag::Unpack(notice.value);
    if (tag.queueBytes <= m_targetQueueBytes || tag.ratebps == 0)
    {
        return false;
    }
    const double ratebps = m_rttPs > 0 ? m_windowBytes * 8 * PS_PER_SECOND / m_rttPs
                                       : static_cast<double>(GetContext().lineRatebps);
    const double packets = static_cast<double>(tag.queueBytes - m_targetQueueBytes) / m_mtuBytes;
    const double share = ratebps / static_cast<double>(tag.ratebps);
    return static_cast<double>(notice.nowPs - m_cutPs) * packets * share >=
           static_cast<double>(notice.rttPs);
}

void
RdmaBolt::SlowDown(const SwitchNotice& notice)
{
    if (m_windowBytes <= m_mtuBytes)
    {
        m_windowBytes *= 1 - m_maxDecrease;
    }
    else if (MaySlowDown(notice))
    {
        m_windowBytes -= m_mtuBytes;
        m_cutPs = notice.nowPs;
    }
}

void
RdmaBolt::DoNotifyLoss(const LossEvent& event)
{
    if (event.nowPs - m_cutPs >= m_rttPs)
    {
        m_windowBytes *= 1 - m_maxDecrease;
        m_cutPs = event.nowPs;
    }
    Publish(event.nowPs);
}

void
RdmaBolt::Publish(int64_t nowPs)
{
    m_windowBytes = std::clamp(m_windowBytes, m_minWindow * m_mtuBytes, m_maxBytes);
    const double gain = m_windowBytes < m_mtuBytes ? 1 : m_pacingGain;
    if (gain > 0 && m_rttPs > 0)
    {
        SetPacedWindow(nowPs, gain * m_windowBytes, m_rttPs);
    }
    else
    {
        SetRate(nowPs, GetContext().lineRatebps);
    }
    SetWindow(static_cast<uint64_t>(std::max(m_windowBytes, m_mtuBytes)));
}

} // namespace ns3
