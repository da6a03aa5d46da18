// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "notification-point.h"

#include "ns3/log.h"
#include "ns3/rdma-header.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("NotificationPoint");

bool
NotificationPoint::DecideCnp(int64_t nowPs, bool acknowledged)
{
    m_seen = m_settings.echoes;
    int64_t& nextPs = m_settings.nextPs ? *m_settings.nextPs : m_nextPs;
    if ((m_settings.onAck && acknowledged) || nowPs < nextPs || !m_settings.sendsCnps)
    {
        return false;
    }
    nextPs = nowPs + m_settings.intervalPs;
    return true;
}

void
NotificationPoint::HandleMark(const FabricPacket& packet)
{
    const auto& transport = packet.As<RdmaHeader>();
    if (m_settings.datagram)
    {
        m_settings.packets->SetPeer(packet.sourceHost, transport.sourceQp);
    }
    if (DecideCnp(packet.readyPs, IsRequest(transport.opcode)))
    {
        const RdmaPacketMaker::Settings& ends = m_settings.packets->GetSettings();
        NS_LOG_LOGIC("host " << ends.host << " -> host " << ends.peerHost << " queue pair "
                             << ends.number << ": sends a CNP");
        ++m_settings.counters->cnpsSent;
        m_settings.outlet->Enqueue(MakeCnp(packet.readyPs));
    }
}

/** @return CNP, or the packet of a control value without its field */
FabricPacketPtr
NotificationPoint::MakeCnp(int64_t nowPs) const
{
    const RdmaPacketMaker& packets = *m_settings.packets;
    FabricPacketPtr cnp =
        packets.Make(packets.GetSettings().framing->GetCnpOpcode(), m_settings.service);
    cnp->readyPs = nowPs;
    cnp->As<RdmaHeader>().becn = true;
    packets.SetLength(*cnp);
    return cnp;
}

void
NotificationPoint::HandleArrival(const FabricPacket& packet, CongestionReceiver& receiver) const
{
    const auto& transport = packet.As<RdmaHeader>();
    if (IsReadResponse(transport.opcode))
    {
        return;
    }
    const bool says = transport.opcode == RdmaOpcode::WRITE_FIRST ||
                      transport.opcode == RdmaOpcode::WRITE_ONLY ||
                      transport.opcode == RdmaOpcode::WRITE_ONLY_IMM;
    receiver.NotifyArrival({packet.readyPs,
                            says ? transport.length : 0,
                            m_settings.packets->GetSettings().number,
                            transport.psn,
                            packet.payloadBytes,
                            packet.wireBytes,
                            packet.entropy,
                            packet.ecn == EcnCodepoint::CE});
}

void
NotificationPoint::SendControl(uint64_t value, int64_t nowPs) const
{
    FabricPacketPtr control = MakeCnp(nowPs);
    RdmaPacketMaker::AddField(*control, value);
    m_settings.outlet->Enqueue(std::move(control));
}

} // namespace ns3
