// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pinned-ports.h"

#include "ns3/fabric-channel.h"
#include "ns3/random-draws.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr int64_t NEVER = INT64_MAX;

FabricChannel&
GetLink(const RdmaNic& nic)
{
    return static_cast<FabricChannel&>(*nic.GetPort().GetChannel());
}

} // namespace

class PinnedPorts::Listener final : public PacketSource
{
  public:
    explicit Listener(PacketSource& source)
        : m_source(source)
    {
    }

    bool CanSend() const override
    {
        return false;
    }

    FabricPacketPtr MakeNextPacket(int64_t /* nowPs */) override
    {
        return nullptr;
    }

    void Receive(FabricPacket& packet) override
    {
        m_source.Receive(packet);
    }

    void ReceiveTrimmed(FabricPacket& packet) override
    {
        m_source.ReceiveTrimmed(packet);
    }

    bool GoesToMemory(const FabricPacket& packet) override
    {
        return m_source.GoesToMemory(packet);
    }

  private:
    PacketSource& m_source;
};

PinnedPorts::PinnedPorts(Ends ends, uint32_t home, uint64_t draw, int64_t failoverPs)
    : m_ends(std::move(ends)),
      m_home(home),
      m_port(home),
      m_draw(draw),
      m_failoverPs(failoverPs),
      m_dues(m_ends.near.size(), NEVER),
      m_look(MakeFabricEvent<PinnedPorts, &PinnedPorts::Look>(this))
{
    m_look->SetContext(m_ends.near.front()->GetPort().GetNode()->GetId());
    for (uint32_t port = 0; port < m_ends.near.size(); ++port)
    {
        LinkWatchers::Add(GetLink(*m_ends.near[port]), *this);
        LinkWatchers::Add(GetLink(*m_ends.far[port]), *this);
        m_live.push_back(IsLive(port));
    }
}

PinnedPorts::~PinnedPorts()
{
    m_look->Clear();
}

void
PinnedPorts::Prepare(const std::vector<RdmaNic*>& nics)
{
    HostNic::AlignNumbers({nics.begin(), nics.end()});
}

void
PinnedPorts::Add(RdmaQueuePair& queuePair)
{
    m_members.push_back({&queuePair, std::make_unique<Listener>(queuePair)});
    auto& listener = *m_members.back().listener;
    for (uint32_t port = 0; port < m_ends.near.size(); ++port)
    {
        if (port != m_home)
        {
            m_ends.near[port]->AddListener(listener);
        }
    }
    // With a link that is down from the start.
    m_port = Choose();
    if (m_port != m_home)
    {
        m_ends.near[m_home]->Move(queuePair, listener, *m_ends.near[m_port], *m_ends.far[m_port]);
    }
}

bool
PinnedPorts::IsLive(uint32_t port) const
{
    return !GetLink(*m_ends.near[port]).IsDown() && !GetLink(*m_ends.far[port]).IsDown();
}

void
PinnedPorts::OnLink(int64_t nowPs)
{
    for (uint32_t port = 0; port < m_dues.size(); ++port)
    {
        if (IsLive(port) != m_live[port] && m_dues[port] == NEVER)
        {
            m_dues[port] = nowPs + m_failoverPs;
        }
    }
    ScheduleLook();
}

void
PinnedPorts::ScheduleLook()
{
    const int64_t duePs = *std::min_element(m_dues.begin(), m_dues.end());
    if (duePs != NEVER)
    {
        m_look->Schedule(m_clock.ToTicks(duePs));
    }
}

void
PinnedPorts::Look()
{
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    for (uint32_t port = 0; port < m_dues.size(); ++port)
    {
        if (m_dues[port] <= nowPs)
        {
            m_dues[port] = NEVER;
            m_live[port] = IsLive(port);
        }
    }
    ScheduleLook();
    const uint32_t before = std::exchange(m_port, Choose());
    for (const auto& member : m_members)
    {
        if (m_port != before)
        {
            m_ends.near[before]->Move(*member.queuePair,
                                      *member.listener,
                                      *m_ends.near[m_port],
                                      *m_ends.far[m_port]);
        }
    }
}

uint32_t
PinnedPorts::Choose() const
{
    const auto live = static_cast<uint64_t>(std::count(m_live.begin(), m_live.end(), true));
    if (m_live[m_home] || live == 0)
    {
        return m_home;
    }
    uint64_t left = HashDraw(m_draw, m_home) % live;
    uint32_t port = 0;
    while (!m_live[port] || left-- > 0)
    {
        ++port;
    }
    return port;
}

} // namespace ns3
