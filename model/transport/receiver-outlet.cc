// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "receiver-outlet.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReceiverOutlet");

ReceiverOutlet::ReceiverOutlet(Ptr<CongestionReceiver> receiver,
                               const std::vector<PacketSource*>& sources,
                               uint32_t first,
                               uint32_t node,
                               const std::unique_ptr<ReceiveStage>& stage)
    : m_receiver(receiver),
      m_sources(sources),
      m_first(first),
      m_stage(stage),
      m_alarm(MakeFabricEvent<ReceiverOutlet, &ReceiverOutlet::Ring>(this))
{
    NS_LOG_FUNCTION(this << receiver << node);
    m_alarm->SetContext(node);
}

ReceiverOutlet::~ReceiverOutlet()
{
    NS_LOG_FUNCTION(this);
    m_alarm->Clear();
    m_receiver->Dispose();
}

void
ReceiverOutlet::SendControl(uint32_t flow, uint64_t value, int64_t nowPs)
{
    if (flow - m_first < m_sources.size())
    {
        m_sources[flow - m_first]->SendControl(value, nowPs);
    }
}

void
ReceiverOutlet::SetAlarm(int64_t duePs)
{
    m_duePs = duePs;
    if (duePs == NEVER_PS)
    {
        m_alarm->Clear();
    }
    else
    {
        m_alarm->Schedule(m_clock.ToTicks(duePs));
    }
}

void
ReceiverOutlet::Ring()
{
    m_receiver->Advance(m_duePs);
}

} // namespace ns3
