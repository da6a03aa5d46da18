// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sue-codec.h"

#include "packed-packets.h"

#include "ns3/crc32.h"
#include "ns3/ethernet-frame.h"
#include "ns3/flow-entropy.h"
#include "ns3/foreign-frame.h"
#include "ns3/ip-headers.h"
#include "ns3/rdma-header.h"
#include "ns3/rdma-wire.h"
#include "ns3/udp-frame-codec.h"

namespace ns3
{

namespace
{

constexpr uint32_t ESUN_BYTES = 4;
constexpr uint32_t XPU_MASK = 0x3ff;
constexpr uint32_t CHANNEL_MASK = 3;
constexpr uint32_t PSN_BITS = 0xffff;

/** Values of RH. */
struct Reliability
{
    uint32_t opcode{0};
    uint32_t psn{0};
    uint32_t acknowledged{0};
};

void
AddTo(Reliability& reliability, const FabricPacket& packet)
{
    const auto& header = packet.As<RdmaHeader>();
    if (header.opcode == RdmaOpcode::ACKNOWLEDGE)
    {
        reliability.acknowledged = header.psn & PSN_BITS;
        reliability.opcode = (header.syndrome & SYNDROME_KIND_MASK) == SYNDROME_KIND_ACK ? 0 : 1;
    }
}

Reliability
GetReliability(const FabricPacket& packet)
{
    Reliability reliability;
    if (packet.As<RdmaHeader>().opcode != RdmaOpcode::ACKNOWLEDGE)
    {
        reliability.psn = packet.As<RdmaHeader>().psn & PSN_BITS;
    }
    AddTo(reliability, packet);
    if (const auto* packed = dynamic_cast<const PackedPackets*>(packet.extras.get()))
    {
        for (const auto& other : packed->others)
        {
            AddTo(reliability, *other);
        }
    }
    return reliability;
}

} // namespace

SueCodec::SueCodec(Header header, bool reliability)
    : m_header(header),
      m_reliability(reliability)
{
}

uint32_t
SueCodec::DoGetDataLinkType() const
{
    return ETHERNET_LINK_TYPE;
}

uint32_t
SueCodec::DoGetLeastFrameBytes() const
{
    return LEAST_FRAME_BYTES;
}

void
SueCodec::WriteHeader(const FabricPacket& packet, std::vector<uint8_t>& frame) const
{
    WireWriter out(frame);
    const FrameEnds hosts{HostMac(packet.sourceHost), HostMac(packet.destHost)};
    switch (m_header)
    {
    case Header::UDP: {
        const IpHeaders& ip = GetIpv4Headers();
        const uint32_t udpBytes = packet.frameBytes - ETHERNET_BYTES - ip.GetBytes() - FCS_BYTES;
        WriteEthernetHeader({hosts, {}, ip.GetEtherType()}, out);
        ip.Write(packet, udpBytes, frame);
        out.Put(UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy), 2);
        out.Put(uint32_t{UdpFrameCodec::OTHER_UDP_PORT} + packet.transport, 2);
        out.Put(udpBytes, 2);
        out.Put(0, 2); // no checksum
        break;
    }
    case Header::ESUN:
        WriteEthernetHeader({hosts, {}, ESUN_TYPE}, out);
        out.PutZeros(ESUN_BYTES);
        break;
    case Header::AFH:
        WriteEthernetHeader({hosts, {}, AFH_TYPE}, out);
        break;
    }
}

std::vector<uint8_t>
SueCodec::DoEncode(const FabricPacket& packet, const FrameEnds& /* ends */) const
{
    std::vector<uint8_t> frame;
    if (packet.kind != PacketKind::TRANSPORT || packet.transport != RDMA_TRANSPORT)
    {
        return frame;
    }
    frame.reserve(packet.frameBytes);
    WriteHeader(packet, frame);
    const std::size_t begin = frame.size();
    if (m_reliability)
    {
        const Reliability reliability = GetReliability(packet);
        WireWriter out(frame);
        out.Put(reliability.opcode << 12 | (packet.sourceHost & XPU_MASK), 2);
        out.Put(reliability.psn, 2);
        out.Put((packet.lane & CHANNEL_MASK) << 14, 2);
        out.Put(reliability.acknowledged, 2);
        frame.resize(packet.frameBytes - FCS_BYTES - R_CRC_BYTES);
        out.PutCrc(CRC32Calculate(frame.data() + begin, static_cast<int>(frame.size() - begin)));
    }
    frame.resize(packet.frameBytes - FCS_BYTES);
    CompleteEthernetFrame(frame);
    return frame;
}

FabricPacketPtr
SueCodec::DoDecode(const std::vector<uint8_t>& /* frame */) const
{
    return nullptr;
}

} // namespace ns3
