// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "crc-ecmp-path-selector.h"

#include "ns3/boolean.h"
#include "ns3/integer.h"

#include <array>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CrcEcmpPathSelector);

namespace
{

constexpr uint8_t UDP = 17;              // protocol number in the IP header
constexpr uint16_t ROCE_V2_PORT = 4'791; // UDP port assigned by IANA

/** Table of the reflected CRC-32 with polynomial 0x04c11db7: effect of each byte value. */
constexpr std::array<uint32_t, 256>
MakeCrcTable()
{
    std::array<uint32_t, 256> table{};
    for (uint32_t byte = 0; byte < 256; ++byte)
    {
        uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
        {
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320U : 0);
        }
        table[byte] = crc;
    }
    return table;
}

constexpr std::array<uint32_t, 256> CRC_TABLE = MakeCrcTable();

/**
 * @param crc CRC so far
 * @param value number, hashed in network byte order
 * @param bytes length of the number
 * @return CRC including the number
 */
constexpr uint32_t
AddToCrc(uint32_t crc, uint32_t value, int bytes)
{
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
    {
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ value >> shift) & 0xff];
    }
    return crc;
}

// The check value of CRC-32 in the catalogue of CRCs, for the text "123456789".
static_assert(~AddToCrc(AddToCrc(AddToCrc(UINT32_MAX, 0x31323334, 4), 0x35363738, 4), 0x39, 1) ==
              0xcbf43926);

} // namespace

TypeId
CrcEcmpPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CrcEcmpPathSelector")
            .SetParent<EcmpPathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<CrcEcmpPathSelector>()
            .AddAttribute("DestQueuePair",
                          "Whether the hash includes the destination queue pair of the BTH "
                          "(E-ECMP, SIGCOMM'24).",
                          BooleanValue(false),
                          MakeBooleanAccessor(&CrcEcmpPathSelector::m_destQueuePair),
                          MakeBooleanChecker())
            .AddAttribute("Rotation",
                          "Bits by which the CRC is rotated to the right, so that other bits "
                          "choose the port; -1: each switch draws a number.",
                          IntegerValue(0),
                          MakeIntegerAccessor(&CrcEcmpPathSelector::m_rotation),
                          MakeIntegerChecker<int32_t>(-1, 31));
    return tid;
}

uint16_t
CrcEcmpPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const uint32_t salt = GetHashSalt();
    uint32_t crc = AddToCrc(~salt, HostIpv4(packet.sourceHost), 4);
    crc = AddToCrc(crc, HostIpv4(packet.destHost), 4);
    crc = AddToCrc(crc, UDP, 1);
    crc = AddToCrc(crc, UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy), 2);
    crc = AddToCrc(crc, ROCE_V2_PORT, 2);
    if (m_destQueuePair)
    {
        crc = AddToCrc(crc, packet.destEndpoint, 3);
    }
    const uint32_t rotation =
        m_rotation < 0 ? ChooseByEntropy(0, salt, 32) : static_cast<uint32_t>(m_rotation);
    crc = ~crc;
    const uint32_t hash = crc >> rotation | crc << (32 - rotation) % 32;
    return ports[hash % ports.size()];
}

} // namespace ns3
