// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lossless-audit.h"

#include "ns3/port-name.h"
#include "ns3/rank-link.h"

namespace ns3
{

namespace
{

/**
 * @return true if the packets sent by a port are known: ranks of ns-3's own simulators do not share
 *         them
 */
bool
IsKnown(const FabricNetDevice& port)
{
    return RankLink::GetActive() || IsOfThisRank(*port.GetNode());
}

} // namespace

LosslessAudit::LosslessAudit(const FabricParts& parts)
{
    for (std::size_t i = 0; i < parts.channels.size(); ++i)
    {
        CheckChannel(*parts.channels[i], i);
        m_linkFailed = m_linkFailed || parts.channels[i]->HasFailed();
    }
    for (const auto& fabricSwitch : parts.switches)
    {
        CheckSwitch(*fabricSwitch);
    }
    for (const auto& nic : parts.nics)
    {
        const bool isHere = IsOfThisRank(*nic->GetPort().GetNode());
        m_atRest = m_atRest && (!isHere || nic->GetPort().GetBacklog() == 0);
        if (isHere && nic->GetReceiveStage())
        {
            CheckReceiver(nic->GetPort(), *nic->GetReceiveStage());
        }
    }
    m_atRest = !RankLink::Any(!m_atRest);
    if (!m_atRest)
    {
        return;
    }
    for (const auto& channel : parts.channels)
    {
        for (std::size_t side = 0; side < channel->GetNDevices(); ++side)
        {
            const auto port = StaticCast<FabricNetDevice>(channel->GetDevice(side));
            if (IsOfThisRank(*port->GetNode()) && IsKnown(*port->GetPeer()))
            {
                CheckCredits(*port);
            }
        }
    }
}

void
LosslessAudit::CheckChannel(const FabricChannel& channel, std::size_t index)
{
    for (uint32_t side : {0U, 1U})
    {
        const auto sender = StaticCast<FabricNetDevice>(channel.GetDevice(side));
        if (!IsOfThisRank(*channel.GetDevice(1 - side)->GetNode()) || !IsKnown(*sender))
        {
            continue; // the receiving process knows
        }
        const auto& counters = channel.GetCounters(side);
        const uint64_t inFlight = channel.GetInFlight(side);
        m_atRest = m_atRest && inFlight == 0 && channel.GetAwaited(side) == 0;
        const uint64_t endedPackets =
            counters.receivedPackets + counters.discardedPackets + counters.lostPackets;
        const uint64_t endedBytes =
            counters.receivedBytes + counters.discardedBytes + counters.lostBytes;
        if (counters.sentPackets != endedPackets + inFlight ||
            (inFlight == 0 && counters.sentBytes != endedBytes))
        {
            m_violations.push_back(
                "link " + std::to_string(index) + " side " + std::to_string(side) + ": " +
                std::to_string(counters.sentPackets) + " packets sent, " +
                std::to_string(counters.receivedPackets) + " received, " +
                std::to_string(counters.discardedPackets) + " discarded to be sent again, " +
                std::to_string(counters.lostPackets) + " lost, " + std::to_string(inFlight) +
                " in flight");
        }
    }
}

void
LosslessAudit::CheckSwitch(const FabricSwitch& fabricSwitch)
{
    const auto& ports = fabricSwitch.GetPorts();
    if (!ports.empty() && !IsOfThisRank(*ports.front()->GetNode()))
    {
        return;
    }
    const SwitchBuffer& buffer = fabricSwitch.GetBuffer();
    uint64_t ingressBytes = 0;
    uint64_t egressBytes = 0;
    uint64_t queuedBytes = fabricSwitch.GetHeldBytes();
    for (const auto& port : ports)
    {
        if (const auto* incomplete = fabricSwitch.GetIncomplete(port->GetPortNumber()))
        {
            queuedBytes += buffer.GetChargedBytes(incomplete->frameBytes);
        }
        const auto& needs = buffer.GetNeeds(port->GetPortNumber());
        for (uint8_t lane = 0; lane < port->GetLaneCount(); ++lane)
        {
            const auto& account = buffer.GetAccount(port->GetPortNumber(), lane);
            const bool lossless = needs.lossless >> lane & 1;
            const std::string place = PortName(*port) + " priority " + std::to_string(lane) + ": ";
            ingressBytes += account.ingressBytes;
            egressBytes += account.egressBytes;
            // Packets for the next hop only were made here, and wait in a memory of their own.
            port->GetQueue(lane).ForEach([&](const FabricPacket& packet) {
                const bool ofEngine = !IsForwarded(packet.kind);
                queuedBytes += ofEngine ? 0 : buffer.GetChargedBytes(packet.frameBytes);
                m_atRest = m_atRest && !ofEngine;
            });
            const Loss loss{place, lossless, needs.reservedBytes};
            AddLosses(loss, account.drops, "dropped");
            AddLosses(loss, account.trims, "trimmed");
            if (lossless && account.headroomPeakBytes > needs.reservedBytes)
            {
                m_violations.push_back(place + "headroom of " +
                                       std::to_string(needs.reservedBytes) + " B held " +
                                       std::to_string(account.headroomPeakBytes) + " B");
            }
        }
    }
    if (ingressBytes != egressBytes || egressBytes != queuedBytes ||
        queuedBytes != buffer.GetUsedBytes())
    {
        m_violations.push_back("node " + std::to_string(ports.front()->GetNode()->GetId()) + ": " +
                               std::to_string(buffer.GetUsedBytes()) + " B in the buffer, " +
                               std::to_string(ingressBytes) + " B by ingress, " +
                               std::to_string(egressBytes) + " B by egress, " +
                               std::to_string(queuedBytes) + " B in queues");
    }
    m_atRest = m_atRest && queuedBytes == 0;
}

void
LosslessAudit::CheckReceiver(const FabricNetDevice& port, const ReceiveStage& stage)
{
    m_atRest = m_atRest && stage.GetHeldBytes() == 0;
    const auto& flowControl = port.GetFlowControl();
    for (uint8_t lane = 0; lane < port.GetLaneCount(); ++lane)
    {
        const std::string place = PortName(port) + " priority " + std::to_string(lane) + ": ";
        const Loss loss{place, flowControl.IsLossless(lane), stage.GetHeadroomBytes()};
        AddLosses(loss, stage.GetDrops(lane), "dropped");
        AddLosses(loss, stage.GetTrims(lane), "trimmed");
    }
}

/** Lists the packets that one lane of one port lost, or whose payload it lost. */
void
LosslessAudit::AddLosses(const Loss& loss, const DropCounts& counts, const std::string& what)
{
    for (uint32_t number = 0; number < counts.GetSize(); ++number)
    {
        if (counts[number] == 0)
        {
            continue;
        }
        const auto reason = static_cast<DropReason>(number);
        const std::string line = loss.place + std::to_string(counts[number]) + " packets " + what +
                                 ", " + ToString(reason);
        const DropMeaning meaning = GetMeaning(reason);
        if (meaning == DropMeaning::RULE || (meaning == DropMeaning::OUTAGE && m_linkFailed))
        {
            m_watchdogDrops.push_back(line);
        }
        else
        {
            (loss.lossless ? m_violations : m_lossyDrops)
                .push_back(line + " (" + std::to_string(loss.reservedBytes) + " B reserved)");
        }
    }
}

void
LosslessAudit::CheckCredits(const FabricNetDevice& port)
{
    for (const auto& problem : port.GetFlowControl().Audit())
    {
        m_violations.push_back(PortName(port) + " " + problem);
    }
}

} // namespace ns3
