// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ethernet-frame.h"

#include "ns3/crc32.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr uint16_t TAG_TYPE = 0x8100;

void
WriteAddress(const Mac48Address& address, WireWriter& out)
{
    uint8_t bytes[6];
    address.CopyTo(bytes);
    for (const uint8_t byte : bytes)
    {
        out.Put(byte, 1);
    }
}

Mac48Address
ReadAddress(WireReader& in)
{
    const uint64_t value = in.Get(6);
    uint8_t bytes[6];
    for (uint32_t i = 0; i < 6; ++i)
    {
        bytes[i] = static_cast<uint8_t>(value >> 8 * (5 - i));
    }
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

} // namespace

Mac48Address
GetMacControlAddress()
{
    return Mac48Address("01:80:c2:00:00:01");
}

void
WriteEthernetHeader(const EthernetFrameHeader& header, WireWriter& out)
{
    WriteAddress(header.ends.receiver, out);
    WriteAddress(header.ends.sender, out);
    if (header.tag)
    {
        out.Put(TAG_TYPE, 2);
        out.Put(*header.tag, 2);
    }
    out.Put(header.type, 2);
}

EthernetFrameHeader
ReadEthernetHeader(WireReader& in)
{
    EthernetFrameHeader header;
    header.ends.receiver = ReadAddress(in);
    header.ends.sender = ReadAddress(in);
    header.type = static_cast<uint16_t>(in.Get(2));
    if (header.type == TAG_TYPE)
    {
        header.tag = static_cast<uint16_t>(in.Get(2));
        header.type = static_cast<uint16_t>(in.Get(2));
    }
    return header;
}

void
CompleteEthernetFrame(std::vector<uint8_t>& frame)
{
    frame.resize(std::max<std::size_t>(frame.size(), LEAST_FRAME_BYTES - FCS_BYTES));
    const uint32_t check = CRC32Calculate(frame.data(), static_cast<int>(frame.size()));
    WireWriter(frame).PutCrc(check);
}

bool
IsSoundEthernetFrame(const std::vector<uint8_t>& frame)
{
    if (frame.size() < ETHERNET_BYTES + TAG_BYTES + FCS_BYTES)
    {
        return false;
    }
    std::vector<uint8_t> check;
    WireWriter(check).PutCrc(
        CRC32Calculate(frame.data(), static_cast<int>(frame.size() - FCS_BYTES)));
    return std::equal(check.begin(), check.end(), frame.end() - FCS_BYTES);
}

std::vector<uint8_t>
EncodeMacControl(const Mac48Address& sender,
                 uint16_t opcode,
                 const std::vector<uint16_t>& parameters)
{
    std::vector<uint8_t> frame;
    WireWriter out(frame);
    WriteEthernetHeader({{sender, GetMacControlAddress()}, {}, MAC_CONTROL_TYPE}, out);
    out.Put(opcode, 2);
    for (const uint16_t parameter : parameters)
    {
        out.Put(parameter, 2);
    }
    CompleteEthernetFrame(frame);
    return frame;
}

std::optional<std::vector<uint16_t>>
DecodeMacControl(const std::vector<uint8_t>& frame, uint16_t opcode, uint32_t count)
{
    if (frame.size() < LEAST_FRAME_BYTES)
    {
        return {};
    }
    WireReader in(frame.data(), frame.size() - FCS_BYTES);
    if (ReadEthernetHeader(in).type != MAC_CONTROL_TYPE || in.Get(2) != opcode ||
        !IsSoundEthernetFrame(frame))
    {
        return {};
    }
    std::vector<uint16_t> parameters(count);
    for (uint16_t& parameter : parameters)
    {
        parameter = static_cast<uint16_t>(in.Get(2));
    }
    return in.IsShort() ? std::nullopt : std::make_optional(parameters);
}

} // namespace ns3
