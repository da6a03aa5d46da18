// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LONE_SWITCH_TEST_H
#define AI_FABRIC_LONE_SWITCH_TEST_H

#include "fabric-test.h"
#include "port-pair.h"

#include "ns3/boolean.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-switch.h"
#include "ns3/rdma-header.h"
#include "ns3/red-marker.h"
#include "ns3/shared-buffer.h"
#include "ns3/telemetry-stack.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ns3
{

/** A switch with a recorder at the end of each of its wires; recorder n is host n. */
class LoneSwitchTest : public FabricTest
{
  protected:
    static constexpr uint64_t RATE = 100'000'000'000; // 1000 B take 80 ns
    static constexpr int64_t DELAY_PS = 100'000;      //!< of each wire
    static constexpr int64_t LATENCY_PS = 400'000;    //!< of the switch

    ~LoneSwitchTest() override
    {
        Simulator::Destroy();
        for (const auto& channel : m_channels)
        {
            channel->Dispose();
        }
    }

    template <typename FlowControl>
    void Build(uint32_t hosts,
               Ptr<SwitchBuffer> buffer,
               bool cutThrough = false,
               uint64_t headroomBytes = 0)
    {
        const auto node = CreateObject<Node>();
        m_switch = CreateObject<FabricSwitch>();
        m_switch->SetAttribute("CutThrough", BooleanValue(cutThrough));
        m_switch->SetBuffer(buffer);
        m_switch->SetMarker(m_marker);
        m_switch->SetPathSelector(CreateObject<EcmpPathSelector>());
        node->AggregateObject(m_switch);
        m_owners.resize(hosts);
        std::vector<uint32_t> groupOfHost;
        std::vector<std::vector<uint16_t>> groups;
        for (uint16_t host = 0; host < hosts; ++host)
        {
            const auto inner = MakePort(nullptr, CreateObject<FlowControl>());
            const auto outer = MakePort(&m_owners[host], CreateObject<FlowControl>());
            if (headroomBytes)
            {
                inner->GetFlowControl().SetAttribute("HeadroomBytes", UintegerValue(headroomBytes));
            }
            m_switch->AddPort(inner);
            m_channels.push_back(ConnectPorts(outer, inner, RATE, DELAY_PS));
            m_ports.push_back(outer);
            groupOfHost.push_back(host);
            groups.push_back({host});
        }
        groupOfHost.push_back(hosts); // one host more, to which no port leads
        groups.emplace_back();
        m_switch->SetForwarding(groupOfHost, groups);
        for (uint16_t host = 0; host < hosts; ++host)
        {
            m_ports[host]->GetFlowControl().Start();
            m_switch->GetPorts()[host]->GetFlowControl().Start();
        }
        m_switch->Configure();
        m_switch->AssignStreams(5);
        m_switch->TraceConnectWithoutContext("Drop", MakeCallback(&LoneSwitchTest::Note, this));
    }

    /** Packets of 1000 B, which may be marked; PSNs count from 0 for each call. */
    void Send(uint32_t source, uint32_t dest, uint32_t packets, uint8_t priority = 3)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            auto packet = MakeDataPacket(NowPs(), 1'000, priority, i);
            packet->sourceHost = source;
            packet->destHost = dest;
            packet->ecn = EcnCodepoint::ECT;
            m_ports[source]->Enqueue(std::move(packet));
        }
    }

    /** One packet of 1000 B from each of three hosts to host 3, 10 ns apart; PSN is the host. */
    void SendThree(bool telemetry = false)
    {
        for (uint32_t host : {0U, 1U, 2U})
        {
            AtPs(host * 10'000, [this, host, telemetry] {
                auto packet = MakeDataPacket(NowPs(), 1'000, 3, host);
                packet->destHost = 3;
                packet->ecn = EcnCodepoint::ECT;
                if (telemetry)
                {
                    packet->telemetry = TelemetryKind::STACK;
                    packet->extras = std::make_unique<TelemetryStack>();
                }
                m_ports[host]->Enqueue(std::move(packet));
            });
        }
        m_switch->GetPorts()[3]->TraceConnectWithoutContext(
            "Transmit",
            MakeCallback(&LoneSwitchTest::NoteTransmit, this));
    }

    /** What leaves the switch. */
    void NoteTransmit(const FabricPacket& packet, int64_t)
    {
        if (packet.ecn == EcnCodepoint::CE)
        {
            m_marked.push_back(packet.As<RdmaHeader>().psn);
        }
        if (packet.extras)
        {
            m_stacks.push_back(static_cast<const TelemetryStack&>(*packet.extras));
        }
    }

    /** The switch has dropped a packet. */
    void Note(const FabricPacket&, DropReason reason)
    {
        m_drops.push_back(reason);
    }

    /** @return of all ports and priorities, as the buffer counts */
    uint64_t CountDrops(DropReason reason) const
    {
        uint64_t drops = 0;
        for (uint16_t port = 0; port < m_ports.size(); ++port)
        {
            for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
            {
                drops += m_switch->GetBuffer()
                             .GetAccount(port, priority)
                             .drops[static_cast<uint32_t>(reason)];
            }
        }
        return drops;
    }

    Ptr<EcnMarker> m_marker{CreateObject<RedMarker>()};
    Ptr<FabricSwitch> m_switch;
    std::vector<RecordingOwner> m_owners;       //!< recorders, by host
    std::vector<Ptr<FabricNetDevice>> m_ports;  //!< of the hosts
    std::vector<Ptr<FabricChannel>> m_channels; //!< by host
    std::vector<DropReason> m_drops;      //!< of every packet that the switch dropped, in order
    std::vector<uint32_t> m_marked;       //!< PSNs of SendThree(), as they leave
    std::vector<TelemetryStack> m_stacks; //!< of SendThree(), as they leave
};

/** @param sizeBytes of its memory @return a shared buffer */
inline Ptr<SharedBuffer>
MakeSharedBuffer(uint64_t sizeBytes)
{
    const auto buffer = CreateObject<SharedBuffer>();
    buffer->SetAttribute("SizeBytes", UintegerValue(sizeBytes));
    return buffer;
}

} // namespace ns3

#endif // AI_FABRIC_LONE_SWITCH_TEST_H
