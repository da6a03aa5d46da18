// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_PACKET_MAKER_H
#define AI_FABRIC_RDMA_PACKET_MAKER_H

#include "rdma-framing.h"

#include "ns3/congestion-field.h"
#include "ns3/fabric-packet.h"
#include "ns3/flow-entropy.h"
#include "ns3/rdma-header.h"
#include "ns3/sl-to-vl-map.h"
#include "ns3/telemetry-digest.h"
#include "ns3/telemetry-stack.h"
#include "ns3/telemetry-tag.h"

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Makes the packets of a queue pair: fills in addresses, service class and lengths.
 */
class RdmaPacketMaker
{
  public:
    /** Common fields of all packets of a queue pair. */
    struct Settings
    {
        const RdmaFraming* framing{nullptr}; //!< must outlive the queue pair
        uint32_t host{0};                    //!< host index of the sender
        uint32_t number{0};                  //!< number of the sending queue pair
        uint32_t peerHost{0};                //!< host index of the receiver
        uint32_t peerNumber{0};              //!< number of the receiving queue pair
        uint32_t entropy{0};                 //!< FlowEntropy(); for datagrams the UDP source port
        ServiceClass service{}; //!< class of data, and of answers in the class of the data
        TelemetryKind telemetry{TelemetryKind::NONE}; //!< telemetry that data packets collect
        uint8_t telemetryRoom{0}; //!< room for it: hops of a stack, bytes of a digest
    };

    /** @param settings settings of packets made from now on */
    void SetSettings(const Settings& settings)
    {
        m_settings = settings;
    }

    /** @return the present settings */
    const Settings& GetSettings() const
    {
        return m_settings;
    }

    /**
     * @param kind telemetry that data packets collect from now on
     * @param room room for it: hops of a stack, bytes of a digest
     */
    void SetTelemetry(TelemetryKind kind, uint8_t room)
    {
        m_settings.telemetry = kind;
        m_settings.telemetryRoom = room;
    }

    /**
     * Sets both hosts of packets made from now on, which keep their UDP source port.
     *
     * @param host host index of the sender
     * @param peerHost host index of the receiver
     */
    void SetHosts(uint32_t host, uint32_t peerHost)
    {
        const uint16_t port =
            UdpSourcePortOf(m_settings.host, m_settings.peerHost, m_settings.entropy);
        m_settings.host = host;
        m_settings.peerHost = peerHost;
        m_settings.entropy = FlowEntropy(host, peerHost, port);
    }

    /**
     * Sets the destination of packets made from now on.
     *
     * @param host host index of the destination
     * @param number number of the queue pair there
     */
    void SetPeer(uint32_t host, uint32_t number)
    {
        m_settings.peerHost = host;
        m_settings.peerNumber = number;
    }

    /**
     * @param opcode opcode of the packet
     * @param service service class of the packet
     * @return packet without length
     */
    FabricPacketPtr Make(RdmaOpcode opcode, const ServiceClass& service) const
    {
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->sourceHost = m_settings.host;
        packet->destHost = m_settings.peerHost;
        packet->entropy = m_settings.entropy;
        packet->lane = service.lane;
        packet->serviceLevel = service.level;
        packet->dscp = service.dscp;
        packet->destEndpoint = m_settings.peerNumber;
        packet->As<RdmaHeader>().opcode = opcode;
        return packet;
    }

    /**
     * @param opcode opcode of the packet
     * @param payloadBytes payload of the packet
     * @param nowPs current time, in ps
     * @return packet of a message, with its length
     */
    FabricPacketPtr MakeData(RdmaOpcode opcode, uint32_t payloadBytes, int64_t nowPs) const
    {
        FabricPacketPtr packet = Make(opcode, m_settings.service);
        packet->readyPs = nowPs;
        packet->sentPs = nowPs;
        packet->payloadBytes = payloadBytes;
        packet->ecn = EcnCodepoint::ECT;
        if (m_settings.telemetry != TelemetryKind::NONE && payloadBytes > 0)
        {
            AddTelemetry(*packet);
        }
        SetLength(*packet);
        return packet;
    }

    /**
     * Sets the lengths of a packet.
     *
     * @param packet packet with opcode, payload and extras
     */
    void SetLength(FabricPacket& packet) const
    {
        packet.frameBytes =
            m_settings.framing->GetFrameBytes(packet.As<RdmaHeader>().opcode, packet.payloadBytes) +
            (packet.telemetry != TelemetryKind::NONE
                 ? static_cast<const PacketTelemetry&>(*packet.extras).GetWireBytes()
                 : 0);
        packet.wireBytes = packet.frameBytes + m_settings.framing->GetGapBytes();
    }

    /**
     * Adds a congestion field to a packet.
     *
     * @param packet packet whose length is set; the field makes it longer
     * @param value value of the field
     */
    static void AddField(FabricPacket& packet, uint64_t value)
    {
        packet.extras = std::make_unique<CongestionField>(value);
        packet.frameBytes += CongestionField::WIRE_BYTES;
        packet.wireBytes += CongestionField::WIRE_BYTES;
    }

    /**
     * @param opcode RTT_REQUEST or RTT_RESPONSE
     * @param service service class of the packet
     * @param sentPs time of the probe, in ps
     * @param nowPs current time, in ps
     * @return probe of the round trip, or answer to a probe
     */
    FabricPacketPtr MakeProbe(RdmaOpcode opcode,
                              const ServiceClass& service,
                              int64_t sentPs,
                              int64_t nowPs) const
    {
        FabricPacketPtr packet = Make(opcode, service);
        packet->readyPs = nowPs;
        packet->sentPs = sentPs;
        packet->frameBytes = m_settings.framing->GetFrameBytes(opcode, CongestionField::WIRE_BYTES);
        packet->wireBytes = packet->frameBytes + m_settings.framing->GetGapBytes();
        packet->extras = std::make_unique<CongestionField>(static_cast<uint64_t>(sentPs));
        return packet;
    }

    /**
     * @param packet result of MakeProbe()
     * @return time of the probe, in ps
     */
    static int64_t GetProbeSentPs(const FabricPacket& packet)
    {
        return static_cast<int64_t>(static_cast<const CongestionField&>(*packet.extras).value);
    }

  private:
    /** Not inlined, as few queue pairs collect telemetry. */
    [[gnu::noinline]] void AddTelemetry(FabricPacket& packet) const
    {
        packet.telemetry = m_settings.telemetry;
        if (m_settings.telemetry == TelemetryKind::STACK)
        {
            packet.extras = std::make_unique<TelemetryStack>(m_settings.telemetryRoom);
        }
        else if (m_settings.telemetry == TelemetryKind::TAG)
        {
            packet.extras = std::make_unique<TelemetryTag>(m_settings.number);
        }
        else
        {
            packet.extras = std::make_unique<TelemetryDigest>(m_settings.telemetryRoom);
        }
    }

    Settings m_settings;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_PACKET_MAKER_H
