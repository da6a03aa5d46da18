// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "head-of-queue-lifetime.h"

#include "ns3/credit-flow-control.h"
#include "ns3/log.h"
#include "ns3/port-name.h"
#include "ns3/switch-context.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("HeadOfQueueLifetime");

NS_OBJECT_ENSURE_REGISTERED(HeadOfQueueLifetime);

namespace
{

/**
 * Visits the packets that may be sent next from a queue, without changing the queue.
 *
 * @param port port of the queue
 * @param lane lane of the queue
 * @param action is called with the first packet, or with an InputArbiter with the first of each
 * input
 */
template <typename Action>
void
ForEachHead(const FabricNetDevice& port, uint8_t lane, Action action)
{
    const PacketFifo& queue = port.GetQueue(lane);
    const auto arbiter = port.GetInputArbiter();
    if (queue.IsEmpty())
    {
        return;
    }
    if (!arbiter)
    {
        action(queue.Front());
        return;
    }
    for (const FabricPacket& head : arbiter->GetContenders(queue))
    {
        action(head);
    }
}

} // namespace

TypeId
HeadOfQueueLifetime::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HeadOfQueueLifetime")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<HeadOfQueueLifetime>()
            .AddAttribute(
                "HoqLife",
                "Exponent n: a packet may be first without credits for 4.096 us * 2^n, at ports "
                "to switches; 20 or more: forever. opensm: 18, 1.07 s.",
                UintegerValue(18),
                ReadOnce(MakeUintegerAccessor(&HeadOfQueueLifetime::m_life)),
                MakeUintegerChecker<uint32_t>(0, 31))
            .AddAttribute("LeafHoqLife",
                          "HoqLife of ports to hosts. opensm: 16, 0.27 s.",
                          UintegerValue(16),
                          ReadOnce(MakeUintegerAccessor(&HeadOfQueueLifetime::m_leafLife)),
                          MakeUintegerChecker<uint32_t>(0, 31))
            .AddAttribute("VlStallCount",
                          "After this many drops in a row a lane drops every packet for eight "
                          "lifetimes; 0: never. opensm: 7.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&HeadOfQueueLifetime::m_stallCount),
                          MakeUintegerChecker<uint32_t>(0, 7))
            .AddTraceSource("Stall",
                            "A stall of a lane begins or ends.",
                            MakeTraceSourceAccessor(&HeadOfQueueLifetime::m_stallTrace),
                            "ns3::HeadOfQueueLifetime::StallTracedCallback");
    return tid;
}

HeadOfQueueLifetime::HeadOfQueueLifetime()
    : m_look(MakeFabricEvent<HeadOfQueueLifetime, &HeadOfQueueLifetime::Look>(this))
{
    NS_LOG_FUNCTION(this);
}

HeadOfQueueLifetime::~HeadOfQueueLifetime()
{
    NS_LOG_FUNCTION(this);
    m_look->Clear();
}

void
HeadOfQueueLifetime::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_look->Clear();
    m_ports.clear();
    m_switch = nullptr;
    Object::DoDispose();
}

bool
HeadOfQueueLifetime::Start(SwitchContext& context)
{
    NS_LOG_FUNCTION(this);
    NotifyRead("its switch was configured");
    bool any = false;
    m_switch = &context;
    for (const auto& device : context.GetPorts())
    {
        Port port;
        const bool leaf = SwitchContext::LeadsToHost(*device);
        const uint32_t life = leaf ? m_leafLife : m_life;
        if (life <= LONGEST_LIFE)
        {
            port.flowControl = dynamic_cast<CreditFlowControl*>(&device->GetFlowControl());
            port.lifePs = UNIT_PS << life;
        }
        if (port.flowControl)
        {
            port.flowControl->SetAlarm(m_look, port.lifePs);
            port.lanes.resize(device->GetLaneCount());
            any = true;
        }
        m_ports.push_back(port);
    }
    if (any)
    {
        m_look->SetContext(context.GetPorts().front()->GetNode()->GetId());
    }
    return any;
}

