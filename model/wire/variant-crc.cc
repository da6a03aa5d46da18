// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "variant-crc.h"

#include <array>

namespace ns3
{

namespace
{

/** Table of remainders of all bytes for VariantCrc(); 0x100b mirrored is 0xd008. */
constexpr std::array<uint16_t, 256>
MakeVariantTable()
{
    std::array<uint16_t, 256> table{};
    for (uint32_t byte = 0; byte < table.size(); ++byte)
    {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit)
        {
            rest = rest >> 1 ^ (rest & 1 ? 0xd008U : 0U);
        }
        table[byte] = static_cast<uint16_t>(rest);
    }
    return table;
}

constexpr auto VARIANT_TABLE = MakeVariantTable();

} // namespace

uint16_t
VariantCrc(const uint8_t* packet, std::size_t bytes)
{
    uint32_t rest = 0xffff;
    for (std::size_t i = 0; i < bytes; ++i)
    {
        rest = rest >> 8 ^ VARIANT_TABLE[(rest ^ packet[i]) & 0xff];
    }
    return static_cast<uint16_t>(~rest);
}

} // namespace ns3
