// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_TAG_H
#define AI_FABRIC_PATH_TAG_H

#include "fabric-packet.h"

#include <cstdint>
#include <cstring>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Contents of FabricPacket::pathTag, written by path selectors or flow controls, as a struct of
 * bits.
 *
 * @tparam Tag struct with 64 bits of plain values; derives from PathTag
 */
template <typename Tag>
struct PathTag
{
    /**
     * @param packet packet
     * @return its tag
     */
    static Tag Of(const FabricPacket& packet)
    {
        static_assert(sizeof(Tag) == sizeof(packet.pathTag), "a tag has the size of its place");
        Tag tag;
        std::memcpy(&tag, &packet.pathTag, sizeof(tag));
        return tag;
    }

    /** @return value for FabricPacket::pathTag */
    uint64_t Pack() const
    {
        uint64_t word;
        std::memcpy(&word, static_cast<const Tag*>(this), sizeof(word));
        return word;
    }
};

} // namespace ns3

#endif // AI_FABRIC_PATH_TAG_H