void
HeadOfQueueLifetime::Look()
{
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    int64_t nextPs = NEVER_PS;
    for (uint16_t number = 0; number < m_ports.size(); ++number)
    {
        if (!m_ports[number].flowControl)
        {
            continue;
        }
        const uint32_t backlog = m_switch->GetPorts()[number]->GetBacklog();
        for (uint32_t rest = backlog | m_ports[number].stalled; rest; rest &= rest - 1)
        {
            const auto vl = static_cast<uint8_t>(__builtin_ctz(rest));
            nextPs = std::min(nextPs, LookAt(number, vl, nowPs));
        }
    }
    if (nextPs != NEVER_PS)
    {
        const int64_t ticks = m_clock.ToTicks(nextPs);
        if (!m_look->IsPending() || ticks < m_look->GetDeadline())
        {
            m_look->Schedule(ticks);
        }
    }
}

/** @return time of the next check of this queue, in ps */
int64_t
HeadOfQueueLifetime::LookAt(uint16_t number, uint8_t vl, int64_t nowPs)
{
    Port& port = m_ports[number];
    Lane& lane = port.lanes[vl];
    if (IsStalled(number, vl))
    {
        if (nowPs < lane.stalledUntilPs)
        {
            return lane.stalledUntilPs;
        }
        SetStalled(number, vl, false, nowPs);
        return NEVER_PS;
    }
    if (!port.flowControl->IsBlocked(vl))
    {
        return NEVER_PS;
    }
    const FabricNetDevice& device = *m_switch->GetPorts()[number];
    const int64_t blockedPs = port.flowControl->GetBlockedSincePs(vl);
    const auto firstDue = [&] {
        int64_t sincePs = NEVER_PS;
        ForEachHead(device, vl, [&](const FabricPacket& head) {
            sincePs = std::min(sincePs, std::max(blockedPs, head.readyPs));
        });
        return sincePs == NEVER_PS ? NEVER_PS : sincePs + port.lifePs;
    };
    const int64_t duePs = firstDue();
    if (nowPs < duePs)
    {
        return duePs;
    }
    const uint32_t sentBlocks = port.flowControl->GetSentBlocks(vl);
    const uint32_t before = sentBlocks == lane.sentBlocks ? lane.dropsInSequence : 0;
    lane.dropsInSequence =
        before +
        m_switch->DropHeads(number, vl, nowPs - port.lifePs, DropReason::HOQ_LIFETIME, nowPs);
    lane.sentBlocks = sentBlocks;
    NS_LOG_INFO(PortName(device) << " lane " << +vl << ": first packets have had no credits since "
                                 << (nowPs - port.lifePs) / 1000 << " ns, " << lane.dropsInSequence
                                 << " drops in sequence");
    if (m_stallCount > 0 && lane.dropsInSequence >= m_stallCount)
    {
        lane.dropsInSequence = 0;
        lane.stalledUntilPs = nowPs + 8 * port.lifePs;
        SetStalled(number, vl, true, nowPs);
        return lane.stalledUntilPs;
    }
    if (device.GetQueue(vl).IsEmpty())
    {
        port.flowControl->EndBlock(vl, nowPs);
    }
    return port.flowControl->IsBlocked(vl) ? firstDue() : NEVER_PS;
}

void
HeadOfQueueLifetime::SetStalled(uint16_t number, uint8_t vl, bool stalled, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << number << +vl << stalled << nowPs);
    NS_LOG_WARN(PortName(*m_switch->GetPorts()[number])
                << " lane " << +vl << (stalled ? ": stalls, drops everything" : ": is let go"));
    m_ports[number].stalled ^= 1U << vl;
    m_stalls += stalled;
    m_switch->SetDiscard(number, vl, stalled ? DropReason::VL_STALL : DropReason::NONE, nowPs);
    if (stalled)
    {
        m_ports[number].flowControl->EndBlock(vl, nowPs);
    }
    if (!m_stallTrace.IsEmpty())
    {
        m_stallTrace(number, vl, stalled, nowPs);
    }
}

} // namespace ns3
