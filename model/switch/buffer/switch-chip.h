// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_CHIP_H
#define AI_FABRIC_SWITCH_CHIP_H

#include <cstdint>
#include <string>
#include <string_view>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * A commercial Ethernet switch chip: its forwarding capacity and its packet memory.
 *
 * Memories are the pools that SONiC configures (sonic-buildimage, buffers_defaults of each
 * platform); the physical memory is a few per cent larger.
 */
struct SwitchChip
{
    std::string_view name;   //!< as in the attribute SharedBuffer::Chip
    uint64_t capacitybps;    //!< sum of the rates of its ports
    uint64_t fastestPortbps; //!< highest rate of a port
    uint64_t memoryBytes;    //!< packet memory of all ports together

    /**
     * A switch with fewer ports than the chip gets a share of its memory; a switch with more ports
     * has several chips:
     *     share = memory * (sum of port rates / capacity)
     *
     * @param ratebps sum of the rates of a switch's ports, in bit/s
     * @return bytes of memory
     */
    uint64_t GetShareBytes(uint64_t ratebps) const;

    /**
     * @param name name of a chip
     * @return the chip, or null if the name is unknown
     */
    static const SwitchChip* Find(std::string_view name);

    /** @return the names of all chips, separated by commas */
    static std::string GetNames();

    /**
     * @param fastestPortbps rate of a switch's fastest port, in bit/s
     * @param ratebps sum of the rates of its ports, in bit/s
     * @return smallest of Tomahawk 2 to 6 with such ports and that capacity, or the largest one
     */
    static const SwitchChip& Fit(uint64_t fastestPortbps, uint64_t ratebps);
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_CHIP_H
