// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "notification-outlet.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

NotificationOutlet::NotificationOutlet(PacketOutlet& outlet)
    : m_outlet(outlet)
{
}

NotificationOutlet::~NotificationOutlet()
{
    Clear();
}

void
NotificationOutlet::Clear()
{
    m_making.Clear();
    if (m_made)
    {
        m_made->Clear();
    }
}

void
NotificationOutlet::Attach(uint32_t node)
{
    m_scope = ParseScope(m_scopeName);
    m_node = node;
    m_attached = true;
}

void
NotificationOutlet::SetScope(std::string name)
{
    if (m_attached) // earlier, an exception would make ObjectFactory leak the object
    {
        m_scope = ParseScope(name);
    }
    m_scopeName = std::move(name);
}

NotificationOutlet::Scope
NotificationOutlet::ParseScope(const std::string& name)
{
    const std::array<std::string, 3> names = {"queue-pair", "host", "port"}; // order of Scope
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
    {
        throw InputError("RdmaNic CnpScope: is \"" + name +
                         "\"; expected queue-pair, host or port");
    }
    return static_cast<Scope>(found - names.begin());
}

int64_t*
NotificationOutlet::GetClock(uint32_t host)
{
    return m_scope == Scope::QUEUE_PAIR ? nullptr
                                        : &m_clocks[m_scope == Scope::PORT ? ALL_HOSTS : host];
}

int64_t*
NotificationOutlet::GetClockOfAnyHost()
{
    return m_scope == Scope::PORT ? &m_clocks[ALL_HOSTS] : nullptr;
}

void
NotificationOutlet::Enqueue(FabricPacketPtr&& packet)
{
    if (m_delay.IsZero() && m_making.IsEmpty())
    {
        m_outlet.Enqueue(std::move(packet));
        return;
    }
    m_lastPs = std::max(m_lastPs, packet->readyPs + m_clock.ToPs(m_delay.GetTimeStep()));
    packet->readyPs = m_lastPs;
    if (!m_made)
    {
        m_made = MakeFabricEvent<NotificationOutlet, &NotificationOutlet::OnMade>(this);
        m_made->SetContext(m_node);
    }
    if (m_making.IsEmpty())
    {
        m_made->Schedule(m_clock.ToTicks(m_lastPs));
    }
    m_making.Push(std::move(packet));
}

void
NotificationOutlet::OnMade()
{
    FabricPacketPtr packet = m_making.Pop();
    if (!m_making.IsEmpty())
    {
        m_made->Schedule(m_clock.ToTicks(m_making.Front().readyPs));
    }
    m_outlet.Enqueue(std::move(packet));
}

} // namespace ns3
