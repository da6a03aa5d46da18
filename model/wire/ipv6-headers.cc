// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ipv6-headers.h"

#include "wire-cursor.h"

#include "ns3/flow-entropy.h"

namespace ns3
{

namespace
{

constexpr uint16_t TYPE_IPV6 = 0x86dd;
constexpr uint32_t VERSION = 6;
constexpr uint32_t VERSION_SHIFT = 28;
constexpr uint32_t CLASS_SHIFT = 20;
constexpr uint32_t CLASS_MASK = 0xff;
constexpr uint32_t NEXT_OFFSET = 6; // offset in the IPv6 header
constexpr uint32_t NEXT_UDP = 17;
constexpr uint32_t NEXT_IPV6 = 41;
constexpr uint32_t FIRST_HOP_LIMIT = 64;
constexpr uint32_t ADDRESS_BYTES = 16;
constexpr uint32_t HOST_PREFIX = 0xfd000000;
constexpr uint32_t LOCATOR = 0xfc000000;
constexpr uint32_t ZEROS_IN_ADDRESS = 8;

/** IPv6, within another IPv6 header with a list of uSIDs or alone. */
class Ipv6Headers final : public IpHeaders
{
  public:
    /** @param outerBytes length of the outer header; 0: there is none */
    explicit Ipv6Headers(uint32_t outerBytes)
        : m_outerBytes(outerBytes)
    {
    }

    uint32_t GetBytes() const override
    {
        return m_outerBytes + IPV6_BYTES;
    }

    uint16_t GetEtherType() const override
    {
        return TYPE_IPV6;
    }

    uint32_t GetOuterBytes() const override
    {
        return m_outerBytes;
    }

    void Write(const FabricPacket& packet,
               uint32_t udpBytes,
               std::vector<uint8_t>& frame) const override
    {
        WireWriter out(frame);
        const uint16_t port = UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy);
        if (m_outerBytes > 0)
        {
            PutStart(packet, port, IPV6_BYTES + udpBytes, NEXT_IPV6, out);
            out.Put(LOCATOR, 4);
            out.Put(port, 2);
            out.Put(packet.destHost, 2);
            out.PutZeros(ZEROS_IN_ADDRESS);
        }
        PutStart(packet, port, udpBytes, NEXT_UDP, out);
        PutAddress(packet.destHost, out);
    }

    bool IsUdp(const uint8_t* headers) const override
    {
        return (m_outerBytes == 0 || headers[NEXT_OFFSET] == NEXT_IPV6) &&
               headers[m_outerBytes + NEXT_OFFSET] == NEXT_UDP;
    }

    std::optional<std::size_t> Read(const uint8_t* headers,
                                    std::size_t available,
                                    FabricPacket& packet) const override
    {
        if (available < GetBytes())
        {
            return {};
        }
        WireReader in(headers, available);
        in.Skip(m_outerBytes);
        const auto start = static_cast<uint32_t>(in.Get(4));
        const uint32_t service = start >> CLASS_SHIFT & CLASS_MASK;
        const std::size_t bytes = GetBytes() + in.Get(2);
        const bool udp = in.Get(1) == NEXT_UDP;
        in.Skip(1);
        SetIpService(service, packet);
        packet.sourceHost = GetHost(in);
        packet.destHost = GetHost(in);
        return start >> VERSION_SHIFT == VERSION && udp && bytes <= available
                   ? std::make_optional(bytes)
                   : std::nullopt;
    }

    void MaskVariant(uint8_t* header) const override
    {
        header[0] |= 0x0f;                           // traffic class and flow label
        for (const uint32_t byte : {1U, 2U, 3U, 7U}) // and the hop limit
        {
            header[byte] = 0xff;
        }
    }

  private:
    /** Puts a header up to its source. */
    static void PutStart(const FabricPacket& packet,
                         uint16_t port,
                         uint32_t payloadBytes,
                         uint32_t next,
                         WireWriter& out)
    {
        const uint32_t service = GetIpService(packet);
        out.Put(VERSION << VERSION_SHIFT | service << CLASS_SHIFT | port, 4);
        out.Put(payloadBytes, 2);
        out.Put(next, 1);
        out.Put(FIRST_HOP_LIMIT, 1);
        PutAddress(packet.sourceHost, out);
    }

    static void PutAddress(uint32_t host, WireWriter& out)
    {
        out.Put(HOST_PREFIX, 4);
        out.PutZeros(ZEROS_IN_ADDRESS);
        out.Put(HostIpv4(host), 4);
    }

    static uint32_t GetHost(WireReader& in)
    {
        in.Skip(ADDRESS_BYTES - 4);
        return HostOfIpv4(static_cast<uint32_t>(in.Get(4)));
    }

    uint32_t m_outerBytes; //!< 0: no outer header
};

} // namespace

const IpHeaders&
GetIpv6Headers()
{
    static const Ipv6Headers headers(0);
    return headers;
}

const IpHeaders&
GetSrv6Headers()
{
    static const Ipv6Headers headers(IPV6_BYTES);
    return headers;
}

} // namespace ns3
