// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ip-headers.h"

#include "wire-cursor.h"

#include "ns3/crc32.h"
#include "ns3/flow-entropy.h"

namespace ns3
{

namespace
{

constexpr uint32_t VERSION_AND_LENGTH = 0x45;
constexpr uint32_t DO_NOT_FRAGMENT = 0x4000;
constexpr uint32_t TIME_TO_LIVE = 64;
constexpr uint32_t PROTOCOL_UDP = 17;
constexpr uint32_t PROTOCOL_OFFSET = 9;
constexpr uint32_t CHECKSUM_OFFSET = 10; // offset in the IPv4 header
constexpr uint32_t DSCP_SHIFT = 2;
constexpr uint32_t ECN_MASK = 3;
constexpr uint32_t ECN_ECT_0 = 2;
constexpr uint32_t ECN_CE = 3;

/**
 * @param header IPv4 header
 * @param bytes its length
 * @return its checksum (RFC 791); 0 if the header contains the right checksum
 */
uint16_t
GetIpv4Checksum(const uint8_t* header, std::size_t bytes = IPV4_BYTES)
{
    WireReader in(header, bytes);
    uint32_t sum = 0;
    while (in.GetLeft() > 0)
    {
        sum += static_cast<uint32_t>(in.Get(2));
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<uint16_t>(~sum);
}

/** IPv4 without options. */
class Ipv4Headers final : public IpHeaders
{
  public:
    uint32_t GetBytes() const override
    {
        return IPV4_BYTES;
    }

    uint16_t GetEtherType() const override
    {
        return IPV4_ETHER_TYPE;
    }

    uint32_t GetOuterBytes() const override
    {
        return 0;
    }

    void Write(const FabricPacket& packet,
               uint32_t udpBytes,
               std::vector<uint8_t>& frame) const override
    {
        const std::size_t start = frame.size();
        WireWriter out(frame);
        out.Put(VERSION_AND_LENGTH, 1);
        out.Put(GetIpService(packet), 1);
        out.Put(IPV4_BYTES + udpBytes, 2);
        out.Put(0, 2); // identification
        out.Put(DO_NOT_FRAGMENT, 2);
        out.Put(TIME_TO_LIVE, 1);
        out.Put(PROTOCOL_UDP, 1);
        out.Put(0, 2); // checksum, below
        out.Put(HostIpv4(packet.sourceHost), 4);
        out.Put(HostIpv4(packet.destHost), 4);
        const uint16_t checksum = GetIpv4Checksum(frame.data() + start);
        frame[start + CHECKSUM_OFFSET] = static_cast<uint8_t>(checksum >> 8);
        frame[start + CHECKSUM_OFFSET + 1] = static_cast<uint8_t>(checksum);
    }

    bool IsUdp(const uint8_t* headers) const override
    {
        return headers[PROTOCOL_OFFSET] == PROTOCOL_UDP;
    }

    std::optional<std::size_t> Read(const uint8_t* headers,
                                    std::size_t available,
                                    FabricPacket& packet) const override
    {
        if (available < IPV4_BYTES)
        {
            return {};
        }
        const std::size_t bytes = std::size_t{headers[2]} << 8 | headers[3];
        if (bytes > available || bytes < IPV4_BYTES || GetIpv4Checksum(headers) != 0)
        {
            return {};
        }
        WireReader in(headers, bytes);
        const bool plain = in.Get(1) == VERSION_AND_LENGTH;
        SetIpService(static_cast<uint32_t>(in.Get(1)), packet);
        in.Skip(7); // length, identification, fragment, time to live
        const bool udp = in.Get(1) == PROTOCOL_UDP;
        in.Skip(2); // checksum
        packet.sourceHost = HostOfIpv4(static_cast<uint32_t>(in.Get(4)));
        packet.destHost = HostOfIpv4(static_cast<uint32_t>(in.Get(4)));
        return plain && udp ? std::make_optional(bytes) : std::nullopt;
    }

    void MaskVariant(uint8_t* header) const override
    {
        for (const uint32_t byte : {1U, 8U, CHECKSUM_OFFSET, CHECKSUM_OFFSET + 1})
        {
            header[byte] = 0xff;
        }
    }
};

/**
 * @param end pointer behind four bytes
 * @return CRC in these bytes, see WireWriter::PutCrc()
 */
uint32_t
CrcBefore(const uint8_t* end)
{
    return uint32_t{end[-1]} << 24 | uint32_t{end[-2]} << 16 | uint32_t{end[-3]} << 8 | end[-4];
}

} // namespace

const IpHeaders&
GetIpv4Headers()
{
    static const Ipv4Headers headers;
    return headers;
}

uint32_t
GetIpService(const FabricPacket& packet)
{
    uint32_t ecn = 0;
    switch (packet.ecn)
    {
    case EcnCodepoint::ECT:
        ecn = ECN_ECT_0;
        break;
    case EcnCodepoint::CE:
        ecn = ECN_CE;
        break;
    case EcnCodepoint::NOT_ECT:
        break;
    }
    return uint32_t{packet.dscp} << DSCP_SHIFT | ecn;
}

void
SetIpService(uint32_t service, FabricPacket& packet)
{
    const uint32_t ecn = service & ECN_MASK;
    packet.dscp = static_cast<uint8_t>(service >> DSCP_SHIFT);
    packet.ecn = ecn == 0        ? EcnCodepoint::NOT_ECT
                 : ecn == ECN_CE ? EcnCodepoint::CE
                                 : EcnCodepoint::ECT;
}

void
MarkIpv4(uint8_t* header, std::size_t available)
{
    const std::size_t bytes = available < IPV4_BYTES ? 0 : std::size_t{header[0]} % 16 * 4;
    if (bytes < IPV4_BYTES || bytes > available)
    {
        return;
    }
    header[1] |= ECN_CE;
    uint8_t* const checksum = header + CHECKSUM_OFFSET;
    if (checksum[0] | checksum[1]) // else ns-3 computes no checksums
    {
        checksum[0] = checksum[1] = 0;
        const uint16_t value = GetIpv4Checksum(header, bytes);
        checksum[0] = static_cast<uint8_t>(value >> 8);
        checksum[1] = static_cast<uint8_t>(value);
    }
}

uint32_t
GetInvariantCrc(const IpHeaders& ip, const uint8_t* packet, std::size_t bytes)
{
    constexpr std::size_t ROUTE_HEADER = 8; // replaces the LRH of InfiniBand
    std::vector<uint8_t> masked(ROUTE_HEADER, 0xff);
    masked.insert(masked.end(), packet, packet + bytes);
    uint8_t* const header = masked.data() + ROUTE_HEADER;
    uint8_t* const udp = header + ip.GetBytes() - ip.GetOuterBytes();
    uint8_t* const bth = udp + UDP_BYTES;
    ip.MaskVariant(header);
    for (uint8_t* byte : {udp + 6, udp + 7, bth + 4})
    {
        *byte = 0xff;
    }
    return CRC32Calculate(masked.data(), static_cast<int>(masked.size()));
}

bool
HasInvariantCrc(const IpHeaders& ip, const uint8_t* packet, std::size_t bytes)
{
    constexpr std::size_t CRC_BYTES = 4;
    return GetInvariantCrc(ip, packet, bytes - CRC_BYTES) == CrcBefore(packet + bytes);
}

} // namespace ns3
