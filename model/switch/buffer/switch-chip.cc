// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-chip.h"

#include <array>
#include <cmath>

namespace ns3
{

namespace
{

constexpr uint64_t G = 1'000'000'000;
constexpr uint64_t KB = 1000;

/**
 * Source: sonic-buildimage, device folders of platforms with the chip. Capacities and rates of
 * ports are those of the chips' product pages. The Tomahawks that Fit() tries come first, by size;
 * Tomahawk 1 is not among them, as networks of 100 Gb/s with RDMA are made of its successor (Azure,
 * NSDI'23).
 */
constexpr std::array<SwitchChip, 11> CHIPS = {{
    {"tomahawk-2", 6'400 * G, 100 * G, 42'300 * KB},
    {"tomahawk-3", 12'800 * G, 400 * G, 67'100 * KB},
    {"tomahawk-4", 25'600 * G, 400 * G, 113'600 * KB},
    {"tomahawk-5", 51'200 * G, 800 * G, 165'000 * KB},
    {"tomahawk-6", 102'400 * G, 1'600 * G, 257'200 * KB},
    {"tomahawk-1", 3'200 * G, 100 * G, 16'000 * KB},
    {"trident-3", 3'200 * G, 100 * G, 32'700 * KB},
    {"spectrum-2", 6'400 * G, 200 * G, 34'300 * KB},
    {"spectrum-3", 12'800 * G, 400 * G, 60'800 * KB},
    {"spectrum-4", 51'200 * G, 800 * G, 158'200 * KB},
    {"teralynx-10", 51'200 * G, 800 * G, 214'600 * KB},
}};
constexpr size_t TOMAHAWKS = 5;

} // namespace

uint64_t
SwitchChip::GetShareBytes(uint64_t ratebps) const
{
    return static_cast<uint64_t>(
        std::llround(static_cast<double>(memoryBytes) * static_cast<double>(ratebps) /
                     static_cast<double>(capacitybps)));
}

const SwitchChip*
SwitchChip::Find(std::string_view name)
{
    for (const auto& chip : CHIPS)
    {
        if (chip.name == name)
        {
            return &chip;
        }
    }
    return nullptr;
}

std::string
SwitchChip::GetNames()
{
    std::string names;
    for (const auto& chip : CHIPS)
    {
        names.append(names.empty() ? "" : ", ").append(chip.name);
    }
    return names;
}

const SwitchChip&
SwitchChip::Fit(uint64_t fastestPortbps, uint64_t ratebps)
{
    for (size_t i = 0; i < TOMAHAWKS; ++i)
    {
        if (CHIPS[i].fastestPortbps >= fastestPortbps && CHIPS[i].capacitybps >= ratebps)
        {
            return CHIPS[i];
        }
    }
    return CHIPS[TOMAHAWKS - 1];
}

} // namespace ns3
